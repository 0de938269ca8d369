"""Each switch, both ways, over HTTP."""

from typing import Any

from tests.loops import for_each
from tests.service.every_request import REQUESTS
from tests.service.switched_service import SwitchedService

ORG = "/v1/orgs/org_larkfield"
DOCS, HELP = f"{ORG}/sites/site_docs", f"{ORG}/sites/site_help"
START, GUIDE, RELEASES = "sitespace_help_start", "sitespace_help_guide", "sitespace_help_releases"


def space(id_: str) -> dict[str, str]:
    return {"type": "site-space", "siteSpace": id_}


def section(id_: str) -> dict[str, str]:
    return {"type": "site-section", "id": id_}


def move_space(rehearsed: SwitchedService, **position: Any) -> int:  # noqa: ANN401 - whatever is sent
    path = f"{HELP}/site-spaces/{RELEASES}/move"
    return rehearsed.ask("POST", path, {"position": position}).status_code


def spaces(rehearsed: SwitchedService, site: str = HELP) -> list[str]:
    return [each["id"] for each in rehearsed.ask("GET", f"{site}/site-spaces").json()["items"]]


BEFORE, AFTER = {"before": space(GUIDE)}, {"after": space(START)}


@for_each(
    "takes, statuses",
    [
        ("either", [200, 200, 200, 200]),
        ("one", [400, 200, 200, 400]),
        ("before", [400, 200, 400, 200]),
        ("after", [400, 400, 200, 200]),
        ("both", [400, 400, 400, 200]),
        ("append", [200, 200, 200, 200]),
    ],
)
def test_a_move_takes_what_the_switch_says(rehearsed: SwitchedService, takes: str, statuses: list[int]) -> None:
    rehearsed.service.reset()
    rehearsed.turn(moveTakes=takes)
    asked: list[dict[str, Any]] = [{}, BEFORE, AFTER, BEFORE | AFTER]
    assert [move_space(rehearsed, **position) for position in asked] == statuses
    path = f"{DOCS}/section-groups/group_developers/move"
    groups = {"before": section("section_releases"), "after": {"type": "site-section-group", "id": "group_product"}}
    positions: list[dict[str, Any]] = [{}, {"before": groups["before"]}, {"after": groups["after"]}, groups]
    sent = [rehearsed.ask("POST", path, {"position": position}).status_code for position in positions]
    assert sent == statuses
    assert rehearsed.ask("POST", path, {}).status_code == 200


def test_a_move_may_leave_the_section_as_it_is(rehearsed: SwitchedService) -> None:
    path = f"{DOCS}/site-spaces/sitespace_docs_partners/move"
    beside_api = {"position": {"after": space("sitespace_docs_api")}}
    rehearsed.turn(moveChangesSection=False)
    moved = rehearsed.ask("POST", path, beside_api).json()
    assert moved["section"] == "section_guide"
    listed = spaces(rehearsed, DOCS)
    assert listed.index("sitespace_docs_partners") == listed.index("sitespace_docs_api") + 1
    rehearsed.turn()
    assert rehearsed.ask("POST", path, beside_api).json()["section"] == "section_api"


def test_a_group_may_be_no_anchor_of_a_group(rehearsed: SwitchedService) -> None:
    path = f"{DOCS}/section-groups/group_developers/move"
    beside_group = {"position": {"before": {"type": "site-section-group", "id": "group_product"}}}
    assert rehearsed.ask("POST", path, beside_group).status_code == 200
    rehearsed.turn(moveBesideGroups=False)
    refused = rehearsed.ask("POST", path, beside_group)
    assert (refused.status_code, refused.json()["error"]["message"]) == (
        400,
        "position.before: takes only a site-section.",
    )
    assert rehearsed.ask("POST", path, {"position": {"before": section("section_start")}}).status_code == 200


@for_each(
    "where, expected",
    [
        ("append", ["section_guide", "section_warehouse", "section_start", "section_releases"]),
        ("prepend", ["section_releases", "section_start", "section_guide", "section_warehouse"]),
    ],
)
def test_an_added_section_is_the_last_or_the_first(rehearsed: SwitchedService, where: str, expected: list[str]) -> None:
    rehearsed.service.reset()
    rehearsed.turn(addedSections=where)
    path = f"{DOCS}/section-groups/group_product/sections"
    rehearsed.ask("POST", path, {"sectionId": "section_start"})
    added = rehearsed.ask("POST", path, {"sectionId": "section_releases"}).json()
    assert [each["id"] for each in added["sections"]] == expected


def test_a_page_and_its_token_are_as_the_switch_says(rehearsed: SwitchedService) -> None:
    whole = [each["id"] for each in rehearsed.ask("GET", f"{ORG}/sites", limit="1000").json()["items"]]
    rehearsed.turn(pageSize=2)
    first = rehearsed.ask("GET", f"{ORG}/sites", limit="1000").json()
    second = rehearsed.ask("GET", f"{ORG}/sites", limit="1", page=first["next"]["page"]).json()
    assert [each["id"] for each in first["items"] + second["items"]] == whole[:3]
    assert rehearsed.ask("GET", f"{ORG}/sites").json()["count"] == 2

    rehearsed.turn()
    token = rehearsed.ask("GET", f"{ORG}/sites", limit="1").json()["next"]["page"]
    usual = rehearsed.ask("GET", f"{ORG}/sites", limit="1000", page=token).json()
    rehearsed.turn(pageToken="repeats")
    repeated = rehearsed.ask("GET", f"{ORG}/sites", limit="1000", page=token).json()
    assert repeated == usual | {"next": {"page": token}}
    assert "next" not in usual


