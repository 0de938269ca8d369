"""An identity provider, through which people sign in by SAML."""

from typing import Any

from pydantic import MISSING

from contract.saml import (
    CREATE_SAML_PROVIDER,
    DELETE_SAML_PROVIDER,
    GET_SAML_PROVIDER,
    LIST_SAML_PROVIDERS,
    UPDATE_SAML_PROVIDER,
    SamlProvider,
)
from resources.resource import Endpoints, Resource, Settings


def _converted(provider: SamlProvider) -> dict[str, Any]:
    """The team by its id."""
    return {"defaultTeam": MISSING if provider.defaultTeam is MISSING else provider.defaultTeam.id}


SAML_PROVIDER = Resource(
    one="identity provider",
    many="identity providers",
    name="label",
    endpoints=Endpoints(
        LIST_SAML_PROVIDERS, CREATE_SAML_PROVIDER, GET_SAML_PROVIDER, UPDATE_SAML_PROVIDER, DELETE_SAML_PROVIDER
    ),
    settings=Settings(_converted),
    undo_delete=(
        "A new provider is made with all that was set. It gets other addresses: "
        "nobody can sign in before your identity provider has been told them."
    ),
)
