"""What the service serves, the portal calls, and shows to people."""

import ast
import re

import pytest

import contract
from contract.schema.endpoint import Endpoint
from service.endpoints import GROUPS
from tests.asked import Log
from tests.house.doings import Doing, arranged, confirmed, opened, pressed, sent
from tests.house.sources import modules, parsed
from tests.house.test_costs import forget
from tests.loops import for_each
from tests.pages.pages import Pages
from tests.portals import forget_changes
from tests.world import RunningService

ORG = "/orgs/org_larkfield"
SITE = f"{ORG}/sites/site_docs"
LINKS = f"{ORG}/sites/site_partners/links"
LINK = f"{LINKS}/link_carriers"
INVITE = f"{ORG}/invites/inv_welcome"
SSO = f"{ORG}/sso"
GUIDE, HANDBOOK = f"{ORG}/spaces/space_guide/access", f"{ORG}/collections/col_handbook/access"
TEAM = f"{ORG}/teams/team_docs"
FIELDS = f"{ORG}/fields"
CYCLE = f"{FIELDS}/review-cycle"
SPECS = f"{ORG}/specs"
SHIPMENTS = f"{SPECS}/shipments"
TRANSLATIONS = f"{ORG}/translations"
IMPORT = f"{ORG}/spaces/space_guide/import"
PROPOSED_IMPORT = f"{ORG}/spaces/space_guide/change-requests/2/import"
NOWHERE = "https://docs.invalid/docs"
SPACE = f"{ORG}/spaces/space_guide"
REQUESTS = f"{SPACE}/change-requests"
DONE = "Done 1 of 1 step"
PARTS = 3
"""So that a case takes no longer than others."""


