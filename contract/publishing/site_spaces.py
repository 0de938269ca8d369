"""The spaces of a site: linking, settings, order."""

from typing import Annotated, Literal

from pydantic import MISSING, Field

from contract.authoring.spaces import Space
from contract.schema.annotations import Documented
from contract.schema.endpoint import Endpoint
from contract.schema.fields import ContractModel
from contract.schema.listing import Flag, Listing, ListQuery

GROUP = "Site spaces"
PATH_MIN, PATH_MAX = 1, 100
CONDITION_MIN, CONDITION_MAX = 1, 1024


class PublishedUrls(ContractModel):
    """URL for visitors."""

    published: str | MISSING = MISSING


class SiteSpace(ContractModel):
    """A space on a site. `id` is of the link between the two, `section` the id of the section it belongs to."""

    absence_tells = frozenset({"section", "default", "condition"})

    object: Literal["site-space"] = "site-space"
    id: str
    path: Annotated[str, Documented(min_length=PATH_MIN, max_length=PATH_MAX)]
    section: str | MISSING = MISSING
    space: Space | MISSING = MISSING
    title: str
    default: bool | MISSING = MISSING
    condition: Annotated[str, Documented(min_length=CONDITION_MIN, max_length=CONDITION_MAX)] | MISSING = MISSING
    hasAdvancedCustomizationFeature: bool | MISSING = MISSING
    urls: PublishedUrls | MISSING = MISSING


class SiteSpacesQuery(ListQuery):
    """`default` true asks for the default site space alone, false for the others, absent for all."""

    shareKey: str | MISSING = MISSING
    default: Flag | MISSING = MISSING


class SiteSpaceAdd(ContractModel):
    """Without `sectionId` the space goes to the default section, or to the root of a site without sections."""

    spaceId: str
    sectionId: str | MISSING = MISSING


class SiteSpaceUpdate(ContractModel):
    """A null `condition` removes it."""

    path: Annotated[str, Field(min_length=PATH_MIN, max_length=PATH_MAX)] | MISSING = MISSING
    condition: Annotated[str, Field(min_length=CONDITION_MIN, max_length=CONDITION_MAX)] | MISSING | None = MISSING


class SiteSpacePointer(ContractModel):
    """A site space, by the id of the link."""

    type: Literal["site-space"]
    siteSpace: str


class SiteSpacePosition(ContractModel):
    """Directly before one site space, or directly after one."""

    before: SiteSpacePointer | MISSING = MISSING
    after: SiteSpacePointer | MISSING = MISSING


class SiteSpaceMove(ContractModel):
    """Without a position the site space goes to the end."""

    position: SiteSpacePosition | MISSING = MISSING


SITE_SPACES = "/v1/orgs/{organizationId}/sites/{siteId}/site-spaces"
SITE_SPACE = SITE_SPACES + "/{siteSpaceId}"

LIST_SITE_SPACES = Endpoint(
    GROUP, "listSiteSpaces", "GET", SITE_SPACES, 200, Listing[SiteSpace], query=SiteSpacesQuery, listing=True
)
ADD_SITE_SPACE = Endpoint(GROUP, "addSiteSpace", "POST", SITE_SPACES, 201, SiteSpace, body=SiteSpaceAdd)
UPDATE_SITE_SPACE = Endpoint(GROUP, "updateSiteSpace", "PATCH", SITE_SPACE, 200, SiteSpace, body=SiteSpaceUpdate)
REMOVE_SITE_SPACE: Endpoint[None] = Endpoint(GROUP, "removeSiteSpace", "DELETE", SITE_SPACE, 205)
MOVE_SITE_SPACE = Endpoint(GROUP, "moveSiteSpace", "POST", SITE_SPACE + "/move", 200, SiteSpace, body=SiteSpaceMove)
