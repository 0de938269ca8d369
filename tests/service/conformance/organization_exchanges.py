"""Requests about organizations and what belongs to them, and what the contract says comes back."""

from tests.service.conformance.exchange import Exchange, Exchanges

LARKFIELD = "/v1/orgs/org_larkfield"
FIELDS = f"{LARKFIELD}/custom-fields"
VALUES = "/v1/spaces/space_guide/custom-fields"
SAML = f"{LARKFIELD}/saml"
SPECS = f"{LARKFIELD}/openapi"
VERSIONS = f"{SPECS}/shipments/versions"
TRANSLATIONS = f"{LARKFIELD}/translations"
MEMBERS = f"{LARKFIELD}/teams/team_docs/members"
TEAMS_OF_SPACE = "/v1/spaces/space_guide/permissions/teams"
TEAMS_OF_COLLECTION = "/v1/collections/col_handbook/permissions/teams"

DOCUMENT = '"openapi: 3.1.0\\ninfo: {title: Lanes, version: 1.0.0}\\npaths: {}\\n"'

EXCHANGES: Exchanges = {
    "listOrganizations": Exchange("GET /v1/orgs?limit=1", 200),
    "getOrganization": Exchange(f"GET {LARKFIELD}", 200),
    "updateOrganization": Exchange(
        f"PATCH {LARKFIELD}",
        200,
        '{"title": "Larkfield", "emailDomains": ["larkfield.example"], "hostname": "larkfield-docs", '
        '"defaultRole": null, "defaultContent": {"type": "site", "site": "site_help"}, '
        '"logo": "https://larkfield.example/logo.svg", "sso": true, "ai": false, "inviteLinks": false}',
    ),
    "getInvite": Exchange(f"GET {LARKFIELD}/link-invites/inv_welcome", 200),
    "updateInvite": Exchange(f"PATCH {LARKFIELD}/link-invites/inv_welcome", 200, '{"role": "read"}'),
    "deleteInvite": Exchange(f"DELETE {LARKFIELD}/link-invites/inv_welcome", 205),
    "searchOrganization": Exchange(f"GET {LARKFIELD}/search?query=rates&limit=2", 200),
    "listOrganizationsOfDomain": Exchange("GET /v1/email-domains/larkfield.example/orgs", 200),
    "getCustomFieldValues": Exchange(f"GET {VALUES}", 200),
    "updateCustomFieldValues": Exchange(
        f"PATCH {VALUES}",
        204,
        body='{"values": {"owner": {"value": "Sales"}, "reader_rating": {"value": 4.5}, '
        '"translated": {"value": true}, "topics": {"value": ["lanes", "rates"]}}}',
    ),
    "listCustomFields": Exchange(f"GET {FIELDS}?limit=3", 200),
    "createCustomField": Exchange(
        f"POST {FIELDS}",
        201,
        '{"name": "due_in-q4", "type": "select:single", "title": "Due", "description": "When", '
        '"placeholder": "Soon", "options": ["Soon", "Later"]}',
    ),
    "getCustomField": Exchange(f"GET {FIELDS}/reader_rating", 200),
    "updateCustomField": Exchange(
        f"PATCH {FIELDS}/review-cycle",
        200,
        '{"title": "Cycle", "description": "", "placeholder": "", '
        '"options": ["Monthly", "Quarterly", "Yearly", "Never"]}',
    ),
    "deleteCustomField": Exchange(f"DELETE {FIELDS}/owner", 204),
    "listSamlProviders": Exchange(f"GET {SAML}?limit=10", 200),
    "createSamlProvider": Exchange(
        f"POST {SAML}",
        201,
        '{"label": "Night shift", "entityID": "https://night.example/metadata", '
        '"ssoURL": "https://night.example/sso", "defaultTeam": "team_docs", "defaultRole": "comment"}',
    ),
    "getSamlProvider": Exchange(f"GET {SAML}/saml_drivers", 200),
    "updateSamlProvider": Exchange(f"PATCH {SAML}/saml_staff", 200, '{"label": "Staff", "defaultRole": null}'),
    "deleteSamlProvider": Exchange(f"DELETE {SAML}/saml_staff", 204),
    "listSsoLogins": Exchange(f"GET {LARKFIELD}/sso", 200),
    "listOpenAPISpecs": Exchange(f"GET {SPECS}?limit=1000", 200),
    "createOpenAPISpec": Exchange(
        f"POST {SPECS}", 201, '{"slug": "lanes", "source": {"url": "https://lanes.example/openapi.json"}}'
    ),
    "getOpenAPISpec": Exchange(f"GET {SPECS}/shipments", 200),
    "replaceOpenAPISpec": Exchange(
        f"PUT {SPECS}/shipments", 200, '{"source": {"url": "https://lanes.example/openapi.yaml"}}'
    ),
    "deleteOpenAPISpec": Exchange(f"DELETE {SPECS}/shipments", 205),
    "listOpenAPISpecVersions": Exchange(f"GET {VERSIONS}?limit=2", 200),
    "getLatestOpenAPISpecVersion": Exchange(f"GET {VERSIONS}/latest", 200),
    "getLatestOpenAPISpecVersionContent": Exchange(f"GET {VERSIONS}/latest/content", 200),
    "getOpenAPISpecVersion": Exchange(f"GET {VERSIONS}/version_shipments_1", 200),
    "getOpenAPISpecVersionContent": Exchange(f"GET {VERSIONS}/version_shipments_1/content", 200),
    "listTranslationSettings": Exchange(f"GET {TRANSLATIONS}?limit=2", 200),
    "createTranslationSettings": Exchange(f"POST {TRANSLATIONS}", 201, '{"title": "Lanes"}'),
    "getTranslationSettings": Exchange(f"GET {TRANSLATIONS}/translation_guide", 200),
    "replaceTranslationSettings": Exchange(f"PUT {TRANSLATIONS}/translation_guide", 200, '{"title": "Shipping"}'),
    "deleteTranslationSettings": Exchange(f"DELETE {TRANSLATIONS}/translation_guide", 205),
    "listTeamMembers": Exchange(f"GET {MEMBERS}?limit=1000", 200),
    "updateTeamMembers": Exchange(
        f"PUT {MEMBERS}",
        204,
        body='{"add": ["user_charlie", "judith@larkfield.example"], "remove": ["user_kofi"], '
        '"memberships": {"user_charlie": {"role": "owner"}, "user_grace": {"role": "member"}}}',
    ),
    "updateTeamMember": Exchange(f"PUT {MEMBERS}/user_charlie", 204, body='{"role": "owner"}'),
    "removeTeamMember": Exchange(f"DELETE {MEMBERS}/user_kofi", 204),
    "listCollectionTeamPermissions": Exchange(f"GET {TEAMS_OF_COLLECTION}?limit=1", 200),
    "updateCollectionTeamPermission": Exchange(f"PATCH {TEAMS_OF_COLLECTION}/team_docs", 204, body='{"role": "admin"}'),
    "removeCollectionTeamPermission": Exchange(f"DELETE {TEAMS_OF_COLLECTION}/team_docs", 205),
    "listSpaceTeamPermissions": Exchange(f"GET {TEAMS_OF_SPACE}", 200),
    "updateSpaceTeamPermission": Exchange(f"PATCH {TEAMS_OF_SPACE}/team_docs", 204, body='{"role": "review"}'),
    "removeSpaceTeamPermission": Exchange(f"DELETE {TEAMS_OF_SPACE}/team_docs", 205),
}

