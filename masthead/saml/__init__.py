"""SAML identity providers: pasted certificates and metadata files."""

from masthead.saml.certificate_summary import (
    TOO_LONG,
    CertificateFinding,
    CertificateSummary,
    Suggestion,
    check_certificate,
    suggest_certificate,
)
from masthead.saml.certificates import parse_certificates
from masthead.saml.errors import CertificateError, MetadataError
from masthead.saml.metadata import SigningCertificates, parse_metadata, parse_signing_certificates
from masthead.saml.placeholders import find_placeholder, find_reserved_name
from masthead.saml.providers import IdentityProvider, Metadata, SignOn, is_unencrypted, next_label, suggest_label

__all__ = [
    "TOO_LONG",
    "CertificateError",
    "CertificateFinding",
    "CertificateSummary",
    "IdentityProvider",
    "Metadata",
    "MetadataError",
    "SignOn",
    "SigningCertificates",
    "Suggestion",
    "check_certificate",
    "find_placeholder",
    "find_reserved_name",
    "is_unencrypted",
    "next_label",
    "parse_certificates",
    "parse_metadata",
    "parse_signing_certificates",
    "suggest_certificate",
    "suggest_label",
]
