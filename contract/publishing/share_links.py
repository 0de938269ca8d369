"""Secret links that open a site."""

from typing import Annotated, Literal

from pydantic import MISSING, Field

from contract.publishing.site_spaces import PublishedUrls
from contract.schema.endpoint import EndpointGroup
from contract.schema.fields import ContractModel, DocumentedLimit, Moment

_GROUP = EndpointGroup("Site share links")
NAME_MAX = 50


class ShareLink(ContractModel):
    """A link that opens a site without sign-in while it is active."""

    absence_tells = frozenset({"active"})

    object: Literal["share-link"] = "share-link"
    id: str
    createdAt: Moment
    name: Annotated[str, DocumentedLimit(max_length=NAME_MAX)] | MISSING = MISSING
    active: bool | MISSING = MISSING
    urls: PublishedUrls | MISSING = MISSING


class ShareLinkCreate(ContractModel):
    """A new link."""

    name: Annotated[str, Field(max_length=NAME_MAX)]


class ShareLinkUpdate(ContractModel):
    """A new name, or a new state: only active links open the site."""

    active: bool | MISSING = MISSING
    name: Annotated[str, Field(max_length=NAME_MAX)] | MISSING = MISSING


SHARE_LINKS = "/v1/orgs/{organizationId}/sites/{siteId}/share-links"
SHARE_LINK = SHARE_LINKS + "/{shareLinkId}"

LIST_SHARE_LINKS = _GROUP.list("listShareLinks", SHARE_LINKS, ShareLink)
CREATE_SHARE_LINK = _GROUP.post("createShareLink", SHARE_LINKS, ShareLinkCreate, ShareLink, 201)
UPDATE_SHARE_LINK = _GROUP.patch("updateShareLink", SHARE_LINK, ShareLinkUpdate, ShareLink)
DELETE_SHARE_LINK = _GROUP.delete("deleteShareLink", SHARE_LINK, 205)
