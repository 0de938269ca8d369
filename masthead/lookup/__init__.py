"""Resolves ids and URLs that people enter, verified by the API, and scans for more objects."""

from masthead.lookup.pasted import NO_KIND, InvalidReferenceError, ObjectReference, parse_reference
from masthead.lookup.proof import VERIFIABLE, CannotVerifyError, verify_exists
from masthead.lookup.titles import find_space_title

__all__ = [
    "NO_KIND",
    "VERIFIABLE",
    "CannotVerifyError",
    "InvalidReferenceError",
    "ObjectReference",
    "find_space_title",
    "parse_reference",
    "verify_exists",
]
