"""A space or a group that a draft adds, and that somebody else has added by then."""

from dataclasses import replace

from changes.structure.drafting import add_space, remove_space
from changes.structure.merged import PATH, PLACE
from changes.structure.merging import merge
from changes.structure.tree import SectionItem, SiteStructure, SpaceItem
from store import Entry
from tests.changes.structure.model import Model
from tests.changes.structure.test_planning import carried_out, planned
from tests.changes.structure.test_taking_back import done, goal_back

SPACE, ITEM = "space-s2", "theirs"
THEIRS = SpaceItem("S2", "theirs", "visitor.claims.theirs", SPACE)


def base() -> SiteStructure:
    ids = ("s0", "s1")
    spaces = {id_: SpaceItem(id_.upper(), id_, None, f"space-{id_}") for id_ in ids}
    return SiteStructure(["a"], {}, {"a": list(ids)}, {}, {"a": SectionItem("A")}, spaces, "a", "s0")


def added_by_colleague(site: SiteStructure) -> SiteStructure:
    result = site.copy()
    result.spaces[ITEM] = THEIRS
    result.held["a"].append(ITEM)
    return result


def test_it_stays_as_they_made_it() -> None:
    model = Model(base())
    model.now = added_by_colleague(base())
    assert carried_out(model, add_space(base(), SPACE, "S2", "a")) == 0
    assert merge(base(), add_space(base(), SPACE, "S2", "a"), model.now).conflicts == []
    assert model.now.spaces[ITEM] == THEIRS


def test_another_path_is_asked_about() -> None:
    mine = add_space(base(), SPACE, "S2", "a")
    (new,) = mine.spaces.keys() - base().spaces.keys()
    mine.spaces[new] = replace(mine.spaces[new], path="mine")
    merged = merge(base(), mine, added_by_colleague(base()))
    assert [each.key for each in merged.conflicts] == [f"{PATH}{ITEM}"]
    assert merged.structure.spaces[ITEM] == THEIRS


def test_another_place_is_asked_about() -> None:
    mine = add_space(base(), SPACE, "S2", "a")
    mine.held["a"] = [mine.held["a"][-1], "s0", "s1"]
    merged = merge(base(), mine, added_by_colleague(base()))
    assert [each.key for each in merged.conflicts] == [f"{PLACE}{ITEM}"]
    assert merged.structure.held == {"a": ["s0", "s1", ITEM]}


def test_an_undo_leaves_what_a_colleague_has_added_again() -> None:
    start = base()
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
