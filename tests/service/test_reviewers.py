"""Who is asked to review a change request."""

from typing import Any

from contract.authoring.change_requests import GET_CHANGE_REQUEST, LIST_REQUESTED_REVIEWERS, REQUEST_REVIEWERS
from tests.loops import for_each
from tests.service.conftest import NOW_WRITTEN
from tests.service.content_cases import CUSTOMS, GUIDE
from tests.service.person import Person

DRAFT = "change_guide_surcharge"


def asked(person: Person, request: str = DRAFT) -> list[Any]:
    items: list[Any] = person.asks(LIST_REQUESTED_REVIEWERS, GUIDE, request).json["items"]
    return items


def test_people_are_asked_in_the_order_they_are_named(bob: Person) -> None:
    users = ["user_charlie", "user_alice", "user_charlie"]
    made = bob.asks(REQUEST_REVIEWERS, GUIDE, DRAFT, body={"users": users}).json["users"]
    assert asked(bob) == made
    assert [each["user"]["id"] for each in made] == ["user_charlie", "user_alice"]
    revision = bob.asks(GET_CHANGE_REQUEST, GUIDE, DRAFT).json["revision"]
    for each in made:
        assert (each["kind"], each["requestedBy"]["id"], each["createdAt"]) == ("user", "user_bob", NOW_WRITTEN)
        assert (each["revision"], each["user"]["object"]) == (revision, "user")


def test_whoever_is_asked_again_is_asked_once(alice: Person) -> None:
    made = alice.asks(REQUEST_REVIEWERS, GUIDE, CUSTOMS, body={"users": ["user_charlie"]}).json["users"]
    assert [each["user"]["id"] for each in asked(alice, CUSTOMS)] == ["user_alice", "user_charlie"]
    assert made == asked(alice, CUSTOMS)[1:]
    assert (made[0]["requestedBy"]["id"], made[0]["createdAt"]) == ("user_alice", NOW_WRITTEN)


def test_a_subject_renames_the_change_request(alice: Person) -> None:
    alice.asks(REQUEST_REVIEWERS, GUIDE, DRAFT, body={"users": [], "subject": "x" * 100})
    assert alice.asks(GET_CHANGE_REQUEST, GUIDE, DRAFT).json["subject"] == "x" * 100
    assert asked(alice) == []


@for_each("user", ["user_unknown", "user_dana", "", "bob@larkfield.example"])
def test_only_members_are_asked(alice: Person, user: str) -> None:
    body = {"users": ["user_charlie", user], "subject": "Other"}
    refused = alice.asks(REQUEST_REVIEWERS, GUIDE, DRAFT, body=body)
    assert (refused.status, refused.message) == (404, "users: No member of this organization has this id.")
    assert asked(alice) == []
    assert alice.asks(GET_CHANGE_REQUEST, GUIDE, DRAFT).json["subject"] == "Surcharge steps for 2026"


@for_each("number", ["1", "5"])
def test_what_is_closed_is_not_reviewed(alice: Person, number: str) -> None:
    assert alice.asks(REQUEST_REVIEWERS, GUIDE, number, body={"users": []}).status == 409
