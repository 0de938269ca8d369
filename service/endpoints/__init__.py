"""The endpoints, one module per group of the contract or per part of one; each is a few short functions."""

from service.endpoints import (
    adaptive_schemas,
    content,
    custom_field_values,
    custom_fields,
    email_domains,
    invites,
    organization_search,
    organizations,
    published_sites,
    section_groups,
    sections_in_groups,
    share_links,
    site_spaces,
    sites,
    space_search,
)

GROUPS = (
    organizations.group,
    invites.group,
    organization_search.group,
    email_domains.group,
    sites.group,
    adaptive_schemas.group,
    published_sites.group,
    section_groups.group,
    sections_in_groups.group,
    site_spaces.group,
    share_links.group,
    custom_fields.group,
    custom_field_values.group,
    content.group,
    space_search.group,
)
