"""Sixty spaces put the other way round by a portal that is killed on the way: right in the end, none twice."""

from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from masthead.store.bulk.changes import BulkChanges
from masthead.store.bulk.steps import StepState
from masthead.store.database import Database
from tests.asked import Log
from tests.bulk_changes import ORG
from tests.faults.desk import Desk
from tests.faults.hostile import Talk
from tests.records import add_site_spaces, ask
from tests.wire import Wire
from tests.words import words
from tests.world import ALICE, RunningService

API = f"/v1/orgs/{ORG}/sites/site_help/site-spaces"
STRUCTURE = f"/orgs/{ORG}/sites/site_help/structure"
SPACES, THERE_BEFORE, KILLED = 60, 3, 36


def line(service: RunningService) -> list[str]:
    """The site spaces, as readers meet them."""
    listed = ask(service, ALICE, "GET", f"{API}?limit={SPACES}").get_json()["items"]
    return [each["id"] for each in listed]


@pytest.fixture
def wire(service: RunningService) -> Iterator[Wire]:
    add_site_spaces(service, "site_help", "space_handbook", [None] * (SPACES - THERE_BEFORE))
    with Wire(service) as wire:
        yield wire


@pytest.fixture
def desk(wire: Wire, tmp_path: Path) -> Iterator[Desk]:
    with closing(Database(tmp_path / "masthead.db")) as database:
        desk = Desk(wire, tmp_path, BulkChanges(database))
        yield desk
        desk.program.kill()


def reverse(desk: Desk, order: list[str]) -> None:
    """Arrange it in a draft, and let a bulk change apply that."""
    token = desk.program.open(STRUCTURE)["csrf_token"]
    numbers = {f"at-0-{item}": str(number) for number, item in enumerate(order[::-1], 1)}
    desk.program.send(STRUCTURE, {"csrf_token": token, "do": "positions", **numbers})
    desk.program.send(f"{STRUCTURE}/review", desk.program.open(f"{STRUCTURE}/review"))


def test_it_ends_the_other_way_round_and_no_move_is_sent_twice(
    desk: Desk, wire: Wire, service: RunningService, asked: Log
) -> None:
    before = line(service)
    asked.clear()
    moves = 0

    def kill(talk: Talk) -> bool:
        nonlocal moves
        moves += 1
        if moves != KILLED:
            return wire.pass_on(talk)
        wire.told(talk)  # it is carried out, and nobody hears of it
        desk.program.kill()
        return False

    wire.faults["POST"] = kill
    reverse(desk, before)
    killed = desk.run()
    assert desk.program.is_killed
    assert (killed.finished_steps, killed.counts[StepState.SENT]) == (KILLED - 1, 1)
    wire.faults.clear()
    desk.start()
    desk.end_lease()
    ended = desk.run()
    assert (ended.is_stuck, words(ended.differences)) == (False, ())
    assert set(Counter(asked.writes).values()) == {1}
    assert len(asked.writes) == SPACES - 1
    assert line(service) == before[::-1]
