"""Alice, who arranges sites through plans at a service whose switches turn."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from itertools import count
from pathlib import Path

from masthead.bulk.runner import Runner
from masthead.bulk.undo import add_undo_plan
from masthead.client import Api, ResponseCache, Transport
from masthead.store.entries import Entry
from masthead.store.journal.journal import Journal
from masthead.store.plans.plans import Plans
from masthead.store.plans.steps import Plan, Purpose
from masthead.store.responses.responses import ResponseStore
from masthead.store.responses.versions import StoredCacheVersions
from masthead.structure.arranging import KIND
from masthead.structure.attempts import StructureGoal, serialize_goal
from masthead.structure.drafting import MoveTarget, move_items
from masthead.structure.reading import read
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
"""Seconds after which a plan that waits for the service may go on."""
PATIENT = 60.0
"""Seconds of a slice, so that it ends where the plan does, however busy the machine is."""
Draw = Callable[[SiteStructure], SiteStructure]


@dataclass
class Desk:
    """Alice, a service whose switches turn, and her plans."""

    service: RunningService
    asked: Log
    api: Api
    plans: Plans
    journal: Journal
    clock: Clock
    apis: Mapping[str, Api] = field(default_factory=dict)
    owner: str = "alice"

    @property
    def bob(self) -> "Desk":
        """The desk of a colleague at the same service, with the same journal."""
        return replace(self, api=self.apis["bob"], owner="bob")

    def live(self, site: str = DOCS) -> SiteStructure:
        return read(self.api, ORG, site).structure

    def arrange(self, draw: Draw, site: str = DOCS, *, readd: bool = True, reorder: bool = True) -> Plan:
        """Bring about what `draw` makes of the structure; the plan when it has ended."""
        plan = self.add(draw, site, readd=readd, reorder=reorder)
        self.asked.clear()
        return self.ended(plan.number)

    def add(
        self, draw: Draw, site: str = DOCS, *, readd: bool = False, reorder: bool = False, crosses: bool = True
    ) -> Plan:
        """A plan for what `draw` makes of the structure, which waits to be started."""
        base = self.live(site)
        goal = StructureGoal(ORG, site, "Site", base, draw(base), readd, reorder, crosses=crosses)
        return self.plan(self.plans.add(Purpose(ORG, self.owner, "Arrange", KIND, serialize_goal(goal)), []))

    def run(self, plan: Plan, seconds: float = PATIENT) -> Plan:
        """Run one slice; the plan after it. Time stands still, so it looks as often on a slow machine as elsewhere."""
        Runner(self.api, self.journal, self.plans, seconds=seconds, monotonic=self.clock).run(plan)
        return self.plan(plan.number)

    def entry(self, number: int | None) -> Entry:
        """What the journal has under this number."""
        entry = self.journal.entry(ORG, number or 0)
        assert entry is not None
        return entry

    def plan(self, number: int | None) -> Plan:
        plan = self.plans.plan(ORG, number or 0, self.owner)
        assert plan is not None
        return plan

    def ended(self, number: int) -> Plan:
        for _ in range(MAX_SLICES):
            plan = self.plan(number)
            if plan.finished_at is not None or plan.stuck:
                return plan
            self.run(plan)
            self.clock.pass_(MAX_WAIT)
        raise AssertionError("the plan does not end")

    def undone(self, plan: Plan) -> Plan:
        number = add_undo_plan(self.journal, self.plans, plan)
        assert number is not None
        return self.ended(number)

    def undo_of(self, plan: Plan) -> Plan:
        """The plan that undoes it, as it stands before its start."""
        number = add_undo_plan(self.journal, self.plans, plan)
        assert number is not None
        Runner(self.api, self.journal, self.plans).prepare(self.plan(number))
        return self.plan(number)

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
    yield Desk(service, log, apis["alice"], Plans(database, clock), journal, clock, apis)
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
