"""Documents from addresses that someone else chose: within limits, and never from where only we can reach."""

from fetching.failures import FailureKind, FetchError
from fetching.fetcher import Answered, Fetched, Fetcher
from fetching.file_kinds import OLD_EXCEL, PDF, ZIP, file_kind
from fetching.host_names import in_ascii
from fetching.kept import Kept
from fetching.rules import AnyWeb, Configured, Https, allowed_hosts
from fetching.signed_tokens import ASYMMETRIC, SKEW_SECONDS, IssuerKeys, SignedToken, TokenError, check_claims
from fetching.xml_limits import XmlLimitError, XmlLimits, limiting_parser

__all__ = [
    "ASYMMETRIC",
    "OLD_EXCEL",
    "PDF",
    "SKEW_SECONDS",
    "ZIP",
    "Answered",
    "AnyWeb",
    "Configured",
    "FailureKind",
    "FetchError",
    "Fetched",
    "Fetcher",
    "Https",
    "IssuerKeys",
    "Kept",
    "SignedToken",
    "TokenError",
    "XmlLimitError",
    "XmlLimits",
    "allowed_hosts",
    "check_claims",
    "file_kind",
    "in_ascii",
    "limiting_parser",
]
