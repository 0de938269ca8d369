"""The tables, one module per subject. Migrations make them; a test holds the two against each other."""

from service.tables import (
    change_requests,
    comments,
    content,
    custom_fields,
    identity,
    openapi_specs,
    saml,
    secrets,
    sites,
    teams,
    translations,
)
from service.tables.schema import metadata

__all__ = [
    "change_requests",
    "comments",
    "content",
    "custom_fields",
    "identity",
    "metadata",
    "openapi_specs",
    "saml",
    "secrets",
    "sites",
    "teams",
    "translations",
]
