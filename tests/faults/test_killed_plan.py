"""A plan of 500 changes that meets a refusal and then a SIGKILL: it ends as wanted, and nothing is sent twice."""

import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from store import Database, Plan, Plans, StepState, read_keys
from tests.asked import Log
from tests.faults import faults
from tests.faults.hostile import Talk
from tests.faults.program import Program
from tests.planned import ORG, PLANS, store_plan
from tests.records import add_sites, ask
from tests.wire import Wire
from tests.world import ALICE, RunningService

API = f"/v1/orgs/{ORG}/sites"
PLAN = f"{PLANS}/1"
STEPS, REFUSED, KILLED = 500, 137, 300
NAMES = [f"{ORG}_{number:04}" for number in range(1, STEPS + 1)]
MOST_SLICES = 60


@pytest.fixture
def wire(service: RunningService) -> Iterator[Wire]:
    add_sites(service, ORG, STEPS)
    with Wire(service) as wire:
        yield wire


@pytest.fixture
def plans(tmp_path: Path) -> Iterator[Plans]:
    """The store of the portal, with a plan of 500 steps in it."""
    database = Database(tmp_path / "masthead.db")
    plans = Plans(database)
    store_plan(plans, read_keys(tmp_path).owner_of(ALICE), NAMES)
    yield plans
    database.close()


class Desk:
    """Alice in front of a portal that is run, and killed, and run again."""

    def __init__(self, wire: Wire, folder: Path, plans: Plans) -> None:
        self._wire, self._folder, self._plans = wire, folder, plans
        self.owner = read_keys(folder).owner_of(ALICE)
        self.program = self.start()

    def start(self) -> Program:
        """Run the portal, and sign in."""
        self.program = Program(self._wire.url, self._folder)
        self.program.send("/sign-in", self.program.open("/sign-in") | {"token": ALICE})
        self._token = self.program.open(PLAN)["csrf_token"]
        return self.program

    def send(self, do: str, step: int = 0) -> Plan:
        """Send one of the plan's forms, without scripts; the plan after it."""
        self.program.send(PLAN, {"csrf_token": self._token, "do": do, "step": str(step)})
        return self.plan

    def run(self) -> Plan:
        """Go on until something is in the way; the plan then."""
        plan = self.send("run")
        for _ in range(MOST_SLICES):
            if plan.finished_at is not None or plan.stuck or self.program.is_killed:
                return plan
            plan = self.send("continue")
        raise AssertionError(plan)

    @property
    def plan(self) -> Plan:
        found = self._plans.plan(ORG, 1, self.owner)
        assert found is not None
        return found


@pytest.fixture
def desk(wire: Wire, tmp_path: Path, plans: Plans) -> Iterator[Desk]:
    desk = Desk(wire, tmp_path, plans)
    yield desk
    desk.program.kill()


def test_it_ends_as_wanted_and_nothing_is_sent_twice(
    desk: Desk, wire: Wire, service: RunningService, asked: Log, tmp_path: Path
) -> None:
    def meddle(talk: Talk) -> bool:
        if talk.asked.target.endswith(NAMES[REFUSED - 1]):
            return faults.answer(422, b'{"error": {"message": "Not now."}}')(talk)
        return wire.pass_on(talk)

    def kill(talk: Talk) -> bool:
        if not talk.asked.target.endswith(NAMES[KILLED - 1]):
            return wire.pass_on(talk)
        wire.hang_up(talk)  # it is carried out, and nobody hears of it
        desk.program.kill()
        return False

    wire.faults["PATCH"] = meddle
    stopped = desk.run()
    assert (stopped.settled, stopped.counts[StepState.FAILED]) == (REFUSED - 1, 1)
    wire.faults["PATCH"] = kill
    desk.send("retry", REFUSED)
    killed = desk.run()
    assert desk.program.is_killed
    assert (killed.settled, killed.counts[StepState.SENT]) == (KILLED - 1, 1)
    wire.faults.clear()
    desk.start()
    assert desk.send("run") == killed  # the right of the dead portal has not ended yet
    with closing(sqlite3.connect(tmp_path / "masthead.db", isolation_level=None)) as other:
        other.execute("UPDATE plans SET held_until = 0")
    ended = desk.run()
    assert (ended.counts, ended.differences) == ({StepState.DONE: STEPS}, ())
    assert Counter(asked.writes) == {f"PATCH {API}/site_{name}": 1 for name in NAMES}
    sites = ask(service, ALICE, "GET", f"{API}?title=Site&limit=1000").get_json()["items"]
    assert [site["agentsContext"] for site in sites] == ["excluded"] * STEPS
