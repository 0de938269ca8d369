"""Reads for the single sign-on pages: identity providers, and the sign-in page's buttons."""

import time
from datetime import UTC, datetime
from typing import NamedTuple

from blueprints.sso.forms import SIGNING_IN
from blueprints.sso.service_provider import get_service
from contract.organization.saml import (
    GET_SAML_PROVIDER,
    LIST_SAML_PROVIDERS,
    LIST_SSO_LOGINS,
    UPDATE_SAML_PROVIDER,
    SamlProvider,
    SsoLogins,
)
from contract.schema.endpoint import LIMIT_MAX, Listing, ListQuery
from contract.schema.fields import value_or_none
from masthead.client import Cached, CachedRead, Forbidden, NotFound, Problem, Read, TokenRefused
from masthead.store.entries import MAYBE_SAVED, Entry, State
from masthead.store.errors import StoreError
from masthead.store.journal.queries import JournalQuery
from masthead.store.sso.providers import ProviderPlace, SsoTest
from masthead.web.forms.identity_providers import can_sign_in, parse_first_card, provider_card
from masthead.web.frame.organization import gather_in_organization, is_refresh_requested, or_raise
from masthead.web.person.portal import api, portal
from masthead.writes.send import sent_values

MINUTES_TO_TRY = 15
"""For so many minutes, the page of a provider offers to undo a new certificate."""
FEW_CHANGES = 60


class Providers(NamedTuple):
    """An organization's providers. `logins` has the sign-in page's buttons, or the Problem if they can't be read."""

    listing: Cached[Listing[SamlProvider]]
    logins: Cached[SsoLogins] | Problem


class ProviderPage(NamedTuple):
    """One provider and the organization's others; `others` is empty if they can't be read."""

    place: ProviderPlace
    remembered: Cached[SamlProvider]
    others: list[SamlProvider]

    @property
    def provider(self) -> SamlProvider:
        return self.remembered.value


def find_recent_replacement(found: ProviderPage) -> Entry | None:
    """Return the journal entry that set the current certificate, if it is only minutes old and isn't an undo."""
    card, since = provider_card(found.provider), time.time() - MINUTES_TO_TRY * 60
    wanted = JournalQuery(
        found.place.organization,
        endpoints=[UPDATE_SAML_PROVIDER.name],
        object_id=found.place.provider,
        states=[State.SAVED, *MAYBE_SAVED],
        since=since,
    )
    sent = ((each, sent_values(each.intent).get("certificate")) for each in portal().store.journal.entries(wanted))
    newest, pem = next(((each, pem) for each, pem in sent if pem), (None, None))
    is_in_use = card is not None and parse_first_card(pem) == card
    return newest if is_in_use and newest is not None and newest.intent.undoes is None else None


def read_providers(organization_id: str, *, anew: bool = False) -> Providers:
    """Read the providers and the organization in parallel; `anew` bypasses the cache."""
    listing, logins = gather_in_organization(
        organization_id,
        CachedRead(LIST_SAML_PROVIDERS, (organization_id,), ListQuery(limit=LIMIT_MAX), anew or is_refresh_requested()),
        CachedRead(LIST_SSO_LOGINS, (organization_id,), refresh=is_refresh_requested()),
    )
    return Providers(or_raise(listing), logins)


def read_provider(organization_id: str, provider_id: str, *, anew: bool = True) -> ProviderPage:
    """Read a provider, the organization and the other providers in parallel.

    `anew` bypasses the cache. Forms need that, since submitted values are compared with the saved ones.
    """
    provider, listing = gather_in_organization(
        organization_id,
        CachedRead(GET_SAML_PROVIDER, (organization_id, provider_id), refresh=anew or is_refresh_requested()),
        CachedRead(LIST_SAML_PROVIDERS, (organization_id,), ListQuery(limit=LIMIT_MAX), anew or is_refresh_requested()),
        anew=anew,
    )
    found = or_raise(provider)
    others = [] if isinstance(listing, Problem) else listing.value.items
    return ProviderPage(
        ProviderPlace(organization_id, provider_id), found, [each for each in others if each.id != provider_id]
    )


def read_current_providers(organization_id: str) -> list[SamlProvider] | Problem:
    """Read the identity providers, uncached. Returns a Problem, but raises one that denies access."""
    (found,) = api().gather(Read(LIST_SAML_PROVIDERS, (organization_id,), ListQuery(limit=LIMIT_MAX)))
    if isinstance(found, (Forbidden, NotFound, TokenRefused)):
        raise found
    return found if isinstance(found, Problem) else found.items


def start_urls(organization_id: str) -> list[tuple[str, str]]:
    """List the labels and start URLs of providers with which people can sign in; empty if they can't be read."""
    (found,) = api().gather(CachedRead(LIST_SAML_PROVIDERS, (organization_id,), ListQuery(limit=LIMIT_MAX)))
    listed = found.value.items if isinstance(found, Cached) else []
    working = [each for each in listed if can_sign_in(each, datetime.now(UTC))]
    told = [(each.label, value_or_none(get_service(each).startURL)) for each in working]
    return [(label, url) for label, url in told if url]


def list_completed_steps(organization_id: str, provider: SamlProvider) -> set[str]:
    """Return the names of completed steps. The default, a guest role without a team, doesn't complete “people”."""
    done = set()
    if can_sign_in(provider, datetime.now(UTC)):
        done.add("idp")
    if value_or_none(provider.defaultRole) or value_or_none(provider.defaultTeam):
        done.add("people")
    if "idp" in done:
        done |= _list_tested_steps(organization_id, provider.id)
    return done


def _list_tested_steps(organization_id: str, provider_id: str) -> set[str]:
    """Return the steps that a test proves: signing in needs both sides set up. A later change voids only the test."""
    try:
        test = portal().store.sso_tests.newest(organization_id).get(provider_id)
        if test is None:
            return set()
        return {"service"} if has_changed_since(organization_id, test) else {"service", "test"}
    except StoreError:
        return set()


def has_changed_since(organization_id: str, test: SsoTest) -> bool:
    """True if the journal has a change to the provider's sign-in settings after the test.

    Changes made outside Masthead are unknown.
    """
    wanted = JournalQuery(
        organization_id,
        endpoints=[UPDATE_SAML_PROVIDER.name],
        object_id=test.provider,
        states=[State.SAVED, *MAYBE_SAVED],
        since=test.at,
    )
    newest = portal().store.journal.entries(wanted, limit=FEW_CHANGES)
    return any(sent_values(each.intent).keys() & SIGNING_IN for each in newest)
