"""The endpoints, one module per group of the contract or per subject; each is a few short functions."""

from service.endpoints import (
    adaptive_schemas,
    change_requests,
    comments,
    content,
    custom_fields,
    downloads,
    imports,
    openapi_specs,
    organizations,
    saml,
    search,
    section_groups,
    share_links,
    site_spaces,
    sites,
    teams,
    translations,
)

GROUPS = tuple(
    module.group
    for module in (
        organizations,
        search,
        sites,
        adaptive_schemas,
        section_groups,
        site_spaces,
        share_links,
        custom_fields,
        content,
        imports,
        saml,
        openapi_specs,
        translations,
        teams,
        change_requests,
        downloads,
        comments,
    )
)