# What a person does, and what the page then says.
SHOWN: dict[str, tuple[Doing, str]] = {
    "listOrganizations": (opened("/orgs"), "Larkfield Freight"),
    "getOrganization": (opened(ORG), "drivers.larkfield.example"),
    "updateOrganization": (
        sent(f"{ORG}/settings", f"{ORG}/settings/profile", title="Larkfield Air"),
        "Profile: saved.",
    ),
    "getInvite": (opened(INVITE), "inv_welcome"),
    "updateInvite": (sent(INVITE, role="read"), "The invite link was saved."),
    "deleteInvite": (sent(f"{INVITE}/delete", confirm="inv_welcome"), "The invite link was deleted."),
    "searchOrganization": (opened(f"{ORG}/search?query=tracking"), "Tracking"),
    "listOrganizationsOfDomain": (opened("/orgs/of-domain?domain=larkfield.example"), "Larkfield Freight"),
    "listSites": (opened(f"{ORG}/sites"), "Help centre"),
    "createSite": (sent(f"{ORG}/sites/new", title="Driver guide"), "Driver guide was created."),
    "getSite": (opened(SITE), "Larkfield Docs"),
    "updateSite": (sent(f"{SITE}/edit", title="Larkfield Guide"), "Larkfield Guide was saved."),
    "deleteSite": (sent(f"{SITE}/delete", confirm="Larkfield Docs"), "Larkfield Docs was deleted."),
    "getPublished": (opened(SITE), "Warehouse"),
    "listSamlProviders": (opened(SSO), "Carriers (old directory)"),
    "listSsoLogins": (opened(SSO), "What people see when they sign in"),
    "getSamlProvider": (opened(f"{SSO}/saml_drivers/service"), "Assertion consumer service"),
    "createSamlProvider": (sent(f"{SSO}/new", label="Depots"), "Depots was created."),
    "updateSamlProvider": (sent(f"{SSO}/saml_auditors/idp", label="Audit"), "was saved."),
    "deleteSamlProvider": (sent(f"{SSO}/saml_auditors/delete", confirm="Auditors"), "Auditors was deleted."),
    "listTeamMembers": (opened(TEAM), "grace@larkfield.example"),
    "updateTeamMembers": (sent(TEAM, f"{TEAM}/members", add="user_lena"), "Add user_lena to"),
    "updateTeamMember": (
        pressed(TEAM, f"{TEAM}/members/chosen", "Make owner: Grace Tanaka"),
        "Make Grace Tanaka an owner of",
    ),
    "removeTeamMember": (
        confirmed(TEAM, f"{TEAM}/members/chosen", "Remove Kofi Mensah", "Remove Kofi Mensah from"),
        "Remove Kofi Mensah from",
    ),
    "listOpenAPISpecs": (opened(SPECS), "edi-gateway"),
    "createOpenAPISpec": (
        sent(f"{SPECS}/_new", slug="lanes", **{"source-url": "https://lanes.larkfield.example/openapi.json"}),
        "lanes was created.",
    ),
    "getOpenAPISpec": (opened(SHIPMENTS), "https://api.larkfield.example/openapi/shipments.yaml"),
    "replaceOpenAPISpec": (pressed(SHIPMENTS, f"{SHIPMENTS}/check", "Read source again"), "asked the API to read"),
    "deleteOpenAPISpec": (sent(f"{SHIPMENTS}/delete", confirm="shipments"), "shipments was deleted."),
    "getOpenAPISpecVersion": (opened(f"{SHIPMENTS}/versions/version_shipments_1"), "version_shipments_1"),
    "getOpenAPISpecVersionContent": (opened(f"{SHIPMENTS}/compare"), 'The value "delayed" was added.'),
    "getLatestOpenAPISpecVersion": (opened(f"{SHIPMENTS}/versions/latest"), "version_shipments_3"),
    "getLatestOpenAPISpecVersionContent": (opened(f"{SHIPMENTS}/versions/latest"), "GET /shipments"),
    "listOpenAPISpecVersions": (opened(SHIPMENTS), "version_shipments_1"),
    "listCustomFields": (opened(FIELDS), "Monthly, Quarterly, Yearly"),
    "createCustomField": (sent(f"{FIELDS}/_new", title="Checked", name="checked"), "Checked was created."),
    "getCustomField": (opened(CYCLE), "How often somebody reads all of it"),
    "updateCustomField": (sent(f"{CYCLE}/edit", title="Rhythm"), "Rhythm was saved."),
    "deleteCustomField": (sent(f"{CYCLE}/delete", confirm="Review cycle"), "Review cycle was deleted."),
    "getCustomFieldValues": (opened(f"{SPACE}/fields"), "How often somebody reads all of it"),
    "updateCustomFieldValues": (sent(f"{SPACE}/fields", **{"entry-owner": "Carriers"}), "were saved."),
    "listTranslationSettings": (opened(TRANSLATIONS), "German, French, Dutch, Polish"),
    "createTranslationSettings": (sent(f"{TRANSLATIONS}/new", title="Forms"), "Forms was created."),
    "getTranslationSettings": (opened(f"{TRANSLATIONS}/translation_api"), "Chinese (Traditional, Taiwan)"),
    "replaceTranslationSettings": (
        sent(f"{TRANSLATIONS}/translation_api/edit", title="The API"),
        "The API was saved.",
    ),
    "deleteTranslationSettings": (
        sent(f"{TRANSLATIONS}/translation_api/delete", confirm="API reference"),
        "API reference was deleted.",
    ),
    "listSiteSpaces": (opened(f"{ORG}/inside"), "5 or more open change requests"),
    "listShareLinks": (opened(LINKS), "Brokers and forwarders"),
    "createShareLink": (sent(LINKS, name="Auditors"), "Auditors was created."),
    "updateShareLink": (sent(LINK, name="Carriers 2026"), "Carriers 2026 was saved."),
    "deleteShareLink": (sent(f"{LINK}/delete", confirm="Carriers 2025"), "Carriers 2025 was deleted."),
    "moveSiteSpace": (arranged("site_help", "/move?item=sitespace_help_start", "Move to end"), DONE),
    "addSiteSpace": (arranged("site_help", "/add", "Add space", space_other="space_handbook"), DONE),
    "removeSiteSpace": (arranged("site_help", "/item/sitespace_help_releases", "Remove from site"), DONE),
    "listSectionGroups": (opened(f"{SITE}/structure"), "Developers"),
    "createSectionGroup": (arranged("site_docs", "/add?what=group", "Add group", title="Partners"), DONE),
    "updateSectionGroup": (
        arranged("site_docs", "/item/group_product", "Save to draft", title="Products"),
        DONE,
    ),
    "deleteSectionGroup": (
        arranged("site_docs", "/item/group_developers", "Delete group, keep sections"),
        "Done 2 of 2 steps",
    ),
    "moveSectionGroup": (arranged("site_docs", "/move?item=group_developers", "Move to start"), DONE),
    "addSection": (
        arranged("site_docs", "/move?item=section_releases", "Move section", to="group:group_developers"),
        DONE,
    ),
    "removeSection": (
        arranged("site_docs", "/move?item=section_warehouse", "Move section", to="group:group_developers"),
        "Done 2 of 2 steps",
    ),
    "getAdaptiveSchema": (opened(f"{SITE}/adaptive"), "visitors.json"),
    "replaceAdaptiveSchema": (
        sent(f"{SITE}/adaptive", **{"claim-0-description": "Carries for us"}),
        "The visitor schema of Larkfield Docs was saved.",
    ),
    "listSpaceTeamPermissions": (opened(GUIDE), "Customer support"),
    "updateSpaceTeamPermission": (sent(f"{GUIDE}/team_docs", role="review"), "Editor to Reviewer."),
    "removeSpaceTeamPermission": (
        sent(f"{GUIDE}/team_docs/remove"),
        "Saved: Remove the role of Documentation in space_guide.",
    ),
    "listCollectionTeamPermissions": (opened(HANDBOOK), "Commenter"),
    "updateCollectionTeamPermission": (
        sent(f"{HANDBOOK}/team_docs", role=""),
        "Editor to Guest.",
    ),
    "removeCollectionTeamPermission": (
        sent(f"{HANDBOOK}/team_docs/remove"),
        "Saved: Remove the role of Documentation in col_handbook.",
    ),
    "importContent": (sent(IMPORT, url=NOWHERE, confirm="space_guide"), "The API imported 0 of 1 resources from"),
    "importProposedContent": (sent(PROPOSED_IMPORT, url=NOWHERE), "into change request 2 of"),
    "listChangeRequests": (opened(REQUESTS), "Explain customs"),
    "getChangeRequest": (opened(f"{REQUESTS}/2"), "revision_change_guide_customs_2"),
    "listContributors": (opened(f"{REQUESTS}/2"), "Bob Okafor: 2 times"),
    "listRequestedReviewers": (opened(f"{REQUESTS}/2"), "Charlie Nakamura"),
    "createChangeRequest": (sent(f"{REQUESTS}/new", subject="New depots"), "#7 New depots"),
    "updateChangeRequest": (sent(f"{REQUESTS}/2/edit", subject="Customs"), "#2 Customs"),
    "requestReviewers": (sent(f"{REQUESTS}/2/reviewers", **{"users-other": "user_lena"}), "#2 Explain customs"),
    "mergeChangeRequest": (sent(f"{REQUESTS}/2/merge", agreed="y"), "Merged as revision_"),
    "pullIntoChangeRequest": (pressed(f"{REQUESTS}/2", f"{REQUESTS}/2/update", "Update from the space"), "#2 Explain"),
    "listProposedPageLinks": (opened(f"{ORG}/spaces/space_start/change-requests/1/merge"), "checked the links of"),
    "listComments": (opened(f"{SPACE}/comments"), "The whole guide reads well."),
    "getComment": (opened(f"{SPACE}/comments/comment_guide_waiting"), "Two shippers asked me"),
    "createComment": (sent(f"{SPACE}/comments/new", body="Ready to go live?"), "Ready to go live?"),
    "updateComment": (sent(f"{SPACE}/comments/comment_guide_rates/edit", body="And the lift?"), "And the lift?"),
    "deleteComment": (
        sent(f"{SPACE}/comments/comment_guide_tone/delete", confirm="Charlie Nakamura"),
        "was deleted.",
    ),
    "createCommentReply": (
        sent(
            f"{SPACE}/comments/comment_guide_tone", f"{SPACE}/comments/comment_guide_tone/replies", body="They do now."
        ),
        "They do now.",
    ),
    "getCommentReply": (
        opened(f"{SPACE}/comments/comment_guide_waiting/replies/reply_guide_waiting_2/edit"),
        "Edit reply",
    ),
    "updateCommentReply": (
        sent(f"{SPACE}/comments/comment_guide_waiting/replies/reply_guide_waiting_2/edit", body="Link both clauses."),
        "Link both clauses.",
    ),
    "listCommentReplies": (opened(f"{SPACE}/comments/comment_guide_waiting"), "Please link the clause too."),
    "getChangeRequestPdf": (opened(f"{REQUESTS}/2/pdf"), "Download PDF"),
    "getProposedContent": (opened(f"{REQUESTS}/2"), "Added: 1"),
    "getProposedPage": (opened(f"{REQUESTS}/2"), "Export declaration"),
    "listProposedPages": (opened(f"{REQUESTS}/2/pages"), "Customs"),
    "listProposedFiles": (opened(f"{REQUESTS}/2/files"), "shipment-states.png"),
    "getProposedFile": (opened(f"{REQUESTS}/2/files/file_guide_shipment-states"), "image/png"),
    "listProposedFileBacklinks": (opened(f"{REQUESTS}/2/files/file_guide_shipment-states"), "Tracking"),
    "getContent": (opened(SPACE), "Merged change request"),
    "listPages": (opened(f"{SPACE}/pages"), "Contract rates"),
    "getPage": (opened(f"{SPACE}/pages/page_guide_rates"), "Every offer is a rate"),
    "listFiles": (opened(f"{SPACE}/files"), "shipment-states.png"),
    "getFile": (opened(f"{SPACE}/files/file_guide_shipment-states"), "shipment-states.png"),
    "listFileBacklinks": (opened(f"{SPACE}/files/file_guide_shipment-states"), "Tracking"),
    "listPageLinks": (opened(f"{SPACE}/pages/page_guide_rates?links=1"), "Address that leads nowhere"),
    "searchSpace": (opened(f"{SPACE}/search?query=tracking"), "Tracking"),
    "updateSiteSpace": (
        sent(
            f"{SITE}/conditions/sitespace_docs_guide",
            **{"condition-is": "text", "condition": "visitor.claims.isCarrier"},
        ),
        "The condition of Shipping guide was saved.",
    ),
}


