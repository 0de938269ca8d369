"""What the pages of single sign-on read: the identity providers, one of them, and the buttons of the sign-in page."""

from dataclasses import dataclass

from contract.organization.saml import GET_SAML_PROVIDER, LIST_SAML_PROVIDERS, LIST_SSO_LOGINS, SamlProvider, SsoLogins
from contract.schema.listing import LIMIT_MAX, Listing, ListQuery
from masthead.client import Cached, CachedRead, Problem
from masthead.store import ProviderPlace, Replaced
from masthead.web.forms.certificates import provider_card
from masthead.web.pages.organization import or_raise, organization_read, refreshing, set_organization
from masthead.web.person.portal import api, portal

MINUTES_TO_TRY = 15
"""How long a page asks whether a new certificate works."""


@dataclass(frozen=True, slots=True)
class Providers:
    """All providers of an organization, and what people see at sign-in, or why that could not be read."""

    listing: Cached[Listing[SamlProvider]]
    logins: Cached[SsoLogins] | Problem


@dataclass(frozen=True, slots=True)
class ProviderPage:
    """One provider, and all the others as far as they could be read."""

    place: ProviderPlace
    remembered: Cached[SamlProvider]
    others: list[SamlProvider]

    @property
    def provider(self) -> SamlProvider:
        """The provider itself."""
        return self.remembered.value


def replaced(found: ProviderPage) -> Replaced | None:
    """What was replaced just now, where the certificate that was put in is still there."""
    card = provider_card(found.provider)
    return portal().store.rotations.replaced(found.place, card.sha256, MINUTES_TO_TRY * 60) if card else None


def providers_of(organization_id: str, *, anew: bool = False) -> Providers:
    """Read them together with the organization; `anew` however fresh they are."""
    organization, listing, logins = api().gather(
        organization_read(organization_id),
        CachedRead(LIST_SAML_PROVIDERS, (organization_id,), ListQuery(limit=LIMIT_MAX), anew or refreshing()),
        CachedRead(LIST_SSO_LOGINS, (organization_id,), refresh=refreshing()),
    )
    set_organization(organization)
    return Providers(or_raise(listing), logins)


def provider_of(organization_id: str, provider_id: str, *, anew: bool = True) -> ProviderPage:
    """Read it together with the organization and the others.

    `anew` however fresh they are, as for a form that is compared with them when it is sent.
    """
    organization, provider, listing = api().gather(
        organization_read(organization_id, anew=anew),
        CachedRead(GET_SAML_PROVIDER, (organization_id, provider_id), refresh=anew or refreshing()),
        CachedRead(LIST_SAML_PROVIDERS, (organization_id,), ListQuery(limit=LIMIT_MAX), anew or refreshing()),
    )
    set_organization(organization)
    found = or_raise(provider)
    others = [] if isinstance(listing, Problem) else listing.value.items
    return ProviderPage(
        ProviderPlace(organization_id, provider_id), found, [each for each in others if each.id != provider_id]
    )
