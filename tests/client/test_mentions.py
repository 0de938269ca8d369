"""Each answer tells which objects it knows of, nested ones and those named by id alone too."""

import json
from typing import Any

from contract import BY_NAME
from masthead.client.directory_updates import find_mentions
from masthead.resources import BY_KIND
from masthead.resources.resource import Mention
from tests.loops import for_each
from tests.records import ask
from tests.world import ALICE, RunningService

ORG, SITE, SPACE = "org_larkfield", "site_docs", "space_guide"
IN_ORG = {"organization": ORG}
IN_SITE = {**IN_ORG, "site": SITE}
IN_SPACE = {"space": SPACE}
BOB = {"object": "user", "id": "u", "displayName": "Bob", "email": "bob@a.example"}
MEMBER = {"organization": {"object": "member", "id": "u", "user": BOB}}
TEAM = {"object": "team", "id": "t", "title": "Docs"}
USER, TEAM_SEEN = Mention("user", "u", "Bob", "bob@a.example"), Mention("team", "t", "Docs")
A_SPACE = {"object": "space", "id": "s", "title": "Guide", "emoji": "1f4e6", "organization": "o", "parent": "c"}
WHEN = "2025-01-02T03:04:05Z"


def told(name: str, answer: object, place: dict[str, str] | None = None) -> set[Mention]:
    """What an answer of this endpoint tells, as bytes on the wire."""
    return set(find_mentions(BY_NAME[name].parse(json.dumps(answer).encode()), place or {}))


def listed(*items: object) -> dict[str, Any]:
    return {"items": [*items], "count": len(items)}


def test_spaces_and_teams_are_seen_where_they_are_nested() -> None:
    link = {"object": "site-space", "id": "l", "title": "Guide", "path": "guide", "section": "x", "space": A_SPACE}
    assert told("listSiteSpaces", listed(link), IN_SITE) == {
        Mention("organization", ORG, organization=ORG),
        Mention("site", SITE, organization=ORG),
        Mention("site-space", "l", "Guide", "/guide", "", SITE, ORG),
        Mention("section", "x", parent=SITE, organization=ORG),
        Mention("space", "s", "Guide", "", "1f4e6", "c", "o"),
        Mention("collection", "c", organization="o"),
    }

    assert TEAM_SEEN in told("listSpaceTeamPermissions", listed({"permission": "edit", "team": TEAM}))
    provider = {"object": "saml-provider", "id": "p", "label": "Staff", "defaultTeam": TEAM}
    assert told("listSamlProviders", listed(provider)) == {TEAM_SEEN, Mention("saml-provider", "p", "Staff")}


@for_each(
    "counts, size",
    [
        ({"members": 3, "spaces": 4}, "3 members, 4 spaces"),
        ({"members": 1}, "1 member"),
        ({}, ""),
        *[({"members": odd, "spaces": 1}, "number of members not known, 1 space") for odd in (-1, None, "3", True)],
        ({"spaces": 1}, "number of members not known, 1 space"),
        ({"members": 3, "spaces": -1}, "3 members"),
    ],
)
def test_the_size_of_a_team_is_told_or_said_not_to_be_known(counts: dict[str, Any], size: str) -> None:
    permission = {"permission": "edit", "team": TEAM | counts}
    assert Mention("team", "t", "Docs", size) in told("listSpaceTeamPermissions", listed(permission))


def test_people_wherever_they_are_named() -> None:
    comment = {"object": "comment", "id": "c", "postedBy": BOB, "target": {"space": "s"}}
    reaction = {"emoji": "1f44d", "count": 1, "users": [{"user": BOB}]}
    reviewer = {"object": "change-request-requested-reviewer", "requestedBy": BOB, "team": TEAM}
    assert told("listComments", listed(comment)) == {USER, Mention("space", "s")}
    assert told("listComments", listed({"object": "comment", "id": "c", "reactions": [reaction]})) == {USER}
    assert told("listTeamMembers", listed(MEMBER)) == {USER}
    assert told("listContributors", listed({"updatedAt": WHEN, "count": 1, "user": BOB})) == {USER}
    assert told("listRequestedReviewers", listed(reviewer)) == {USER, TEAM_SEEN}


