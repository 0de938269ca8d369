"""Documents from addresses that someone else chose: within limits, and never from where only we can reach.

`fetching.signed_tokens` is imported by itself: its libraries take memory, and few portals read such tokens.
"""

from fetching.failures import FailureKind, FetchError, causes_of, connection_fault
from fetching.fetcher import Answered, Fetched, Fetcher
from fetching.file_kinds import OLD_EXCEL, PDF, ZIP, file_kind
from fetching.host_names import in_ascii
from fetching.kept import Kept
from fetching.rules import AnyWeb, ApiFiles, Configured, Https, allowed_hosts
from fetching.xml_limits import XmlLimitError, XmlLimits, limiting_parser

__all__ = [
    "OLD_EXCEL",
    "PDF",
    "ZIP",
    "Answered",
    "AnyWeb",
    "ApiFiles",
    "Configured",
    "FailureKind",
    "FetchError",
    "Fetched",
    "Fetcher",
    "Https",
    "Kept",
    "XmlLimitError",
    "XmlLimits",
    "allowed_hosts",
    "causes_of",
    "connection_fault",
    "file_kind",
    "in_ascii",
    "limiting_parser",
]
