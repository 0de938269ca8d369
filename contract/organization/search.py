"""Search results: pages and sections of an organization or a space."""

from typing import Annotated

from pydantic import MISSING, Field

from contract.schema.endpoint import ListQuery
from contract.schema.fields import ContractModel

QUERY_MAX = 512


class SearchQuery(ListQuery):
    """The words to search for."""

    query: Annotated[str, Field(max_length=QUERY_MAX)]


class AppUrls(ContractModel):
    """The URL at which people open a page or section."""

    app: str | MISSING = MISSING


class SearchSection(ContractModel):
    """A part of a page."""

    id: str
    title: str | MISSING = MISSING
    path: str | MISSING = MISSING
    body: str | MISSING = MISSING
    urls: AppUrls | MISSING = MISSING


class SpaceSearchItem(ContractModel):
    """A page that was found in a space."""

    id: str
    title: str
    path: str | MISSING = MISSING
    sections: list[SearchSection] | MISSING = MISSING
    urls: AppUrls | MISSING = MISSING


class OrganizationSearchItem(ContractModel):
    """A space of the organization, with the pages found in it."""

    id: str
    title: str
    pages: list[SpaceSearchItem] | MISSING = MISSING
