"""Which roles may ask each endpoint of the contract."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from contract import ENDPOINTS
from contract.authoring import change_requests, comments, content, custom_fields, openapi_specs
from contract.organization import organizations, saml, team_members, team_permissions
from contract.organization.people import ROLES
from contract.publishing import section_groups, share_links, site_spaces, sites, translations
from contract.schema.endpoint import Endpoint
from tests.service.every_request import REQUESTS

NOT_ITS_WRITERS = {
    comments.UPDATE_COMMENT_REPLY: replace(REQUESTS[comments.UPDATE_COMMENT_REPLY], body={"addedReactions": ["1f440"]})
}
"""A request for those who did not write what it changes; what was said is for its writer alone."""

EVERYONE: frozenset[str | None] = frozenset({*ROLES, None})
MEMBERS = EVERYONE - {None}
COMMENTERS = MEMBERS - {"read"}
EDITORS = COMMENTERS - {"comment"}
REVIEWERS = EDITORS - {"edit"}
CREATORS = REVIEWERS - {"review"}
ADMINISTRATORS = CREATORS - {"create"}

NOBODYS = (organizations.LIST_ORGANIZATIONS, organizations.LIST_ORGANIZATIONS_OF_DOMAIN)
"""These are for whoever has a token."""

_OPEN_TO: Iterable[tuple[frozenset[str | None], Iterable[Endpoint[Any]]]] = [
    (MEMBERS, [team_members.LIST_TEAM_MEMBERS, team_permissions.LIST_SPACE_TEAMS]),
    (MEMBERS, [team_permissions.LIST_COLLECTION_TEAMS]),
    (COMMENTERS, [comments.CREATE_COMMENT, comments.UPDATE_COMMENT]),
    (COMMENTERS, [comments.CREATE_COMMENT_REPLY, comments.UPDATE_COMMENT_REPLY]),
    (EDITORS, [change_requests.CREATE_CHANGE_REQUEST, change_requests.UPDATE_CHANGE_REQUEST]),
    (EDITORS, [change_requests.PULL_INTO_CHANGE_REQUEST, change_requests.REQUEST_REVIEWERS]),
    (EDITORS, [content.IMPORT_CONTENT, content.IMPORT_PROPOSED_CONTENT]),
    (EDITORS, [custom_fields.UPDATE_CUSTOM_FIELD, custom_fields.UPDATE_CUSTOM_FIELD_VALUES]),
    (EDITORS, [openapi_specs.REPLACE_SPEC, translations.REPLACE_TRANSLATION]),
    (REVIEWERS, [change_requests.MERGE_CHANGE_REQUEST]),
    (CREATORS, [sites.CREATE_SITE, sites.UPDATE_SITE, sites.REPLACE_ADAPTIVE_SCHEMA]),
    (CREATORS, [section_groups.CREATE_SECTION_GROUP, section_groups.UPDATE_SECTION_GROUP]),
    (CREATORS, [section_groups.DELETE_SECTION_GROUP, section_groups.MOVE_SECTION_GROUP]),
    (CREATORS, [section_groups.ADD_SECTION, section_groups.REMOVE_SECTION]),
    (CREATORS, [site_spaces.ADD_SITE_SPACE, site_spaces.UPDATE_SITE_SPACE, site_spaces.REMOVE_SITE_SPACE]),
    (CREATORS, [site_spaces.MOVE_SITE_SPACE]),
    (CREATORS, [share_links.LIST_SHARE_LINKS, share_links.CREATE_SHARE_LINK]),
    (CREATORS, [share_links.UPDATE_SHARE_LINK, share_links.DELETE_SHARE_LINK]),
    (CREATORS, [custom_fields.CREATE_CUSTOM_FIELD]),
    (CREATORS, [openapi_specs.CREATE_SPEC, openapi_specs.DELETE_SPEC]),
    (CREATORS, [translations.CREATE_TRANSLATION, translations.DELETE_TRANSLATION]),
    (ADMINISTRATORS, [organizations.UPDATE_ORGANIZATION, sites.DELETE_SITE, custom_fields.DELETE_CUSTOM_FIELD]),
    (ADMINISTRATORS, [organizations.GET_INVITE, organizations.UPDATE_INVITE, organizations.DELETE_INVITE]),
    (ADMINISTRATORS, [saml.LIST_SAML_PROVIDERS, saml.CREATE_SAML_PROVIDER, saml.GET_SAML_PROVIDER]),
    (ADMINISTRATORS, [saml.UPDATE_SAML_PROVIDER, saml.DELETE_SAML_PROVIDER]),
    (ADMINISTRATORS, [team_permissions.UPDATE_SPACE_TEAM, team_permissions.REMOVE_SPACE_TEAM]),
    (ADMINISTRATORS, [team_permissions.UPDATE_COLLECTION_TEAM, team_permissions.REMOVE_COLLECTION_TEAM]),
    # Owners of the team may too, which none of these people is.
    (ADMINISTRATORS, [team_members.UPDATE_TEAM_MEMBERS, team_members.UPDATE_TEAM_MEMBER]),
    (ADMINISTRATORS, [team_members.REMOVE_TEAM_MEMBER]),
    # So may whoever wrote it.
    (ADMINISTRATORS, [comments.DELETE_COMMENT]),
]

ALLOWED: Mapping[Endpoint[Any], frozenset[str | None]] = {
    **dict.fromkeys([endpoint for endpoint in ENDPOINTS if endpoint.is_read], EVERYONE),
    **{endpoint: roles for roles, endpoints in _OPEN_TO for endpoint in endpoints},
}
"""The roles that may ask it, None for a guest's. What changes something is open to nobody unless it is said here."""

LISTINGS = [endpoint for endpoint in ENDPOINTS if endpoint.listing]
