"""Change requests: listing, creation, subject and state, and who is asked to review them."""

from typing import Any

from contract.authoring import change_requests
from contract.authoring.content import GET_CONTENT, GET_PROPOSED_CONTENT
from contract.publishing.site_spaces import LIST_SITE_SPACES
from tests.loops import for_each
from tests.service.api_user import ApiUser
from tests.service.conftest import LARKFIELD, NOW_WRITTEN
from tests.service.content_cases import CUSTOMS, GUIDE
from tests.world import RunningService

WAREHOUSE = "space_warehouse"
"""Nobody has asked for a change of it yet."""


def listed(person: ApiUser, space: str = GUIDE, **query: str) -> list[int]:
    return [each["number"] for each in person.asks(change_requests.LIST_CHANGE_REQUESTS, space, **query).json["items"]]


def counts(person: ApiUser, space: str) -> list[int]:
    """How many change requests the space says that it has: in all, open, and drafts."""
    found = person.asks(LIST_SITE_SPACES, LARKFIELD, "site_docs").json["items"]
    (said,) = [each["space"] for each in found if each["space"]["id"] == space]
    return [said["changeRequests"], said["changeRequestsOpen"], said["changeRequestsDraft"]]


def test_a_new_one_is_a_draft_of_what_the_space_shows(bob: ApiUser) -> None:
    made = bob.asks(change_requests.CREATE_CHANGE_REQUEST, WAREHOUSE, body={"subject": "New racks"}).json
    assert bob.asks(change_requests.GET_CHANGE_REQUEST, WAREHOUSE, made["id"]).json == made
    assert bob.asks(change_requests.GET_CHANGE_REQUEST, WAREHOUSE, "1").json == made
    assert (made["number"], made["status"], made["subject"], made["comments"]) == (1, "draft", "New racks", 0)
    assert (made["createdAt"], made["updatedAt"], made["outdated"]) == (NOW_WRITTEN, NOW_WRITTEN, False)
    assert (made["createdBy"]["id"], made["revisionInitial"]) == ("user_bob", "revision_warehouse_1")
    assert not {"revisionMerged", "revisionMergedAncestor"} & made.keys()
    assert made["urls"]["location"].endswith(f"/v1/spaces/{WAREHOUSE}/change-requests/{made['id']}")
    shown, proposed = (bob.asks(GET_CONTENT, WAREHOUSE).json, bob.asks(GET_PROPOSED_CONTENT, WAREHOUSE, "1").json)
    assert (proposed["id"], proposed["parents"]) == (made["revision"], [shown["id"]])
    assert [page["documentId"] for page in proposed["pages"]] == [page["documentId"] for page in shown["pages"]]
    assert proposed["files"] == shown["files"]


def test_numbers_count_up_in_each_space(alice: ApiUser) -> None:
    numbers = [alice.asks(change_requests.CREATE_CHANGE_REQUEST, WAREHOUSE, body={}).json["number"] for _ in range(3)]
    assert numbers == [1, 2, 3]
    assert alice.asks(change_requests.GET_CHANGE_REQUEST, WAREHOUSE, "3").json["subject"] == "Untitled change request"
    assert alice.asks(change_requests.CREATE_CHANGE_REQUEST, GUIDE, body={}).json["number"] == 7


def test_those_of_a_state_or_a_contributor_are_listed(charlie: ApiUser) -> None:
    assert listed(charlie) == listed(charlie, status="open") == [2, 3]
    assert [listed(charlie, status=each) for each in ("draft", "merged", "archived")] == [[6], [1, 4], [5]]
    found = charlie.asks(change_requests.LIST_CHANGE_REQUESTS, GUIDE).json["items"]
    assert found == [charlie.asks(change_requests.GET_CHANGE_REQUEST, GUIDE, number).json for number in ("2", "3")]

    assert listed(charlie, contributor="user_bob") == [2]
    assert listed(charlie, contributor="user_alice") == [2, 3]
    assert listed(charlie, contributor="user_alice", status="merged") == []
    assert listed(charlie, contributor="user_unknown") == []

    found = charlie.asks(change_requests.LIST_CONTRIBUTORS, GUIDE, CUSTOMS).json
    assert [(each["user"]["id"], each["count"]) for each in found["items"]] == [("user_bob", 2), ("user_alice", 1)]
    assert found["items"][1]["updatedAt"] == "2025-10-08T10:15:00.000Z"
    assert (found["count"], "next" in found) == (2, False)


