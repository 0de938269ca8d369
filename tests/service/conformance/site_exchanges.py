"""Requests about sites, and what the contract says comes back."""

from tests.service.conformance.exchange import Exchange, Exchanges

SITES = "/v1/orgs/org_larkfield/sites"
DOCS = f"{SITES}/site_docs"
PARTNERS = f"{SITES}/site_partners"
GROUP = f"{DOCS}/section-groups/group_product"
API = f"{DOCS}/site-spaces/sitespace_docs_api"

SCHEMA = """{"jsonSchema": {
    "$schema": "http://json-schema.org/draft-07/schema#", "$id": "https://larkfield.example/claims",
    "type": "object", "additionalProperties": false, "properties": {
        "isCarrier": {"type": "boolean", "description": "Drives for us"},
        "unsigned": {
            "type": "object", "description": "Unsigned claims of the site visitor.", "additionalProperties": false,
            "properties": {"isEmployee": {"type": "boolean", "description": "Works here"}}
        }
    }
}}"""

EXCHANGES: Exchanges = {
    "listSites": Exchange(f"GET {SITES}?limit=2", 200),
    "createSite": Exchange(
        f"POST {SITES}",
        201,
        '{"type": "basic", "title": "Carriers", "visibility": "unlisted", "spaces": ["space_guide", "space_api"]}',
    ),
    "getSite": Exchange(f"GET {SITES}/site_preview", 200),
    "deleteSite": Exchange(f"DELETE {SITES}/site_preview", 205),
    "updateSite": Exchange(
        f"PATCH {DOCS}",
        200,
        '{"title": "Docs", "visibility": "public", "basename": "all-docs", "adaptiveContent": {"enabled": true}, '
        '"agentsContext": "excluded", "defaultSiteSpace": "sitespace_docs_start", '
        '"defaultSiteSection": "section_start", "proxy": "larkfield.example/docs/all"}',
    ),
    "getAdaptiveSchema": Exchange(f"GET {DOCS}/adaptive-schema", 200),
    "replaceAdaptiveSchema": Exchange(f"PUT {DOCS}/adaptive-schema", 200, SCHEMA),
    "getPublished": Exchange(f"GET {DOCS}/published", 200),
    "listSectionGroups": Exchange(f"GET {DOCS}/section-groups?limit=1", 200),
    "createSectionGroup": Exchange(
        f"POST {DOCS}/section-groups", 201, '{"title": "More", "icon": "star", "sections": ["section_releases"]}'
    ),
    "updateSectionGroup": Exchange(f"PATCH {GROUP}", 200, '{"title": "Goods", "icon": null}'),
    "deleteSectionGroup": Exchange(f"DELETE {GROUP}", 205),
    "addSection": Exchange(f"POST {GROUP}/sections", 201, '{"sectionId": "section_releases"}'),
    "removeSection": Exchange(f"DELETE {GROUP}/sections/section_warehouse", 205),
    "moveSectionGroup": Exchange(
        f"POST {GROUP}/move", 200, '{"position": {"before": {"type": "site-section", "id": "section_releases"}}}'
    ),
    "listSiteSpaces": Exchange(f"GET {DOCS}/site-spaces?limit=1000&default=true", 200),
    "addSiteSpace": Exchange(
        f"POST {DOCS}/site-spaces", 201, '{"spaceId": "space_handbook", "sectionId": "section_warehouse"}'
    ),
    "updateSiteSpace": Exchange(f"PATCH {API}", 200, '{"path": "calls", "condition": "visitor.claims.isCarrier"}'),
    "removeSiteSpace": Exchange(f"DELETE {API}", 205),
    "moveSiteSpace": Exchange(
        f"POST {API}/move", 200, '{"position": {"after": {"type": "site-space", "siteSpace": "sitespace_docs_guide"}}}'
    ),
    "listShareLinks": Exchange(f"GET {PARTNERS}/share-links", 200),
    "createShareLink": Exchange(f"POST {PARTNERS}/share-links", 201, '{"name": "Auditors"}'),
    "updateShareLink": Exchange(f"PATCH {PARTNERS}/share-links/link_fair", 200, '{"active": true, "name": "Fair"}'),
    "deleteShareLink": Exchange(f"DELETE {PARTNERS}/share-links/link_fair", 205),
}

VARIANTS = {
    "sites filtered": Exchange(f"GET {SITES}?space=space_guide&title=docs&published=true", 200),
    "sites not published": Exchange(f"GET {SITES}?published=false", 200),
    "a site with a new space": Exchange(f"POST {SITES}", 201, '{"spaces": "empty"}'),
    "a site of nothing": Exchange(f"POST {SITES}", 201, "{}"),
    "no proxy any more": Exchange(f"PATCH {SITES}/site_preview", 200, '{"proxy": null}'),
    "published by site spaces": Exchange(f"GET {SITES}/site_help/published", 200),
    "published with a key": Exchange(f"GET {PARTNERS}/published?shareKey=carriers-7f3k9q2m", 200),
    "site spaces with a key": Exchange(f"GET {PARTNERS}/site-spaces?shareKey=carriers-7f3k9q2m", 200),
    "site spaces but the default": Exchange(f"GET {DOCS}/site-spaces?default=false", 200),
    "a group without an icon": Exchange(
        f"POST {DOCS}/section-groups", 201, '{"title": "More", "icon": null, "sections": []}'
    ),
    "a group between two": Exchange(
        f"POST {GROUP}/move",
        200,
        '{"position": {"before": {"type": "site-section", "id": "section_releases"}, '
        '"after": {"type": "site-section-group", "id": "group_developers"}}}',
    ),
    "a group to the end": Exchange(f"POST {GROUP}/move", 200, "{}"),
    "a site space between two": Exchange(
        f"POST {API}/move",
        200,
        '{"position": {"before": {"type": "site-space", "siteSpace": "sitespace_docs_partners"}, '
        '"after": {"type": "site-space", "siteSpace": "sitespace_docs_guide"}}}',
    ),
    "a site space without a section told": Exchange(f"POST {DOCS}/site-spaces", 201, '{"spaceId": "space_handbook"}'),
    "no condition any more": Exchange(
        f"PATCH {SITES}/site_help/site-spaces/sitespace_help_releases", 200, '{"condition": null}'
    ),
}
"""Other forms that the contract gives a request, by what they ask for."""
