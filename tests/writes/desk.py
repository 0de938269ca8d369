"""A place to make bulk changes and run them: the engine as a portal has it, on a wire to the service, and a clock."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from contract.publishing.sites import UPDATE_SITE, SiteUpdate, Visibility
from masthead.bulk.goal import Goal
from masthead.bulk.reconcile import GOALS, Runner, add_undo
from masthead.client import Api, Breaker, Limits, ResponseCache, Transport
from masthead.store.bulk.changes import BulkChanges
from masthead.store.bulk.steps import BulkChange, Purpose, Step
from masthead.store.entries import Subject
from masthead.store.journal.journal import Journal
from masthead.store.responses import ResponseStore, StoredCacheVersions
from masthead.writes.send import Change
from tests.bulk_changes import add_changes
from tests.faults.clock import Clock
from tests.records import ask
from tests.stores import keys_in, open_store
from tests.wire import Wire
from tests.world import ALICE, RunningService

ORG = "org_larkfield"
SITES = f"/v1/orgs/{ORG}/sites"
PATIENT = 60.0
"""Seconds of a slice, so that it ends where the bulk change does, however busy the machine is."""


def site_id(number: int) -> str:
    return f"site_{ORG}_{number:04}"


def opening(number: int, to: Visibility = "unlisted", was: str = "public") -> Change[Any]:
    """A change of one of the sites that `add_sites` makes."""
    subject = Subject("site", site_id(number), f"Site {number:04}")
    body = SiteUpdate(visibility=to)
    return Change(UPDATE_SITE, (ORG, site_id(number)), subject, f"Open site {number}", body, {"visibility": was})


def visibilities(service: RunningService, count: int) -> list[str]:
    sites = [ask(service, ALICE, "GET", f"{SITES}/{site_id(number)}").get_json() for number in range(1, count + 1)]
    return [site["visibility"] for site in sites]


def colleague(service: RunningService, number: int, visibility: str) -> None:
    ask(service, ALICE, "PATCH", f"{SITES}/{site_id(number)}", {"visibility": visibility})


class Desk:
    """One person's portal; `at` a folder that others may share."""

    def __init__(self, wire: Wire, at: Path, clock: Clock, kinds: Mapping[str, Goal] | None = None) -> None:
        self._database, self._listings = open_store(at / "masthead.db"), ResponseStore(at / "listings.db")
        limits = Limits(pause_seconds=(0.001, 0.001))
        self._transport = Transport(wire.url, limits=limits, breaker=Breaker(rest_seconds=0))
        self._kinds = kinds or GOALS
        self._clock = clock
        self.bulk_changes = BulkChanges(self._database, clock)
        self.journal = Journal(self._database, keys_in(at), clock)

    def make(self, changes: Sequence[Change[Any]], kind: str = "settings", wanted: object = None) -> BulkChange:
        purpose = Purpose(ORG, "alice", "Open sites", kind, wanted)
        return self.read(BulkChange(add_changes(self.bulk_changes, purpose, changes), purpose, 0))

    def read(self, bulk: BulkChange) -> BulkChange:
        found = self.bulk_changes.get(ORG, bulk.number, "alice")
        assert found is not None
        return found

    def run(self, bulk: BulkChange, *, seconds: float = PATIENT, resume: bool = True, token: str = ALICE) -> BulkChange:
        """Run one slice; the bulk change after it."""
        self._runner(seconds, token).run(bulk, resume=resume)
        return self.read(bulk)

    def undo_of(self, bulk: BulkChange) -> BulkChange:
        """The bulk change that undoes it, which waits to be started."""
        number = add_undo(self.journal, self.bulk_changes, bulk)
        assert number is not None
        return self.read(BulkChange(number, bulk.purpose, 0))

    def prepare(self, bulk: BulkChange) -> BulkChange:
        """Work out its steps; the bulk change after that."""
        self._runner(PATIENT, ALICE).compute_steps(bulk)
        return self.read(bulk)

    def _runner(self, seconds: float, token: str) -> Runner:
        memory = ResponseCache(self._listings, StoredCacheVersions(self._database), owner="alice")
        api = Api(self._transport, token=token, memory=memory, budget=10 * PATIENT)
        return Runner(api, self.journal, self.bulk_changes, self._kinds, seconds, self._clock)

    def steps(self, bulk: BulkChange) -> list[Step]:
        return self.bulk_changes.steps(bulk, limit=1000)

    def states(self, bulk: BulkChange) -> list[str]:
        return [step.state.value for step in self.steps(bulk)]

    def close(self) -> None:
        self._transport.close()
        self._listings.close()
        self._database.close()