VARIANTS = {
    "an organization without extras": Exchange(
        f"PATCH {LARKFIELD}", 200, '{"defaultContent": null, "logo": null, "defaultRole": "create"}'
    ),
    "nothing changed": Exchange(f"PATCH {LARKFIELD}", 200, "{}"),
    "a provider of a label": Exchange(f"POST {SAML}", 201, '{"label": "Later"}'),
    "a specification as text": Exchange(
        f"POST {SPECS}", 201, '{"slug": "lanes", "source": {"text": ' + DOCUMENT + "}}"
    ),
    "a specification that was not there": Exchange(
        f"PUT {SPECS}/lanes", 200, '{"source": {"url": "https://lanes.example/openapi.yaml"}}'
    ),
    "a member without a role told": Exchange(f"PUT {MEMBERS}/user_charlie", 204, body="{}"),
    "someone in both lists": Exchange(
        f"PUT {MEMBERS}", 204, body='{"add": ["user_charlie"], "remove": ["user_charlie"]}'
    ),
    "a team as a guest in a space": Exchange(f"PATCH {TEAMS_OF_SPACE}/team_docs", 204, body='{"role": null}'),
    "a team as a guest in a collection": Exchange(f"PATCH {TEAMS_OF_COLLECTION}/team_docs", 204, body='{"role": null}'),
    "a domain of nobody": Exchange("GET /v1/email-domains/nobody.example/orgs", 200),
}
"""Other forms that the contract gives a request, by what they ask for."""
