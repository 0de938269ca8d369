"""What is read before single sign-on is enforced: the identity providers."""

from client import Forbidden, NotFound, Problem, Read, TokenRefused
from contract.organization.saml import LIST_SAML_PROVIDERS, SamlProvider
from contract.schema.listing import LIMIT_MAX, ListQuery
from web.person.portal import api


def providers_now(organization_id: str) -> list[SamlProvider] | Problem:
    """The identity providers, read now. Raises the Problem of somebody who may not see them."""
    (found,) = api().gather(Read(LIST_SAML_PROVIDERS, (organization_id,), ListQuery(limit=LIMIT_MAX)))
    if isinstance(found, (Forbidden, NotFound, TokenRefused)):
        raise found
    return found if isinstance(found, Problem) else found.items
