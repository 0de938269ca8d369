"""Two people change, undo and redo one value, singly and by plans: each undo is offered where its value is there."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

import pytest

from masthead.changes import Change, add_undo_plan, apply, create_plan, preview_undo
from masthead.changes.members import read_members
from masthead.changes.roster.goal import TeamMembers, serialize_goal
from masthead.changes.roster.syncing import KIND as ROSTER
from masthead.changes.roster.syncing import first_calls
from masthead.changes.structure.drafting import edit_space
from masthead.changes.undo import undo_change
from masthead.store import Entry, Plan, Purpose
from tests.changes.roster.crew import TEAM, reviewed
from tests.changes.structure.desk import DOCS, ORG, Desk
from tests.changes.undoing.kinds import KINDS, members_of, settings_of
from tests.histories import HISTORIES
from tests.loops import for_each

STEPS = 14
GUIDE = "sitespace_docs_guide"
IVAN = members_of(TEAM, ("user_ivan",))
PATHS = settings_of("updateSiteSpace", (DOCS, GUIDE), path=("guide", "mine", "theirs"))
CONDITIONS = settings_of("updateSiteSpace", (DOCS, GUIDE), condition=(None, "visitor.claims.a", "visitor.claims.b"))


@dataclass(frozen=True)
class Value:
    """A value of some kind: its name, the values that it may have, and how a plan brings one of them about."""

    kind: Any
    name: str
    planned: Callable[[Desk, Any], int]

    def now(self, desk: Desk) -> Any:  # noqa: ANN401 - JSON
        return self.kind.now(desk.api)[self.name]

    def change(self, desk: Desk, value: Any) -> Change[Any]:  # noqa: ANN401 - JSON
        made: Change[Any] = self.kind.change(desk.api, {self.name: value})
        return made


def stepwise(kind: str, thing: str, name: str) -> Value:
    def planned(desk: Desk, value: Any) -> int:  # noqa: ANN401 - JSON
        change = KINDS[thing].change(desk.api, {name: value})
        return create_plan(desk.plans, Purpose(ORG, desk.owner, "Change it", kind, None), [change])

    return Value(KINDS[thing], name, planned)


def arranged(desk: Desk, path: str) -> int:
    return desk.arrange(lambda base: edit_space(base, GUIDE, path, None)).number


def conditioned(desk: Desk, condition: str | None) -> int:
    return desk.arrange(lambda base: edit_space(base, GUIDE, base.spaces[GUIDE].path, condition)).number


def listed(desk: Desk, role: str | None) -> int:
    goal = reviewed(desk.api, f"user_ivan,{role or 'remove'}")
    changes = first_calls(ORG, goal, TeamMembers(read_members(desk.api, ORG, TEAM)))
    return create_plan(desk.plans, Purpose(ORG, desk.owner, "Members", ROSTER, serialize_goal(goal)), changes)


VALUES = {
    "a name": stepwise("settings", "organization", "title"),
    "a role": stepwise("roles", "space", "team_docs"),
    "a path": Value(PATHS, "path", arranged),
    "a condition": Value(CONDITIONS, "condition", conditioned),
    "a member": Value(IVAN, "user_ivan", listed),
}


@dataclass(frozen=True)
class Done:
    """An entry, the plan that sent it, whose value there was before, and whose after it."""

    entry: Entry
    before: int
    after: int
    desk: Desk
    plan: Plan | None = None


class Walk:
    """`whose` is the number of the entry that set what is there, 0 for what there was at first."""

    def __init__(self, desk: Desk, value: Value, random: Random) -> None:
        self.desk, self.value, self.random, self.whose = desk, value, random, 0
        self.values = {0: value.now(desk)}
        self.done: list[Done] = []

    def step(self) -> None:
        desk = self.random.choice([self.desk, self.desk.bob])
        if not self.done or self.random.random() < 0.3:
            self.set(desk)
        else:
            there = [each for each in self.done if each.after == self.whose]
            self.undo(desk, self.random.choice(there if there and self.random.random() < 0.7 else self.done))
        for each in self.done:
            offered = undo_change(each.entry, self.desk.journal) is not None
            assert offered == (each.after == self.whose)

    def set(self, desk: Desk) -> None:
        now = self.value.now(desk)
        wanted = self.random.choice([each for each in self.value.kind.choices[self.value.name] if each != now])
        if self.random.random() < 0.5:
            self.note(desk, self.sent(desk, self.value.change(desk, wanted)), wanted)
        else:
            plan = desk.ended(self.value.planned(desk, wanted))
            self.note(desk, self.entries(plan)[-1], wanted, plan)

    def undo(self, desk: Desk, done: Done) -> None:
        """Offered where what it left is there; if so, what it found is there afterwards."""
        is_there = done.after == self.whose
        found = preview_undo(desk.api, done.entry, self.desk.journal)
        assert found.possible == is_there
        if done.plan is not None and self.random.random() < 0.6:
            self.undo_plan(done, done.plan, is_there=is_there)
        elif is_there:
            self.note(desk, self.sent(desk, found.change()), self.values[done.before], undone=done)

    def undo_plan(self, done: Done, plan: Plan, *, is_there: bool) -> None:
        now, number = self.value.now(done.desk), add_undo_plan(self.desk.journal, self.desk.plans, plan)
        back = None if number is None else done.desk.ended(number)
        entries = [] if back is None else self.entries(back)
        assert bool(entries) == is_there
        if entries:
            self.note(done.desk, entries[-1], self.values[done.before], back, undone=done)
        assert is_there or self.value.now(done.desk) == now

    def note(
        self,
        desk: Desk,
        entry: Entry,
        wanted: Any,  # noqa: ANN401 - JSON
        plan: Plan | None = None,
        undone: Done | None = None,
    ) -> None:
        assert self.value.now(desk) == wanted
        before, self.whose = self.whose, entry.number if undone is None else undone.before
        self.values[self.whose] = wanted
        self.done.append(Done(entry, before, self.whose, desk, plan))

    def sent(self, desk: Desk, change: Change[Any]) -> Entry:
        return self.entry(apply(desk.api, desk.journal, change).entry)

    def entries(self, plan: Plan) -> Sequence[Entry]:
        return [self.entry(step.entry) for step in self.desk.plans.steps(plan) if step.entry is not None]

    def entry(self, number: int) -> Entry:
        found = self.desk.journal.entry(ORG, number)
        assert found is not None
        return found


@pytest.mark.parametrize("what", VALUES)
@for_each("seed", range(HISTORIES // 25))
def test_an_undo_is_offered_where_what_the_change_left_is_there(desks: Desk, what: str, seed: int) -> None:
    walk = Walk(desks, VALUES[what], Random(f"{what} {seed}"))  # noqa: S311 - the same each time
    for _ in range(STEPS):
        walk.step()