@for_each("status", ["draft", "open", "archived"])
def test_a_state_changes_and_the_space_counts(world: RunningService, alice: ApiUser, status: str) -> None:
    world.reset()
    changed = alice.asks(change_requests.UPDATE_CHANGE_REQUEST, GUIDE, "2", body={"status": status}).json
    assert changed["status"] == status
    assert alice.asks(change_requests.GET_CHANGE_REQUEST, GUIDE, CUSTOMS).json == changed
    expected = {"draft": [6, 1, 2], "open": [6, 2, 1], "archived": [6, 1, 1]}
    assert counts(alice, GUIDE) == expected[status]


def test_merged_is_not_a_state_to_be_set(alice: ApiUser) -> None:
    refused = alice.asks(change_requests.UPDATE_CHANGE_REQUEST, GUIDE, CUSTOMS, body={"status": "merged"})
    assert refused.message == "status: is one of draft, open, archived, not merged"
    kept = alice.asks(change_requests.UPDATE_CHANGE_REQUEST, GUIDE, "1", body={"status": "open"})
    assert (kept.status, kept.message) == (409, "status: this change request is merged, and stays so.")
    assert (
        alice.asks(change_requests.UPDATE_CHANGE_REQUEST, GUIDE, "1", body={"subject": "Tail lifts"}).json["subject"]
        == "Tail lifts"
    )


def test_an_update_that_changes_nothing_leaves_no_trace(alice: ApiUser) -> None:
    before = alice.asks(change_requests.GET_CHANGE_REQUEST, GUIDE, CUSTOMS).json
    for body in ({}, {"subject": before["subject"], "status": "open"}):
        assert alice.asks(change_requests.UPDATE_CHANGE_REQUEST, GUIDE, CUSTOMS, body=body).json == before
    changed = alice.asks(change_requests.UPDATE_CHANGE_REQUEST, GUIDE, CUSTOMS, body={"subject": "x"}).json
    assert changed == before | {"subject": "x", "updatedAt": NOW_WRITTEN}


DRAFT = "change_guide_surcharge"


def asked(person: ApiUser, request: str = DRAFT) -> list[Any]:
    items: list[Any] = person.asks(change_requests.LIST_REQUESTED_REVIEWERS, GUIDE, request).json["items"]
    return items


def test_people_are_asked_once_in_the_order_they_are_named(bob: ApiUser, alice: ApiUser) -> None:
    users = ["user_charlie", "user_alice", "user_charlie"]
    made = bob.asks(change_requests.REQUEST_REVIEWERS, GUIDE, DRAFT, body={"users": users}).json["users"]
    assert asked(bob) == made
    assert [each["user"]["id"] for each in made] == ["user_charlie", "user_alice"]
    revision = bob.asks(change_requests.GET_CHANGE_REQUEST, GUIDE, DRAFT).json["revision"]
    for each in made:
        assert (each["kind"], each["requestedBy"]["id"], each["createdAt"]) == ("user", "user_bob", NOW_WRITTEN)
        assert (each["revision"], each["user"]["object"]) == (revision, "user")

    body = {"users": ["user_charlie"], "subject": "Customs"}
    made = alice.asks(change_requests.REQUEST_REVIEWERS, GUIDE, CUSTOMS, body=body).json["users"]
    assert alice.asks(change_requests.GET_CHANGE_REQUEST, GUIDE, CUSTOMS).json["subject"] == "Customs"
    assert [each["user"]["id"] for each in asked(alice, CUSTOMS)] == ["user_alice", "user_charlie"]
    assert made == asked(alice, CUSTOMS)[1:]
    assert (made[0]["requestedBy"]["id"], made[0]["createdAt"]) == ("user_alice", NOW_WRITTEN)


@for_each("user", ["user_unknown", "user_dana", "", "bob@larkfield.example"])
def test_only_members_are_asked(alice: ApiUser, user: str) -> None:
    body = {"users": ["user_charlie", user], "subject": "Other"}
    refused = alice.asks(change_requests.REQUEST_REVIEWERS, GUIDE, DRAFT, body=body)
    assert (refused.status, refused.message) == (404, "users: No member of this organization has this id.")
    assert asked(alice) == []
    assert alice.asks(change_requests.GET_CHANGE_REQUEST, GUIDE, DRAFT).json["subject"] == "Surcharge steps for 2026"


@for_each("number", ["1", "5"])
def test_what_is_closed_is_not_reviewed(alice: ApiUser, number: str) -> None:
    assert alice.asks(change_requests.REQUEST_REVIEWERS, GUIDE, number, body={"users": []}).status == 409
