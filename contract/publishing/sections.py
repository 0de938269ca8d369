"""The sections of a site."""

from typing import Literal

from pydantic import MISSING

from contract.publishing.site_spaces import PublishedUrls, SiteSpace
from contract.schema.fields import ContractModel


class SiteSection(ContractModel):
    """A section; `icon` is an icon's name, `sectionGroup` the id of the group it is in."""

    absence_tells = frozenset({"default", "condition", "sectionGroup", "siteSpaces"})

    object: Literal["site-section"] = "site-section"
    id: str
    title: str
    description: str | MISSING = MISSING
    default: bool | MISSING = MISSING
    path: str | MISSING = MISSING
    condition: str | MISSING = MISSING
    sectionGroup: str | MISSING = MISSING
    siteSpaces: list[SiteSpace] | MISSING = MISSING
    urls: PublishedUrls | MISSING = MISSING
    icon: str | MISSING = MISSING
