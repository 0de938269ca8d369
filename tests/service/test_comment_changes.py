"""What comments and replies say, and what becomes of them: texts, reactions, resolution."""

from typing import Any

from contract.authoring import comments
from tests.loops import for_each
from tests.service.api_user import ApiResult, ApiUser
from tests.service.conftest import NOW_WRITTEN
from tests.service.content_cases import FIRST_REPLY, GUIDE, WAITING

THUMB = "1f44d"
TREE = {
    "object": "document",
    "data": {},
    "nodes": [
        {
            "object": "block",
            "type": "paragraph",
            "data": {},
            "nodes": [
                {"object": "text", "leaves": [{"object": "leaf", "text": "Why ", "marks": []}]},
                {
                    "object": "text",
                    "leaves": [{"object": "leaf", "text": "three", "marks": [{"object": "mark", "type": "bold"}]}],
                },
            ],
        }
    ],
}


def change(person: ApiUser, **body: object) -> ApiResult:
    return person.asks(comments.UPDATE_COMMENT, GUIDE, WAITING, body=body)


def reactions(comment: Any) -> list[tuple[str, list[str]]]:  # noqa: ANN401
    for each in comment["reactions"]:
        assert each["count"] == len(each["users"])
    return [(each["emoji"], [user["user"]["id"] for user in each["users"]]) for each in comment["reactions"]]


@for_each("text", ["", "One\n\n- two\n- `three`", "é \U0001f69a", "x" * 100_000])
def test_markdown_is_kept_as_it_is(bob: ApiUser, text: str) -> None:
    made = bob.asks(comments.CREATE_COMMENT, GUIDE, body={"body": {"markdown": text}}).json
    assert (
        made["body"]
        == bob.asks(comments.GET_COMMENT, GUIDE, made["id"], format="markdown").json["body"]
        == {"markdown": text}
    )


def test_a_document_is_kept_as_it_is_and_read_as_markdown_too(bob: ApiUser) -> None:
    made = bob.asks(comments.CREATE_COMMENT, GUIDE, body={"body": {"document": TREE}}).json
    assert made["body"] == {"markdown": "Why **three**"}
    assert bob.asks(comments.GET_COMMENT, GUIDE, made["id"], format="document").json["body"] == {"document": TREE}
    assert bob.asks(comments.LIST_COMMENTS, GUIDE, limit=1, format="document").json["items"][0]["body"] == {
        "document": TREE
    }


@for_each("document", [{}, {"nodes": 1}, {"nodes": [[], {"object": "text", "leaves": [{"text": 1}]}]}])
def test_a_document_of_another_shape_says_nothing(bob: ApiUser, document: dict[str, Any]) -> None:
    made = bob.asks(comments.CREATE_COMMENT, GUIDE, body={"body": {"document": document}}).json
    assert made["body"] == {"markdown": ""}
    assert bob.asks(comments.GET_COMMENT, GUIDE, made["id"], format="document").json["body"] == {"document": document}


def test_a_comment_is_markdown_or_a_document(bob: ApiUser) -> None:
    refused = bob.asks(comments.CREATE_COMMENT, GUIDE, body={"body": {"markdown": "x", "document": {}}})
    assert (refused.status, refused.message.partition(":")[0]) == (400, "body")


def test_who_wrote_it_changes_the_text_and_nobody_else(alice: ApiUser, bob: ApiUser) -> None:
    own = bob.asks(comments.CREATE_COMMENT, GUIDE, body={"body": {"document": TREE}}).json
    changed = bob.asks(comments.UPDATE_COMMENT, GUIDE, own["id"], body={"body": {"markdown": "Four"}}).json
    assert changed == own | {"body": {"markdown": "Four"}, "editedAt": NOW_WRITTEN}
    assert bob.asks(comments.GET_COMMENT, GUIDE, own["id"]).json == changed
    refused = alice.asks(
        comments.UPDATE_COMMENT, GUIDE, own["id"], body={"body": {"markdown": "Five"}, "resolved": True}
    )
    assert (refused.status, refused.message) == (403, "Only the person who wrote the text can change it.")
    assert bob.asks(comments.GET_COMMENT, GUIDE, own["id"]).json == changed


def test_a_comment_is_resolved_and_opened_again(alice: ApiUser, bob: ApiUser) -> None:
    before = alice.asks(comments.GET_COMMENT, GUIDE, WAITING).json
    resolved = change(alice, resolved=True).json
    assert (resolved["status"], resolved["resolvedAt"]) == ("resolved", NOW_WRITTEN)
    assert resolved["resolvedBy"]["id"] == "user_alice"
    change(bob, resolved=True)
    assert alice.asks(comments.GET_COMMENT, GUIDE, WAITING).json == resolved
    change(bob, resolved=False)
    assert alice.asks(comments.GET_COMMENT, GUIDE, WAITING).json == before
    change(bob, resolved=False)
    assert alice.asks(comments.GET_COMMENT, GUIDE, WAITING).json == before


