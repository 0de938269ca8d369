"""The endpoints, one module per group of the contract or per subject."""

from importlib import import_module

from service.http.routing import RouteGroup

_MODULES = """
    adaptive_schemas change_requests comments content custom_fields downloads imports openapi_specs organizations saml
    search section_groups share_links site_spaces sites teams translations
"""

GROUPS: tuple[RouteGroup, ...] = tuple(import_module(f"{__name__}.{name}").group for name in _MODULES.split())
