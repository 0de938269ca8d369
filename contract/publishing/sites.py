"""Sites: their settings and published content."""

from typing import Annotated, Any, Literal, get_args

from pydantic import MISSING, Discriminator, Field, Tag

from contract.publishing.customizations import Customizations, ThemedValue
from contract.publishing.section_groups import SiteSection, SiteSectionGroup
from contract.publishing.site_spaces import SiteSpace
from contract.schema.endpoint import EndpointGroup, Flag, ListQuery, Query
from contract.schema.fields import ContractModel, Count, DefaultValue, DocumentedLimit, JsonObject, Moment, OpenEnum

TITLE_MIN, TITLE_MAX = 2, 128
HOSTNAME_MAX = 512
HOSTNAME = "^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?[.]){2,}[a-z0-9][a-z0-9-]{0,61}[a-z0-9]$"
BASENAME_MIN, BASENAME_MAX = 1, 100

Visibility = Literal["public", "unlisted", "share-link", "visitor-auth"]
VISIBILITIES: tuple[str, ...] = get_args(Visibility)

AgentsContext = Literal["excluded", "included"]
AGENTS_CONTEXTS: tuple[str, ...] = get_args(AgentsContext)

# Known values from the public API description 0.130.0; the contract names none.
SITE_TYPES = ("basic", "premium", "ultimate", "sponsored", "legacy-basic", "legacy-premium")
AD_STATES = ("pending", "in-review", "live", "disabled", "rejected")
_FEATURES = """
    adaptive-content advanced-customization advanced-insights ads ai-search ai-assistant api-playground
    basic-customization custom-domain custom-fonts custom-subdirectory full-text-search multivariant-site
    no-custom-domain page-feedback page-traffic-insights pdf-export preview-deployments public-visibility redirects
    search-insights sections seo share-links unlisted-visibility user-contribution visitor-authentication visitors
    embed ai-insights broken-links channels connections content-gaps fix-broken-links
"""
FEATURES = tuple(f"sites-{name}" for name in _FEATURES.split())


class SiteIcon(ContractModel):
    """An icon for light and dark mode, an emoji, or neither."""

    icon: ThemedValue | MISSING = MISSING
    emoji: str | MISSING = MISSING


class SiteProxy(ContractModel):
    """A path on another domain that serves the site: `origin` as entered, without a scheme, and the `target` URL."""

    origin: str | MISSING = MISSING
    target: str | MISSING = MISSING


class AdaptiveContent(ContractModel):
    """Adaptive content: pages that depend on the visitor's claims."""

    enabled: bool | MISSING = MISSING


class Ads(ContractModel):
    """The state of the site's request for advertisements."""

    status: Annotated[str, OpenEnum(*AD_STATES)] | MISSING = MISSING
    submittable: bool | MISSING = MISSING


class Feature(ContractModel):
    """A feature of a site, and the plan that includes it."""

    id: Annotated[str, OpenEnum(*FEATURES)]
    plan: Annotated[str, OpenEnum(*SITE_TYPES)] | MISSING = MISSING
    frozen: bool | MISSING = MISSING


class SiteUrls(ContractModel):
    """URLs of a site."""

    location: str | MISSING = MISSING
    app: str | MISSING = MISSING
    published: str | MISSING = MISSING


class Site(ContractModel):
    """A site; `siteSpaces` is a count, `published` means that the audience given by `visibility` can open it."""

    object: Literal["site"] = "site"
    id: str
    type: Annotated[str, OpenEnum(*SITE_TYPES)]
    title: Annotated[str, DocumentedLimit(min_length=TITLE_MIN, max_length=TITLE_MAX)]
    # The contract's "string enum" has null as its only value in the public description.
    icon: SiteIcon | str | MISSING | None = MISSING
    hostname: Annotated[str, DocumentedLimit(max_length=HOSTNAME_MAX, pattern=HOSTNAME)] | MISSING = MISSING
    basename: Annotated[str, DocumentedLimit(min_length=BASENAME_MIN, max_length=BASENAME_MAX)] | MISSING = MISSING
    proxy: SiteProxy | MISSING = MISSING
    visibility: Annotated[str, OpenEnum(*VISIBILITIES)]
    # No request of the contract sets it; the public description has `publish` and `unpublish`.
    published: bool
    siteSpaces: Count
    createdAt: Moment
    adaptiveContent: AdaptiveContent | MISSING = MISSING
    ads: Ads | MISSING = MISSING
    agentsContext: Annotated[str, OpenEnum(*AGENTS_CONTEXTS)]
    features: list[Feature] | MISSING = MISSING
    urls: SiteUrls | MISSING = MISSING


