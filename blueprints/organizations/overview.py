"""Reads an organization's overview: several listings in parallel, each of which may fail on its own."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Generic, NamedTuple, TypeVar

from contract.authoring.openapi_specs import LIST_SPECS, OpenAPISpec
from contract.organization.organizations import GET_ORGANIZATION, Organization
from contract.organization.saml import LIST_SAML_PROVIDERS, SamlProvider
from contract.publishing.sites import LIST_SITES, Site, SitesQuery
from contract.schema.endpoint import LIMIT_MAX, Listing, ListQuery, NextPage
from masthead.client import Cached, CachedRead, Forbidden, NotFound, Problem
from masthead.i18n import N_, format_number, gettext
from masthead.web.descriptions.labels import VISIBILITY
from masthead.web.forms.identity_providers import provider_card
from masthead.web.frame.alerts import clear_if_enforced, expiry_level, relative_day_label
from masthead.web.frame.charts import Share, bar_shares
from masthead.web.frame.organization import has_permission, is_refresh_requested, set_organization
from masthead.web.frame.problems import unread_message
from masthead.web.person.portal import api

T = TypeVar("T")
MAX_ITEMS = 100
"""The most identity providers and API specs that are read."""


@dataclass(frozen=True, slots=True)
class ListingPart(Generic[T]):
    """The first items of a listing. `more` is true if there are others; `age` is in seconds.

    `problem` describes why the listing could not be read just now. `items` are then from the cache, or empty if nothing
    is cached (`known` is false).
    """

    items: list[T]
    more: bool = False
    age: float = 0.0
    problem: str = ""
    known: bool = True

    @property
    def count(self) -> str:
        """The number of items, followed by “or more” if the listing has others."""
        count = format_number(len(self.items))
        return gettext("%(count)s or more", count=count) if self.more else count


class Overview(NamedTuple):
    """An organization and its parts. A part is None if the person may not see it."""

    organization: Cached[Organization]
    sites: ListingPart[Site]
    providers: ListingPart[SamlProvider] | None
    specs: ListingPart[OpenAPISpec] | None

    @property
    def unread(self) -> list[str]:
        """Labels of the parts that could not be read, so that alerts may be missing."""
        named = {
            gettext("sites"): self.sites,
            gettext("single sign-on"): self.providers,
            gettext("API specs"): self.specs,
        }
        return [words for words, part in named.items() if part is not None and not part.known]

    @property
    def age(self) -> float:
        parts = (self.sites, self.providers, self.specs)
        return max(self.organization.age, *(part.age for part in parts if part is not None))


def checked_part_labels(overview: Overview) -> list[str]:
    """Return labels, with counts, for the parts that were checked for alerts."""
    parts = (
        (overview.providers, N_("%(count)s identity provider"), N_("%(count)s identity providers")),
        (overview.specs, N_("%(count)s API spec"), N_("%(count)s API specs")),
    )
    known = [(part.count, one, many) for part, one, many in parts if part is not None and part.known]
    return [gettext(one if count == "1" else many, count=count) for count, one, many in known]


def read_overview(organization_id: str) -> Overview:
    """Read all parts in parallel and set the organization. Raises a Problem if the organization can't be read.

    Bypasses the cache for the organization: its permissions decide whose changes are shown.
    """
    ids, few, anew = (organization_id,), ListQuery(limit=MAX_ITEMS), is_refresh_requested()
    organization, sites, providers, specs = api().gather(
        CachedRead(GET_ORGANIZATION, ids, refresh=True),
        sites_read(organization_id),
        CachedRead(LIST_SAML_PROVIDERS, ids, few, anew),
        CachedRead(LIST_SPECS, ids, few, anew),
    )
    arrived = set_organization(organization)
    if arrived.problem is None:
        clear_if_enforced(arrived.value)
    return Overview(
        arrived,
        build_listing_part(sites),
        build_listing_part_if_visible(providers),
        build_listing_part_if_visible(specs),
    )


def sites_read(organization_id: str) -> CachedRead[Listing[Site]]:
    """Build the read of the sites. Several pages use the same read, so they share the cached response."""
    return CachedRead(LIST_SITES, (organization_id,), SitesQuery(limit=LIMIT_MAX), is_refresh_requested())


def build_listing_part(answer: Cached[Listing[T]] | Problem) -> ListingPart[T]:
    """Convert a listing's response to a part; a Problem becomes an empty, unknown part."""
    if isinstance(answer, Problem):
        return ListingPart([], problem=unread_message(answer), known=False)
    listing = answer.value
    problem = unread_message(answer.problem) if answer.problem else ""
    return ListingPart(listing.items, isinstance(listing.next, NextPage), answer.age, problem)


def build_listing_part_if_visible(answer: Cached[Listing[T]] | Problem) -> ListingPart[T] | None:
    """Convert a listing's response to a part; None if access is denied and the person isn't an administrator."""
    if isinstance(answer, Forbidden | NotFound) and not has_permission("admin"):
        return None
    return build_listing_part(answer)


def visibility_shares(sites: Sequence[Site]) -> list[Share]:
    """Count the sites by visibility. A visibility without a label is shown as the API's value."""
    counts = Counter(site.visibility for site in sites)
    known = [(gettext(label), value, counts.pop(value, 0)) for value, (label, _, _) in VISIBILITY.items()]
    return bar_shares([*known, *((value, "other", count) for value, count in counts.most_common())])


def next_expiry_label(part: ListingPart[SamlProvider] | None, now: datetime) -> tuple[str, str]:
    """Return a message on when the next certificate expires, and its alert level; empty if none does."""
    cards = [card for each in (part.items if part else []) if (card := provider_card(each)) and card.ends > now]
    if not cards:
        return "", ""
    days = min(card.days_left(now) for card in cards)
    return gettext("The next certificate expires %(when)s", when=relative_day_label(days)), expiry_level(days)
