"""The calls of a bulk change: exactly what was wanted, as few as can be, and what each is called."""

import json
from dataclasses import replace
from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from masthead.store.entries import Entry, Intent, Outcome, State, Subject
from masthead.structure.actions import edit_space, make_home, remove_space
from masthead.structure.observe import observe_values
from masthead.structure.requests import PlannedCalls
from masthead.structure.tree import (
    ROOT,
    GroupItem,
    SectionItem,
    SiteStructure,
    SpaceItem,
    find_longest_in_order,
    is_new,
)
from masthead.writes.observe import NEITHER, NOT_REPORTED, NOT_SAVED, SAVED
from tests.histories import HISTORIES
from tests.loops import for_each
from tests.structure.model import Model
from tests.structure.walk import Run, planned, shape
from tests.words import words

HIDDEN = ["The place of the group", "The order in the site"]
"""What begins so is about groups without sections, of which the API does not show the place."""


def flat(count: int) -> SiteStructure:
    spaces = {f"s{n}": SpaceItem(f"S{n}", f"p{n}", None, f"space-{n}") for n in range(count)}
    return SiteStructure(held={ROOT: list(spaces)}, spaces=spaces)


def tree(random: Random) -> SiteStructure:
    sections = {f"sec{n}": SectionItem(f"Sec{n}", f"sec{n}") for n in range(random.randint(1, 6))}
    groups = {f"g{n}": GroupItem(f"Group{n}") for n in range(random.randint(0, 4))}
    result = SiteStructure(sections=sections, groups=groups, members={id_: [] for id_ in groups})
    result.held = {id_: [] for id_ in sections}
    result.top = random.sample(list(groups), len(groups))
    for section in sections:
        where = random.choice([ROOT, *groups])
        (result.members[where] if where else result.top).append(section)
    for n in range(random.randint(1, 12)):
        section = random.choice(list(sections))
        result.spaces[f"s{n}"] = SpaceItem(f"S{n}", f"p{len(result.held[section])}", None, f"space-{n}")
        result.held[section].append(f"s{n}")
    return result


def rearranged(base: SiteStructure, random: Random) -> SiteStructure:
    """Anything that a person may want of it."""
    wanted = base.copy()
    if random.random() < 0.5 and wanted.sections:
        wanted.groups["new-1"], wanted.members["new-1"] = GroupItem("New group", "star"), []
        wanted.top.insert(random.randint(0, len(wanted.top)), "new-1")
    for section in wanted.sections:
        if random.random() < 0.4:
            _regroup(wanted, section, random)
    groups = [id_ for id_ in wanted.top if id_ in wanted.groups]
    if all(wanted.members.values()):
        random.shuffle(groups)
    wanted.top = [groups.pop(0) if id_ in wanted.groups else id_ for id_ in wanted.top]
    for space in list(wanted.spaces):
        if random.random() < 0.5:
            wanted.held[wanted.section_of(space)].remove(space)
            there = wanted.held[random.choice(list(wanted.held))]
            there.insert(random.randint(0, len(there)), space)
    for line in wanted.held.values():
        paths = [f"p{n}" for n in range(len(line))]
        random.shuffle(paths)
        for id_, path in zip(line, paths, strict=True):
            item = wanted.spaces[id_]
            wanted.spaces[id_] = SpaceItem(item.title, path, random.choice([None, "visitor.claims.a"]), item.space)
    if random.random() < 0.3:
        gone = random.choice(list(wanted.spaces))
        wanted.held[wanted.section_of(gone)].remove(gone)
        del wanted.spaces[gone]
    return wanted


def _regroup(wanted: SiteStructure, section: str, random: Random) -> None:
    """Into a group: sections that are in none keep their order, which the service has no call for."""
    if wanted.groups:
        wanted.top = [id_ for id_ in wanted.top if id_ != section]
        for sections in wanted.members.values():
            sections[:] = [id_ for id_ in sections if id_ != section]
        there = wanted.members[random.choice(list(wanted.groups))]
        there.insert(random.randint(0, len(there)), section)


