"""Spaces and groups that a plan adds or adds again, where a colleague has added or changed them."""

from dataclasses import replace

from masthead.changes.structure.drafting import MoveTarget, add_space, move_items, remove_space
from masthead.changes.structure.merged import PATH, PLACE, MergeConflict
from masthead.changes.structure.merging import merge
from masthead.changes.structure.progress import progress_of
from masthead.changes.structure.rearranging import with_moves_noted
from masthead.changes.structure.tree import ROOT, SectionItem, SiteStructure, SpaceItem
from masthead.store import Entry
from tests.changes.structure.model import Model
from tests.changes.structure.test_planning import carried_out, planned
from tests.changes.structure.test_taking_back import done, goal_back
from tests.loops import for_each
from tests.words import words

EMPTY = MoveTarget("into", "section:b")


def base() -> SiteStructure:
    return SiteStructure(
        top=["a", "b"],
        held={"a": ["s0", "s1"], "b": []},
        sections={"a": SectionItem("A"), "b": SectionItem("B")},
        spaces={id_: SpaceItem(id_.upper(), id_, None, f"space-{id_}") for id_ in ("s0", "s1")},
    )


def by_space(model: Model) -> dict[str, tuple[str, str, str | None]]:
    spaces = model.now.spaces.items()
    return {each.space: (model.now.section_of(id_), each.path, each.condition) for id_, each in spaces}


def edit(model: Model, item: str, path: str, condition: str | None = None) -> None:
    model.now.spaces[item] = replace(model.now.spaces[item], path=path, condition=condition)


def test_what_a_colleague_had_set_of_it_stays() -> None:
    wanted = move_items(base(), ["s1"], EMPTY)
    model = Model(base())
    edit(model, "s1", path="theirs", condition="visitor.claims.theirs")
    carried_out(model, wanted)
    assert by_space(model)["space-s1"] == ("b", "theirs", "visitor.claims.theirs")
    assert planned(model, wanted).left == []


def test_what_both_set_of_it_is_as_the_colleague_has_it_and_told() -> None:
    wanted = move_items(base(), ["s1"], EMPTY)
    wanted.spaces["s1"] = SpaceItem("S1", "mine", None, "space-s1")
    model = Model(base())
    edit(model, "s1", path="theirs")
    carried_out(model, wanted)
    assert by_space(model)["space-s1"] == ("b", "theirs", None)
    (told,) = words(planned(model, wanted).left)
    assert told.startswith("The path of S1: it was changed outside of this bulk change, so it stays “theirs”.")


def test_an_undo_leaves_what_a_colleague_had_set_of_it() -> None:
    wanted, model = move_items(base(), ["s1"], EMPTY), Model(base())
    edit(model, "s1", path="theirs")
    entries: list[Entry] = []
    while changes := planned(model, wanted).changes:
        entries += [done(model, number, change) for number, change in enumerate(changes, len(entries) + 1)]
    goal = goal_back(base(), wanted, entries, stopped=False)
    assert goal is not None
    model.begun, model.tried = goal.base, []
    carried_out(model, goal.wanted)
    assert by_space(model)["space-s1"] == ("a", "theirs", None)


def test_the_path_that_the_plan_itself_gave_it_before_is_not_a_colleagues() -> None:
    start = base()
    start.held["b"] = ["s2"]
    start.spaces["s2"] = SpaceItem("S2", "s1", None, "space-s2")
    wanted = move_items(start, ["s1"], EMPTY)
    wanted.spaces["s2"] = SpaceItem("S2", "other", None, "space-s2")
    model = Model(start, crosses=False)
    carried_out(model, wanted)
    assert by_space(model)["space-s1"] == ("b", "s1", None)
    assert planned(model, wanted).left == []


@for_each("other", ["a", ROOT])
def test_a_space_that_a_site_shows_twice_is_added_again_once(other: str) -> None:
    start = base()
    start.held.setdefault(other, []).append("s2")
    start.spaces["s2"] = SpaceItem("S1", "twice", None, "space-s1")
    wanted, model = move_items(start, ["s1"], EMPTY), Model(start)
    carried_out(model, wanted)
    assert model.now.held[other][-1] == "s2"
    assert model.now.held["b"] == ["made-1"]
    assert model.now.spaces["made-1"].path == "s1"


