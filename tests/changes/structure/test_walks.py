"""Stacks of plans, undone and redone in turn: each person takes back what they did."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from random import Random

import pytest

from masthead.changes import add_undo_plan
from masthead.changes.structure.drafting import Where, name_group, remove_group
from masthead.changes.structure.fitting import containers
from masthead.changes.structure.tree import SectionItem, SiteStructure, SpaceItem, is_new
from masthead.store import Plan
from tests.changes.structure.desk import HELP, Desk, Draw, NewDesk, moved, shape
from tests.changes.structure.editors import Editor
from tests.changes.structure.model import Model
from tests.changes.structure.test_arranging import DEVELOPERS, PRODUCT, RELEASES, START
from tests.changes.structure.test_planning import planned
from tests.loops import for_each
from tests.words import words

SEEDS = (2, 6, 7, 27, 33)
"""Few, as each takes seconds; all but the first once ended with a change "outside of this bulk change"."""
OF_OTHERS = "outside of this bulk change"


def drawn(base: SiteStructure, random: Random) -> SiteStructure:
    """What an editor makes of it, without what it added: those spaces are not at the service."""
    editor = Editor(base.copy(), random)
    for _ in range(random.randint(1, 4)):
        editor.act()
    now = editor.now
    for item in [id_ for id_ in now.spaces if is_new(id_)]:
        for line in (*containers(now).values(), now.moved):
            line[:] = [each for each in line if each != item]
        del now.spaces[item]
        if now.default_space == item:
            now.default_space, now.default_section = base.default_space, base.default_section
    return now


def turned(desk: Desk, plans: list[Plan]) -> list[Plan]:
    """The undos of plans, from the last one on; none has anything to tell of somebody else."""
    found = []
    for plan in reversed(plans):
        number = add_undo_plan(desk.journal, desk.plans, plan)
        if number is None:
            continue
        found.append(desk.ended(number))
        assert not found[-1].stuck
        assert not [each for each in words(found[-1].differences) if OF_OTHERS in each]
    return found


@pytest.mark.exhaustive
@for_each("seed", SEEDS)
def test_nobody_else_is_told_of(new_desk: NewDesk, seed: int) -> None:
    desk = new_desk()
    random = Random(seed)  # noqa: S311 - only which things are changed
    before = shape(desk.live())
    plans = [desk.arrange(lambda base: drawn(base, random)) for _ in range(3)]
    for _ in range(2):
        backs = turned(desk, plans)
        assert shape(desk.live()) == before
        plans = turned(desk, backs)


def without_product(base: SiteStructure) -> SiteStructure:
    return remove_group(base, PRODUCT)


BENEATH: dict[str, Draw] = {
    "a group that moves": moved(PRODUCT, where="last"),
    "a section that joins it": moved(RELEASES, where="into", to=f"group:{PRODUCT}"),
    "another group that moves past it": moved(DEVELOPERS, where="before", to=START),
    "its title": lambda base: name_group(base, PRODUCT, "Freight", "truck"),
}


@pytest.mark.exhaustive
@for_each("what", BENEATH)
def test_what_is_beneath_its_deletion_is_undone_and_redone(new_desk: NewDesk, what: str) -> None:
    desk = new_desk()
    shapes = [shape(desk.live())]
    plans = []
    for draw in (BENEATH[what], without_product):
        plans.append(desk.arrange(draw))
        shapes.append(shape(desk.live()))
    for _ in range(2):
        backs = []
        for plan, expected in zip(reversed(plans), reversed(shapes[:-1]), strict=True):
            backs.append(desk.undone(plan))
            assert (shape(desk.live()), words(backs[-1].differences)) == (expected, ())
        plans = []
        for back, expected in zip(reversed(backs), shapes[1:], strict=True):
            plans.append(desk.undone(back))
            assert (shape(desk.live()), words(plans[-1].differences)) == (expected, ())


LINE = [f"s{number}" for number in range(4)]
Moved = tuple[tuple[str, ...], list[str]]
START, GUIDE, RELEASES = (f"sitespace_help_{name}" for name in ("start", "guide", "releases"))


def site(line: list[str], *items: str) -> SiteStructure:
    spaces = {id_: SpaceItem(id_.upper(), id_, None, f"space-{id_}") for id_ in line}
    return SiteStructure(["a"], {}, {"a": line}, {}, {"a": SectionItem("A")}, spaces, moved=[*items])


def moves(line: list[str], count: int = 1) -> Iterator[Moved]:
    """What is moved and the order then, for each way to move so many at once."""
    for items in combinations(line, count):
        rest = [item for item in line if item not in items]
        for place in range(len(rest) + 1):
            if (after := [*rest[:place], *items, *rest[place:]]) != line:
                yield items, after


def carried_out_with_pauses(model: Model, wanted: SiteStructure) -> list[str]:
    """What was sent, where the calls are worked out anew before each of them."""
    sent = []
    while changes := planned(model, wanted).changes:
        assert model.do(changes[0])
        sent.append(changes[0].summary)
    return sent


def is_all_named(model: Model, wanted: SiteStructure) -> bool:
    """Whether something that the plan leaves is told as a difference."""
    found = planned(model, wanted)
    return bool(found.left or found.conflicts)


@for_each("items, order", [each for count in (1, 2, 3) for each in moves(LINE, count)])
def test_what_a_review_shows_is_sent_or_named_and_what_a_colleague_ordered_stays(
    items: tuple[str, ...], order: list[str]
) -> None:
    for _, theirs in [*moves(order), *moves(order, 2)]:
        model, wanted = Model(site(theirs)), site(LINE, *items)
        model.begun = site(order)
        found = planned(model, wanted)
        sent = carried_out_with_pauses(model, wanted)
        is_as_shown = model.now.held == found.after.held and sent == [each.summary for each in found.changes]
        assert is_as_shown or is_all_named(model, wanted)
        assert [item for item in model.now.held["a"] if item not in items] == [
            item for item in theirs if item not in items
        ]


def noted(item: str, where: Where) -> Draw:
    """A move, of which the page has sent what was moved."""
    return lambda base: replace(moved(item, where=where)(base), moved=[item])


def order_of_help(desk: Desk) -> list[str]:
    (line,) = desk.live(HELP).held.values()
    return line


def undone_as_shown(desk: Desk, plan: Plan) -> Plan:
    back = desk.undo_of(plan)
    shown = [step.intent.summary for step in desk.plans.steps(back)]
    back = desk.ended(back.number)
    assert [step.intent.summary for step in desk.plans.steps(back)] == shown
    return back


@for_each(
    "first, second, left, in_the_end",
    [
        ((RELEASES, "first"), (GUIDE, "first"), [GUIDE, START, RELEASES], [START, RELEASES, GUIDE]),
        ((GUIDE, "up"), (RELEASES, "first"), [RELEASES, START, GUIDE], [START, GUIDE, RELEASES]),
        ((GUIDE, "down"), (START, "last"), [GUIDE, RELEASES, START], [START, GUIDE, RELEASES]),
    ],
)
def test_each_takes_back_their_own_move(
    new_desk: NewDesk, first: tuple[str, Where], second: tuple[str, Where], left: list[str], in_the_end: list[str]
) -> None:
    desk = new_desk()
    desks = (desk, desk.bob)
    plans = [each.arrange(noted(*move), HELP) for each, move in zip(desks, (first, second), strict=True)]
    for each, plan, expected in zip(desks, plans, (left, in_the_end), strict=True):
        assert words(undone_as_shown(each, plan).differences) == ()
        assert order_of_help(desk) == expected
