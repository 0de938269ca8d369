"""Trusted certificates: the public authorities, and one's own."""

import ssl
from pathlib import Path


def create_ssl_context(file: Path | None) -> ssl.SSLContext:
    """Trust the certificates in `file` too."""
    context = ssl.create_default_context()
    if file is not None:
        context.load_verify_locations(file)
    return context
