"""Identity providers: their certificates as administrators paste them, and the metadata that they publish."""

from masthead.saml.certificates import read_certificates
from masthead.saml.chains import is_chain, suggested_index
from masthead.saml.checks import TOO_LONG, CertificateFinding, findings
from masthead.saml.faults import CertificateError
from masthead.saml.labels import suggest_label
from masthead.saml.metadata import read_metadata
from masthead.saml.metadata_faults import MetadataError
from masthead.saml.placeholders import find_placeholder, reserved_name
from masthead.saml.providers import IdentityProvider, Metadata, SignOn
from masthead.saml.signing import Signing, read_signing
from masthead.saml.summary import Card

__all__ = [
    "TOO_LONG",
    "Card",
    "CertificateError",
    "CertificateFinding",
    "IdentityProvider",
    "Metadata",
    "MetadataError",
    "SignOn",
    "Signing",
    "find_placeholder",
    "findings",
    "is_chain",
    "read_certificates",
    "read_metadata",
    "read_signing",
    "reserved_name",
    "suggest_label",
    "suggested_index",
]
