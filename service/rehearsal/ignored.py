"""A write that leaves no trace, though it is answered like any other: how the fault tells the service."""

IGNORED = "service.ignored"
"""In the environment of such a request."""