def test_each_endpoint_of_the_contract_has_a_route_in_the_service(service: RunningService) -> None:
    served = [endpoint for group in GROUPS for endpoint in group.endpoints]
    routes = {(rule.rule, method) for rule in service.app.url_map.iter_rules() for method in rule.methods or ()}
    assert len(contract.ENDPOINTS) == len(served) == 106
    assert set(served) == set(contract.ENDPOINTS)
    assert {(re.sub("{(\\w+)}", r"<\1>", each.path), each.method) for each in served} <= routes


def test_each_served_endpoint_is_shown() -> None:
    assert {endpoint.name for group in GROUPS for endpoint in group.endpoints} == SHOWN.keys()


@pytest.mark.parametrize("part", range(PARTS))
def test_a_page_calls_it_and_shows_what_came_of_it(
    alice: Pages, service: RunningService, asked: Log, part: int
) -> None:
    @for_each("name", sorted(SHOWN)[part::PARTS])
    def is_called_and_shown(name: str) -> None:
        forget(alice.app, asked)
        forget_changes(alice.app)
        service.reset()
        doing, words = SHOWN[name]
        shown = doing(alice)
        assert shown.status == 200
        assert words in shown.main
        assert [line for line in asked.lines if _is(contract.BY_NAME[name], line)]

    is_called_and_shown()


def _is(endpoint: Endpoint[object], line: str) -> bool:
    return re.fullmatch(re.sub(r"{\w+}", "[^/]+", f"{endpoint.method} {endpoint.path}"), line) is not None


def _named_in_the_portal() -> list[Endpoint[object]]:
    """The endpoints that resources, blueprints and what they share import by name."""
    names: set[str] = set()
    for file in modules("blueprints", "masthead/web", "masthead/changes", "masthead/resources"):
        for node in ast.walk(parsed(file)):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("contract"):
                names |= {alias.name for alias in node.names}
    groups = [value for value in vars(contract).values() if hasattr(value, "__file__")]
    constants = {name: value for group in groups for name, value in vars(group).items()}
    return [constants[name] for name in names if isinstance(constants.get(name), Endpoint)]


def test_the_look_into_the_portal_finds_something() -> None:
    assert {endpoint.name for endpoint in _named_in_the_portal()} == SHOWN.keys()