def test_ends_of_links_are_seen_in_full_by_id_and_deep_in_the_tree() -> None:
    full = {"kind": "space", "space": {"id": "s", "title": "Guide"}, "organization": "o"}
    bare = {"kind": "user", "user": "u", "collection": "c", "organization": {"id": "o"}}
    link = {"status": "ok", "targetReference": full, "locationReferences": [bare]}
    expected = {
        Mention("space", "s", "Guide", organization="o"),
        Mention("user", "u", organization="o"),
        Mention("collection", "c", organization="o"),
    }
    assert told("listPageLinks", listed(link)) == expected
    assert told("listFileBacklinks", listed(full, bare)) == expected

    page: dict[str, Any] = {"id": "p", "title": "P", "type": "link", "target": {"kind": "space", "space": "s"}}
    for number in range(50):
        page = {"id": f"g{number}", "title": "G", "type": "group", "pages": [page]}
    assert told("listPages", {"pages": [page]}, IN_SPACE) == {Mention("space", SPACE), Mention("space", "s")}


def test_what_nobody_tells_is_left_empty() -> None:
    bare = {"object": "site-space", "id": "l", "title": "", "path": ""}
    assert told("listSiteSpaces", listed(bare)) == {Mention("site-space", "l", "", "/")}
    assert told("listSiteSpaces", listed()) == set()
    assert told("listPageLinks", listed({"status": "ok", "targetReference": {"kind": "space", "space": {}}})) == set()


def test_organizations_of_an_e_mail_domain_are_other_people_s(service: RunningService) -> None:
    assert (
        set(find_mentions(_read(service, "listOrganizationsOfDomain", "/v1/email-domains/larkfield.example/orgs"), {}))
        == set()
    )


@for_each(
    "name, path, place, kinds",
    [
        ("listOrganizations", "orgs", {}, {"organization"}),
        ("listSites", f"orgs/{ORG}/sites", IN_ORG, {"organization", "site"}),
        ("searchOrganization", f"orgs/{ORG}/search?query=track", IN_ORG, {"organization", "space"}),
        ("listSamlProviders", f"orgs/{ORG}/saml", IN_ORG, {"organization", "saml-provider", "team"}),
        ("getInvite", f"orgs/{ORG}/link-invites/inv_welcome", IN_ORG, {"organization", "invite"}),
        ("listOpenAPISpecs", f"orgs/{ORG}/openapi", IN_ORG, {"organization", "openapi-spec"}),
        (
            "getPublished",
            f"orgs/{ORG}/sites/{SITE}/published",
            IN_SITE,
            {"organization", "site", "section", "site-space", "space", "collection"},
        ),
        (
            "listSectionGroups",
            f"orgs/{ORG}/sites/{SITE}/section-groups",
            IN_SITE,
            {"organization", "site", "section", "section-group", "site-space", "space", "collection"},
        ),
        ("listChangeRequests", f"spaces/{SPACE}/change-requests", IN_SPACE, {"space", "change-request", "user"}),
        ("listComments", f"spaces/{SPACE}/comments", IN_SPACE, {"space", "user"}),
        ("listSpaceTeamPermissions", f"spaces/{SPACE}/permissions/teams", IN_SPACE, {"space", "team"}),
    ],
)
def test_answers_of_the_service(
    service: RunningService, name: str, path: str, place: dict[str, str], kinds: set[str]
) -> None:
    seen = set(find_mentions(_read(service, name, f"/v1/{path}"), place))
    assert {each.kind for each in seen} <= kinds
    assert {each.kind for each in seen} >= kinds - {"team", "collection"}
    assert kinds <= set(BY_KIND)


def _read(service: RunningService, name: str, path: str) -> object:
    return BY_NAME[name].parse(ask(service, ALICE, "GET", path).data)
