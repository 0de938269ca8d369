"""What a colleague redoes and undoes of before a change leaves what that change left, and its undo is offered again."""

from itertools import product

from masthead.changes import apply, preview_undo
from masthead.store import Entry
from tests.changes.lost import entry, settings
from tests.changes.structure.desk import Desk, NewDesk
from tests.loops import for_each

NAMES = {"title": "Larkfield Freight", "hostname": "larkfield"}


def undone(desk: Desk, of: Entry) -> Entry:
    found = preview_undo(desk.api, of, desk.journal)
    assert found.possible
    return entry(desk.journal, apply(desk.api, desk.journal, found.change()).entry)


def may_be_undone(desk: Desk, of: Entry) -> bool:
    return preview_undo(desk.api, of, desk.journal).possible


@for_each("name, swapped", list(product(NAMES, (False, True))))
def test_a_setting_may_be_redone_then(new_desk: NewDesk, name: str, *, swapped: bool) -> None:
    desks = new_desk()
    one, other = (desks.bob, desks) if swapped else (desks, desks.bob)

    def renamed(desk: Desk, to: str) -> Entry:
        return entry(desk.journal, apply(desk.api, desk.journal, settings({name: NAMES[name]}, **{name: to})).entry)

    first = renamed(one, "first")
    back = undone(one, first)
    own = undone(other, renamed(other, "second"))
    undone(one, back)
    assert not may_be_undone(other, own)
    undone(one, first)
    assert may_be_undone(other, own)
