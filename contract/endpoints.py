"""All endpoints of the API, by group, name and path."""

from contract.authoring import change_requests, comments, content, custom_fields, openapi_specs
from contract.organization import organizations, saml, team_members, team_permissions
from contract.publishing import section_groups, share_links, site_spaces, sites, translations
from contract.schema.endpoint import Endpoint

_GROUPS = (
    sites,
    section_groups,
    site_spaces,
    share_links,
    custom_fields,
    comments,
    organizations,
    change_requests,
    content,
    saml,
    openapi_specs,
    translations,
    team_members,
    team_permissions,
)

ENDPOINTS: tuple[Endpoint[object], ...] = tuple(
    declared
    for group in _GROUPS
    for declared in vars(group).values()
    if isinstance(declared, Endpoint) and declared.brief is None
)
"""All 106 endpoints, group by group."""

BY_NAME = {endpoint.name: endpoint for endpoint in ENDPOINTS}
READS = {endpoint.path: endpoint for endpoint in ENDPOINTS if endpoint.is_read}
"""Reads by path; a write to the same path changes what they return."""