def sent_at_once(model: Model, wanted: SiteStructure) -> None:
    """Each of the first calls changes something, none updates a thing twice, and they reach what they are said to."""
    found = planned(model.now, wanted, readd=False, reorder=False)
    for change in found.changes:
        before = model.now.copy()
        assert model.do(change).state is State.SAVED
        assert model.now != before or change.endpoint.name == "moveSectionGroup", change.summary
    updates = [change.ids for change in found.changes if change.endpoint.method == "PATCH"]
    paths = [(change.ids[-1], change.sent["path"]) for change in found.changes if "path" in change.sent]
    temporary = [id_ for id_, path in paths if path != wanted.spaces[id_].path]
    assert len(updates) - len(set(updates)) <= len(temporary)
    if not any(map(is_new, wanted.groups)):  # its id is not known, and further calls give it its place
        assert shape(model.now, HIDDEN) == shape(found.after, HIDDEN)


@settings(max_examples=HISTORIES, deadline=None)
@given(st.randoms(use_true_random=False))
def test_the_calls_give_exactly_what_was_wanted_and_none_is_for_nothing(random: Random) -> None:
    base = tree(random)
    wanted = rearranged(base, random)
    sent_at_once(Model(base), wanted)
    model = Model(base)
    told = [each for each in Run.of(model, wanted).carry_out().left if not each.startswith(tuple(HIDDEN))]
    assert (shape(model.now, HIDDEN), told) == (shape(wanted, HIDDEN), [])


@settings(max_examples=HISTORIES, deadline=None)
@given(st.randoms(use_true_random=False))
def test_groups_get_their_order(random: Random) -> None:
    base = tree(random)
    base.members = {group: [f"in-{group}"] for group in base.groups}
    base.sections |= {section: SectionItem(section) for line in base.members.values() for section in line}
    base.top = [*base.groups, *(item for item in base.sections if not item.startswith("in-"))]
    base.held = {section: base.held.get(section, []) for section in base.sections}
    wanted = base.copy()
    sections = [item for item in base.top if item in base.sections]
    for group in random.sample(list(base.groups), len(base.groups)):
        sections.insert(random.randint(0, len(sections)), group)
    wanted.top = sections
    model = Model(base)
    assert Run.of(model, wanted).carry_out().left == []
    assert model.now.top == wanted.top


@settings(max_examples=HISTORIES, deadline=None)
@given(st.randoms(use_true_random=False))
def test_spaces_of_two_sections_take_as_few_moves_as_can_be(random: Random) -> None:
    base = two_sections()
    base.default_section = base.default_space = ""
    wanted = base.copy()
    everything = random.sample(list(base.spaces), len(base.spaces))
    cut = random.randint(1, 3)
    wanted.held = {"a": everything[:cut], "b": everything[cut:]}
    stay = 0
    for section, line in wanted.held.items():
        place = {id_: number for number, id_ in enumerate(base.held[section])}
        stay += len(find_longest_in_order([id_ for id_ in line if id_ in place], place))
    if all(set(base.held[key]) & set(wanted.held[key]) for key in wanted.held):  # else there may be no neighbour
        assert len(planned(base, wanted).changes) == len(everything) - stay


def two_sections() -> SiteStructure:
    return SiteStructure(
        top=["a", "b"],
        held={"a": ["s0", "s1"], "b": ["s2", "s3"]},
        sections={"a": SectionItem("A"), "b": SectionItem("B")},
        spaces={f"s{n}": SpaceItem(f"S{n}", f"p{n}", None, f"space-{n}") for n in range(4)},
        default_section="a",
        default_space="s0",
    )


