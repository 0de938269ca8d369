"""Single sign-on: an organization's SAML providers and the sign-in page's list of them."""

from typing import Annotated, Literal

from pydantic import MISSING, Field

from contract.organization.people import AnsweredRole, LocationUrls, Role, Team
from contract.schema.endpoint import EndpointGroup
from contract.schema.fields import URI_MAX_LENGTH, ContractModel, DocumentedLimit, HttpUri, Moment, OpenEnum

_GROUP = EndpointGroup("SAML and SSO")
LABEL_MIN, LABEL_MAX = 1, 30
ENTITY_ID_MAX = 1024
CERTIFICATE_MAX = 10000


class SamlService(ContractModel):
    """The service provider's values, to be entered at the identity provider."""

    acsURL: str | MISSING = MISSING
    startURL: str | MISSING = MISSING
    entityID: str | MISSING = MISSING


class SamlProvider(ContractModel):
    """An identity provider. New members get `defaultTeam` and `defaultRole`; a null role means guest."""

    absence_tells = frozenset({"certificate"})

    object: Literal["saml-provider"] = "saml-provider"
    id: str
    label: Annotated[str, DocumentedLimit(min_length=LABEL_MIN, max_length=LABEL_MAX)]
    # Left out rather than null if unset; the public description always has these three.
    ssoURL: Annotated[str, DocumentedLimit(max_length=URI_MAX_LENGTH)] | MISSING = MISSING
    entityID: Annotated[str, DocumentedLimit(max_length=ENTITY_ID_MAX)] | MISSING = MISSING
    certificate: Annotated[str, DocumentedLimit(max_length=CERTIFICATE_MAX)] | MISSING = MISSING
    defaultTeam: Team | MISSING = MISSING
    defaultRole: AnsweredRole | MISSING | None = MISSING
    createdAt: Moment | MISSING = MISSING
    # The contract doesn't say when a provider is active.
    status: Annotated[str, OpenEnum("active", "pending")] | MISSING = MISSING
    service: SamlService | MISSING = MISSING
    urls: LocationUrls | MISSING = MISSING


class SamlProviderFields(ContractModel):
    """A provider's fields, except its label; `defaultTeam` is a team id."""

    entityID: Annotated[str, Field(max_length=ENTITY_ID_MAX)] | MISSING = MISSING
    certificate: Annotated[str, Field(max_length=CERTIFICATE_MAX)] | MISSING = MISSING
    ssoURL: HttpUri | MISSING = MISSING
    defaultTeam: str | MISSING = MISSING
    defaultRole: Role | MISSING | None = MISSING


class SamlProviderCreate(SamlProviderFields):
    """A new provider."""

    label: Annotated[str, Field(min_length=LABEL_MIN, max_length=LABEL_MAX)]


class SamlProviderUpdate(SamlProviderFields):
    """An update to a provider."""

    label: Annotated[str, Field(min_length=LABEL_MIN, max_length=LABEL_MAX)] | MISSING = MISSING


class SsoLogin(ContractModel):
    """A button on the sign-in page."""

    id: str
    label: str
    startURL: str


class SsoLogins(ContractModel):
    """All buttons on the sign-in page."""

    items: list[SsoLogin]


SAML_PROVIDERS = "/v1/orgs/{organizationId}/saml"
SAML_PROVIDER = SAML_PROVIDERS + "/{samlProviderId}"

LIST_SAML_PROVIDERS = _GROUP.list("listSamlProviders", SAML_PROVIDERS, SamlProvider)
CREATE_SAML_PROVIDER = _GROUP.post("createSamlProvider", SAML_PROVIDERS, SamlProviderCreate, SamlProvider, 201)
GET_SAML_PROVIDER = _GROUP.get("getSamlProvider", SAML_PROVIDER, SamlProvider)
UPDATE_SAML_PROVIDER = _GROUP.patch("updateSamlProvider", SAML_PROVIDER, SamlProviderUpdate, SamlProvider)
DELETE_SAML_PROVIDER = _GROUP.delete("deleteSamlProvider", SAML_PROVIDER, 204)
LIST_SSO_LOGINS = _GROUP.get("listSsoLogins", "/v1/orgs/{organizationId}/sso", SsoLogins)
