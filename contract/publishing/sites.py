"""Sites: what can be asked of them and done to them."""

from typing import Annotated, Literal

from pydantic import MISSING, Field

from contract.publishing.published import PublishedContentSite
from contract.publishing.site import (
    BASENAME_MAX,
    BASENAME_MIN,
    SITE_TYPES,
    TITLE_MAX,
    TITLE_MIN,
    AdaptiveContent,
    AgentsContext,
    Site,
    Visibility,
)
from contract.schema.annotations import AbsentMeans, OpenEnum
from contract.schema.endpoint import EndpointGroup
from contract.schema.fields import ContractModel, JsonObject, Moment
from contract.schema.listing import Flag, ListQuery, Query

_GROUP = EndpointGroup("Sites")
PROXY_MAX = 512
# The contract writes \w, which means ASCII there; in pydantic's engine it would take every alphabet.
PROXY = r"^([A-Za-z0-9_-]+\.)*[A-Za-z0-9_-]+\.[a-zA-Z]{2,}(/[A-Za-z0-9_-]+)+$"


class SitesQuery(ListQuery):
    """`space` is the id of a space that the site shows."""

    space: str | MISSING = MISSING
    title: str | MISSING = MISSING
    published: Flag | MISSING = MISSING


class SiteCreate(ContractModel):
    """A new site; `spaces` are the ids of those to show, or a word that asks for a new one."""

    type: Annotated[str, OpenEnum(*SITE_TYPES), AbsentMeans("basic")] | MISSING = MISSING
    title: Annotated[str, Field(min_length=TITLE_MIN, max_length=TITLE_MAX)] | MISSING = MISSING
    visibility: Visibility | MISSING = MISSING
    spaces: list[str] | Annotated[str, OpenEnum("sample", "empty")] | MISSING = MISSING


class SiteUpdate(ContractModel):
    """The settings to change.

    `defaultSiteSpace` is the id of a site space: the default at the root or, in a site with sections, of the default
    section. `proxy` puts the site under a path of a domain; null takes it away.
    """

    title: Annotated[str, Field(min_length=TITLE_MIN, max_length=TITLE_MAX)] | MISSING = MISSING
    visibility: Visibility | MISSING = MISSING
    basename: Annotated[str, Field(min_length=BASENAME_MIN, max_length=BASENAME_MAX)] | MISSING = MISSING
    adaptiveContent: AdaptiveContent | MISSING = MISSING
    agentsContext: AgentsContext | MISSING = MISSING
    defaultSiteSpace: str | MISSING = MISSING
    defaultSiteSection: str | MISSING = MISSING
    proxy: Annotated[str, Field(max_length=PROXY_MAX, pattern=PROXY)] | MISSING | None = MISSING


class SiteAdaptiveSchema(ContractModel):
    """JSON Schema (draft-07) of the visitor's claims, stored unchanged."""

    object: Literal["site-adaptive-schema"] = "site-adaptive-schema"
    jsonSchema: JsonObject
    updatedAt: Moment | MISSING = MISSING


class SiteAdaptiveSchemaReplace(ContractModel):
    """The JSON Schema to put in place of the present one."""

    jsonSchema: JsonObject


class PublishedQuery(Query):
    """`shareKey` opens a site that only its secret links open."""

    shareKey: str | MISSING = MISSING


SITES = "/v1/orgs/{organizationId}/sites"
SITE = SITES + "/{siteId}"

LIST_SITES = _GROUP.list("listSites", SITES, Site, SitesQuery)
CREATE_SITE = _GROUP.post("createSite", SITES, SiteCreate, Site, 201)
GET_SITE = _GROUP.get("getSite", SITE, Site)
DELETE_SITE = _GROUP.delete("deleteSite", SITE, 205)
UPDATE_SITE = _GROUP.patch("updateSite", SITE, SiteUpdate, Site)
GET_ADAPTIVE_SCHEMA = _GROUP.get("getAdaptiveSchema", SITE + "/adaptive-schema", SiteAdaptiveSchema)
REPLACE_ADAPTIVE_SCHEMA = _GROUP.put(
    "replaceAdaptiveSchema", SITE + "/adaptive-schema", SiteAdaptiveSchemaReplace, SiteAdaptiveSchema
)
GET_PUBLISHED = _GROUP.get("getPublished", SITE + "/published", PublishedContentSite, PublishedQuery)
