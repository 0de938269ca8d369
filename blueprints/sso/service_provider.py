"""Messages about identity and service providers, and the metadata file that the identity provider needs."""

from flask import g

from contract.organization.saml import SamlProvider, SamlService
from contract.schema.fields import value_or_none
from masthead.i18n import N_, gettext
from masthead.saml import find_reserved_name

KIND = "identity provider"
ENFORCED = N_("Single sign-on is enforced: people can sign in only with an identity provider.")
# Names that each identity provider uses for the ACS URL, the entity ID and the start URL; empty if it needs none.
DIALECTS = (
    ("Okta", "Single sign-on URL", "Audience URI (SP Entity ID)", ""),
    ("Microsoft Entra ID", "Reply URL", "Identifier (Entity ID)", "Sign on URL"),
    ("Google Workspace", "ACS URL", "Entity ID", "Start URL"),
    ("OneLogin", "ACS (Consumer) URL", "Audience (EntityID)", "Login URL"),
    ("Keycloak", "Assertion Consumer Service POST Binding URL", "Client ID", "Home URL"),
    ("AD FS", "Relying party SAML 2.0 SSO service URL", "Relying party trust identifier", ""),
)
DOCUMENTATION = N_("Nothing answers at addresses under %(name)s: they are reserved for documentation.")
RESERVED = {
    "test": N_("No identity provider answers at addresses under %(name)s: they are reserved for tests."),
    "invalid": N_("Nothing answers at addresses under %(name)s: nobody can have one."),
    "localhost": N_("Addresses under %(name)s lead to the computer that opens them, so nobody else can sign in."),
}
"""Explanations by top-level domain. All other reserved names are for documentation."""
_METADATA = """<?xml version="1.0" encoding="UTF-8"?>
<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID={entity}>
  <md:SPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
    <md:NameIDFormat>urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress</md:NameIDFormat>
    <md:AssertionConsumerService Binding={binding} Location={acs} index="0" isDefault="true"/>
  </md:SPSSODescriptor>
</md:EntityDescriptor>
"""
_POST_BINDING = "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST"


def enforcement_message() -> str:
    """Return a message that single sign-on is enforced; empty if the current organization doesn't enforce it."""
    return gettext(ENFORCED) if value_or_none(g.organization.sso) is True else ""


def get_service(provider: SamlProvider) -> SamlService:
    """Return the service provider's values from the API; all are unset if it reports none."""
    return value_or_none(provider.service) or SamlService()


def unreachable_message(provider: SamlProvider) -> str:
    """Explain that nothing can answer at the sign-on address if its host is reserved; else empty."""
    name = find_reserved_name(value_or_none(provider.ssoURL) or "")
    if not name:
        return ""
    return gettext(RESERVED.get(name, DOCUMENTATION), name=name if "." in name else f".{name}")


def service_metadata_xml(provider: SamlProvider) -> str:
    """Render the service provider's values as a metadata file; empty unless the API reports all that it needs."""
    from xml.sax.saxutils import quoteattr  # noqa: PLC0415 - one page writes XML

    service = get_service(provider)
    acs, entity = value_or_none(service.acsURL), value_or_none(service.entityID)
    if not acs or not entity:
        return ""
    return _METADATA.format(entity=quoteattr(entity), binding=quoteattr(_POST_BINDING), acs=quoteattr(acs))
