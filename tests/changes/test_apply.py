"""A change is sent once, and what it made of the resource is read back where the API does not say."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from changes import Applied, Change, apply
from client import Api, InvalidInput, Limits, OutcomeUnknown, Transport, Unreachable
from contract.custom_fields import UPDATE_CUSTOM_FIELD_VALUES, CustomFieldValuesUpdate
from contract.organizations import DELETE_INVITE, UPDATE_INVITE, Invite, InviteUpdate
from contract.team_permissions import UPDATE_SPACE_TEAM, TeamPermissionUpdate
from store import Listings
from tests.faults import faults
from tests.faults.hostile import Fault, Hostile

IDS = ("o", "i")
INVITE = b'{"object": "invite", "id": "i", "role": "read", "redundant": false}'
RENEW = Change(UPDATE_INVITE, IDS, InviteUpdate(role="read"), summary="Invite people as readers")
Carry = Callable[[Change[Any], Fault], Applied[Any]]


@pytest.fixture
def hostile() -> Iterator[Hostile]:
    with Hostile() as hostile:
        yield hostile


@pytest.fixture
def carry(hostile: Hostile, tmp_path: Path) -> Iterator[Callable[..., Applied[Any]]]:
    """Carries out a change while the API does what is given."""
    transport = Transport(hostile.url, limits=Limits(pause_seconds=(0.001, 0.001)))
    listings = Listings(tmp_path / "listings.db")

    def run(change: Change[Any], *does: Fault) -> Applied[Any]:
        hostile.become(*does)
        return apply(Api(transport, token="demo-alice", owner="alice", listings=listings, budget=1), change)

    yield run
    transport.close()
    listings.close()


def test_answer_is_what_there_is_now(carry: Carry, hostile: Hostile) -> None:
    invite = Invite.model_validate_json(INVITE)
    assert carry(RENEW, faults.answer(200, INVITE)) == Applied(RENEW, invite, after=invite)
    assert [(asked.method, asked.body) for asked in hostile.asked] == [("PATCH", b'{"role":"read"}')]


def test_deletion_leaves_nothing_to_read(carry: Carry, hostile: Hostile) -> None:
    change = Change(DELETE_INVITE, IDS, summary="Delete the invite link")
    assert carry(change, faults.answer(205, b"")) == Applied(change, None)
    assert [asked.method for asked in hostile.asked] == ["DELETE"]


VALUES = Change(UPDATE_CUSTOM_FIELD_VALUES, ("s",), CustomFieldValuesUpdate(values={}), summary="Set the owner")


def test_read_back_where_nothing_is_answered(carry: Callable[..., Applied[Any]], hostile: Hostile) -> None:
    applied = carry(VALUES, faults.answer(204, b""), faults.answer(200, b"[]"))
    assert applied == Applied(VALUES, None, after=[])
    assert [asked.method for asked in hostile.asked] == ["PATCH", "GET"]


def test_failed_read_back_leaves_the_change_done(carry: Callable[..., Applied[Any]]) -> None:
    applied = carry(VALUES, faults.answer(204, b""), faults.answer(500))
    assert (applied.after, type(applied.unread)) == (None, Unreachable)


def test_no_read_of_the_same_path(carry: Carry, hostile: Hostile) -> None:
    change = Change(UPDATE_SPACE_TEAM, ("s", "t"), TeamPermissionUpdate(role=None), summary="Take the role away")
    assert carry(change, faults.answer(204, b"")) == Applied(change, None)
    assert len(hostile.asked) == 1


def test_refusal(carry: Carry) -> None:
    with pytest.raises(InvalidInput):
        carry(RENEW, faults.answer(400))


def test_unknown_outcome(carry: Carry, hostile: Hostile) -> None:
    with pytest.raises(OutcomeUnknown):
        carry(RENEW, faults.reset)
    assert len(hostile.asked) == 1
