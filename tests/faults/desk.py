"""Somebody in front of a portal that is run, and killed, and run again, with a plan to carry out."""

import sqlite3
from contextlib import closing
from pathlib import Path

from masthead.store.plans.plans import Plans
from masthead.store.plans.steps import Plan, StepState
from tests.faults.program import Program
from tests.planned import ORG, PLANS
from tests.stores import keys_in
from tests.wire import Wire
from tests.world import ALICE

PLAN = f"{PLANS}/1"
MAX_SLICES = 60


class Desk:
    """Alice, and the first plan of the portal whose files are in a folder."""

    def __init__(self, wire: Wire, folder: Path, plans: Plans) -> None:
        self._wire, self._folder, self._plans = wire, folder, plans
        self.owner = keys_in(folder).owner_of(ALICE)
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
        for _ in range(MAX_SLICES):
            if plan.finished_at is not None or plan.stuck or self.program.is_killed:
                return plan
            plan = self.send("continue")
        raise AssertionError(plan)

    def end_lease(self) -> None:
        """Let the right of a dead portal to run the plan end now; what ends before that has ended too."""
        with closing(sqlite3.connect(self._folder / "masthead.db", isolation_level=None)) as other:
            other.execute("UPDATE plans SET held_until = 0, continues_until = 0")

    @property
    def unknown(self) -> int:
        """The position of the only step of which nobody knows what it did."""
        (step,) = self._plans.steps(self.plan, states=[StepState.UNKNOWN])
        return step.position

    @property
    def plan(self) -> Plan:
        found = self._plans.plan(ORG, 1, self.owner)
        assert found is not None
        return found
