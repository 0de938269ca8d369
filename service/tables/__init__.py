"""The tables, one module per subject. Migrations make them; a test holds the two against each other."""

from service.tables import content, custom_fields, identity, openapi_specs, saml, sites, teams, translations
from service.tables.schema import metadata

__all__ = [
    "content",
    "custom_fields",
    "identity",
    "metadata",
    "openapi_specs",
    "saml",
    "sites",
    "teams",
    "translations",
]
