"""The undo of a plan leaves what somebody has set since, though it be the same again."""

from masthead.changes.structure.drafting import edit_space, open_with
from tests.changes.structure.desk import Draw, NewDesk, moved, shape
from tests.changes.structure.test_lost_answers import PATH
from tests.changes.structure.test_set_back import API, DEVELOPERS, PARTNERS, RELEASES, named
from tests.loops import for_each
from tests.words import words

GUIDE = "sitespace_docs_guide"


def with_settings(path: str, condition: str | None) -> Draw:
    return lambda base: edit_space(base, GUIDE, path, condition)


def into(item: str, line: str) -> Draw:
    return moved(item, where="into", to=line)


def opening(space: str) -> Draw:
    return lambda base: open_with(base, space)


CASES: dict[str, tuple[Draw, Draw, str]] = {
    "a path": (with_settings("mine", None), with_settings("theirs", None), "The path of Shipping guide"),
    "a condition": (
        with_settings("guide", "visitor.claims.isCarrier"),
        with_settings("guide", "visitor.claims.isDriver"),
        "The condition of Shipping guide",
    ),
    "the title of a group": (named("Engineers"), named("Builders"), "The title of the group Engineers"),
    "the section of a space": (
        into(PARTNERS, f"section:{API}"),
        into(PARTNERS, f"section:{RELEASES}"),
        "The place of Partner onboarding",
    ),
    "the group of a section": (
        into(RELEASES, f"group:{DEVELOPERS}"),
        into(RELEASES, "group:group_product"),
        "The place of Release notes",
    ),
    "home": (opening(GUIDE), opening(PARTNERS), "The home of the site"),
}


LOST = {
    "a path": ("PATCH", f"{PATH}/site-spaces/*"),
    "the title of a group": ("PATCH", f"{PATH}/section-groups/*"),
    "the section of a space": ("POST", f"{PATH}/site-spaces/*/move"),
    "the group of a section": ("POST", f"{PATH}/section-groups/*/sections"),
}


@for_each("what", CASES)
def test_undo_of_undo_of_undo_alternates_where_nobody_else_sets_anything(new_desk: NewDesk, what: str) -> None:
    desk = new_desk()
    draw, _, _ = CASES[what]
    before = shape(desk.live())
    plan = desk.arrange(draw)
    after = shape(desk.live())
    for expected in (before, after, before, after):
        plan = desk.undone(plan)
        assert (shape(desk.live()), words(plan.differences)) == (expected, ())


@for_each("what", CASES)
def test_what_a_colleague_set_between_undo_and_redo_stays(new_desk: NewDesk, what: str) -> None:
    desk = new_desk()
    draw, other, _ = CASES[what]
    back = desk.undone(desk.arrange(draw))
    desk.bob.arrange(other)
    left = shape(desk.live()), desk.live().default_space
    desk.undone(back)
    assert (shape(desk.live()), desk.live().default_space) == left


@for_each("what", CASES)
def test_what_somebody_set_since_and_undid_is_undone_beneath_it(new_desk: NewDesk, what: str) -> None:
    desk = new_desk()
    draw, other, _ = CASES[what]
    shapes = [shape(desk.live())]
    plan = desk.arrange(draw)
    shapes.append(shape(desk.live()))
    above = desk.bob.arrange(other)
    above = desk.bob.undone(above)
    above = desk.bob.undone(above)
    desk.bob.undone(above)
    assert shape(desk.live()) == shapes[1]
    assert words(desk.undone(plan).differences) == ()
    assert shape(desk.live()) == shapes[0]