@for_each("held", [[], ["s2"]])
def test_a_space_gets_into_another_section(held: list[str]) -> None:
    base = two_sections()
    base.held = {"a": ["s0", "s1"], "b": held}
    base.spaces = {id_: replace(base.spaces[id_], condition="visitor.claims.a") for id_ in ["s0", "s1", *held]}
    wanted = base.copy()
    wanted.held = {"a": ["s0"], "b": ["s1", *held]}
    model = Model(base)
    assert Run.of(model, wanted).carry_out().left == []
    assert shape(model.now) == shape(wanted)


def test_what_was_not_agreed_to_is_not_done_and_said() -> None:
    base = SiteStructure(["g"], {"g": ["a", "b"]}, {"a": ["s0"], "b": []}, {"g": GroupItem("G")})
    base.sections, base.spaces = (
        {"a": SectionItem("A"), "b": SectionItem("B")},
        {"s0": SpaceItem("S0", "s0", None, "x")},
    )
    assert (planned(base, base).changes, planned(base, base).left) == ([], [])
    wanted = base.copy()
    wanted.members, wanted.held = {"g": ["b", "a"]}, {"a": [], "b": ["s0"]}
    found = planned(base, wanted, readd=False, reorder=False)
    assert (found.changes, found.consents) == ([], {"readd", "reorder"})
    assert [each.partition(":")[0] for each in words(found.left)] == ["The order of the sections in G", "S0 into B"]
    assert len(planned(base, wanted).changes) == 4


def test_what_belongs_together_is_one_call() -> None:
    base = two_sections()
    wanted = base.copy()
    wanted.spaces["s1"] = SpaceItem("S1", "new", "visitor.claims.a", "space-1")
    (change,) = planned(base, wanted).changes
    assert (change.sent, change.was) == (
        {"path": "new", "condition": "visitor.claims.a"},
        {"path": "p1", "condition": None},
    )
    wanted = base.copy()
    wanted.default_section, wanted.default_space = "b", "s2"
    (both,) = planned(base, wanted).changes
    assert both.sent == {"defaultSiteSection": "b", "defaultSiteSpace": "s2"}
    assert both.was == {"defaultSiteSection": "a", "defaultSiteSpace": "s0"}


def test_a_path_that_a_removal_gives_back_is_taken_at_once() -> None:
    base = flat(3)
    wanted = edit_space(remove_space(base, "s2"), "s1", "p2", None)
    found = planned(base, wanted)
    assert [change.endpoint.name for change in found.changes] == ["removeSiteSpace", "updateSiteSpace"]
    assert found.left == []


def test_a_home_that_has_the_path_of_another_space_goes_before_that_is_changed() -> None:
    """Two spaces of one path are not what the service lets anybody set, and it may still tell of them."""
    base = flat(2)
    base.spaces["s1"], base.default_space = replace(base.spaces["s1"], path="p0"), "s1"
    wanted = edit_space(remove_space(make_home(base, "s0"), "s1"), "s0", "p0", "visitor.claims.a")
    model = Model(base)
    run = Run.of(model, wanted).carry_out()
    assert (len(run.entries), shape(model.now)) == (3, shape(wanted))


TITLES = {"g": "Goods", "a": "Guide", "b": "Rates", "c": "Terms", "d": "News"}


@for_each("sections, called", [("", "Create the group Goods"), ("abcd", "Create the group Goods with 4 sections")])
def test_a_new_group_says_how_many_sections_go_in(sections: str, called: str) -> None:
    calls = PlannedCalls("org", "site", "Docs", TITLES)
    assert calls.create_group("g", None, list(sections)).summary == called


@for_each("section, called", [("a", "Remove News from Guide"), (ROOT, "Remove News from Docs")])
def test_a_removal_says_from_where(section: str, called: str) -> None:
    calls = PlannedCalls("org", "site", "Docs", TITLES, SiteStructure(held={section: ["d"]}))
    assert calls.remove_space("d", SpaceItem("News", "news", None, "space_news")).summary == called


