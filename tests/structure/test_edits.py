"""Two people at one structure: what one of them touched is as that one has it, and what both did is asked."""

from collections.abc import Collection
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from masthead.structure.actions import (
    MoveTarget,
    edit_space,
    make_home,
    move_items,
    name_group,
    remove_group,
)
from masthead.structure.describe import build_question
from masthead.structure.draft import Replayed, replay
from masthead.structure.edits import (
    CONDITION,
    DEFAULT,
    NAME,
    PATH,
    PLACE,
    REMOVAL,
    PlaceEdit,
    Side,
    edits_between,
    keeps_section_order,
)
from masthead.structure.tree import (
    GroupItem,
    SectionItem,
    SiteStructure,
    SpaceItem,
    find_longest_in_order,
    lines_by_key,
    map_items_to_lines,
    remove_item,
)
from tests.histories import HISTORIES
from tests.loops import for_each
from tests.structure.editors import Editor, merge, with_moves_noted

ROW = [f"s{number}" for number in range(5)]


def site(random: Random) -> SiteStructure:
    """A small one, so that two people meet in it."""
    sections = {f"sec{n}": SectionItem(f"Sec{n}", f"sec{n}") for n in range(random.randint(1, 4))}
    groups = {f"g{n}": GroupItem(f"Group {50 + n}") for n in range(random.randint(0, 2))}
    result = SiteStructure(sections=sections, groups=groups, members={id_: [] for id_ in groups}, top=list(groups))
    result.held = {id_: [] for id_ in sections}
    for section in sections:
        where = random.choice(["", *groups])
        (result.members[where] if where else result.top).append(section)
    for n in range(random.randint(2, 8)):
        section = random.choice(list(sections))
        result.spaces[f"s{n}"] = SpaceItem(f"S{n}", f"p{n}", None, f"space-{n}")
        result.held[section].append(f"s{n}")
    result.default_space = "s0"
    result.default_section = result.section_of("s0")
    return result


def in_order(line: Collection[str], items: Collection[str]) -> list[str]:
    return [item for item in line if item in items]


def asked_about(merged: Replayed) -> set[str]:
    return {item for each in merged.conflicts for item in each.items}


def check_untouched(alice: Editor, theirs: SiteStructure, merged: Replayed) -> None:
    """What Alice did not touch is as the others left it."""
    result = merged.structure
    now, home, was = (
        lines_by_key(result),
        map_items_to_lines(lines_by_key(result)),
        map_items_to_lines(lines_by_key(theirs)),
    )
    for item, key in was.items():
        if item not in alice.moved and item in home:
            freed = key.partition(":")[2] not in {*result.groups, *result.sections, ""}
            assert home[item] == ("top:" if freed else key), item
    for key, line in lines_by_key(theirs).items():
        items = {item for item in line if item not in alice.moved and home.get(item) == key}
        assert in_order(now.get(key, []), items) == in_order(line, items)
    for id_, space in theirs.spaces.items():
        if id_ in result.spaces:
            assert (id_, "path") in alice.settings or result.spaces[id_].path == space.path
            assert (id_, "condition") in alice.settings or result.spaces[id_].condition == space.condition
    assert alice.opened or result.default_space == theirs.default_space
    gone = {*theirs.spaces, *theirs.groups} - {*result.spaces, *result.groups}
    assert all(item not in {*alice.now.spaces, *alice.now.groups} for item in gone)


def check_touched_alone(base: SiteStructure, alice: Editor, bob: Editor, merged: Replayed) -> None:
    """What only Alice touched is as she wants it."""
    result, mine = merged.structure, alice.now
    now, wanted, before = (
        lines_by_key(result),
        map_items_to_lines(lines_by_key(mine)),
        map_items_to_lines(lines_by_key(base)),
    )
    asked = asked_about(merged)
    for item in alice.moved - bob.moved - asked - set(merged.lost):
        if item in wanted and item in map_items_to_lines(now) and wanted[item] in now and before.get(item) in now:
            home = map_items_to_lines(now)[item]
            assert home == wanted[item] or home.partition(":")[2] in asked, item  # which she takes apart
    last = {edit.container: edit for gesture in alice.gestures for edit in gesture if isinstance(edit, PlaceEdit)}
    for key, edit in last.items():
        line, both = now.get(key, []), {edit.item, *edit.ahead[:1]}
        if edit.ahead and both <= {*line} and edit.item not in asked and both.isdisjoint(merged.lost):
            assert line.index(edit.ahead[0]) < line.index(edit.item), edit
    for item, name in alice.settings - bob.settings:
        if name != "group" and item in result.spaces and item in mine.spaces and item not in asked:
            assert getattr(result.spaces[item], name) == getattr(mine.spaces[item], name)
        if item in result.groups and item in mine.groups and name == "group":
            assert result.groups[item] == mine.groups[item]
    if alice.opened and not bob.opened and mine.default_space in result.spaces and mine.default_space not in asked:
        assert result.default_space == mine.default_space


