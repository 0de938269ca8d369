"""Finds placeholders copied from documentation, such as `{tenantid}`, `YOUR_DOMAIN` or an ID of zeros.

Reserved domain names (RFC 2606, RFC 6761) count too, since no identity provider can have one.
"""

import re
from urllib.parse import unquote, urlsplit

_MARKED = re.compile(
    r"\$?\{\{?[^{}]{1,60}\}\}?|<[^<>]{1,60}>|%[A-Z][A-Z_]{1,60}%|\[[^\[\]:]{2,60}\]|0{8}-0{4}-0{4}-0{4}-0{12}|[xX]{4,}"
)
_YOURS = re.compile(
    r"(?<![a-z0-9])your[_-]?(?:[a-z0-9]+[_-]){0,4}"
    r"(?:domain|subdomain|tenant|company|org|organi[sz]ation|account|instance|realm|idp|host|id|app)(?![a-z0-9])",
    re.IGNORECASE,
)
_DOCUMENTATION = ("example", "example.com", "example.net", "example.org")
_RESERVED = (*_DOCUMENTATION, "test", "invalid", "localhost")


def find_placeholder(value: str) -> str:
    """Return the first placeholder in an entity ID or URL, or an empty string."""
    # Braces copied from an address bar are %7B and %7D.
    text = unquote(value)
    if marked := _MARKED.search(text):
        return marked[0]
    if find_reserved_name(text) in _DOCUMENTATION[1:]:
        return _parse_host(text)
    yours = _YOURS.search(text)
    return yours[0] if yours else ""


def find_reserved_name(address: str) -> str:
    """Return the reserved domain name that a URL's host ends with, such as `example.com`, or an empty string."""
    host = f".{_parse_host(address).removesuffix('.')}"
    return next((name for name in _RESERVED if host.endswith(f".{name}")), "")


def _parse_host(text: str) -> str:
    try:
        return urlsplit(text).hostname or ""
    except ValueError:
        return ""
