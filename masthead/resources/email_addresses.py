"""Normalizes e-mail addresses, so that they can be compared."""

import re
from functools import lru_cache

from fetching.pinned import encode_host

MAX_DOMAIN_LENGTH = 253
MAX_PARTS = 10
"""Limit of labels in a non-ASCII domain, since encoding them takes time."""
_DOTS = re.compile(r"[.\u3002\uff0e\uff61]")


def canonical_address(address: str) -> str:
    """Normalize an e-mail address for comparison; ids are returned unchanged."""
    local, at, domain = address.strip().rpartition("@")
    if not at:
        return address
    return f"{local}@{encode_domain(domain)}".lower()


def encode_domain(domain: str) -> str:
    """Return a domain in lower case, IDNA-encoded if possible."""
    lower = domain.lower()
    is_plain = lower.isascii() or len(lower) > MAX_DOMAIN_LENGTH or len(_DOTS.findall(lower)) >= MAX_PARTS
    return lower if is_plain else _encode_cached(lower)


@lru_cache(maxsize=1024)
def _encode_cached(domain: str) -> str:
    try:
        return encode_host(domain)
    except UnicodeError:
        return domain
