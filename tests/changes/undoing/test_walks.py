"""Changes are made, undone and redone, while others change things too: undo gives back what they left alone."""

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

import pytest

from changes import Change, apply, preview_undo, why_not
from changes.creations import CREATIONS, DELETIONS
from changes.editable_settings import EDITABLE_SETTINGS
from changes.roles import ROLE_ASSIGNMENTS
from client import Api
from contract.team_members import UPDATE_TEAM_MEMBERS
from store import Entry, Journal
from tests.changes.undoing.kinds import KINDS, ORG, Kind

STEPS = 8


@dataclass(frozen=True)
class Done:
    """An entry of the journal, and from what to what it led each field."""

    entry: Entry
    was: Mapping[str, Any]
    became: Mapping[str, Any]


def sent(api: Api, journal: Journal, kind: Kind, change: Change[Any], wanted: Mapping[str, Any]) -> Done:
    before = kind.now(api)
    entry = journal.entry(ORG, apply(api, journal, change).entry)
    assert entry is not None
    assert kind.now(api) == {**before, **wanted}
    return Done(entry, {name: before[name] for name in wanted}, wanted)


def undone(api: Api, journal: Journal, kind: Kind, done: Done) -> list[Done]:
    """What undoing it does: one more entry, or none where others have changed all of it."""
    now = kind.now(api)
    back = {name: done.was[name] for name, became in done.became.items() if now[name] == became}
    assert why_not(done.entry, journal.undoings(done.entry.number)) == ""
    found = preview_undo(api, done.entry)
    assert found.possible == bool(back)
    if not back:
        return []
    again = sent(api, journal, kind, found.change(), back)
    assert again.entry.intent.undoes == done.entry.number
    return [again]


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("name", KINDS)
def test_undo_gives_back_what_nobody_else_has_changed(api: Api, journal: Journal, name: str, seed: int) -> None:
    kind, random = KINDS[name], Random(f"{name} {seed}")  # noqa: S311 - the same each time
    values = kind.drawn(api, random)
    entries = [sent(api, journal, kind, kind.change(api, values), values)]
    for _ in range(STEPS):
        if random.random() < 0.3:  # a colleague, whose change is in no journal that is undone here
            values = kind.drawn(api, random)
            change = kind.change(api, values)
            api.write(change.endpoint, *change.ids, body=change.body, organization=change.organization)
        else:
            entries += undone(api, journal, kind, random.choice(entries))


@pytest.mark.parametrize("name", KINDS)
def test_undo_after_undo_alternates(api: Api, journal: Journal, name: str) -> None:
    kind = KINDS[name]
    values = kind.drawn(api, Random(name))  # noqa: S311 - the same each time
    before = kind.now(api)
    done = sent(api, journal, kind, kind.change(api, values), values)
    after = kind.now(api)
    for expected in (before, after, before, after, before):
        (done,) = undone(api, journal, kind, done)
        assert kind.now(api) == expected


def test_every_change_that_can_be_undone_is_tried() -> None:
    tried = {name for kind in KINDS.values() for name in kind.endpoints}
    assert tried == {*EDITABLE_SETTINGS, *ROLE_ASSIGNMENTS, UPDATE_TEAM_MEMBERS.name}
    assert not tried & {*CREATIONS, *DELETIONS}
