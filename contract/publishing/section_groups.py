"""A site's sections and section groups."""

from typing import Annotated, Literal

from pydantic import MISSING, Field

from contract.publishing.site_spaces import PublishedUrls, SiteSpace
from contract.schema.endpoint import EndpointGroup
from contract.schema.fields import ContractModel, DocumentedLimit


class SiteSection(ContractModel):
    """A section; `icon` is an icon name, `sectionGroup` the id of the group that contains it."""

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


_GROUP = EndpointGroup("Site section groups")
TITLE_MIN, TITLE_MAX = 1, 100
ICON_MAX = 50


class SiteSectionGroup(ContractModel):
    """A group of sections; `icon` is an icon name."""

    absence_tells = frozenset({"sections"})

    object: Literal["site-section-group"] = "site-section-group"
    id: str
    title: Annotated[str, DocumentedLimit(min_length=TITLE_MIN, max_length=TITLE_MAX)]
    icon: Annotated[str, DocumentedLimit(max_length=ICON_MAX)] | MISSING = MISSING
    sections: list[SiteSection] | MISSING = MISSING


class SiteSectionGroupCreate(ContractModel):
    """A new group; `sections` are the ids of its initial sections."""

    title: Annotated[str, Field(min_length=TITLE_MIN, max_length=TITLE_MAX)]
    # Null removes the icon: it is the only value of the contract's "string enum".
    icon: Annotated[str, Field(max_length=ICON_MAX)] | MISSING | None = MISSING
    sections: list[str] | MISSING = MISSING


class SiteSectionGroupUpdate(ContractModel):
    """The fields of a group to change. A null `icon` removes it."""

    title: Annotated[str, Field(min_length=TITLE_MIN, max_length=TITLE_MAX)] | MISSING = MISSING
    icon: Annotated[str, Field(max_length=ICON_MAX)] | MISSING | None = MISSING


class SiteSectionGroupAdd(ContractModel):
    """The section to add to the group."""

    sectionId: str


class SiteSectionPointer(ContractModel):
    """A neighbouring item, by id. The contract documents only sections, but the API accepts groups, too."""

    type: Literal["site-section", "site-section-group"]
    id: str


class SiteSectionPosition(ContractModel):
    """A position directly before one neighbour, or directly after one."""

    # The contract doesn't define the meaning of both together.
    before: SiteSectionPointer | MISSING = MISSING
    after: SiteSectionPointer | MISSING = MISSING


class SiteSectionGroupMove(ContractModel):
    """The new position of a group; without a position, it moves to the end of the site."""

    position: SiteSectionPosition | MISSING = MISSING


SECTION_GROUPS = "/v1/orgs/{organizationId}/sites/{siteId}/section-groups"
SECTION_GROUP = SECTION_GROUPS + "/{siteSectionGroupId}"

LIST_SECTION_GROUPS = _GROUP.list("listSectionGroups", SECTION_GROUPS, SiteSectionGroup)
CREATE_SECTION_GROUP = _GROUP.post("createSectionGroup", SECTION_GROUPS, SiteSectionGroupCreate, SiteSectionGroup, 201)
UPDATE_SECTION_GROUP = _GROUP.patch("updateSectionGroup", SECTION_GROUP, SiteSectionGroupUpdate, SiteSectionGroup)
DELETE_SECTION_GROUP = _GROUP.delete("deleteSectionGroup", SECTION_GROUP, 205)
ADD_SECTION = _GROUP.post("addSection", SECTION_GROUP + "/sections", SiteSectionGroupAdd, SiteSectionGroup, 201)
REMOVE_SECTION = _GROUP.delete("removeSection", SECTION_GROUP + "/sections/{siteSectionId}", 205)
MOVE_SECTION_GROUP = _GROUP.post("moveSectionGroup", SECTION_GROUP + "/move", SiteSectionGroupMove, SiteSectionGroup)
