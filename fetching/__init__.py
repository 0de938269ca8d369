"""Fetches documents from URLs of other people: within limits, and never from an internal network.

Import `fetching.signed_tokens` only where it is needed, since its libraries take memory.
"""

from fetching.failures import FailureKind, FetchError, connection_error_message, list_causes
from fetching.fetcher import FetchedDocument, Fetcher, PostResponse
from fetching.pinned import encode_host
from fetching.rules import AnyWeb, ApiFiles, Configured, Https, parse_allowed_hosts
from fetching.xml_limits import XmlLimitError, XmlLimits, create_limiting_parser

__all__ = [
    "AnyWeb",
    "ApiFiles",
    "Configured",
    "FailureKind",
    "FetchError",
    "FetchedDocument",
    "Fetcher",
    "Https",
    "PostResponse",
    "XmlLimitError",
    "XmlLimits",
    "connection_error_message",
    "create_limiting_parser",
    "encode_host",
    "list_causes",
    "parse_allowed_hosts",
]