_KINDS = ("site-section", "site-section-group", "site-space")


def _object_kind(item: Any) -> str:  # noqa: ANN401 - whatever the answer holds
    kind = item.get("object") if isinstance(item, dict) else getattr(item, "object", None)
    return kind if kind in _KINDS else "other"


StructureItem = Annotated[
    Annotated[SiteSection, Tag("site-section")]
    | Annotated[SiteSectionGroup, Tag("site-section-group")]
    | Annotated[SiteSpace, Tag("site-space")]
    | Annotated[JsonObject, Tag("other")],
    Discriminator(_object_kind),
]
"""`object` decides the type; an unknown kind stays a dictionary."""


class Structure(ContractModel):
    """The site's tree: sections and section groups, or site spaces."""

    type: Annotated[str, OpenEnum("sections", "siteSpaces")]
    structure: list[StructureItem]


class PublishedContentSite(ContractModel):
    """A site as visitors see it."""

    object: Literal["published-content-site"] = "published-content-site"
    site: Site
    structure: Structure
    customizations: Customizations | MISSING = MISSING


_GROUP = EndpointGroup("Sites")
PROXY_MAX = 512
# The contract uses \w for ASCII; in pydantic's engine \w would match every alphabet.
PROXY = r"^([A-Za-z0-9_-]+\.)*[A-Za-z0-9_-]+\.[a-zA-Z]{2,}(/[A-Za-z0-9_-]+)+$"


class SitesQuery(ListQuery):
    """Filters for sites; `space` is the id of a space that the site shows."""

    space: str | MISSING = MISSING
    title: str | MISSING = MISSING
    published: Flag | MISSING = MISSING


class SiteCreate(ContractModel):
    """A new site; `spaces` are ids of spaces to show, or `sample` or `empty` for a new space."""

    type: Annotated[str, OpenEnum(*SITE_TYPES), DefaultValue("basic")] | MISSING = MISSING
    title: Annotated[str, Field(min_length=TITLE_MIN, max_length=TITLE_MAX)] | MISSING = MISSING
    visibility: Visibility | MISSING = MISSING
    spaces: list[str] | Annotated[str, OpenEnum("sample", "empty")] | MISSING = MISSING


class SiteUpdate(ContractModel):
    """The settings to change.

    `defaultSiteSpace` is the id of the site space to make the default: at the root or, if the site has sections, in the
    default section. `proxy` serves the site under a path on another domain; null removes it.
    """

    title: Annotated[str, Field(min_length=TITLE_MIN, max_length=TITLE_MAX)] | MISSING = MISSING
    visibility: Visibility | MISSING = MISSING
    basename: Annotated[str, Field(min_length=BASENAME_MIN, max_length=BASENAME_MAX)] | MISSING = MISSING
    adaptiveContent: AdaptiveContent | MISSING = MISSING
    agentsContext: AgentsContext | MISSING = MISSING
    defaultSiteSpace: str | MISSING = MISSING
    defaultSiteSection: str | MISSING = MISSING
    # A text in requests, an object in responses.
    proxy: Annotated[str, Field(max_length=PROXY_MAX, pattern=PROXY)] | MISSING | None = MISSING


class SiteAdaptiveSchema(ContractModel):
    """JSON Schema (draft-07) of the visitor's claims, stored unchanged."""

    object: Literal["site-adaptive-schema"] = "site-adaptive-schema"
    jsonSchema: JsonObject
    updatedAt: Moment | MISSING = MISSING


class SiteAdaptiveSchemaReplace(ContractModel):
    """The new JSON Schema."""

    jsonSchema: JsonObject


class PublishedQuery(Query):
    """A visitor's query; `shareKey` opens a site whose visibility is `share-link`."""

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
