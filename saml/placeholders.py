"""Values that were copied out of documentation and never filled in, such as `{tenantid}` or `YOUR_DOMAIN`."""

import re
from urllib.parse import unquote, urlsplit

_MARKED = re.compile(r"\$?\{\{?[^{}]{1,60}\}\}?|<[^<>]{1,60}>|%[A-Z][A-Z_]{1,60}%")
_YOURS = re.compile(
    r"(?<![a-z0-9])your[_-]?(?:[a-z0-9]+[_-]){0,4}"
    r"(?:domain|subdomain|tenant|company|org|organi[sz]ation|account|instance|realm|idp|host|id|app)(?![a-z0-9])",
    re.IGNORECASE,
)
_RESERVED = re.compile(r"(?:.*\.)?example\.(?:com|net|org)")
"""Names that nobody can have (RFC 2606)."""


def find_placeholder(value: str) -> str:
    """The first part of an entity ID or an address that was never filled in; empty where there is none."""
    # Copied out of an address bar, braces come as %7B and %7D.
    text = unquote(value)
    if marked := _MARKED.search(text):
        return marked[0]
    host = _host_of(text)
    if _RESERVED.fullmatch(host):
        return host
    yours = _YOURS.search(text)
    return yours[0] if yours else ""


def _host_of(text: str) -> str:
    try:
        return urlsplit(text).hostname or ""
    except ValueError:
        return ""
