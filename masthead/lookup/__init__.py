"""Looks up objects by ids and URLs that people enter, and reads the organization to find more."""

from masthead.lookup.references import (
    NO_KIND,
    VERIFIABLE,
    CannotVerifyError,
    InvalidReferenceError,
    ObjectReference,
    find_space_title,
    parse_reference,
    verify_exists,
)

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
