"""Declares SAML identity providers of an organization."""

from collections.abc import Iterable
from typing import Any

from pydantic import MISSING

from contract.organization.saml import (
    CREATE_SAML_PROVIDER,
    DELETE_SAML_PROVIDER,
    GET_SAML_PROVIDER,
    LIST_SAML_PROVIDERS,
    UPDATE_SAML_PROVIDER,
    SamlProvider,
)
from masthead.i18n import N_
from masthead.resources.resource import (
    Endpoints,
    Lookup,
    Mention,
    Place,
    PortalPage,
    Resource,
    SettingsRules,
    get_organization,
)


def _convert_settings(provider: SamlProvider) -> dict[str, Any]:
    return {"defaultTeam": MISSING if provider.defaultTeam is MISSING else provider.defaultTeam.id}


def _mentions(answer: SamlProvider, place: Place) -> Iterable[Mention]:
    yield Mention("saml-provider", answer.id, answer.label, organization=get_organization(place))


SAML_PROVIDER = Resource(
    kind="saml-provider",
    one=N_("identity provider"),
    many=N_("identity providers"),
    name="label",
    endpoints=Endpoints(
        LIST_SAML_PROVIDERS, CREATE_SAML_PROVIDER, GET_SAML_PROVIDER, UPDATE_SAML_PROVIDER, DELETE_SAML_PROVIDER
    ),
    settings=SettingsRules(_convert_settings),
    undo_delete=N_(
        "Masthead creates a new provider with all settings. It gets other addresses: nobody can sign in "
        "before your identity provider has them."
    ),
    is_name_unique=True,
    lookup=Lookup(
        icon="key",
        extractors={SamlProvider: _mentions},
        parameter="samlProviderId",
        address_words=("saml",),
        page=PortalPage("sso.show", "provider_id"),
    ),
    without={
        "undo_create": N_("People may already sign in with it. The page of the provider shows who."),
    },
)
