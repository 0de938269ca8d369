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
from masthead.saml.metadata import MAX_FILE_SIZE, SigningCertificates, parse_signing_certificates, read_metadata
from masthead.saml.placeholders import find_placeholder, find_reserved_name
from masthead.saml.providers import IdentityProvider, MetadataFacts, SignOn, is_unencrypted, next_label, suggest_label

__all__ = [
    "MAX_FILE_SIZE",
    "TOO_LONG",
    "CertificateError",
    "CertificateFinding",
    "CertificateSummary",
    "IdentityProvider",
    "MetadataError",
    "MetadataFacts",
    "SignOn",
    "SigningCertificates",
    "Suggestion",
    "check_certificate",
    "find_placeholder",
    "find_reserved_name",
    "is_unencrypted",
    "next_label",
    "parse_certificates",
    "parse_signing_certificates",
    "read_metadata",
    "suggest_certificate",
    "suggest_label",
]