def check_asked(base: SiteStructure, alice: Editor, bob: Editor, merged: Replayed) -> None:
    """What both touched to different ends is asked, and nothing is where neither of them wants it."""
    mine, theirs, asked = alice.now, bob.now, {each.key for each in merged.conflicts}
    for item in base.spaces.keys() & mine.spaces.keys() & theirs.spaces.keys():
        was, one, other = (each.spaces[item] for each in (base, mine, theirs))
        both = was.path not in (one.path, other.path) and one.path != other.path
        assert (f"{PATH}{item}" in asked) == both
        sections = [each.section_of(item) for each in (base, mine, theirs)]
        if len(set(sections)) == 3 and sections[0] in theirs.sections and sections[1] in theirs.sections:
            assert f"{PLACE}{item}" in asked
    for item in (base.spaces.keys() & theirs.spaces.keys()) - mine.spaces.keys():
        changed = theirs.section_of(item) != base.section_of(item) or theirs.spaces[item] != base.spaces[item]
        assert (f"{REMOVAL}{item}" in asked) == (changed or theirs.default_space == item != base.default_space)


def check_choices(alice: Editor, bob: Editor, merged: Replayed, side: Side) -> None:
    """Answered, nothing is asked any more, and both sides' other changes stay."""
    choices = {each.key: side for each in merged.conflicts}
    settled = replay(alice.gestures, bob.now, choices)
    assert settled.conflicts == []
    known = map_items_to_lines(lines_by_key(settled.structure))
    assert known.keys() == {*settled.structure.groups, *settled.structure.sections, *settled.structure.spaces}
    for key in choices:
        kind, _, item = key.partition(":")
        if f"{kind}:" == REMOVAL:
            assert (item in known) == (side == "theirs")
        if f"{kind}:" == PATH:
            assert settled.structure.spaces[item].path == (alice if side == "mine" else bob).now.spaces[item].path
    again = merge(bob.now, settled.structure, bob.now)
    assert again.conflicts == []
    assert (again.structure.members, again.structure.held) == (settled.structure.members, settled.structure.held)


@settings(max_examples=HISTORIES, deadline=None)
@given(random=st.randoms(use_true_random=False), side=st.sampled_from(["mine", "theirs"]))
@pytest.mark.exhaustive
def test_two_people_at_one_structure(random: Random, side: Side) -> None:
    base = site(random)
    alice, bob = Editor(base.copy(), random), Editor(base.copy(), random, "bob-")
    for editor in random.choices([alice, bob], k=random.randint(1, 10)):
        editor.act()
    assert replay(alice.gestures, base).structure == alice.now
    merged = replay(alice.gestures, bob.now)
    for each in merged.conflicts:
        mine = replay(alice.gestures, bob.now, {each.key: "mine" for each in merged.conflicts}).structure
        assert build_question(each, mine, bob.now).about
    assert keeps_section_order(bob.now, merged.structure.top)
    check_untouched(alice, bob.now, merged)
    check_touched_alone(base, alice, bob, merged)
    check_asked(base, alice, bob, merged)
    check_choices(alice, bob, merged, side)


@given(order=st.permutations(range(12)), named=st.sets(st.integers(0, 11)))
def test_any_order_of_a_line_is_replayed_exactly_by_as_few_edits_as_can_be(order: list[int], named: set[int]) -> None:
    base = SiteStructure(["a"], {}, {"a": [f"s{n}" for n in range(12)]}, {}, {"a": SectionItem("A")})
    base.spaces = {id_: SpaceItem(id_, id_, None, f"space-{id_}") for id_ in base.held["a"]}
    wanted = base.copy()
    wanted.held = {"a": [f"s{n}" for n in order]}
    edits = edits_between(base, wanted, [f"s{n}" for n in named])
    assert replay([edits], base).structure.held == wanted.held
    place = {item: number for number, item in enumerate(base.held["a"])}
    assert len(edits_between(base, wanted)) == 12 - len(find_longest_in_order(wanted.held["a"], place))


def row(**paths: str) -> SiteStructure:
    """One section, whose spaces can be given other paths than their ids."""
    spaces = {id_: SpaceItem(id_.upper(), paths.get(id_, id_), None, f"space-{id_}") for id_ in ROW}
    sections = {"a": SectionItem("A"), "b": SectionItem("B")}
    held = {"a": list(ROW[:3]), "b": list(ROW[3:])}
    return SiteStructure(["a", "b"], {}, held, {}, sections, spaces, "a", "s0")


