"""The tables, one module per subject. Migrations make them; a test holds the two against each other."""

from service.tables import content, identity, openapi_specs, saml, sites, teams, translations
from service.tables.schema import metadata

__all__ = ["content", "identity", "metadata", "openapi_specs", "saml", "sites", "teams", "translations"]
