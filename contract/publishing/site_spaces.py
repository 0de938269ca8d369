"""The spaces of a site: linking, settings, order."""

from typing import Annotated, Literal

from pydantic import MISSING, Field

from contract.authoring.spaces import Space
from contract.schema.endpoint import EndpointGroup, Flag, ListQuery
from contract.schema.fields import ContractModel, DocumentedLimit

_GROUP = EndpointGroup("Site spaces")
PATH_MIN, PATH_MAX = 1, 100
CONDITION_MIN, CONDITION_MAX = 1, 1024


class PublishedUrls(ContractModel):
    """URL for visitors."""

    published: str | MISSING = MISSING


class SiteSpace(ContractModel):
    """A space on a site. `id` identifies the link between the two; `section` is the id of its section."""

    absence_tells = frozenset({"section", "default", "condition"})

    object: Literal["site-space"] = "site-space"
    id: str
    path: Annotated[str, DocumentedLimit(min_length=PATH_MIN, max_length=PATH_MAX)]
    section: str | MISSING = MISSING
    space: Space | MISSING = MISSING
    title: str
    default: bool | MISSING = MISSING
    condition: Annotated[str, DocumentedLimit(min_length=CONDITION_MIN, max_length=CONDITION_MAX)] | MISSING = MISSING
    hasAdvancedCustomizationFeature: bool | MISSING = MISSING
    urls: PublishedUrls | MISSING = MISSING


class SiteSpacesQuery(ListQuery):
    """A query for site spaces: only the default one if `default` is true, only the others if it is false."""

    shareKey: str | MISSING = MISSING
    default: Flag | MISSING = MISSING


class SiteSpaceAdd(ContractModel):
    """A space to add. Without `sectionId`, it goes to the default section if the site has sections."""

    spaceId: str
    sectionId: str | MISSING = MISSING


class SiteSpaceUpdate(ContractModel):
    """The settings to change. A null `condition` removes it."""

    path: Annotated[str, Field(min_length=PATH_MIN, max_length=PATH_MAX)] | MISSING = MISSING
    condition: Annotated[str, Field(min_length=CONDITION_MIN, max_length=CONDITION_MAX)] | MISSING | None = MISSING


class SiteSpacePointer(ContractModel):
    """A site space, by its id."""

    type: Literal["site-space"]
    siteSpace: str


class SiteSpacePosition(ContractModel):
    """A position directly before one site space, or directly after one."""

    before: SiteSpacePointer | MISSING = MISSING
    after: SiteSpacePointer | MISSING = MISSING


class SiteSpaceMove(ContractModel):
    """The new position of a site space; without a position, it moves to the end of its section."""

    position: SiteSpacePosition | MISSING = MISSING


SITE_SPACES = "/v1/orgs/{organizationId}/sites/{siteId}/site-spaces"
SITE_SPACE = SITE_SPACES + "/{siteSpaceId}"

LIST_SITE_SPACES = _GROUP.list("listSiteSpaces", SITE_SPACES, SiteSpace, SiteSpacesQuery)
ADD_SITE_SPACE = _GROUP.post("addSiteSpace", SITE_SPACES, SiteSpaceAdd, SiteSpace, 201)
UPDATE_SITE_SPACE = _GROUP.patch("updateSiteSpace", SITE_SPACE, SiteSpaceUpdate, SiteSpace)
REMOVE_SITE_SPACE = _GROUP.delete("removeSiteSpace", SITE_SPACE, 205)
MOVE_SITE_SPACE = _GROUP.post("moveSiteSpace", SITE_SPACE + "/move", SiteSpaceMove, SiteSpace)