SITE = SiteStructure(
    top=["sec0", "g0", "g1"],
    members={"g0": ["sec1"], "g1": []},
    held={"sec0": ["a", "b", "c"], "sec1": ["d"]},
    groups={"g0": GroupItem("Group0"), "g1": GroupItem("Group1")},
    sections={"sec0": SectionItem("Sec0", "sec0"), "sec1": SectionItem("Sec1", "sec1")},
    spaces={each: SpaceItem(each, each) for each in "abcd"},
)


def space(side: str, id_: str) -> dict[str, Any]:
    return {"position": {side: {"type": "site-space", "siteSpace": id_}}}


def section(side: str, id_: str) -> dict[str, Any]:
    return {"position": {side: {"type": "site-section", "id": id_}}}


TO_THE_END: dict[str, Any] = {}
BETWEEN_A_AND_B = {"position": space("after", "a")["position"] | space("before", "b")["position"]}


@for_each(
    "endpoint, ids, body, was, found",
    [
        ("moveSiteSpace", ["b"], space("after", "a"), space("after", "c"), SAVED),
        ("moveSiteSpace", ["c"], space("after", "a"), space("after", "b"), NOT_SAVED),
        ("moveSiteSpace", ["c"], space("after", "a"), {}, NEITHER),
        ("moveSiteSpace", ["c"], space("after", "a"), space("after", "d"), NEITHER),
        ("moveSiteSpace", ["b"], space("before", "d"), space("after", "a"), NEITHER),
        ("moveSiteSpace", ["a"], space("after", "d"), space("before", "b"), NOT_SAVED),
        ("moveSiteSpace", ["b"], space("before", "c"), BETWEEN_A_AND_B, SAVED),
        ("moveSiteSpace", ["d"], space("after", "a"), {"position": {}}, NOT_SAVED),
        ("moveSiteSpace", ["c"], TO_THE_END, BETWEEN_A_AND_B, SAVED),
        ("moveSiteSpace", ["a"], TO_THE_END, space("before", "b"), NOT_SAVED),
        ("moveSiteSpace", ["a"], TO_THE_END, space("before", "c"), NEITHER),
        ("moveSiteSpace", ["gone"], TO_THE_END, {}, NOT_REPORTED),
        ("moveSectionGroup", ["g0"], section("after", "sec0"), {}, SAVED),
        ("moveSectionGroup", ["g0"], section("before", "sec0"), section("after", "sec0"), NOT_SAVED),
        ("moveSectionGroup", ["g0"], TO_THE_END, section("before", "sec0"), SAVED),
        ("moveSectionGroup", ["g1"], TO_THE_END, {}, NOT_REPORTED),
        ("moveSectionGroup", ["g0"], section("after", "g1"), {}, NOT_REPORTED),
        ("moveSectionGroup", ["gone"], TO_THE_END, {}, NOT_REPORTED),
        ("addSection", ["g0"], {"sectionId": "sec1"}, {}, SAVED),
        ("addSection", ["g0"], {"sectionId": "sec0"}, {}, NOT_SAVED),
        ("addSection", ["g1"], {"sectionId": "sec1"}, {}, NEITHER),
        ("addSection", ["g1"], {"sectionId": "gone"}, {}, NOT_REPORTED),
        ("addSection", ["gone"], {"sectionId": "sec1"}, {}, NOT_REPORTED),
        ("removeSection", ["g0", "sec1"], {}, {}, NOT_SAVED),
        ("removeSection", ["g0", "sec0"], {}, {}, SAVED),
        ("removeSection", ["g0", "gone"], {}, {}, NOT_REPORTED),
        ("removeSection", ["gone", "sec0"], {}, {}, NOT_REPORTED),
    ],
)
def test_where_it_stands_tells(
    endpoint: str, ids: list[str], body: dict[str, Any], was: dict[str, Any], found: Outcome
) -> None:
    intent = Intent("org", "alice", endpoint, ("org", "site", *ids), Subject("", "", ""), "", json.dumps(body), was)
    assert observe_values(SITE, Entry(0, 0.0, "", intent, Outcome(State.UNKNOWN))) is found
