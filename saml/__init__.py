"""Identity providers: their certificates as administrators paste them, and the metadata that they publish."""

from saml.certificates import read_certificates
from saml.chains import is_chain, suggested_index
from saml.checks import TOO_LONG, CertificateFinding, findings
from saml.faults import CertificateError
from saml.labels import suggest_label
from saml.metadata import read_metadata
from saml.metadata_faults import MetadataError
from saml.placeholders import find_placeholder, reserved_name
from saml.providers import IdentityProvider, Metadata, SignOn
from saml.signing import Signing, read_signing
from saml.summary import Card

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
