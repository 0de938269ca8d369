"""Declares each kind of API object once. Other packages derive their tables from these declarations."""

from masthead.resources.authoring import (
    CHANGE_REQUEST,
    COLLECTION,
    COMMENT,
    COMMENT_REPLY,
    CUSTOM_FIELD,
    CUSTOM_FIELD_VALUES,
    OPENAPI_SPEC,
    SPACE,
)
from masthead.resources.organization import INVITE, ORGANIZATION, SAML_PROVIDER, TEAM, USER
from masthead.resources.publishing import (
    ADAPTIVE_SCHEMA,
    SECTION,
    SECTION_GROUP,
    SHARE_LINK,
    SITE,
    SITE_SPACE,
    TRANSLATION,
)
from masthead.resources.resource import ENTRY, Endpoints, Lookup, PortalPage, Resource, SettingsRules

RESOURCES: tuple[Resource, ...] = (
    SITE,
    SPACE,
    COLLECTION,
    TEAM,
    USER,
    SECTION,
    SECTION_GROUP,
    SITE_SPACE,
    CHANGE_REQUEST,
    COMMENT,
    COMMENT_REPLY,
    INVITE,
    SAML_PROVIDER,
    OPENAPI_SPEC,
    CUSTOM_FIELD,
    CUSTOM_FIELD_VALUES,
    ORGANIZATION,
    ADAPTIVE_SCHEMA,
    SHARE_LINK,
    TRANSLATION,
)
"""All resources, in the order in which the directory offers their kinds."""
BY_KIND = {each.kind: each for each in RESOURCES}
KIND_OF_PARAMETER = {each.lookup.parameter: each.kind for each in RESOURCES if each.lookup and each.lookup.parameter}
"""Kinds of objects by the name of their id in paths. Change requests are missing: paths can have their number."""
BY_CREATE = {each.endpoints.create.name: each for each in RESOURCES if each.endpoints.create}
BY_UPDATE = {each.endpoints.update.name: each for each in RESOURCES if each.endpoints.update}
BY_DELETE = {each.endpoints.delete.name: each for each in RESOURCES if each.endpoints.delete}
"""Resources by the name of the endpoint."""
CREATIONS = {name: each for name, each in BY_CREATE.items() if each.endpoints.listing and each.endpoints.delete}
"""Resources with a listing and a deletion, by the name of the creation."""
DELETIONS = {name: each for name, each in BY_DELETE.items() if each.undo_delete}
"""Resources that can be created again, by the name of the deletion."""

__all__ = [
    "ADAPTIVE_SCHEMA",
    "BY_CREATE",
    "BY_DELETE",
    "BY_KIND",
    "BY_UPDATE",
    "CHANGE_REQUEST",
    "COLLECTION",
    "COMMENT",
    "COMMENT_REPLY",
    "CREATIONS",
    "CUSTOM_FIELD",
    "CUSTOM_FIELD_VALUES",
    "DELETIONS",
    "ENTRY",
    "INVITE",
    "KIND_OF_PARAMETER",
    "OPENAPI_SPEC",
    "ORGANIZATION",
    "RESOURCES",
    "SAML_PROVIDER",
    "SECTION",
    "SECTION_GROUP",
    "SHARE_LINK",
    "SITE",
    "SITE_SPACE",
    "SPACE",
    "TEAM",
    "TRANSLATION",
    "USER",
    "Endpoints",
    "Lookup",
    "PortalPage",
    "Resource",
    "SettingsRules",
]
