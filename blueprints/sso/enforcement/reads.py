"""What is read before single sign-on is enforced, and while it is on trial: the identity providers."""

from datetime import UTC, datetime

from blueprints.sso.health import works
from blueprints.sso.words import service_of
from contract.organization.saml import LIST_SAML_PROVIDERS, SamlProvider
from contract.schema.fields import value_or_none
from contract.schema.listing import LIMIT_MAX, ListQuery
from masthead.client import Cached, CachedRead, Forbidden, NotFound, Problem, Read, TokenRefused
from masthead.web.person.portal import api


def providers_now(organization_id: str) -> list[SamlProvider] | Problem:
    """The identity providers, read now. Raises the Problem of somebody who may not see them."""
    (found,) = api().gather(Read(LIST_SAML_PROVIDERS, (organization_id,), ListQuery(limit=LIMIT_MAX)))
    if isinstance(found, (Forbidden, NotFound, TokenRefused)):
        raise found
    return found if isinstance(found, Problem) else found.items


def start_urls(organization_id: str) -> list[tuple[str, str]]:
    """Where people sign in with each provider that works, beside its label; none where that can't be read."""
    (found,) = api().gather(CachedRead(LIST_SAML_PROVIDERS, (organization_id,), ListQuery(limit=LIMIT_MAX)))
    listed = found.value.items if isinstance(found, Cached) else []
    working = [each for each in listed if works(each, datetime.now(UTC))]
    told = [(each.label, value_or_none(service_of(each).startURL)) for each in working]
    return [(label, url) for label, url in told if url]
