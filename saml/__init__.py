"""Certificates of SAML identity providers, as administrators paste or upload them: read, described, looked over."""

from saml.cards import Card
from saml.certificates import read_certificates
from saml.chains import is_chain, preselected
from saml.checks import TOO_LONG, Finding, findings
from saml.faults import CertificateError

__all__ = [
    "TOO_LONG",
    "Card",
    "CertificateError",
    "Finding",
    "findings",
    "is_chain",
    "preselected",
    "read_certificates",
]
