"""Random histories of bulk changes, undone and redone: what only one touched is as they want it, the rest as it was."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from random import Random

import pytest

from masthead.bulk.reconcile import add_undo
from masthead.store.bulk.steps import BulkChange
from masthead.structure.tree import GroupItem, SectionItem, SiteStructure, SpaceItem, is_new, lines_by_key
from tests.histories import HISTORIES
from tests.loops import for_each
from tests.structure.colleague import Colleague
from tests.structure.desk import Desk, NewDesk
from tests.structure.desk import shape as shape_of_site
from tests.structure.editors import Editor
from tests.structure.model import Model
from tests.structure.test_edits import site
from tests.structure.walk import Fates, Run, shape, shape_as_drafted
from tests.words import words

OF_PLACES, MAYBE_ADDED = "The place of the group", "isn't known whether"
CANNOT_BE = (
    "is the home of the site",
    "The order in the site: ",
)  # of sections in no group, for which there is no call
OF_OTHERS = "outside of this bulk change"


def is_told(run: Run) -> bool:
    """Whether it could not do all, for what nobody can see or do.

    It blames nobody else, but for the order of a line in which it moved things of which it isn't known where they are.
    """
    told = [each for each in run.left if OF_PLACES not in each]
    if run.fates.lost and run.fates.found < 1:
        told = [each for each in told if not each.startswith("The order in ")]
    is_open = any(MAYBE_ADDED in each for each in told)
    assert is_open or all(any(cannot in each for cannot in CANNOT_BE) for each in told), told
    return any(OF_PLACES not in each for each in run.left)


@for_each("seed", range(HISTORIES))
def test_what_one_person_wants_is_brought_about_taken_back_and_done_again(seed: int) -> None:
    random = Random(seed)  # noqa: S311 - only which things are changed
    base = site(random)
    model = Model(base)
    fates = Fates(random, lost=random.choice([0.0, 0.3]), found=random.choice([0.0, 0.5, 1.0]))
    wanted = Editor(base.copy(), random).draft()
    run = Run.of(model, wanted, fates).carry_out(stops=random.random() < 0.2)
    is_whole = run.is_done and not is_told(run)
    shapes = [shape(model.now), shape(base)]
    if is_whole:
        assert shape_as_drafted(model.now, wanted, run.left) == shape(wanted, run.left)
    told = run.left
    for _ in range(3 if is_whole else 1):
        back = run.back()
        if back is None or is_told(back.carry_out()):
            return
        told = [*told, *back.left]
        run, shapes = back, shapes[::-1]
        hidden: dict[str, object] = {"order of groups": []} if any(OF_PLACES in each for each in told) else {}
        assert shape(model.now) | hidden == shapes[0] | hidden


# In these two, a space that was added again is moved back by the colleague, and gets another path.
@for_each("seed", [*range(HISTORIES), 2688, 1448])
def test_nothing_of_a_colleague_is_taken_back(seed: int) -> None:
    random = Random(seed)  # noqa: S311 - the same
    base = site(random)
    model, bob = Model(base), Colleague(random)
    fates = Fates(random, lost=random.choice([0.0, 0.3]), bob=bob, acts=3)
    wanted, stops = Editor(base.copy(), random).draft(8), random.random() < 0.2
    run = Run.of(model, wanted, fates).carry_out(stops=stops)
    assert bob.missing(model.now, run.left) == []
    assert stops or bob.unmet(base, wanted, model.now, run.left) == []
    bob.act(model)
    back = run.back()
    if back is not None:
        back.carry_out()
        assert bob.missing(model.now, back.left) == []


@for_each("seed", [7, 33])
@pytest.mark.exhaustive
def test_a_stack_of_bulk_changes_is_undone_and_redone_at_a_service(new_desk: NewDesk, seed: int) -> None:
    desk, random = new_desk(), Random(seed)  # noqa: S311 - only which things are changed
    before = shape_of_site(desk.live())
    bulk_changes = [desk.arrange(lambda base: without_new_spaces(base, random)) for _ in range(3)]
    backs = undone(desk, bulk_changes)
    assert shape_of_site(desk.live()) == before
    undone(desk, undone(desk, backs))
    assert shape_of_site(desk.live()) == before


def without_new_spaces(base: SiteStructure, random: Random) -> SiteStructure:
    """What an editor makes of it, without what it added: those spaces are not at the service."""
    now = Editor(base.copy(), random).draft(4)
    for item in [id_ for id_ in now.spaces if is_new(id_)]:
        for line in (*lines_by_key(now).values(), now.moved):
            line[:] = [each for each in line if each != item]
        del now.spaces[item]
        if now.default_space == item:
            now.default_space, now.default_section = base.default_space, base.default_section
    return now


def undone(desk: Desk, bulk_changes: list[BulkChange]) -> list[BulkChange]:
    """The undos of bulk changes, from the last one on; none has anything to tell of somebody else."""
    numbers = []
    for bulk in reversed(bulk_changes):
        if (number := add_undo(desk.journal, desk.bulk_changes, bulk)) is not None:
            found = desk.ended(number)
            assert not found.is_stuck
            assert not [each for each in words(found.differences) if OF_OTHERS in each]
            numbers.append(number)
    return [desk.bulk(number) for number in numbers]


def groups_and_sections(top: list[str], members: dict[str, list[str]], *moved: str) -> SiteStructure:
    sections = [*(item for item in top if item not in members), *(each for line in members.values() for each in line)]
    return SiteStructure(
        top,
        members,
        {section: [] for section in sections},
        {group: GroupItem(group) for group in members},
        {section: SectionItem(section) for section in sections},
        moved=[*moved],
    )


@for_each("seed", range(4))
def test_two_groups_change_places_around_a_section(seed: int) -> None:
    members = {"g0": ["a"], "g1": ["b"]}
    model = Model(groups_and_sections(["g0", "x", "g1"], members))
    wanted = groups_and_sections(["g1", "x", "g0"], members, "g0", "g1")
    run = Run.of(model, wanted, Fates(Random(seed))).carry_out()  # noqa: S311 - after how many calls it is looked again
    assert (model.now.top, run.left) == (wanted.top, [])


def test_a_group_that_went_beside_a_section_whose_group_a_colleague_deleted_is_taken_back() -> None:
    base = groups_and_sections(["g0", "g1"], {"g0": ["a"], "g1": ["b"]})
    model = Model(groups_and_sections(["a", "g1"], {"g1": ["b"]}))
    wanted = groups_and_sections(["new-1", "g0", "g1"], {"g0": ["a"], "g1": ["b"], "new-1": []}, "new-1")
    back = Run.of(model, wanted, base=base).carry_out().back()
    assert model.now.top == ["made-1", "a", "g1"]
    assert back is not None
    back.carry_out()
    assert model.now.top == ["a", "g1"]


@for_each("beside", [["s2"], []])
def test_what_a_colleague_set_of_a_space_stays_where_it_is_added_again_or_has_another_path_on_the_way(
    beside: list[str],
) -> None:
    base = row_of(["s0", "s1", "s2"])
    base.sections["b"], base.top = SectionItem("B"), ["a", "b"]
    base.held = {"a": ["s0", "s1", *({"s2"} - {*beside})], "b": beside}
    base.spaces["s2"] = replace(base.spaces["s2"], path="theirs")
    wanted, site_now = base.copy(), base.copy()
    wanted.held = {"a": [item for item in base.held["a"] if item != "s1"], "b": [*beside, "s1"]}
    wanted.spaces["s2"] = replace(wanted.spaces["s2"], path="other")
    site_now.spaces["s1"] = replace(site_now.spaces["s1"], path="theirs", condition="visitor.claims.theirs")
    model = Model(site_now)
    run = Run.of(model, wanted, base=base).carry_out()
    found = {each.space: (model.now.section_of(id_), each.path) for id_, each in model.now.spaces.items()}
    assert (found["space-s1"], run.left) == (("b", "theirs"), [])
    back = run.back()
    assert back is not None
    back.carry_out()
    assert [each.path for each in model.now.spaces.values() if each.space == "space-s1"] == ["theirs"]


LINE = [f"s{number}" for number in range(4)]
Moved = tuple[tuple[str, ...], list[str]]


def row_of(line: list[str], *items: str) -> SiteStructure:
    spaces = {id_: SpaceItem(id_.upper(), id_, None, f"space-{id_}") for id_ in line}
    return SiteStructure(["a"], {}, {"a": line}, {}, {"a": SectionItem("A")}, spaces, moved=[*items])


def moves(line: list[str], count: int = 1) -> Iterator[Moved]:
    """What is moved and the order then, for each way to move so many at once."""
    for items in combinations(line, count):
        rest = [item for item in line if item not in items]
        for place in range(len(rest) + 1):
            if (after := [*rest[:place], *items, *rest[place:]]) != line:
                yield items, after


@for_each("items, order", [each for count in (1, 2) for each in moves(LINE, count)])
def test_what_a_review_shows_is_sent_or_named_and_what_a_colleague_ordered_stays(
    items: tuple[str, ...], order: list[str]
) -> None:
    for _, theirs in moves(order):
        model, wanted = Model(row_of(theirs)), row_of(LINE, *items)
        run = Run.of(model, wanted, Fates(Random(0)), base=row_of(order))  # noqa: S311 - each call is looked at anew
        shown = run.look()
        run.carry_out()
        is_as_shown = [each.intent.summary for each in run.entries] == [each.summary for each in shown.changes]
        assert is_as_shown or run.left
        others = [[item for item in line if item not in items] for line in (model.now.held["a"], theirs)]
        assert others[0] == others[1]
