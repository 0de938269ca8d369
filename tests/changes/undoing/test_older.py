"""What a colleague redoes and undoes of before a change leaves what that change left, and its undo is offered again."""

from itertools import product

from changes import IN_TEAM, apply, intent_of, preview_undo, remove_role
from changes.later import read_later
from changes.structure.drafting import edit_space
from store import Entry, Journal, Plan
from tests.changes.lost import DOCS, TEAM, entry, settings
from tests.changes.structure.desk import Desk, NewDesk
from tests.changes.undoing.test_two_people import GUIDE
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


def arranged(desk: Desk, path: str) -> Plan:
    return desk.arrange(lambda base: edit_space(base, GUIDE, path, None))


def only_entry(desk: Desk, plan: Plan) -> Entry:
    (step,) = desk.plans.steps(plan)
    return entry(desk.journal, step.entry or 0)


@for_each("single, single_before", list(product((False, True), repeat=2)))
def test_a_path_may_be_redone_then(new_desk: NewDesk, *, single: bool, single_before: bool) -> None:
    desks = new_desk()
    bob = desks.bob
    first = arranged(desks, "first")
    entry_of_first = only_entry(desks, first)
    back = undone(desks, entry_of_first) if single_before else only_entry(desks, desks.undone(first))
    own = arranged(bob, "second")
    own_back = bob.undone(own)
    undone(desks, back)
    assert not may_be_undone(bob, only_entry(bob, own_back))
    if single_before:
        undone(desks, entry_of_first)
    else:
        desks.undone(first)
    if single:
        assert may_be_undone(bob, only_entry(bob, own_back))
    else:
        again = bob.undone(own_back)
        assert (again.differences, bob.live().spaces[GUIDE].path) == ((), "second")


def test_an_address_is_that_of_the_person_who_has_it_now(journal: Journal) -> None:
    removal = remove_role(IN_TEAM, (*DOCS, "user_gone"), TEAM, "Remove them", "member", email="kim@larkfield.example")
    gone = journal.begin(intent_of(removal, "alice"))
    assert read_later(journal, entry(journal, gone)).ids == {"kim@larkfield.example": "user_gone"}
    since = read_later(journal, entry(journal, gone), {"user_new": "kim@larkfield.example"})
    assert since.ids == {"kim@larkfield.example": "user_new"}