MESSAGE = "There is nothing at this address."


@for_each(
    "shape, kind, body",
    [
        ("json", "application/json", '{"error":{"code":404,"message":"There is nothing at this address."}}'),
        ("text", "text/plain; charset=utf-8", f"{MESSAGE}\n"),
        (
            "html",
            "text/html; charset=utf-8",
            f"<!doctype html>\n<title>Error 404</title>\n<h1>Error 404</h1>\n<p>{MESSAGE}</p>\n",
        ),
        ("empty", None, ""),
    ],
)
def test_errors_come_in_each_shape(rehearsed: SwitchedService, shape: str, kind: str | None, body: str) -> None:
    rehearsed.turn(errorShape=shape)
    refused = rehearsed.ask("GET", "/v1/nothing")
    assert (refused.status_code, refused.headers.get("Content-Type"), refused.text) == (404, kind, body)
    assert rehearsed.ask("GET", "/v1/orgs", token="nobody").headers["WWW-Authenticate"] == "Bearer"
    assert rehearsed.ask("GET", "/v1/orgs").json()["count"] == 1


def test_a_provider_may_need_more_than_a_label(rehearsed: SwitchedService) -> None:
    path, label = f"{ORG}/saml", {"label": "Depot sign-in"}
    assert rehearsed.ask("POST", path, label).status_code == 201
    rehearsed.turn(labelOnlySaml=False)
    refused = rehearsed.ask("POST", path, label)
    assert (refused.status_code, refused.json()["error"]["message"]) == (400, "entityID: is required.")


def test_published_of_an_unpublished_site_is_404_or_403(rehearsed: SwitchedService) -> None:
    made = rehearsed.ask("POST", f"{ORG}/sites", {}).json()
    path = f"{ORG}/sites/{made['id']}/published"
    assert rehearsed.ask("GET", path).status_code == 404
    rehearsed.turn(unpublished=403)
    assert rehearsed.ask("GET", path).status_code == 403
    assert rehearsed.ask("GET", f"{DOCS}/published").status_code == 200


@for_each(
    "how, expected",
    [
        ("documented", [(205, b""), (204, b"")]),
        ("205-with-body", [(205, b"{}"), (205, b"{}")]),
        ("204-without", [(204, b""), (204, b"")]),
    ],
)
def test_what_answers_nothing_answers_205_or_204(
    rehearsed: SwitchedService, how: str, expected: list[tuple[int, bytes]]
) -> None:
    rehearsed.service.reset()
    provider = rehearsed.ask("POST", f"{ORG}/saml", {"label": "Depot sign-in"}).json()["id"]
    rehearsed.turn(noContent=how)
    deleted = [rehearsed.ask("DELETE", path) for path in (HELP, f"{ORG}/saml/{provider}")]
    assert [(answer.status_code, answer.content) for answer in deleted] == expected
    assert [rehearsed.ask("DELETE", HELP).status_code, rehearsed.ask("GET", HELP).status_code] == [404, 404]


def test_unknown_values_are_told_and_may_be_sent_back(rehearsed: SwitchedService) -> None:
    usual = rehearsed.ask("GET", DOCS).json()
    rehearsed.turn(unknownValues=True)
    site = rehearsed.ask("GET", DOCS).json()
    assert (usual["type"], usual["visibility"]) == ("ultimate", "public")
    features = [{"id": "x-sites-sections", "plan": "x-ultimate", "frozen": False}]
    unknown = {"type": "x-ultimate", "visibility": "x-public", "agentsContext": "x-included", "features": features}
    assert site == usual | unknown

    rehearsed.turn()
    sent = {"visibility": "x-public", "title": "x-public"}
    assert rehearsed.ask("PATCH", DOCS, sent).status_code == 400
    rehearsed.turn(unknownValues=True)
    assert rehearsed.ask("PATCH", DOCS, {"visibility": "x-unlisted"}).json()["visibility"] == "x-unlisted"
    assert rehearsed.ask("PATCH", DOCS, sent).json()["visibility"] == "x-public"
    rehearsed.turn()
    site = rehearsed.ask("GET", DOCS).json()
    assert (site["visibility"], site["title"]) == ("public", "x-public")


READS = [endpoint for endpoint in REQUESTS if endpoint.is_read]


@for_each("endpoint", READS)
def test_answers_with_unknown_values_are_what_the_contract_says(rehearsed: SwitchedService, endpoint: Any) -> None:  # noqa: ANN401
    rehearsed.turn(unknownValues=True)
    response = rehearsed.ask("GET", REQUESTS[endpoint].path, **REQUESTS[endpoint].query)
    assert response.status_code == endpoint.success
    endpoint.parse(response.content)
