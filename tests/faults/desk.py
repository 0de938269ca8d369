"""Somebody in front of a portal that is run, and killed, and run again, with a bulk change to carry out."""

import sqlite3
import time
from contextlib import closing
from pathlib import Path

import requests

from masthead.store.bulk.changes import BulkChanges
from masthead.store.bulk.steps import BulkChange, StepState
from tests.bulk_changes import BULK_CHANGES, ORG
from tests.faults.hostile import Fault, Talk
from tests.faults.program import Program
from tests.stores import keys_in
from tests.wire import Wire
from tests.world import ALICE

BULK_CHANGE = f"{BULK_CHANGES}/1"
MAX_SLICES = 60
WRITES = ("POST", "PUT", "PATCH", "DELETE")


class Desk:
    """Alice, and the first bulk change of the portal whose files are in a folder."""

    def __init__(self, wire: Wire, folder: Path, bulk_changes: BulkChanges) -> None:
        self._wire, self._folder, self._bulk_changes = wire, folder, bulk_changes
        self.owner = keys_in(folder).owner_of(ALICE)
        self._browser = requests.Session()
        self.program = self.start()
        self.program.send("/sign-in", self.program.open("/sign-in") | {"token": ALICE})
        self._token = self.program.open(BULK_CHANGE)["csrf_token"]

    def start(self) -> Program:
        """Run the portal, in front of the same browser, so that a session goes on."""
        self.program = Program(self._wire.url, self._folder)
        self.program.browser = self._browser
        self.program.open(BULK_CHANGE)
        return self.program

    def send(self, do: str, step: int = 0) -> BulkChange:
        """Send one of the bulk change's forms, without scripts; the bulk change after it."""
        self.program.send(BULK_CHANGE, {"csrf_token": self._token, "do": do, "step": str(step)})
        return self.bulk

    def run(self) -> BulkChange:
        """Go on until something is in the way; the bulk change then."""
        bulk = self.send("run")
        for _ in range(MAX_SLICES):
            if bulk.finished_at is not None or bulk.is_stuck or self.program.is_killed:
                return bulk
            time.sleep(max(0, (bulk.waits_until or 0) - time.time()))  # the API was slow, and the page waits
            bulk = self.send("continue")
        raise AssertionError(bulk)

    def build_killer(self, points: list[str], most: int) -> Fault:
        """Build a fault that kills the portal at different calls, which it adds to `points`; every second is lost."""

        def kill(talk: Talk) -> bool:
            point = f"{talk.asked.method} {talk.asked.target} {talk.asked.body!r}"
            if point in points or len(points) == most:
                return self._wire.pass_on(talk)
            points.append(point)
            if len(points) % 2:
                self._wire.told(talk)  # it is carried out, and nobody hears of it
            self.program.kill()
            return False

        return kill

    def end_lease(self) -> None:
        """Let the right of a dead portal to run the bulk change end now; what ends before that has ended too."""
        with closing(sqlite3.connect(self._folder / "masthead.db", isolation_level=None)) as other:
            other.execute("UPDATE bulk_changes SET held_until = 0, continues_until = 0")

    @property
    def unknown(self) -> int:
        """The position of the only step of which nobody knows what it did."""
        (step,) = self._bulk_changes.steps(self.bulk, states=[StepState.UNKNOWN])
        return step.position

    @property
    def bulk(self) -> BulkChange:
        found = self._bulk_changes.get(ORG, 1, self.owner)
        assert found is not None
        return found