def test_each_person_reacts_once_and_takes_back_their_own(alice: ApiUser, bob: ApiUser) -> None:
    assert reactions(change(bob).json) == [(THUMB, ["user_bob"])]
    assert reactions(change(bob, addedReactions=[THUMB, THUMB]).json) == [(THUMB, ["user_bob"])]
    added = change(alice, addedReactions=["2764", THUMB]).json
    assert reactions(added) == [(THUMB, ["user_bob", "user_alice"]), ("2764", ["user_alice"])]
    assert added["reactions"][1]["users"][0]["reactedAt"] == NOW_WRITTEN

    change(alice, addedReactions=[THUMB, "2764"])
    assert reactions(change(alice, removedReactions=[THUMB, "unknown"]).json) == [
        (THUMB, ["user_bob"]),
        ("2764", ["user_alice"]),
    ]
    assert reactions(change(bob, removedReactions=[THUMB, "2764"]).json) == [("2764", ["user_alice"])]


@for_each("field", ["addedReactions", "removedReactions"])
@for_each("value", [None, THUMB, [1], [""], [" "], ["a b"], ["x" * 33], ["\n"], ["\x01"], ["x"] * 51])
def test_what_is_no_emoji_is_refused(alice: ApiUser, field: str, value: object) -> None:
    for refused in (
        change(alice, **{field: value}),
        alice.asks(comments.UPDATE_COMMENT_REPLY, GUIDE, WAITING, FIRST_REPLY, body={field: value}),
    ):
        assert refused.status == 400
        assert refused.message.startswith(field)


def test_a_reply_is_counted_and_changes_like_a_comment(charlie: ApiUser, bob: ApiUser, alice: ApiUser) -> None:
    made = bob.asks(comments.CREATE_COMMENT_REPLY, GUIDE, WAITING, body={"body": {"markdown": "Done"}}).json
    assert bob.asks(comments.GET_COMMENT_REPLY, GUIDE, WAITING, made["id"]).json == made
    listed = bob.asks(comments.LIST_COMMENT_REPLIES, GUIDE, WAITING).json["items"]
    assert (listed[-1], len(listed)) == (made, 3)
    assert charlie.asks(comments.GET_COMMENT, GUIDE, WAITING).json["replies"] == 3
    assert made.keys() == {*("object", "id", "postedAt", "postedBy", "body", "reactions", "urls", "permissions")}
    assert made["permissions"] == {"view": True, "edit": True, "reply": True, "delete": False}
    assert made["urls"]["location"].endswith(f"/comments/{WAITING}/replies/{made['id']}")

    own = (GUIDE, WAITING, FIRST_REPLY)
    body = {"body": {"document": TREE}, "addedReactions": [THUMB]}
    changed = bob.asks(comments.UPDATE_COMMENT_REPLY, *own, body=body).json
    assert bob.asks(comments.GET_COMMENT_REPLY, *own).json == changed
    assert (changed["body"], changed["editedAt"]) == ({"markdown": "Why **three**"}, NOW_WRITTEN)
    assert reactions(changed) == [(THUMB, ["user_bob"])]
    assert bob.asks(comments.GET_COMMENT_REPLY, *own, format="document").json["body"] == {"document": TREE}
    assert alice.asks(comments.UPDATE_COMMENT_REPLY, *own, body={"body": {}}).status == 403
    assert reactions(alice.asks(comments.UPDATE_COMMENT_REPLY, *own, body={"addedReactions": [THUMB]}).json) == [
        (THUMB, ["user_bob", "user_alice"])
    ]
    assert alice.asks(comments.UPDATE_COMMENT_REPLY, *own, body={"resolved": True}).status == 400


def test_replies_and_comments_are_not_each_other(alice: ApiUser) -> None:
    assert alice.asks(comments.GET_COMMENT, GUIDE, FIRST_REPLY).status == 404
    assert alice.asks(comments.LIST_COMMENT_REPLIES, GUIDE, FIRST_REPLY).status == 404
    assert alice.asks(comments.GET_COMMENT_REPLY, GUIDE, "comment_guide_rates", FIRST_REPLY).status == 404
    assert alice.asks(comments.GET_COMMENT_REPLY, GUIDE, WAITING, "comment_guide_rates").status == 404


def test_what_is_added_and_removed_is_removed(bob: ApiUser) -> None:
    assert reactions(change(bob, addedReactions=[THUMB, "2764"], removedReactions=[THUMB]).json) == [
        ("2764", ["user_bob"])
    ]
