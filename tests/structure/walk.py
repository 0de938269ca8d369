"""Bulk changes of a site that is a model: calls are answered, lost or found out about, and taken back."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from contract.publishing.section_groups import MOVE_SECTION_GROUP
from contract.publishing.site_spaces import MOVE_SITE_SPACE
from masthead.bulk.goal import Replan
from masthead.bulk.goals.structure import KIND, SiteGoal, StructureGoal, plan_calls, replan_from, serialize_goal
from masthead.store.bulk.steps import BulkChange, Purpose, Step, StepState
from masthead.store.entries import Entry, Outcome, State
from masthead.structure.calls import Allowed, Planned
from masthead.structure.observe import ADDS
from masthead.structure.read import Live
from masthead.structure.tree import SiteStructure
from masthead.writes.send import Change, build_intent
from tests.structure.colleague import Colleague
from tests.structure.model import Model
from tests.words import words

MAX_ROUNDS = 40
ALL = Allowed(readd=True, reorder=True)
MOVES = {MOVE_SITE_SPACE.name, MOVE_SECTION_GROUP.name}
"""Where something is may say nothing of a move; who added something that is there never shows; all else does."""
STATES = {
    State.SAVED: StepState.DONE,
    State.REFUSED: StepState.FAILED,
    State.NOT_SAVED: StepState.NOT_SAVED,
    State.UNKNOWN: StepState.DOUBTFUL,
}


@dataclass
class Fates:
    """What becomes of calls. `lost`: the part of them without an answer; `found`: how many of those are looked for.

    `bob` changes the site between the calls, at most `acts` times. Then no answer to an addition or a move is lost:
    nobody could tell what he took back from what was never done.
    """

    random: Random
    lost: float = 0.0
    found: float = 1.0
    bob: Colleague | None = None
    acts: int = 0


class Run:
    """One bulk change; `left` is what it says in the end."""

    def __init__(self, model: Model, purpose: Purpose, fates: Fates) -> None:
        self.model, self.fates = model, fates
        self.bulk = BulkChange(1, purpose, 0.0)
        self.steps: list[Step] = []
        self.entries: list[Entry] = []
        self.remaining = Replan()

    @property
    def is_done(self) -> bool:
        """Whether nothing is left that it can do."""
        return not self.remaining.changes

    @classmethod
    def of(
        cls,
        model: Model,
        wanted: SiteStructure,
        fates: Fates | None = None,
        base: SiteStructure | None = None,
        allowed: Allowed = ALL,
    ) -> "Run":
        """What a person drafted of a base, or of the site as it is, and agreed to."""
        begun = base or model.now.copy()
        goal = StructureGoal("org", "site", "Site", begun, wanted, allowed.readd, allowed.reorder)
        return cls(model, Purpose("org", "alice", "Arrange", KIND, serialize_goal(goal)), fates or Fates(Random(0)))  # noqa: S311

    def carry_out(self, *, stops: bool = False) -> "Run":
        """Until nothing is left, or somebody stops it after some calls."""
        for _ in range(MAX_ROUNDS):
            self.look()
            changes = self.remaining.changes
            if not changes:
                return self._end()
            count = self.fates.random.randint(1, len(changes))
            for change in changes[:count]:
                if not self._send(change):
                    break
            if stops:
                self.look()
                return self._end()
            self._meanwhile()
        raise AssertionError(f"no end in sight: {[each.intent.summary for each in self.entries]}")

    def back(self) -> "Run | None":
        """The undo of what it has done; None where there is nothing to take back."""
        wanted = SiteGoal().undo(self.bulk, self.entries).wanted
        if wanted is None:
            return None
        return Run(self.model, replace(self.bulk.purpose, wanted=wanted, title="Undo: Arrange"), self.fates)

    @property
    def left(self) -> list[str]:
        """What it says that it could not bring about."""
        return list(words(self.remaining.left))

    def look(self) -> Replan:
        """What is left to do now."""
        tried = [each for each in self.steps if each.state is not StepState.NOT_SAVED]
        self.remaining = replan_from(build_live(self.model.now), self.bulk, tried)
        if self.remaining.first is not None:
            self.bulk = replace(self.bulk, report=self.remaining.first)
        return self.remaining

    def _end(self) -> "Run":
        self.bulk = replace(self.bulk, report=self.remaining.report, finished_at=1.0)
        return self

    def _send(self, change: Change[Any]) -> bool:
        chance, adds = self.fates.random, change.endpoint.name in ADDS
        can_be_lost = self.fates.bob is None or change.endpoint.name not in MOVES | ADDS
        if chance.random() >= self.fates.lost or not can_be_lost:
            return self.note(change, self.model.do(change))
        outcome = self.model.do(change) if chance.random() < 0.5 else Outcome(State.NOT_SAVED)
        if outcome.state is State.REFUSED:
            return self.note(change, outcome)
        is_found = change.endpoint.name not in MOVES | ADDS or chance.random() < self.fates.found
        is_found = is_found and not (adds and outcome.state is State.SAVED)
        self.note(change, replace(outcome, became={}) if is_found else Outcome(State.UNKNOWN))
        return False

    def note(self, change: Change[Any], outcome: Outcome) -> bool:
        """Keep what came of a call; whether that was success."""
        number, intent = len(self.steps) + 1, build_intent(change, "alice")
        self.steps.append(Step(number, STATES[outcome.state], intent, number, outcome=outcome))
        self.entries.append(Entry(number, 0.0, "", intent, outcome))
        return outcome.state is State.SAVED

    def _meanwhile(self) -> None:
        if self.fates.bob is not None and self.fates.bob.acts < self.fates.acts:
            self.fates.bob.act(self.model)


def planned(base: SiteStructure, wanted: SiteStructure, *, readd: bool = True, reorder: bool = True) -> Planned:
    """The first calls of a draft of what there is."""
    return plan_calls(StructureGoal("org", "site", "Site", base, wanted, readd, reorder), build_live(base))


def build_live(structure: SiteStructure) -> Live:
    """What four reads tell of a published site, whose groups are listed in their order."""
    anything: Any = object()
    groups = {id_: structure.groups[id_] for id_ in structure.top if id_ in structure.groups}
    return Live(anything, replace(structure.copy(), groups=groups), is_ordered=True)


def shape(structure: SiteStructure, left: Iterable[str] = ()) -> dict[str, Any]:
    """What has to be as wanted, under names that do not depend on ids.

    Where empty groups are is not shown, so nothing is said of an order of groups of which `left` tells.
    """
    spaces = {id_: item.space for id_, item in structure.spaces.items()}
    groups = {id_: item.title for id_, item in structure.groups.items()}
    is_seen = not any("The place of the group" in each for each in left)
    return {
        "order of groups": [groups[id_] for id_ in structure.top if structure.members.get(id_) and is_seen],
        "members": {groups[id_]: [*ids] for id_, ids in structure.members.items()},
        "held": {section: [spaces[id_] for id_ in ids] for section, ids in structure.held.items() if ids},
        "paths": {item.space: item.path for item in structure.spaces.values() if item.path},
        "conditions": {item.space: item.condition for item in structure.spaces.values()},
        "groups": sorted((item.title, item.icon or "") for item in structure.groups.values()),
        "home": (structure.default_section, spaces.get(structure.default_space)),
    }


def shape_as_drafted(now: SiteStructure, wanted: SiteStructure, left: Iterable[str] = ()) -> dict[str, Any]:
    """The shape of the site without the paths that it gave to what is new in the draft."""
    new, found = {each.space for each in wanted.spaces.values() if not each.path}, shape(now, left)
    return found | {"paths": {space: path for space, path in found["paths"].items() if space not in new}}
