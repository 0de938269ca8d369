"""Resolves ids and URLs that people enter, verified by the API, and scans for more objects."""

from masthead.lookup.pasted import NO_KIND, NotNamedError, Pasted, read
from masthead.lookup.proof import VERIFIABLE, CannotVerifyError, verify_exists
from masthead.lookup.titles import space_title

__all__ = [
    "NO_KIND",
    "VERIFIABLE",
    "CannotVerifyError",
    "NotNamedError",
    "Pasted",
    "read",
    "space_title",
    "verify_exists",
]
