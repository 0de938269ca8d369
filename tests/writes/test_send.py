"""A change is sent once, the journal tells of it, and what it made is read back where the API does not say."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from contract.authoring.custom_fields import UPDATE_CUSTOM_FIELD_VALUES, CustomFieldValuesUpdate
from contract.organization.organizations import (
    DELETE_INVITE,
    UPDATE_INVITE,
    UPDATE_ORGANIZATION,
    Invite,
    InviteUpdate,
    OrganizationUpdate,
)
from contract.organization.team_permissions import UPDATE_SPACE_TEAM, TeamPermissionUpdate
from masthead.client import Api, InvalidInput, Limits, NotFound, OutcomeUnknown, ResponseCache, Transport, Unreachable
from masthead.store.entries import Entry, Outcome, State, Subject
from masthead.store.errors import StoreError
from masthead.store.journal.journal import Journal
from masthead.store.journal.queries import JournalQuery
from masthead.store.responses import ResponseStore
from masthead.writes.send import Applied, Change, NoCountdownError, NotAppliedError, apply
from tests.faults import faults
from tests.faults.hostile import Fault, Hostile

IDS = ("o", "i")
INVITE = b'{"object": "invite", "id": "i", "role": "read", "redundant": false}'
LINK = Subject("invite link", "i", "i")
RENEW = Change(UPDATE_INVITE, IDS, LINK, "Invite people as readers", InviteUpdate(role="read"), was={"role": "edit"})
Carry = Callable[[Change[Any], Fault], Applied[Any]]


@pytest.fixture
def hostile() -> Iterator[Hostile]:
    with Hostile() as hostile:
        yield hostile


@pytest.fixture
def carry(hostile: Hostile, journal: Journal, memory: ResponseCache) -> Iterator[Callable[..., Applied[Any]]]:
    """Carries out a change while the API does what is given."""
    transport = Transport(hostile.url, limits=Limits(pause_seconds=(0.001, 0.001)))

    def run(change: Change[Any], *does: Fault) -> Applied[Any]:
        hostile.become(*does)
        api = Api(transport, token="demo-alice", memory=memory, request_id="r")
        return apply(api, journal, change)

    yield run
    transport.close()


def test_answer_is_what_there_is_now(carry: Carry, hostile: Hostile) -> None:
    invite = Invite.model_validate_json(INVITE)
    assert carry(RENEW, faults.answer(200, INVITE)) == Applied(RENEW, 1, invite, after=invite)
    assert [(asked.method, asked.body) for asked in hostile.asked] == [("PATCH", b'{"role":"read"}')]


def test_deletion_leaves_nothing_to_read(carry: Carry, hostile: Hostile) -> None:
    change = Change(DELETE_INVITE, IDS, LINK, "Delete the invite link")
    assert carry(change, faults.answer(205, b"")) == Applied(change, 1, None)
    assert [asked.method for asked in hostile.asked] == ["DELETE"]


SPACE = Subject("space", "s", "Guide")
VALUES = Change(
    UPDATE_CUSTOM_FIELD_VALUES, ("s",), SPACE, "Set the owner", CustomFieldValuesUpdate(values={}), organization="o"
)


def test_single_sign_on_is_not_enforced_without_a_countdown(carry: Carry, hostile: Hostile) -> None:
    organization = Subject("organization", "o", "Org")
    change = Change(UPDATE_ORGANIZATION, ("o",), organization, "Enforce it", OrganizationUpdate(ai=True, sso=True))
    with pytest.raises(NoCountdownError):
        carry(change, faults.answer(200))
    assert hostile.asked == []


def test_read_back_where_nothing_is_answered(carry: Callable[..., Applied[Any]], hostile: Hostile) -> None:
    applied = carry(VALUES, faults.answer(204, b""), faults.answer(200, b"[]"))
    assert applied == Applied(VALUES, 1, None, after=[])
    assert [asked.method for asked in hostile.asked] == ["PATCH", "GET"]


def test_a_change_outside_of_an_organization_makes_its_listings_old(
    carry: Callable[..., Applied[Any]], listings: ResponseStore
) -> None:
    listings.put("alice", "/v1/orgs/o/sites", "", b"old", 1.0, listings.mark("alice"))
    carry(VALUES, faults.answer(204, b""), faults.answer(200, b"[]"))
    assert listings.get("alice", "/v1/orgs/o/sites", "") is None


def test_failed_read_back_leaves_the_change_done(carry: Callable[..., Applied[Any]]) -> None:
    applied = carry(VALUES, faults.answer(204, b""), faults.answer(500))
    assert (applied.after, type(applied.read_problem)) == (None, Unreachable)


def test_no_read_of_the_same_path(carry: Carry, hostile: Hostile) -> None:
    change = Change(
        UPDATE_SPACE_TEAM, ("s", "t"), SPACE, "Take the role away", TeamPermissionUpdate(role=None), organization="o"
    )
    assert carry(change, faults.answer(204, b"")) == Applied(change, 1, None)
    assert len(hostile.asked) == 1


def only(journal: Journal) -> Entry:
    (entry,) = journal.entries(JournalQuery("o"))
    return entry


def test_the_journal_tells_what_was_sent_and_what_came_of_it(carry: Carry, journal: Journal) -> None:
    carry(RENEW, faults.answer(200, INVITE))
    entry = only(journal)
    assert (entry.intent.endpoint, entry.intent.ids, entry.intent.body) == ("updateInvite", IDS, '{"role":"read"}')
    assert (entry.intent.was, entry.intent.owner, entry.intent.request_id) == ({"role": "edit"}, "alice", "r")
    assert entry.outcome == Outcome(State.SAVED, became={"role": "read"})


@pytest.mark.parametrize(
    ("fault", "problem", "state"),
    [
        (faults.answer(400), InvalidInput, State.REFUSED),
        (faults.reset, OutcomeUnknown, State.UNKNOWN),
        (faults.answer(500), OutcomeUnknown, State.UNKNOWN),
        (faults.web_page, OutcomeUnknown, State.UNKNOWN),
    ],
    ids=["refused", "reset", "500", "html"],
)
def test_what_was_not_carried_out(
    carry: Carry, hostile: Hostile, journal: Journal, fault: Fault, problem: type[Exception], state: State
) -> None:
    with pytest.raises(NotAppliedError) as raised:
        carry(RENEW, fault)
    assert (type(raised.value.problem), raised.value.entry) == (problem, 1)
    assert (only(journal).outcome.state, len(hostile.asked)) == (state, 1)


def test_an_api_that_is_away_was_sent_nothing(journal: Journal, memory: ResponseCache) -> None:
    transport = Transport("http://127.0.0.1:1")
    with pytest.raises(NotAppliedError) as raised:
        apply(Api(transport, token="demo-alice", memory=memory), journal, RENEW)
    assert isinstance(raised.value.problem, Unreachable)
    assert only(journal).outcome.state is State.NOT_SENT
    transport.close()


def test_without_a_journal_nothing_is_sent(carry: Carry, hostile: Hostile, tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "masthead.db", isolation_level=None)) as other:
        other.execute("DROP TABLE journal_seals")
    with pytest.raises(StoreError):
        carry(RENEW, faults.answer(200, INVITE))
    assert hostile.asked == []


def test_an_id_that_cannot_exist_is_sent_nowhere(carry: Carry, hostile: Hostile, journal: Journal) -> None:
    change = Change(DELETE_INVITE, ("o", ".."), LINK, "Delete the invite link")
    with pytest.raises(NotFound):
        carry(change, faults.answer(205, b""))
    assert (hostile.asked, journal.entries(JournalQuery("o"))) == ([], [])
