"""Changes are made, undone and redone, while others change things too: undo gives back what they left alone."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

import pytest

from contract.organization.team_members import UPDATE_TEAM_MEMBERS
from masthead.changes import Change, apply, check_entry, intent_of, preview_undo, why_not_undoable
from masthead.changes.creations import CREATIONS, DELETIONS
from masthead.changes.editable_settings import EDITABLE_SETTINGS
from masthead.changes.merging import split_values
from masthead.changes.roles import ROLE_ASSIGNMENTS
from masthead.client import Api
from masthead.store import Entry, Journal, Outcome, State
from tests.changes.lost import entry
from tests.changes.undoing.kinds import KINDS, Kind
from tests.histories import HISTORIES
from tests.loops import for_each

STEPS = 8


@dataclass(frozen=True)
class Done:
    """An entry of the journal, from what to what it led each field, and whose each was before and after it.

    So of the parts of a value that has some, by the name of the field and the key of the part.
    """

    entry: Entry
    was: Mapping[str, Any]
    became: Mapping[str, Any]
    before: Mapping[Any, int]
    after: Mapping[Any, int]


class Walk:
    """Changes of one thing; `whose` is, by field, the number of the entry whose value it has, 0 for the first."""

    def __init__(self, api: Api, journal: Journal, kind: Kind, random: Random) -> None:
        self.api, self.journal, self.kind, self.random = api, journal, kind, random
        self.whose: dict[Any, int] = {}

    def drawn(self) -> tuple[Change[Any], dict[str, Any]]:
        values = self.kind.drawn(self.api, self.random)
        return self.kind.change(self.api, values), values

    def changed(self) -> Done:
        return self.sent(*self.drawn())

    def sent(self, change: Change[Any], wanted: Mapping[str, Any], undone: Done | None = None) -> Done:
        now, number = self.kind.now(self.api), apply(self.api, self.journal, change).entry
        assert self.kind.now(self.api) == {**now, **wanted}
        was = {name: now[name] for name in wanted}
        before: dict[Any, int] = {each: self.whose.get(each, 0) for each in (*wanted, *changed_parts(was, wanted))}
        after: dict[Any, int] = {each: number if undone is None else undone.before.get(each, number) for each in before}
        self.whose |= after
        return Done(entry(self.journal, number), was, wanted, before, after)

    def undone(self, done: Done) -> list[Done]:
        """What undoing it does: one more entry, or none where others have set all of it since."""
        now = self.kind.now(self.api)
        own = [name for name in done.was if self.whose[name] == done.after[name]]
        back = {name: done.was[name] for name in own if now[name] == done.became[name] != done.was[name]}
        assert why_not_undoable(done.entry, self.journal.undoings(done.entry.number)) == ""
        found = preview_undo(self.api, done.entry, self.journal)
        for name in done.was.keys() - back.keys():
            expected = {} if now[name] == done.was[name] else self.parts_back(done, name, now[name])
            assert (name in found.back) == bool(expected)
            if expected:
                back[name] = found.back[name]
                there, after = split_values(now[name], back[name]) or ({}, {})
                assert after == {key: part for key, part in {**there, **expected}.items() if part is not None}
        assert found.possible == bool(back)
        if not back:
            return []
        again = self.sent(found.change(), back, done)
        assert again.entry.intent.undoes == done.entry.number
        return [again]

    def parts_back(self, done: Done, name: str, now: object) -> dict[Any, Any]:
        """Those that it changed and that are as it left them; none where somebody else set one of them again."""
        changed = [key for at, key in changed_parts(done.was, done.became) if at == name]
        was, became, there = split_values(done.was[name], done.became[name], now) or ({}, {}, {})
        own = [key for key in changed if there.get(key) == became.get(key)]
        theirs = [key for key in own if self.whose.get((name, key), 0) != done.after[name, key]]
        return {} if theirs else {key: was.get(key) for key in own}

    def lost(self) -> Done | None:
        """A change whose answer is lost, and one of a colleague after it; the first one, if it is found to be saved."""
        change, wanted = self.drawn()
        now, number = self.kind.now(self.api), self.journal.begin(intent_of(change, self.api.owner))
        done = self.random.random() < 0.5
        if done:
            self.api.write(change.endpoint, *change.ids, body=change.body, organization=change.organization)
        self.journal.settle(number, Outcome(State.UNKNOWN))
        was = {name: now[name] for name in wanted}
        touched: tuple[Any, ...] = (*wanted, *changed_parts(was, wanted))
        before = {each: self.whose.get(each, 0) for each in touched}
        self.whose |= dict.fromkeys(touched, number) if done else {}
        if self.random.random() < 0.7:
            self.changed()
        found = check_entry(self.api, entry(self.journal, number), self.journal)
        assert found.state in {State.SAVED if done else State.NOT_SAVED, State.UNKNOWN}
        if found.state is not State.SAVED:
            return None
        self.journal.settle(number, found)
        return Done(entry(self.journal, number), was, wanted, before, dict.fromkeys(touched, number))


def changed_parts(was: Mapping[str, Any], became: Mapping[str, Any]) -> list[tuple[str, Any]]:
    """The name and the key of each part that differs, of values that have parts."""
    pairs: dict[str, Sequence[Any]] = {name: split_values(was[name], became[name]) or ({}, {}) for name in was}
    return [(name, key) for name, (old, new) in pairs.items() for key in {**old, **new} if old.get(key) != new.get(key)]


@pytest.mark.parametrize("seed", range(HISTORIES // 50))
@for_each("name", KINDS)
def test_undo_gives_back_what_nobody_else_has_changed(api: Api, journal: Journal, name: str, seed: int) -> None:
    walk = Walk(api, journal, KINDS[name], Random(f"{name} {seed}"))  # noqa: S311 - the same each time
    entries = [walk.changed()]
    for _ in range(STEPS):
        chance = walk.random.random()
        if chance < 0.2:  # a colleague, whose change is in no journal
            change, _ = walk.drawn()
            api.write(change.endpoint, *change.ids, body=change.body, organization=change.organization)
        elif chance < 0.4:  # a colleague, whose change is in the journal
            entries.append(walk.changed())
        else:
            entries += walk.undone(walk.random.choice(entries))


@pytest.mark.parametrize("seed", range(HISTORIES // 100))
@for_each("name", KINDS)
def test_a_value_that_a_colleague_set_again_is_not_taken_back(api: Api, journal: Journal, name: str, seed: int) -> None:
    walk = Walk(api, journal, KINDS[name], Random(f"{name} {seed} again"))  # noqa: S311 - the same each time
    done = walk.changed()
    for values in (done.was, done.became):
        walk.sent(walk.kind.change(api, values), values)
    assert walk.undone(done) == []


@pytest.mark.parametrize("seed", range(HISTORIES // 60))
@for_each("name", KINDS)
def test_lost_answers_are_found_out_and_undone(api: Api, journal: Journal, name: str, seed: int) -> None:
    walk = Walk(api, journal, KINDS[name], Random(f"{name} {seed} lost"))  # noqa: S311 - the same each time
    entries = [walk.changed()]
    for _ in range(STEPS // 2):
        entries += [found] if (found := walk.lost()) is not None else []
        entries += walk.undone(walk.random.choice(entries))


@for_each("name", KINDS)
def test_undo_after_undo_alternates(api: Api, journal: Journal, name: str) -> None:
    walk = Walk(api, journal, KINDS[name], Random(name))  # noqa: S311 - the same each time
    before = walk.kind.now(api)
    done = walk.changed()
    after = walk.kind.now(api)
    for expected in (before, after, before, after, before):
        (done,) = walk.undone(done)
        assert walk.kind.now(api) == expected


def test_every_change_that_can_be_undone_is_tried() -> None:
    tried = {name for kind in KINDS.values() for name in kind.endpoints}
    assert tried == {*EDITABLE_SETTINGS, *ROLE_ASSIGNMENTS, UPDATE_TEAM_MEMBERS.name}
    assert not tried & {*CREATIONS, *DELETIONS}
