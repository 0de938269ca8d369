"""A plan of sixty changes that meets a refusal and then a SIGKILL: it ends as wanted, and nothing is sent twice."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from masthead.store.bulk.changes import BulkChanges
from masthead.store.bulk.steps import StepState
from masthead.store.database import Database
from tests.asked import Log
from tests.bulk_changes import ORG, store_bulk_change
from tests.faults import faults
from tests.faults.desk import Desk
from tests.faults.hostile import Talk
from tests.records import add_sites, ask
from tests.stores import keys_in
from tests.wire import Wire
from tests.words import words
from tests.world import ALICE, RunningService

API = f"/v1/orgs/{ORG}/sites"
STEPS, REFUSED, KILLED = 60, 17, 41
NAMES = [f"{ORG}_{number:04}" for number in range(1, STEPS + 1)]


@pytest.fixture
def wire(service: RunningService) -> Iterator[Wire]:
    add_sites(service, ORG, STEPS)
    with Wire(service) as wire:
        yield wire


@pytest.fixture
def bulk_changes(tmp_path: Path) -> Iterator[BulkChanges]:
    """The store of the portal, with a bulk change of sixty steps in it."""
    database = Database(tmp_path / "masthead.db")
    bulk_changes = BulkChanges(database)
    store_bulk_change(bulk_changes, keys_in(tmp_path).owner_of(ALICE), NAMES)
    yield bulk_changes
    database.close()


@pytest.fixture
def desk(wire: Wire, tmp_path: Path, bulk_changes: BulkChanges) -> Iterator[Desk]:
    desk = Desk(wire, tmp_path, bulk_changes)
    yield desk
    desk.program.kill()


def test_it_ends_as_wanted_and_nothing_is_sent_twice(
    desk: Desk, wire: Wire, service: RunningService, asked: Log
) -> None:
    def meddle(talk: Talk) -> bool:
        if talk.asked.target.endswith(NAMES[REFUSED - 1]):
            return faults.refusal(422, "Not now.")(talk)
        return wire.pass_on(talk)

    def kill(talk: Talk) -> bool:
        if not talk.asked.target.endswith(NAMES[KILLED - 1]):
            return wire.pass_on(talk)
        wire.told(talk)  # it is carried out, and nobody hears of it
        desk.program.kill()
        return False

    wire.faults["PATCH"] = meddle
    stopped = desk.run()
    assert (stopped.finished_steps, stopped.counts[StepState.FAILED]) == (REFUSED - 1, 1)
    wire.faults["PATCH"] = kill
    desk.send("retry", REFUSED)
    killed = desk.run()
    assert desk.program.is_killed
    assert (killed.finished_steps, killed.counts[StepState.SENT]) == (KILLED - 1, 1)
    wire.faults.clear()
    desk.start()
    assert desk.send("run") == killed  # the right of the dead portal has not ended yet
    desk.end_lease()
    ended = desk.run()
    assert (ended.counts, words(ended.differences)) == ({StepState.DONE: STEPS}, ())
    assert Counter(asked.writes) == {f"PATCH {API}/site_{name}": 1 for name in NAMES}
    sites = ask(service, ALICE, "GET", f"{API}?title=Site&limit=1000").get_json()["items"]
    assert [site["agentsContext"] for site in sites] == ["excluded"] * STEPS
