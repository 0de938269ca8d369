"""E-mail domains in the form in which they are kept and compared."""

import re

from fetching import in_ascii

MAX_LENGTH = 253

_DOMAIN = re.compile(r"(?!-)[a-z0-9-]{1,63}(?<!-)(\.(?!-)[a-z0-9-]{1,63}(?<!-))+")


def normalize_domain(given: str) -> str | None:
    """In lower case and in ASCII, such as `xn--bcher-kva.example`; None for what is no domain."""
    trimmed = given.strip()
    if not 0 < len(trimmed) <= MAX_LENGTH:
        return None
    try:
        domain = in_ascii(trimmed)
    except UnicodeError:
        return None
    return domain if len(domain) <= MAX_LENGTH and _DOMAIN.fullmatch(domain) else None
