"""Published content: the site, its structure and its look."""

from typing import Annotated, Any, Literal

from pydantic import MISSING, Discriminator, Tag

from contract.publishing.customizations import Customizations
from contract.publishing.section_groups import SiteSectionGroup
from contract.publishing.sections import SiteSection
from contract.publishing.site import Site
from contract.publishing.site_spaces import SiteSpace
from contract.schema.annotations import OpenEnum
from contract.schema.fields import ContractModel, JsonObject

_KINDS = ("site-section", "site-section-group", "site-space")


def _kind(item: Any) -> str:  # noqa: ANN401 - whatever the answer holds
    kind = item.get("object") if isinstance(item, dict) else getattr(item, "object", None)
    return kind if kind in _KINDS else "other"


StructureItem = Annotated[
    Annotated[SiteSection, Tag("site-section")]
    | Annotated[SiteSectionGroup, Tag("site-section-group")]
    | Annotated[SiteSpace, Tag("site-space")]
    | Annotated[JsonObject, Tag("other")],
    Discriminator(_kind),
]
"""Told apart by `object`; a kind that is not known yet stays a plain dictionary."""


class Structure(ContractModel):
    """The site's tree: sections and groups of them, or site spaces."""

    type: Annotated[str, OpenEnum("sections", "siteSpaces")]
    structure: list[StructureItem]


class PublishedContentSite(ContractModel):
    """A site as its visitors get it."""

    object: Literal["published-content-site"] = "published-content-site"
    site: Site
    structure: Structure
    customizations: Customizations | MISSING = MISSING
