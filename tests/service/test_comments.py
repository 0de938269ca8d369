"""Comments on a space: posting, listing, deletion, and what they are about."""

from typing import Any

from contract.authoring import comments
from contract.authoring.change_requests import GET_CHANGE_REQUEST, MERGE_CHANGE_REQUEST
from contract.authoring.content import GET_PAGE
from contract.publishing.site_spaces import LIST_SITE_SPACES
from tests.loops import for_each
from tests.service.api_user import ApiUser
from tests.service.conftest import LARKFIELD, NOW_WRITTEN, Member
from tests.service.content_cases import CUSTOMS, GUIDE, RATES, WAITING

SAID = {"body": {"markdown": "Why *three* carriers?"}}
IN_ORDER = ["rates", "waiting", "duties", "codes", "photo", "tone"]
OPENING_HOURS = "page_guide_addresses-and-opening-hours"


def listed(person: ApiUser, **query: Any) -> list[str]:  # noqa: ANN401
    ids = person.asks(comments.LIST_COMMENTS, GUIDE, **query).ids
    return [each.removeprefix("comment_guide_") for each in ids]


def open_comments(person: ApiUser) -> int:
    """How many the space says that it has."""
    found = person.asks(LIST_SITE_SPACES, LARKFIELD, "site_docs").json["items"]
    (count,) = [each["space"]["comments"] for each in found if each["space"]["id"] == GUIDE]
    return int(count)


def test_a_comment_is_read_as_it_was_posted_on_a_page_and_a_part_of_it(bob: ApiUser) -> None:
    made = bob.asks(comments.CREATE_COMMENT, GUIDE, body=SAID).json
    assert bob.asks(comments.GET_COMMENT, GUIDE, made["id"]).json == made
    assert bob.asks(comments.LIST_COMMENTS, GUIDE, limit=1).json["items"] == [made]
    assert (made["status"], made["postedAt"], made["postedBy"]["id"]) == ("open", NOW_WRITTEN, "user_bob")
    assert (made["body"], made["reactions"], made["replies"]) == (SAID["body"], [], 0)
    assert made["target"] == {"space": GUIDE, "revision": "revision_guide_3"}
    assert made["urls"]["location"].endswith(f"/v1/spaces/{GUIDE}/comments/{made['id']}")
    assert not {"editedAt", "resolvedAt", "resolvedBy"} & made.keys()

    made = bob.asks(comments.CREATE_COMMENT, GUIDE, body=SAID | {"page": RATES, "node": "what-is-not"}).json
    page = bob.asks(GET_PAGE, GUIDE, RATES).json
    shown = {name: page[name] for name in ("id", "title", "createdAt", "updatedAt", "path")}
    assert made["target"]["page"] == shown | {"outdated": False}
    assert made["target"]["node"] == {"id": "what-is-not", "preview": "What is not"}


@for_each(
    "about, status, message",
    [
        ({"page": "page_unknown"}, 404, "page: This content has no page with this id."),
        ({"page": "page_guide_rates_customs"}, 404, "page: This content has no page with this id."),
        ({"page": RATES, "node": "gone"}, 404, "node: The page has no part with this id."),
        ({"node": "what-is-not"}, 400, "node: is a part of a page, so it needs a page."),
    ],
)
def test_a_comment_is_about_what_is_there(bob: ApiUser, about: dict[str, str], status: int, message: str) -> None:
    refused = bob.asks(comments.CREATE_COMMENT, GUIDE, body=SAID | about)
    assert (refused.status, refused.message) == (status, message)


def test_a_page_that_has_changed_since_is_outdated(alice: ApiUser) -> None:
    before = alice.asks(comments.GET_COMMENT, GUIDE, "comment_guide_rates").json["target"]
    assert (before["page"]["outdated"], before["revision"]) == (True, "revision_guide_1")
    own = alice.asks(comments.CREATE_COMMENT, GUIDE, body=SAID | {"page": "page_guide_rates_fuel-surcharge"}).json["id"]
    alice.asks(MERGE_CHANGE_REQUEST, GUIDE, "6")
    assert alice.asks(comments.GET_COMMENT, GUIDE, own).json["target"]["page"]["outdated"] is True
    assert alice.asks(comments.GET_COMMENT, GUIDE, WAITING).json["target"]["page"]["outdated"] is False


