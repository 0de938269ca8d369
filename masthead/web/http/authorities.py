"""Trusted certificate authorities: the public ones, and those in a file."""

import ssl
from pathlib import Path


def create_ssl_context(file: Path | None) -> ssl.SSLContext:
    """Create a TLS context that also trusts the certificates in `file`."""
    context = ssl.create_default_context()
    if file is not None:
        context.load_verify_locations(file)
    return context
