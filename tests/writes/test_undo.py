"""Two people change, undo and redo things, singly and by plans: an undo gives back what nobody else has set since."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from contract.organization.organizations import UPDATE_ORGANIZATION, OrganizationUpdate
from contract.organization.team_members import UPDATE_TEAM_MEMBERS
from masthead.bulk.goals.members import KIND as ROSTER
from masthead.bulk.goals.members import MembersComparison
from masthead.bulk.reconcile import add_undo
from masthead.client import Api
from masthead.resources import BY_UPDATE
from masthead.rosters.comparison import wanted_json
from masthead.store.bulk.steps import BulkChange, Mark, Purpose, StepState
from masthead.store.entries import Entry, Outcome, State, Subject
from masthead.store.journal.journal import Journal
from masthead.structure.actions import edit_space
from masthead.structure.tree import SiteStructure
from masthead.writes.check import check_entry
from masthead.writes.roles import ROLE_ASSIGNMENTS, read_members
from masthead.writes.send import Change, apply, build_intent
from masthead.writes.undo import preview_undo, split_values, undo_change
from tests.asked import listen
from tests.bulk.roster.crew import reviewed
from tests.bulk_changes import add_changes
from tests.histories import HISTORIES
from tests.loops import for_each
from tests.structure.desk import ORG, Desk, new_desks
from tests.world import RunningService
from tests.writes.kinds import GUIDE, HOMES, KINDS, OPERATIONS, PEOPLE, Kind, Values, members_of
from tests.writes.lost import lost, saved

STEPS = 8
STRUCTURE, LIST = "structure", "roster"
WALKS: Mapping[str, Kind] = {
    **KINDS,
    STRUCTURE: replace(KINDS["space of a site"], alone=True),
    LIST: members_of(OPERATIONS, "user_ivan"),
}


def bulk_change_of(desk: Desk, name: str, values: Values) -> int:
    """Store the bulk change that sets these values of a kind."""
    if name == STRUCTURE:
        return desk.add(lambda base: _edited(base, values)).number
    if name == LIST:
        ((person, role),) = values.items()
        goal = reviewed(desk.api, f"{person},{role or 'remove'}")
        calls = MembersComparison(goal, read_members(desk.api, ORG, OPERATIONS)).calls(ORG)
        return add_changes(desk.bulk_changes, Purpose(ORG, desk.owner, "Members", ROSTER, wanted_json(goal)), calls)
    change = WALKS[name].change(desk.api, values)
    kind = "roles" if change.endpoint.name in ROLE_ASSIGNMENTS else "settings"
    return add_changes(desk.bulk_changes, Purpose(ORG, desk.owner, "Change it", kind, None), [change])


def _edited(base: SiteStructure, values: Values) -> SiteStructure:
    now = base.spaces[GUIDE]
    return edit_space(base, GUIDE, values.get("path", now.path), values.get("condition", now.condition))


def ended(desk: Desk, number: int) -> BulkChange:
    """To its end; a step that would overwrite what somebody else has set is left out."""
    bulk = desk.ended(number)
    while bulk.finished_at is None:
        for step in desk.bulk_changes.steps(bulk, states=[StepState.FAILED]):
            desk.bulk_changes.decide_step(bulk, Mark(step.position, StepState.SKIPPED))
        bulk = desk.ended(number)
    return bulk


@dataclass(frozen=True)
class Done:
    """An entry of the journal, from what to what it led each field, and whose each was before and after it.

    `along` is what the API set along with it, if there was an answer. `bulk` has sent it.
    """

    entry: Entry
    was: Values
    became: Values
    before: Mapping[str, int]
    after: Mapping[str, int]
    desk: Desk
    along: Values
    bulk: BulkChange | None = None
    is_undo: bool = False


class Walk:
    """`whose` is, by field, the number of the entry that set what is there, 0 for what there was at first.

    Nobody knows that of the fields `in_doubt`: what set them has no answer.
    """

    def __init__(self, desk: Desk, name: str, random: Random) -> None:
        self.desk, self.name, self.kind, self.random = desk, name, WALKS[name], random
        self.now = self.kind.now(desk.api)
        self.whose: dict[str, int] = {}
        self.in_doubt: set[str] = set()
        self.done: list[Done] = []

    def step(self) -> None:
        desk, chance = self.random.choice([self.desk, self.desk.bob]), self.random.random()
        if not self.done or chance < 0.25:
            self.set(desk, self.drawn())
        elif chance < 0.35:
            self.set_elsewhere()
        elif chance < 0.45:
            self.lose(desk)
        else:
            newest = self.random.random() < 0.5
            self.undo(desk, self.done[-1] if newest else self.random.choice(self.done))
        self.check_offer(self.random.choice(self.done))

    def drawn(self) -> Values:
        """New values; or what an earlier change set, or found."""
        if self.done and self.random.random() < 0.4:
            earlier = self.random.choice(self.done)
            values = self.random.choice([earlier.was, earlier.became])
            known = values.keys() & self.kind.choices.keys()
            if others := {name: values[name] for name in sorted(known) if self.now[name] != values[name]}:
                return others
        return self.other_home() or self.kind.drawn(self.now, self.random)

    def other_home(self) -> Values:
        """What was set along with something else, set by itself."""
        homes = HOMES.get(self.now.get("defaultSiteSection", ""), ())
        others = [each for each in homes if each != self.now["defaultSiteSpace"]]
        return {"defaultSiteSpace": self.random.choice(others)} if others and self.random.random() < 0.5 else {}

    def set(self, desk: Desk, values: Values) -> Done:
        if self.random.random() < 0.3:
            bulk = ended(desk, bulk_change_of(desk, self.name, values))
            return self.note(desk, self.entries(bulk)[-1], values, bulk=bulk)
        return self.note(desk, self.sent(desk, self.kind.change(desk.api, values)), values)

    def set_elsewhere(self) -> None:
        """A colleague sets something, and the journal does not know of it."""
        values = self.drawn()
        if self.name == "members" and None in values.values():
            return  # who left may be anybody
        self.write(self.kind.change(self.desk.api, values))
        self.now |= {**values, **self.set_along(values)}
        if self.name == LIST:  # a list that is undone takes what is as it asked for what it did
            self.in_doubt |= values.keys()

    def lose(self, desk: Desk) -> None:
        """A change whose answer is lost, mostly with one of a colleague after it; then somebody looks for it."""
        values, is_carried_out = self.drawn(), self.random.random() < 0.5
        change = self.kind.change(desk.api, values)
        number = self.desk.journal.begin(build_intent(change, desk.owner))
        before = {each: self.whose.get(each, 0) for each in (*values, *self.along(values))}
        was = {name: self.now[name] for name in values}
        if is_carried_out:
            self.write(change)
            self.now |= {**values, **self.set_along(values)}
            self.whose |= dict.fromkeys(before, number)
        self.desk.journal.write_outcome(number, Outcome(State.UNKNOWN))
        if self.random.random() < 0.7:
            self.set(desk.bob, self.other_home() or self.kind.drawn(self.now, self.random))
        found = check_entry(desk.api, self.desk.entry(number), self.desk.journal)
        assert found.state in {State.SAVED if is_carried_out else State.NOT_SAVED, State.UNKNOWN}
        self.desk.journal.write_outcome(number, found)
        if found.state is State.SAVED:
            after = dict.fromkeys(before, number)
            self.done.append(Done(self.desk.entry(number), was, values, before, after, desk, {}))
        elif found.state is State.UNKNOWN:
            self.in_doubt |= {*values, *self.along(values)}

    def undo(self, desk: Desk, done: Done) -> None:
        if done.bulk is not None and self.random.random() < 0.6:
            self.undo_bulk_change(done, done.bulk)
        else:
            self.undo_entry(desk, done)

    def undo_entry(self, desk: Desk, done: Done) -> None:
        """What is as the change left it goes back, of a value with parts those that are; the rest is asked about."""
        found = preview_undo(desk.api, done.entry, self.desk.journal)
        back = {name: done.was[name] for name in self.as_left(done)}
        for name in done.was.keys() - back.keys():
            parts = {} if self.now[name] in (done.was[name], done.became[name]) else self.parts_back(done, name)
            if parts and name in found.back:
                back[name] = found.back[name]
                there, after = split_values(self.now[name], back[name]) or ({}, {})
                assert after == {key: part for key, part in {**there, **parts}.items() if part is not None}
        called = {address: name for name, address in PEOPLE.items()}
        named = {called.get(name, name) for name in found.back}
        offered, doubted = {*done.was} if self.kind.alone and found.possible else named, self.doubted(done.was)
        if self.name == "members" and done.is_undo:  # which knows no address of whom it removes
            doubted |= {name for name in done.was if self.now[name] is None}
        assert offered <= back.keys()
        assert offered - doubted == back.keys() - doubted
        if found.possible:
            sent = {name: value for name, value in back.items() if name in offered}
            self.note(desk, self.sent(desk, found.change()), sent, undone=done)

    def undo_bulk_change(self, done: Done, bulk: BulkChange) -> None:
        """Nothing that somebody else has set goes back; all does where nobody has."""
        own, number = self.as_left(done), add_undo(self.desk.journal, self.desk.bulk_changes, bulk)
        back = None if number is None else ended(done.desk, number)
        now = self.kind.now(self.desk.api)
        others, doubted = self.along(done.was), self.doubted(done.was)
        changed = {name: value for name, value in now.items() if value != self.now[name] and name not in others}
        assert changed == {name: done.was[name] for name in changed if name in {*own, *doubted}}
        is_whole = not doubted and len(own) == len(self.changed(done))
        assert changed.keys() == set(own) or not is_whole
        if changed and back is not None:
            self.note(done.desk, self.entries(back)[-1], changed, undone=done, bulk=back)

    def check_offer(self, done: Done) -> None:
        """A bulk change would take back what is still the change's own, by what the journal says.

        Without a read it may take a member who was named by an address for somebody whom another call named by an id.
        """
        change = undo_change(done.entry, self.desk.journal)
        own = [name for name in self.changed(done) if self.is_own(done, name)]
        is_sure = self.name != "members" and not self.doubted(done.was)
        assert change is None or own or not is_sure
        assert change is not None or not (own and is_sure)

    def changed(self, done: Done) -> list[str]:
        return [name for name in done.was if done.was[name] != done.became[name]]

    def as_left(self, done: Done) -> list[str]:
        left = {**done.became, **done.along}
        own = [name for name in self.changed(done) if self.is_own(done, name)]
        return [
            name
            for name in own
            if all(self.now[each] == left[each] for each in (name, *self.along([name])) if each in left)
        ]

    def is_own(self, done: Done, name: str) -> bool:
        return all(self.whose[each] == done.after[each] for each in (name, *self.along([name])))

    def doubted(self, names: Iterable[str]) -> frozenset[str]:
        return frozenset(name for name in names if not self.in_doubt.isdisjoint((name, *self.along([name]))))

    def along(self, names: Iterable[str]) -> list[str]:
        return [self.kind.sets[name] for name in names if name in self.kind.sets]

    def set_along(self, names: Iterable[str]) -> dict[str, Any]:
        now = self.kind.now(self.desk.api)
        return {name: now[name] for name in self.along(names)}

    def parts_back(self, done: Done, name: str) -> dict[Any, Any]:
        """Those that it changed and that are as it left them."""
        parts: Sequence[Any] = split_values(done.was[name], done.became[name], self.now[name]) or ({}, {}, {})
        was, became, there = parts
        changed = [key for key in {**was, **became} if was.get(key) != became.get(key)]
        return {key: was.get(key) for key in changed if there.get(key) == became.get(key)}

    def note(
        self, desk: Desk, entry: Entry, values: Values, undone: Done | None = None, bulk: BulkChange | None = None
    ) -> Done:
        """That is there now, and nothing else has changed."""
        was, along = {name: self.now[name] for name in values}, self.set_along(values)
        self.now |= {**values, **along}
        assert self.kind.now(self.desk.api) == self.now
        before = {each: self.whose.get(each, 0) for each in (*values, *along)}
        after = {each: undone.before.get(each, entry.number) if undone else entry.number for each in before}
        self.whose |= after
        self.done.append(Done(entry, was, values, before, after, desk, along, bulk, undone is not None))
        return self.done[-1]

    def write(self, change: Change[Any]) -> None:
        self.desk.api.write(change.endpoint, *change.ids, body=change.body, organization=change.organization)

    def sent(self, desk: Desk, change: Change[Any]) -> Entry:
        return self.desk.entry(apply(desk.api, desk.journal, change).entry)

    def entries(self, bulk: BulkChange) -> Sequence[Entry]:
        return [self.desk.entry(step.entry) for step in self.desk.bulk_changes.steps(bulk) if step.entry is not None]


@pytest.mark.parametrize("seed", range(max(HISTORIES // 100, 1)))
@pytest.mark.quick(cases=1)
@for_each("name", WALKS)
def test_an_undo_gives_back_what_nobody_else_has_set(
    service: RunningService, tmp_path: Path, seed: int, name: str
) -> None:
    (folder := tmp_path / name).mkdir()
    with new_desks(service, listen(service), folder) as new_desk:
        walk = Walk(new_desk(), name, Random(f"{name} {seed}"))  # noqa: S311 - the same each time
        before, done = walk.now.copy(), walk.set(walk.desk, walk.drawn())
        after = walk.now.copy()
        for expected in (before, after, before):
            walk.undo_entry(walk.desk.bob, walk.done[-1])
            assert walk.now == expected
        for _ in range(STEPS):
            walk.step()
    assert done.entry.outcome.state is State.SAVED


def test_every_change_that_can_be_undone_is_tried() -> None:
    tried = {name for kind in KINDS.values() for name in kind.endpoints}
    assert tried == {*BY_UPDATE, *ROLE_ASSIGNMENTS, UPDATE_TEAM_MEMBERS.name}


LOGO, OTHER = "https://larkfield.example/a.png", "https://larkfield.example/b.png"


def logo(to: str | None, **was: None) -> Change[Any]:
    subject = Subject("organization", ORG, "Larkfield")
    return Change(UPDATE_ORGANIZATION, (ORG,), subject, "Change it", OrganizationUpdate(logo=to), was=was)


@pytest.mark.parametrize("since", ["", "saved", "lost"])
def test_what_the_api_does_not_tell_goes_back_unless_somebody_may_have_set_it(
    api: Api, journal: Journal, since: str
) -> None:
    entry = saved(api, journal, logo(LOGO, logo=None))
    if since == "saved":
        saved(api, journal, logo(OTHER))
    if since == "lost":
        lost(api, journal, logo(OTHER), done=True)
    found = preview_undo(api, entry, journal)
    assert (found.back, [*found.touched]) == (({}, ["logo"]) if since else ({"logo": None}, []))
    if not since:
        saved(api, journal, found.change())
        assert preview_undo(api, entry, journal).done == ["logo"]


@for_each(
    "first, to, states",
    [
        (True, LOGO, (State.NOT_SAVED, State.UNKNOWN)),
        (False, OTHER, (State.UNKNOWN, State.UNKNOWN)),
        (False, None, (State.UNKNOWN, State.SAVED)),
    ],
)
def test_what_the_api_does_not_tell_is_no_proof(
    api: Api, journal: Journal, *, first: bool, to: str | None, states: tuple[State, State]
) -> None:
    """Whether a logo was lost on the way there, or the answer on the way back."""
    for done, state in zip((False, True), states, strict=True):
        saved(api, journal, logo(None if first else LOGO))
        entry = lost(api, journal, logo(to, **({"logo": None} if first else {})), done=done)
        assert check_entry(api, entry, journal).state is state
