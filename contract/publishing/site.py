"""A documentation site and the values its fields take."""

from typing import Annotated, Literal, get_args

from pydantic import MISSING

from contract.publishing.customizations import Themed
from contract.schema.annotations import Documented, OpenEnum
from contract.schema.fields import ContractModel, Count, Moment

TITLE_MIN, TITLE_MAX = 2, 128
HOSTNAME_MAX = 512
HOSTNAME = "^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?[.]){2,}[a-z0-9][a-z0-9-]{0,61}[a-z0-9]$"
BASENAME_MIN, BASENAME_MAX = 1, 100

Visibility = Literal["public", "unlisted", "share-link", "visitor-auth"]
VISIBILITIES: tuple[str, ...] = get_args(Visibility)

AgentsContext = Literal["excluded", "included"]
AGENTS_CONTEXTS: tuple[str, ...] = get_args(AgentsContext)

SITE_TYPES = ("basic", "premium", "ultimate", "sponsored", "legacy-basic", "legacy-premium")
AD_STATES = ("pending", "in-review", "live", "disabled", "rejected")
FEATURES = (
    "sites-adaptive-content",
    "sites-advanced-customization",
    "sites-advanced-insights",
    "sites-ads",
    "sites-ai-search",
    "sites-ai-assistant",
    "sites-api-playground",
    "sites-basic-customization",
    "sites-custom-domain",
    "sites-custom-fonts",
    "sites-custom-subdirectory",
    "sites-full-text-search",
    "sites-multivariant-site",
    "sites-no-custom-domain",
    "sites-page-feedback",
    "sites-page-traffic-insights",
    "sites-pdf-export",
    "sites-preview-deployments",
    "sites-public-visibility",
    "sites-redirects",
    "sites-search-insights",
    "sites-sections",
    "sites-seo",
    "sites-share-links",
    "sites-unlisted-visibility",
    "sites-user-contribution",
    "sites-visitor-authentication",
    "sites-visitors",
    "sites-embed",
    "sites-ai-insights",
    "sites-broken-links",
    "sites-channels",
    "sites-connections",
    "sites-content-gaps",
    "sites-fix-broken-links",
)


class SiteIcon(ContractModel):
    """A picture for light and for dark surroundings, or an emoji, or neither."""

    icon: Themed | MISSING = MISSING
    emoji: str | MISSING = MISSING


class Proxy(ContractModel):
    """A path of another domain that shows the site: `origin` as it is set, without a scheme, and where it leads."""

    origin: str | MISSING = MISSING
    target: str | MISSING = MISSING


class AdaptiveContent(ContractModel):
    """Whether pages adapt to the visitor's claims."""

    enabled: bool | MISSING = MISSING


class Ads(ContractModel):
    """State of the site's request for advertisements."""

    status: Annotated[str, OpenEnum(*AD_STATES)] | MISSING = MISSING
    submittable: bool | MISSING = MISSING


class Feature(ContractModel):
    """Something the site can do, and the plan that it comes with."""

    id: Annotated[str, OpenEnum(*FEATURES)]
    plan: Annotated[str, OpenEnum(*SITE_TYPES)] | MISSING = MISSING
    frozen: bool | MISSING = MISSING


class SiteUrls(ContractModel):
    """URLs of a site."""

    location: str | MISSING = MISSING
    app: str | MISSING = MISSING
    published: str | MISSING = MISSING


class Site(ContractModel):
    """A site; `siteSpaces` counts its spaces, `published` tells whether the audience of `visibility` reaches it."""

    object: Literal["site"] = "site"
    id: str
    type: Annotated[str, OpenEnum(*SITE_TYPES)]
    title: Annotated[str, Documented(min_length=TITLE_MIN, max_length=TITLE_MAX)]
    icon: SiteIcon | str | MISSING | None = MISSING
    hostname: Annotated[str, Documented(max_length=HOSTNAME_MAX, pattern=HOSTNAME)] | MISSING = MISSING
    basename: Annotated[str, Documented(min_length=BASENAME_MIN, max_length=BASENAME_MAX)] | MISSING = MISSING
    proxy: Proxy | MISSING = MISSING
    visibility: Annotated[str, OpenEnum(*VISIBILITIES)]
    published: bool
    siteSpaces: Count
    createdAt: Moment
    adaptiveContent: AdaptiveContent | MISSING = MISSING
    ads: Ads | MISSING = MISSING
    agentsContext: Annotated[str, OpenEnum(*AGENTS_CONTEXTS)]
    features: list[Feature] | MISSING = MISSING
    urls: SiteUrls | MISSING = MISSING
