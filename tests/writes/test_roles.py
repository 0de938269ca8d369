"""Roles of people in teams and of teams in spaces: given, taken, looked for, taken back, and planned."""

from typing import Any

from masthead.bulk.undo import add_undo
from masthead.client import Api
from masthead.store.bulk.steps import StepState
from masthead.store.entries import Cause, Entry, Reason, State, Subject
from masthead.store.journal.journal import Journal
from masthead.store.journal.queries import JournalQuery
from masthead.writes.check import check_entry
from masthead.writes.roles import IN_COLLECTION, IN_SPACE, IN_TEAM, assign_role, remove_role
from masthead.writes.send import Change, apply, intent_of
from masthead.writes.undo import is_undoable, preview_undo, why_not_undoable
from tests.asked import Log
from tests.faults import faults
from tests.loops import for_each
from tests.records import ask
from tests.wire import Wire
from tests.words import words
from tests.world import ALICE, RunningService
from tests.writes.desk import ORG, Desk

DOCS = (ORG, "team_docs")
TEAM = Subject("team", "team_docs", "Documentation")
GUIDE = Subject("space", "space_guide", "Shipping guide")
SPACE = "/v1/spaces/space_guide/permissions/teams"


def member(user: str, role: str, was: str | None) -> Change[None]:
    return assign_role(IN_TEAM, (*DOCS, user), TEAM, f"Make {user} {role}", role, was)


def team(name: str, role: str | None, was: str | None) -> Change[None]:
    return assign_role(IN_SPACE, ("space_guide", name), GUIDE, f"Let {name} be {role}", role, was, ORG)


def done(api: Api, journal: Journal, change: Change[Any]) -> Entry:
    entry = journal.entry(ORG, apply(api, journal, change).entry, "alice")
    assert entry is not None
    return entry


def test_a_guest_is_told_from_no_role_where_the_journal_knows(api: Api, journal: Journal) -> None:
    entry = done(api, journal, team("team_operations", "read", None))
    back = preview_undo(api, entry, journal)
    assert [told.reason for told in back.warnings] == [Reason.NONE_OR_GUEST]
    done(api, journal, back.change())
    entry = done(api, journal, team("team_support", None, "read"))
    for to in ("read", None, "read", None):
        back = preview_undo(api, entry, journal)
        assert (back.warnings, back.change().sent) == ((), {"role": to})
        entry = done(api, journal, back.change())


def test_undoing_leaves_an_owner(api: Api, journal: Journal) -> None:
    entry = done(api, journal, member("user_grace", "owner", "member"))
    for user in ("user_bob", "user_erin"):
        done(api, journal, remove_role(IN_TEAM, (*DOCS, user), TEAM, "Remove", "owner"))
    found = preview_undo(api, entry, journal)
    assert (found.possible, found.warnings) == (False, [Cause(Reason.NO_OWNER)])


def test_what_was_before_has_to_be_known(api: Api, journal: Journal) -> None:
    change = remove_role(IN_COLLECTION, ("col_handbook", "team_support"), GUIDE, "Take it away", None, ORG)
    assert not is_undoable(change)
    assert why_not_undoable(done(api, journal, change)).reason is Reason.EARLIER_UNKNOWN
    assert not is_undoable(team("team_support", "edit", "superuser"))
    odd = done(api, journal, team("team_support", "edit", "superuser"))
    assert why_not_undoable(odd).reason is Reason.EARLIER_UNKNOWN


@for_each(
    "change, state",
    [
        (team("team_docs", "admin", "edit"), State.NOT_SAVED),
        (team("team_docs", "edit", "admin"), State.SAVED),
        (team("team_docs", "read", "comment"), State.UNKNOWN),
        (team("team_operations", None, None), State.UNKNOWN),
        (remove_role(IN_SPACE, ("space_guide", "team_docs"), GUIDE, "", "edit", ORG), State.NOT_SAVED),
        (remove_role(IN_SPACE, ("space_guide", "team_operations"), GUIDE, "", "edit", ORG), State.SAVED),
    ],
)
def test_an_unknown_outcome_is_looked_for(api: Api, journal: Journal, change: Change[None], state: State) -> None:
    entry = journal.entry(ORG, journal.begin(intent_of(change, "alice")), "alice")
    assert entry is not None
    assert check_entry(api, entry).state is state


def test_a_bulk_change_reads_each_place_once(desk: Desk, asked: Log) -> None:
    bulk = desk.make([team("team_docs", "review", "edit"), team("team_support", "edit", "read")], "roles")
    asked.clear()
    ended = desk.run(bulk)
    assert (ended.counts, ended.finished_at is not None) == ({StepState.DONE: 2}, True)
    assert [line for line in asked.lines if line.startswith("GET")] == [f"GET {SPACE}"] * 2


def test_a_bulk_change_overwrites_nothing_that_a_colleague_changed(desk: Desk, service: RunningService) -> None:
    bulk = desk.make([team("team_docs", "review", "edit"), team("team_support", "edit", "read")], "roles")
    ask(service, ALICE, "PATCH", f"{SPACE}/team_docs", {"role": "admin"})
    ask(service, ALICE, "PATCH", f"{SPACE}/team_support", {"role": "edit"})
    stuck = desk.run(bulk)
    (first, second) = desk.steps(stuck)
    assert (first.state, first.found) == (StepState.FAILED, {"role": "admin"})
    desk.bulk_changes.decide(stuck, 1, StepState.WAITING, adopt=True)
    ended = desk.run(stuck)
    assert desk.states(ended) == ["done", "skipped"]
    assert second.state is StepState.WAITING
    roles = {each["team"]["id"]: each["permission"] for each in ask(service, ALICE, "GET", SPACE).get_json()["items"]}
    assert roles == {"team_docs": "review", "team_support": "edit"}


def test_what_the_service_only_said_it_did_is_not_journaled_as_saved(desk: Desk, wire: Wire) -> None:
    wire.faults["PATCH"] = faults.answer(204, b"")
    ended = desk.run(desk.make([team("team_docs", "review", "edit"), team("team_support", "edit", "read")], "roles"))
    assert (
        words(ended.differences)[0]
        == "Let team_docs be review: the API accepted this, but the current value is different."
    )
    assert [entry.outcome.state for entry in desk.journal.entries(JournalQuery(ORG))] == [State.NOT_SAVED] * 2
    assert (desk.states(ended), ended.finished_at is not None) == (["failed"] * 2, True)
    assert add_undo(desk.journal, desk.bulk_changes, ended) is None