def test_two_of_a_space_that_a_site_shows_twice_change_places() -> None:
    start = base()
    start.held["b"] = ["s2", "s3"]
    start.spaces["s2"] = SpaceItem("S1", "twice", "visitor.claims.a", "space-s1")
    start.spaces["s3"] = SpaceItem("S3", "s3", None, "space-s3")
    wanted, model = start.copy(), Model(start, crosses=False)
    wanted.held = {"a": ["s0", "s2"], "b": ["s1", "s3"]}
    carried_out(model, wanted)
    held = {section: [model.now.spaces[each].path for each in line] for section, line in model.now.held.items()}
    assert held == {"a": ["s0", "twice"], "b": ["s1", "s3"]}
    assert sum(each.endpoint == "addSiteSpace" for each in model.tried) == 2
    assert planned(model, wanted).left == []


SPACE, ITEM = "space-s2", "theirs"
THEIRS = SpaceItem("S2", "theirs", "visitor.claims.theirs", SPACE)


def one_section() -> SiteStructure:
    ids = ("s0", "s1")
    spaces = {id_: SpaceItem(id_.upper(), id_, None, f"space-{id_}") for id_ in ids}
    return SiteStructure(["a"], {}, {"a": list(ids)}, {}, {"a": SectionItem("A")}, spaces, "a", "s0")


def added_by_colleague(site: SiteStructure) -> SiteStructure:
    result = site.copy()
    result.spaces[ITEM] = THEIRS
    result.held["a"].append(ITEM)
    return result


def test_it_stays_as_they_made_it() -> None:
    model = Model(one_section())
    model.now = added_by_colleague(one_section())
    assert carried_out(model, add_space(one_section(), SPACE, "S2", "a")) == 0
    assert merge(one_section(), add_space(one_section(), SPACE, "S2", "a"), model.now).conflicts == []
    assert model.now.spaces[ITEM] == THEIRS


def test_another_path_is_asked_about() -> None:
    mine = add_space(one_section(), SPACE, "S2", "a")
    (new,) = mine.spaces.keys() - one_section().spaces.keys()
    mine.spaces[new] = replace(mine.spaces[new], path="mine")
    merged = merge(one_section(), mine, added_by_colleague(one_section()))
    assert [each.key for each in merged.conflicts] == [f"{PATH}{ITEM}"]
    assert merged.structure.spaces[ITEM] == THEIRS


def test_another_place_is_asked_about() -> None:
    mine = add_space(one_section(), SPACE, "S2", "a")
    mine.held["a"] = [mine.held["a"][-1], "s0", "s1"]
    merged = merge(one_section(), mine, added_by_colleague(one_section()))
    assert [each.key for each in merged.conflicts] == [f"{PLACE}{ITEM}"]
    assert merged.structure.held == {"a": ["s0", "s1", ITEM]}


def test_an_undo_leaves_what_a_colleague_has_added_again() -> None:
    start = one_section()
    start.spaces["s1"] = SpaceItem("S1", "mine", "visitor.claims.mine", SPACE)
    wanted, model = remove_space(start, "s1"), Model(start)
    entries: list[Entry] = []
    while changes := planned(model, wanted).changes:
        entries += [done(model, number, change) for number, change in enumerate(changes, len(entries) + 1)]
    goal = goal_back(start, wanted, entries, stopped=False)
    assert goal is not None
    model.begun, model.tried, model.now = goal.base, [], added_by_colleague(model.now)
    assert carried_out(model, goal.wanted) == 0
    assert model.now.spaces[ITEM] == THEIRS


def site() -> SiteStructure:
    held = {"a": ["s0", "s1"], "b": ["s2"], "c": ["s3", "s4"]}
    spaces = {id_: SpaceItem(id_.upper(), id_, None, f"space-{id_}") for line in held.values() for id_ in line}
    sections = {id_: SectionItem(id_.upper()) for id_ in held}
    return SiteStructure(list(held), {}, held, {}, sections, spaces)


def conflicts(model: Model, wanted: SiteStructure) -> list[MergeConflict]:
    begun = progress_of(model.begun, wanted, model.tried, model.now)
    return merge(begun.base, begun.wanted, model.now).conflicts


def test_what_was_to_go_beside_a_space_that_stayed_in_its_section() -> None:
    items, model = ["s1", "s4"], Model(site(), crosses=False, tells=True)
    wanted = with_moves_noted(move_items(site(), items, MoveTarget("into", "section:b")), site(), items)
    for change in planned(model, wanted).changes:
        assert model.do(change)
    assert model.now.held == site().held
    assert conflicts(model, wanted) == []
    assert [each.endpoint.name for each in planned(model, wanted).changes] == ["removeSiteSpace", "addSiteSpace"] * 2