def moved(base: SiteStructure, item: str, to: str) -> SiteStructure:
    return with_moves_noted(move_items(base, [item], MoveTarget("into", to)), base, [item])


def test_settings_of_what_others_added_are_asked_about() -> None:
    wanted, live = row(), row(s1="theirs")
    wanted.spaces["s1"] = SpaceItem("S1", "mine", "visitor.isBeta", "space-s1")
    base = wanted.copy()
    remove_item(base, "s1")
    live.spaces["again"] = live.spaces.pop("s1")
    live.held["a"] = ["again", "s0", "s2"]
    found = replay([edits_between(base, wanted)], live)
    assert {each.key for each in found.conflicts} == {f"{PATH}again", f"{CONDITION}again"}
    assert (found.structure.spaces["again"].path, found.structure.held["a"][0]) == ("theirs", "again")


def test_what_an_earlier_edit_of_the_draft_set_was_not_seen_on_the_site() -> None:
    base = row()
    base.sections["c"], base.held["c"] = SectionItem("C"), []
    base.top.append("c")
    on_the_way = edit_space(moved(base, "s1", "section:b"), "s2", "on-the-way", None)
    mine = edit_space(moved(on_the_way, "s1", "section:c"), "s2", "mine", None)
    gestures = [edits_between(base, on_the_way), edits_between(on_the_way, mine)]
    assert {each.key for each in replay(gestures, on_the_way).conflicts} == {f"{PLACE}s1", f"{PATH}s2"}
    assert replay(gestures, mine).conflicts == []


def test_an_item_follows_a_neighbour_that_an_earlier_edit_moved() -> None:
    base = row()
    first = with_moves_noted(move_items(base, ["s2"], MoveTarget("first")), base, ["s2"])
    second = with_moves_noted(move_items(first, ["s4"], MoveTarget("after", "s2")), first, ["s4"])
    gestures = [edits_between(base, first), edits_between(first, second, ["s4"])]
    theirs = moved(base, "s2", "section:b")
    assert replay(gestures, theirs).structure.held["a"] == ["s4", "s0", "s1"]
    assert replay(gestures, theirs, {f"{PLACE}s2": "mine"}).structure.held["a"] == ["s2", "s4", "s0", "s1"]


def test_two_titles_of_a_group_and_two_defaults_are_asked_about() -> None:
    base = row()
    base.groups, base.members, base.top = {"g": GroupItem("G")}, {"g": ["a"]}, ["g", "b"]
    mine = make_home(name_group(base, "g", "Mine", ""), "s1")
    theirs = make_home(name_group(base, "g", "Theirs", ""), "s3")
    assert {each.key for each in merge(base, mine, theirs).conflicts} == {f"{NAME}g", DEFAULT}


@for_each("removal", ["mine", "theirs"])
def test_a_place_beside_a_deleted_group_is_asked_about_together_with_the_group(removal: Side) -> None:
    base = row()
    base.groups, base.members, base.top = {"g": GroupItem("G")}, {"g": ["a"]}, ["g", "b"]
    mine = with_moves_noted(move_items(base, ["b"], MoveTarget("first")), base, ["b"])
    mine, theirs = remove_group(mine, "g"), moved(base, "b", "group:g")
    asked = {each.key for each in merge(base, mine, theirs).conflicts}
    assert asked == {f"{REMOVAL}g", f"{PLACE}b"}
    settled = merge(base, mine, theirs, {f"{REMOVAL}g": removal, f"{PLACE}b": "mine"})
    assert (settled.conflicts, "b" in settled.structure.top) == ([], True)


def test_a_title_and_an_icon_of_one_group_are_no_conflict() -> None:
    base = row()
    base.groups, base.members, base.top = {"g": GroupItem("G", "truck")}, {"g": ["a"]}, ["g", "b"]
    merged = merge(base, name_group(base, "g", "Mine", "truck"), name_group(base, "g", "G", "box"))
    assert (merged.conflicts, merged.structure.groups["g"]) == ([], GroupItem("Mine", "box"))


@for_each(
    "mine, theirs, merged",
    [
        ("s0 s2 s1", "s2 s0 s1", "s2 s0 s1"),  # it is behind what it was put behind
        ("s0 s2 s1", "s1 s0 s2", "s0 s2 s1"),
        ("s1 s2 s0", "bob s0 s1 s2", "bob s1 s2 s0"),
    ],
)
def test_an_order_in_one_line_is_nothing_to_ask_about(mine: str, theirs: str, merged: str) -> None:
    base = row()
    alice, bob = base.copy(), base.copy()
    alice.held["a"], bob.held["a"] = mine.split(), theirs.split()
    alice.moved = ["s0"] if mine.endswith("s0") else ["s1"]
    found = merge(base, alice, bob)
    assert (found.structure.held["a"], found.conflicts) == (merged.split(), [])
