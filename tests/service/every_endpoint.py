"""A request to each endpoint that the service serves, and who may ask it."""

from typing import Any

from contract import custom_fields, organizations, section_groups, share_links, site_spaces, sites
from contract.endpoint import Endpoint
from tests.service.conftest import LARKFIELD

EMPTY_SCHEMA = {"jsonSchema": {"type": "object", "properties": {}, "additionalProperties": False}}

REQUESTS: dict[Endpoint[Any], tuple[tuple[str, ...], dict[str, Any]]] = {
    organizations.LIST_ORGANIZATIONS: ((), {}),
    organizations.GET_ORGANIZATION: ((LARKFIELD,), {}),
    organizations.UPDATE_ORGANIZATION: ((LARKFIELD,), {"body": {"ai": False}}),
    organizations.GET_INVITE: ((LARKFIELD, "inv_welcome"), {}),
    organizations.UPDATE_INVITE: ((LARKFIELD, "inv_welcome"), {"body": {"role": "read"}}),
    organizations.DELETE_INVITE: ((LARKFIELD, "inv_welcome"), {}),
    organizations.SEARCH_ORGANIZATION: ((LARKFIELD,), {"query": "rates"}),
    organizations.LIST_ORGANIZATIONS_OF_DOMAIN: (("larkfield.example",), {}),
    sites.LIST_SITES: ((LARKFIELD,), {}),
    sites.CREATE_SITE: ((LARKFIELD,), {"body": {}}),
    sites.GET_SITE: ((LARKFIELD, "site_docs"), {}),
    sites.UPDATE_SITE: ((LARKFIELD, "site_docs"), {"body": {"title": "Docs"}}),
    sites.DELETE_SITE: ((LARKFIELD, "site_docs"), {}),
    sites.GET_ADAPTIVE_SCHEMA: ((LARKFIELD, "site_docs"), {}),
    sites.REPLACE_ADAPTIVE_SCHEMA: ((LARKFIELD, "site_docs"), {"body": EMPTY_SCHEMA}),
    sites.GET_PUBLISHED: ((LARKFIELD, "site_docs"), {}),
    section_groups.LIST_SECTION_GROUPS: ((LARKFIELD, "site_docs"), {}),
    section_groups.CREATE_SECTION_GROUP: ((LARKFIELD, "site_docs"), {"body": {"title": "More"}}),
    section_groups.UPDATE_SECTION_GROUP: ((LARKFIELD, "site_docs", "group_product"), {"body": {"title": "Goods"}}),
    section_groups.DELETE_SECTION_GROUP: ((LARKFIELD, "site_docs", "group_product"), {}),
    section_groups.ADD_SECTION: ((LARKFIELD, "site_docs", "group_product"), {"body": {"sectionId": "section_start"}}),
    section_groups.REMOVE_SECTION: ((LARKFIELD, "site_docs", "group_product", "section_guide"), {}),
    section_groups.MOVE_SECTION_GROUP: ((LARKFIELD, "site_docs", "group_product"), {"body": {}}),
    site_spaces.LIST_SITE_SPACES: ((LARKFIELD, "site_docs"), {}),
    site_spaces.ADD_SITE_SPACE: ((LARKFIELD, "site_docs"), {"body": {"spaceId": "space_handbook"}}),
    site_spaces.UPDATE_SITE_SPACE: ((LARKFIELD, "site_docs", "sitespace_docs_api"), {"body": {"path": "calls"}}),
    site_spaces.REMOVE_SITE_SPACE: ((LARKFIELD, "site_docs", "sitespace_docs_api"), {}),
    site_spaces.MOVE_SITE_SPACE: ((LARKFIELD, "site_docs", "sitespace_docs_api"), {"body": {}}),
    share_links.LIST_SHARE_LINKS: ((LARKFIELD, "site_partners"), {}),
    share_links.CREATE_SHARE_LINK: ((LARKFIELD, "site_partners"), {"body": {"name": "Auditors"}}),
    share_links.UPDATE_SHARE_LINK: ((LARKFIELD, "site_partners", "link_fair"), {"body": {"active": True}}),
    share_links.DELETE_SHARE_LINK: ((LARKFIELD, "site_partners", "link_fair"), {}),
    custom_fields.LIST_CUSTOM_FIELDS: ((LARKFIELD,), {}),
    custom_fields.CREATE_CUSTOM_FIELD: ((LARKFIELD,), {"body": {"name": "new", "type": "text"}}),
    custom_fields.GET_CUSTOM_FIELD: ((LARKFIELD, "owner"), {}),
    custom_fields.UPDATE_CUSTOM_FIELD: ((LARKFIELD, "owner"), {"body": {"title": "Team"}}),
    custom_fields.DELETE_CUSTOM_FIELD: ((LARKFIELD, "owner"), {}),
    custom_fields.GET_CUSTOM_FIELD_VALUES: (("space_guide",), {}),
    custom_fields.UPDATE_CUSTOM_FIELD_VALUES: (("space_guide",), {"body": {"values": {"owner": {"value": "Sales"}}}}),
}
"""A request to each endpoint that succeeds for whoever may ask it: ids, then query or body."""

FOR_EVERYONE = {organizations.LIST_ORGANIZATIONS, organizations.LIST_ORGANIZATIONS_OF_DOMAIN}
FOR_EDITORS = {custom_fields.UPDATE_CUSTOM_FIELD, custom_fields.UPDATE_CUSTOM_FIELD_VALUES}
FOR_CREATORS = {
    sites.CREATE_SITE,
    sites.UPDATE_SITE,
    sites.REPLACE_ADAPTIVE_SCHEMA,
    section_groups.CREATE_SECTION_GROUP,
    section_groups.UPDATE_SECTION_GROUP,
    section_groups.DELETE_SECTION_GROUP,
    section_groups.ADD_SECTION,
    section_groups.REMOVE_SECTION,
    section_groups.MOVE_SECTION_GROUP,
    site_spaces.ADD_SITE_SPACE,
    site_spaces.UPDATE_SITE_SPACE,
    site_spaces.REMOVE_SITE_SPACE,
    site_spaces.MOVE_SITE_SPACE,
    share_links.LIST_SHARE_LINKS,
    share_links.CREATE_SHARE_LINK,
    share_links.UPDATE_SHARE_LINK,
    share_links.DELETE_SHARE_LINK,
    custom_fields.CREATE_CUSTOM_FIELD,
}
FOR_ADMINISTRATORS = {
    organizations.UPDATE_ORGANIZATION,
    organizations.GET_INVITE,
    organizations.UPDATE_INVITE,
    organizations.DELETE_INVITE,
    sites.DELETE_SITE,
    custom_fields.DELETE_CUSTOM_FIELD,
}
