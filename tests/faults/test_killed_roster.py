"""Hundreds of rows, each kind of bad row among them, people whom nobody knows, a SIGKILL: nothing is sent twice."""

import itertools
import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from masthead.changes import Members, create_plan
from masthead.changes.roster.goal import RosterGoal, TeamMembers, serialize_goal
from masthead.changes.roster.syncing import KIND, first_calls
from masthead.rosters import RosterAction, compare, read_roster
from masthead.store import Database, Plans, Purpose
from tests.asked import Log
from tests.changes.roster.crew import PATH, TEAM, TITLE, roles
from tests.faults.desk import Desk
from tests.faults.hostile import Talk
from tests.faults.killing import Killed, before_the_call, before_the_outcome
from tests.planned import ORG
from tests.records import add_people
from tests.rosters.bad_rows import BAD_ROWS
from tests.stores import keys_in
from tests.wire import Wire
from tests.words import words
from tests.world import ALICE, RunningService

PEOPLE, UNKNOWN, KILLED = 700, (7, 630, 631, 699), 2
"""The portal is killed at the second call that names nobody who is unknown: one was refused, and one is to follow."""
BAD = [text for text, _ in BAD_ROWS.values() if "\n" not in text]


@pytest.fixture
def people(service: RunningService) -> list[str]:
    return add_people(service, ORG, PEOPLE)


@pytest.fixture
def plans(tmp_path: Path, people: list[str]) -> Iterator[Plans]:
    """The store of the portal, with the plan of a roster in it."""
    database = Database(tmp_path / "masthead.db")
    plans = Plans(database)
    rows = [f"nobody-{at}@larkfield.example" if at in UNKNOWN else each for at, each in enumerate(people)]
    lines = compare(read_roster("\n".join(["email,role", *BAD, *rows])), [], exact=False).lines
    assert sum(line.action is RosterAction.WRONG for line in lines) >= 40
    goal = RosterGoal(TEAM, TITLE, lines)
    purpose = Purpose(ORG, keys_in(tmp_path).owner_of(ALICE), "Roster", KIND, serialize_goal(goal))
    create_plan(plans, purpose, first_calls(ORG, goal, TeamMembers(Members([]))))
    yield plans
    database.close()


@pytest.fixture
def wire(service: RunningService) -> Iterator[Wire]:
    with Wire(service) as wire:
        yield wire


@pytest.fixture
def desk(wire: Wire, tmp_path: Path, plans: Plans) -> Iterator[Desk]:
    desk = Desk(wire, tmp_path, plans)
    yield desk
    desk.program.kill()


@pytest.mark.parametrize("killed", [before_the_call, before_the_outcome])
def test_a_roster_goes_on_after_a_kill(
    desk: Desk, wire: Wire, service: RunningService, asked: Log, tmp_path: Path, killed: Killed
) -> None:
    happen, good = killed(wire, desk.program, tmp_path), itertools.count(1)

    def meddle(talk: Talk) -> bool:
        is_killed = all(map(_is_known, _named(talk.asked.body))) and next(good) == KILLED
        return happen(talk) if is_killed else wire.pass_on(talk)

    wire.faults["PUT"] = meddle
    desk.run()
    assert desk.program.is_killed
    wire.faults.clear()
    desk.start()
    desk.end_lease()
    ended = desk.run()
    if killed is before_the_call:  # which looks as if somebody had set it back: that is asked about
        assert ended.stuck
        desk.send("again", desk.unknown)
        ended = desk.run()
    assert ended.finished_at is not None
    assert len(roles(service)) == 4 + PEOPLE - len(UNKNOWN)
    refused = [told.partition("@")[0] for told in words(ended.differences) if told.startswith("nobody-")]
    assert sorted(refused) == sorted(f"nobody-{at}" for at in UNKNOWN)
    assert "more. Download the report" in words(ended.differences)[-1]  # lines that can't be used are told too
    bodies = [_named(each.body) for each in asked.all if each.line == f"PUT {PATH}"]
    done = Counter(name for names in bodies if all(map(_is_known, names)) for name in names)
    assert set(done.values()) == {1}
    assert len(done) == PEOPLE - len(UNKNOWN)


def _named(body: bytes) -> list[str]:
    """Whom a call names."""
    return [*json.loads(body)["add"]]


def _is_known(name: str) -> bool:
    return not name.startswith("nobody-")
