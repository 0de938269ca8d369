"""Alice, who arranges sites through bulk changes at a service whose switches turn."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from itertools import count
from pathlib import Path

from masthead.bulk.goals.structure import KIND, StructureGoal, serialize_goal
from masthead.bulk.reconcile import Runner, add_undo
from masthead.client import Api, ResponseCache, Transport
from masthead.store.bulk.changes import BulkChanges
from masthead.store.bulk.steps import BulkChange, Purpose
from masthead.store.entries import Entry
from masthead.store.journal.journal import Journal
from masthead.store.responses import ResponseStore, StoredCacheVersions
from masthead.structure.actions import MoveTarget, move_items
from masthead.structure.read import read_structure
from masthead.structure.tree import SiteStructure
from tests.asked import Log
from tests.faults.clock import Clock
from tests.records import ask
from tests.stores import keys_in, open_store
from tests.world import ALICE, RunningService

ORG, DOCS, HELP = "org_larkfield", "site_docs", "site_help"
SITE = f"/v1/orgs/{ORG}/sites/{DOCS}"
MAX_SLICES = 20
MAX_WAIT = 30.0
"""Seconds after which a bulk change that waits for the service may go on."""
PATIENT = 60.0
"""Seconds of a slice, so that it ends where the bulk change does, however busy the machine is."""
Draw = Callable[[SiteStructure], SiteStructure]


@dataclass
class Desk:
    """Alice, a service whose switches turn, and her bulk changes."""

    service: RunningService
    asked: Log
    api: Api
    bulk_changes: BulkChanges
    journal: Journal
    clock: Clock
    apis: Mapping[str, Api] = field(default_factory=dict)
    owner: str = "alice"

    @property
    def bob(self) -> "Desk":
        """The desk of a colleague at the same service, with the same journal."""
        return replace(self, api=self.apis["bob"], owner="bob")

    def live(self, site: str = DOCS) -> SiteStructure:
        return read_structure(self.api, ORG, site).structure

    def arrange(self, draw: Draw, site: str = DOCS, *, readd: bool = True, reorder: bool = True) -> BulkChange:
        """Bring about what `draw` makes of the structure; the bulk change when it has ended."""
        bulk = self.add(draw, site, readd=readd, reorder=reorder)
        self.asked.clear()
        return self.ended(bulk.number)

    def add(self, draw: Draw, site: str = DOCS, *, readd: bool = False, reorder: bool = False) -> BulkChange:
        """A bulk change for what `draw` makes of the structure, which waits to be started."""
        base = self.live(site)
        goal = StructureGoal(ORG, site, "Site", base, draw(base), readd, reorder)
        return self.bulk(self.bulk_changes.add(Purpose(ORG, self.owner, "Arrange", KIND, serialize_goal(goal)), []))

    def run(self, bulk: BulkChange, seconds: float = PATIENT) -> BulkChange:
        """Run one slice; the plan after it. Time stands still, so it looks as often on a slow machine as elsewhere."""
        Runner(self.api, self.journal, self.bulk_changes, seconds=seconds, monotonic=self.clock).run(bulk)
        return self.bulk(bulk.number)

    def entry(self, number: int | None) -> Entry:
        """What the journal has under this number."""
        entry = self.journal.entry(ORG, number or 0)
        assert entry is not None
        return entry

    def bulk(self, number: int | None) -> BulkChange:
        bulk = self.bulk_changes.get(ORG, number or 0, self.owner)
        assert bulk is not None
        return bulk

    def ended(self, number: int) -> BulkChange:
        for _ in range(MAX_SLICES):
            bulk = self.bulk(number)
            if bulk.finished_at is not None or bulk.is_stuck:
                return bulk
            self.run(bulk)
            self.clock.pass_(MAX_WAIT)
        raise AssertionError("the plan does not end")

    def undone(self, bulk: BulkChange) -> BulkChange:
        number = add_undo(self.journal, self.bulk_changes, bulk)
        assert number is not None
        return self.ended(number)

    def undo_of(self, bulk: BulkChange) -> BulkChange:
        """The bulk change that undoes it, as it stands before its start."""
        number = add_undo(self.journal, self.bulk_changes, bulk)
        assert number is not None
        Runner(self.api, self.journal, self.bulk_changes).compute_steps(self.bulk(number))
        return self.bulk(number)

    @property
    def writes(self) -> list[str]:
        return [line for line in self.asked.lines if not line.startswith("GET")]


NewDesk = Callable[[], Desk]


@contextmanager
def desk_at(service: RunningService, log: Log, folder: Path) -> Iterator[Desk]:
    """Alice's, and Bob's beside it, with what they keep in a folder."""
    database, listings, transport = (
        open_store(folder / "m.db"),
        ResponseStore(folder / "l.db"),
        Transport(service.url),
    )
    versions, clock = StoredCacheVersions(database), Clock()
    apis = {
        owner: Api(transport, token=ALICE, memory=ResponseCache(listings, versions, owner=owner), budget=600)
        for owner in ("alice", "bob")
    }
    journal = Journal(database, keys_in(folder), clock)
    yield Desk(service, log, apis["alice"], BulkChanges(database, clock), journal, clock, apis)
    transport.close()
    listings.close()
    database.close()


@contextmanager
def new_desks(service: RunningService, log: Log, folder: Path) -> Iterator[NewDesk]:
    """Make desks in turn, each with an empty journal, at the demo world as it was in the beginning."""
    numbers = count()
    with ExitStack() as opened:

        def make() -> Desk:
            opened.close()
            service.reset()
            (own := folder / f"desk-{next(numbers)}").mkdir()
            return opened.enter_context(desk_at(service, log, own))

        yield make


def colleague(desk: Desk, method: str, path: str, body: object = None) -> str:
    answer = ask(desk.service, ALICE, method, f"{SITE}/{path}".rstrip("/"), body)
    assert answer.status_code < 300
    return str(answer.json["id"]) if answer.json else ""


def shape(structure: SiteStructure) -> dict[str, object]:
    """What people see of it, whatever the ids."""
    title = {id_: item.title for kind in (structure.groups, structure.sections) for id_, item in kind.items()}
    return {
        "top": [title[item] for item in structure.top],
        "members": {title[group]: sections for group, sections in structure.members.items()},
        "held": {section: [structure.spaces[each].space for each in ids] for section, ids in structure.held.items()},
        "settings": {item.space: (item.path, item.condition) for item in structure.spaces.values()},
    }


def moved(*items: str, where: str, to: str = "") -> Draw:
    return lambda base: move_items(base, items, MoveTarget(where, to))  # type: ignore[arg-type]
