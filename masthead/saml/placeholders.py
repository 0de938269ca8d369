"""Values that were copied out of documentation and never filled in, such as `{tenantid}` or `YOUR_DOMAIN`.

Some names can be nobody's (RFC 2606, RFC 6761), so that no identity provider has an address under them.
"""

import re
from urllib.parse import unquote, urlsplit

_MARKED = re.compile(r"\$?\{\{?[^{}]{1,60}\}\}?|<[^<>]{1,60}>|%[A-Z][A-Z_]{1,60}%")
_YOURS = re.compile(
    r"(?<![a-z0-9])your[_-]?(?:[a-z0-9]+[_-]){0,4}"
    r"(?:domain|subdomain|tenant|company|org|organi[sz]ation|account|instance|realm|idp|host|id|app)(?![a-z0-9])",
    re.IGNORECASE,
)
_DOCUMENTATION = ("example", "example.com", "example.net", "example.org")
_RESERVED = (*_DOCUMENTATION, "test", "invalid", "localhost")


def find_placeholder(value: str) -> str:
    """The first part of an entity ID or an address that was never filled in; empty where there is none."""
    # Copied out of an address bar, braces come as %7B and %7D.
    text = unquote(value)
    if marked := _MARKED.search(text):
        return marked[0]
    if find_reserved_name(text) in _DOCUMENTATION[1:]:
        return _host_of(text)
    yours = _YOURS.search(text)
    return yours[0] if yours else ""


def find_reserved_name(address: str) -> str:
    """The reserved name that the host of an address is under, such as `example` or `example.com`; else empty."""
    host = f".{_host_of(address).removesuffix('.')}"
    return next((name for name in _RESERVED if host.endswith(f".{name}")), "")


def _host_of(text: str) -> str:
    try:
        return urlsplit(text).hostname or ""
    except ValueError:
        return ""
