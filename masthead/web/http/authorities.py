"""Whose certificates the portal believes: the public authorities, and one's own beside them."""

import ssl
from pathlib import Path


def create_ssl_context(file: Path | None) -> ssl.SSLContext:
    """With the certificates in this file too, where there is one."""
    context = ssl.create_default_context()
    if file is not None:
        context.load_verify_locations(file)
    return context