def test_a_comment_on_a_change_request_is_about_its_pages(charlie: ApiUser) -> None:
    target = charlie.asks(comments.GET_COMMENT, GUIDE, "comment_guide_duties").json["target"]
    assert (target["changeRequest"], target["page"]["outdated"]) == (CUSTOMS, False)
    assert target["revision"] == charlie.asks(GET_CHANGE_REQUEST, GUIDE, CUSTOMS).json["revision"]
    assert target["node"] == {"id": "what-it-costs", "preview": "What it costs"}


def test_the_newest_come_first_unless_it_is_asked_for_otherwise(charlie: ApiUser) -> None:
    assert listed(charlie) == listed(charlie, order="desc") == IN_ORDER[::-1]
    assert listed(charlie, order="asc") == IN_ORDER


@for_each(
    "query, expected",
    [
        ({"status": "all"}, IN_ORDER),
        ({"status": "open"}, ["waiting", "duties", "photo", "tone"]),
        ({"status": "resolved"}, ["rates", "codes"]),
        ({"targetPage": RATES}, ["rates"]),
        ({"targetPage": "page_unknown"}, []),
        ({"authors": ["user_charlie"]}, ["waiting", "codes", "tone"]),
        ({"authors": ["user_charlie", "user_bob"]}, ["waiting", "codes", "photo", "tone"]),
        ({"authors": ["user_unknown"]}, []),
        ({"authors": ["user_charlie"], "status": "open", "targetPage": OPENING_HOURS}, ["waiting"]),
    ],
)
def test_filters_narrow_each_other_down(charlie: ApiUser, query: dict[str, Any], expected: list[str]) -> None:
    assert listed(charlie, order="asc", **query) == expected


def test_the_space_and_the_change_request_count_what_is_open(alice: ApiUser) -> None:
    assert (open_comments(alice), alice.asks(GET_CHANGE_REQUEST, GUIDE, CUSTOMS).json["comments"]) == (4, 1)
    alice.asks(comments.UPDATE_COMMENT, GUIDE, "comment_guide_codes", body={"resolved": False})
    assert (open_comments(alice), alice.asks(GET_CHANGE_REQUEST, GUIDE, CUSTOMS).json["comments"]) == (5, 2)
    alice.asks(comments.DELETE_COMMENT, GUIDE, "comment_guide_duties")
    alice.asks(comments.CREATE_COMMENT, GUIDE, body=SAID)
    assert (open_comments(alice), alice.asks(GET_CHANGE_REQUEST, GUIDE, CUSTOMS).json["comments"]) == (5, 1)


def test_who_wrote_it_deletes_it_and_others_do_not(bob: ApiUser, member: Member) -> None:
    commenter = member("comment")
    own = commenter.asks(comments.CREATE_COMMENT, GUIDE, body=SAID).json
    assert own["permissions"] == {"view": True, "edit": True, "reply": True, "delete": True}
    seen = bob.asks(comments.GET_COMMENT, GUIDE, own["id"]).json["permissions"]
    assert seen == {"view": True, "edit": False, "reply": True, "delete": False}
    refused = bob.asks(comments.DELETE_COMMENT, GUIDE, own["id"])
    assert refused.status == 403
    assert refused.message == "Only the person who wrote a comment or an administrator can delete it."
    assert commenter.asks(comments.DELETE_COMMENT, GUIDE, own["id"]).status == 205


@for_each("order", ["asc", "desc"])
def test_both_orders_are_walked_one_by_one(charlie: ApiUser, order: str) -> None:
    walked: list[str] = []
    page: dict[str, str] = {}
    while True:
        said = charlie.asks(comments.LIST_COMMENTS, GUIDE, order=order, limit=1, **page).json
        walked += [each["id"] for each in said["items"]]
        if "next" not in said:
            break
        page = {"page": said["next"]["page"]}
    assert walked == charlie.asks(comments.LIST_COMMENTS, GUIDE, order=order).ids
    other = {"asc": "desc", "desc": "asc"}[order]
    assert charlie.asks(comments.LIST_COMMENTS, GUIDE, order=other, **page).status == 400


def test_whoever_only_reads_may_do_nothing_with_their_own(charlie: ApiUser) -> None:
    for comment in charlie.asks(comments.LIST_COMMENTS, GUIDE).json["items"]:
        assert comment["permissions"] == {"view": True, "edit": False, "reply": False, "delete": False}
    assert charlie.asks(comments.DELETE_COMMENT, GUIDE, WAITING).status == 403
    assert charlie.asks(comments.UPDATE_COMMENT, GUIDE, WAITING, body={"body": {}}).status == 403
