"""Reads the identity providers for enforcement and for its trial."""

from datetime import UTC, datetime

from blueprints.sso.health import works
from blueprints.sso.words import service_of
from contract.organization.saml import LIST_SAML_PROVIDERS, SamlProvider
from contract.schema.fields import value_or_none
from contract.schema.listing import LIMIT_MAX, ListQuery
from masthead.client import Cached, CachedRead, Forbidden, NotFound, Problem, Read, TokenRefused
from masthead.web.person.portal import api


def providers_now(organization_id: str) -> list[SamlProvider] | Problem:
    """Read the identity providers, uncached. Returns a Problem, but raises those about access or not found."""
    (found,) = api().gather(Read(LIST_SAML_PROVIDERS, (organization_id,), ListQuery(limit=LIMIT_MAX)))
    if isinstance(found, (Forbidden, NotFound, TokenRefused)):
        raise found
    return found if isinstance(found, Problem) else found.items


def start_urls(organization_id: str) -> list[tuple[str, str]]:
    """Labels and start URLs of the providers that people can sign in with. Empty if they can't be read."""
    (found,) = api().gather(CachedRead(LIST_SAML_PROVIDERS, (organization_id,), ListQuery(limit=LIMIT_MAX)))
    listed = found.value.items if isinstance(found, Cached) else []
    working = [each for each in listed if works(each, datetime.now(UTC))]
    told = [(each.label, value_or_none(service_of(each).startURL)) for each in working]
    return [(label, url) for label, url in told if url]
