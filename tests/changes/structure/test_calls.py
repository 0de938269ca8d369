"""The calls of a plan: as few as can be, and what each is called."""

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from masthead.changes.structure.attempts import AttemptedCall
from masthead.changes.structure.order import longest_in_order
from masthead.changes.structure.planned import Allowed, Planned
from masthead.changes.structure.position_status import MOVES
from masthead.changes.structure.since import Standing
from masthead.changes.structure.steps import PlannedCalls
from masthead.changes.structure.tree import ROOT, GroupItem, SectionItem, SiteStructure, SpaceItem, is_new
from tests.changes.structure.model import Model
from tests.changes.structure.test_planning import carried_out, planned, rearranged, shape, tree
from tests.histories import HISTORIES
from tests.loops import for_each


def applied(model: Model, found: Planned) -> list[bool]:
    """Whether each of the calls changed anything."""
    changed = []
    for change in found.changes:
        before = model.now.copy()
        assert model.do(change)
        changed.append(model.now != before)
    return changed


@settings(max_examples=HISTORIES, deadline=None)
@given(st.randoms(use_true_random=False))
@pytest.mark.exhaustive
def test_what_a_plan_says_to_reach_is_what_its_calls_reach(random: Random) -> None:
    base = tree(random)
    model, wanted = Model(base), rearranged(base, random)
    found = planned(model, wanted, Allowed())
    applied(model, found)
    there, told = shape(model.now), shape(found.after)
    if any(is_new(group) for group in wanted.groups):  # its id is not known, and further calls give it its place
        return
    assert all(there[name] == told[name] for name in there.keys() - {"top"})


def two_sections() -> SiteStructure:
    return SiteStructure(
        top=["a", "b"],
        held={"a": ["s0", "s1"], "b": ["s2", "s3"]},
        sections={"a": SectionItem("A"), "b": SectionItem("B")},
        spaces={f"s{n}": SpaceItem(f"S{n}", f"p{n}", None, f"space-{n}") for n in range(4)},
        default_section="a",
        default_space="s0",
    )


@settings(max_examples=HISTORIES, deadline=None)
@given(st.randoms(use_true_random=False))
@pytest.mark.exhaustive
def test_no_call_is_without_effect_and_no_resource_is_updated_twice(random: Random) -> None:
    base = tree(random)
    wanted = rearranged(base, random)
    model = Model(base)
    found = planned(model, wanted)
    assert all(applied(model, found)), [each.summary for each in found.changes]
    updates = [change.ids for change in found.changes if change.endpoint.method == "PATCH"]
    paths = [(change.ids[-1], change.sent["path"]) for change in found.changes if "path" in change.sent]
    temporary = [id_ for id_, path in paths if path != wanted.spaces[id_].path]
    assert len(updates) - len(set(updates)) <= len(temporary)


@settings(max_examples=HISTORIES, deadline=None)
@given(st.randoms(use_true_random=False))
def test_spaces_of_two_sections_take_as_few_moves_as_can_be(random: Random) -> None:
    base = two_sections()
    base.default_section = base.default_space = ""
    wanted = base.copy()
    everything = list(base.spaces)
    random.shuffle(everything)
    cut = random.randint(1, 3)
    wanted.held = {"a": everything[:cut], "b": everything[cut:]}
    model = Model(base)
    stay = 0
    for section, line in wanted.held.items():
        place = {id_: number for number, id_ in enumerate(base.held[section])}
        stay += len(longest_in_order([id_ for id_ in line if id_ in place], place))
    calls = carried_out(model, wanted)
    assert shape(model.now) == shape(wanted)
    if all(set(base.held[key]) & set(wanted.held[key]) for key in wanted.held):  # else there may be no neighbour
        assert calls == len(everything) - stay


def test_path_and_condition_of_a_space_are_one_call() -> None:
    base = two_sections()
    wanted = base.copy()
    wanted.spaces["s1"] = SpaceItem("S1", "new", "visitor.claims.a", "space-1")
    (change,) = planned(Model(base), wanted).changes
    assert change.sent == {"path": "new", "condition": "visitor.claims.a"}
    assert change.was == {"path": "p1", "condition": None}


def test_default_section_and_space_are_one_call() -> None:
    base = two_sections()
    wanted = base.copy()
    wanted.default_section, wanted.default_space = "b", "s2"
    (change,) = planned(Model(base), wanted).changes
    assert change.sent == {"defaultSiteSection": "b", "defaultSiteSpace": "s2"}
    assert change.was == {"defaultSiteSection": "a", "defaultSiteSpace": "s0"}


def test_defaults_that_were_refused_together_are_changed_one_after_the_other() -> None:
    base = two_sections()
    wanted = base.copy()
    wanted.default_section, wanted.default_space = "b", "s2"
    model = Model(base)
    (both,) = planned(model, wanted).changes
    assert both.body is not None
    model.tried.append(AttemptedCall(both.endpoint.name, both.ids, both.body.model_dump_json(), done=False))
    sent = [change.sent for change in planned(model, wanted).changes]
    assert sent == [{"defaultSiteSection": "b"}, {"defaultSiteSpace": "s2"}]


TITLES = {"g": "Goods", "a": "Guide", "b": "Rates", "c": "Terms", "d": "News"}


@for_each(
    "sections, called",
    [
        ("", "Create the group Goods"),
        ("a", "Create the group Goods with Guide"),
        ("abc", "Create the group Goods with Guide, Rates, and Terms"),
        ("abcd", "Create the group Goods with 4 sections"),
    ],
)
def test_a_new_group_says_which_sections_go_in(sections: str, called: str) -> None:
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


AS_SENT, AS_BEFORE, NEITHER, GONE = Standing
TO_THE_END: dict[str, Any] = {}
BETWEEN_A_AND_B = {"position": space("after", "a")["position"] | space("before", "b")["position"]}


@for_each(
    "endpoint, ids, body, was, standing",
    [
        ("moveSiteSpace", ["b"], space("after", "a"), space("after", "c"), AS_SENT),
        ("moveSiteSpace", ["c"], space("after", "a"), space("after", "b"), AS_BEFORE),
        ("moveSiteSpace", ["c"], space("after", "a"), {}, NEITHER),
        ("moveSiteSpace", ["c"], space("after", "a"), space("after", "d"), NEITHER),
        ("moveSiteSpace", ["b"], space("before", "d"), space("after", "a"), NEITHER),
        ("moveSiteSpace", ["a"], space("after", "d"), space("before", "b"), AS_BEFORE),
        ("moveSiteSpace", ["b"], space("before", "c"), BETWEEN_A_AND_B, AS_SENT),
        ("moveSiteSpace", ["d"], space("after", "a"), {"position": {}}, AS_BEFORE),
        ("moveSiteSpace", ["c"], TO_THE_END, BETWEEN_A_AND_B, AS_SENT),
        ("moveSiteSpace", ["a"], TO_THE_END, space("before", "b"), AS_BEFORE),
        ("moveSiteSpace", ["a"], TO_THE_END, space("before", "c"), NEITHER),
        ("moveSiteSpace", ["gone"], TO_THE_END, {}, GONE),
        ("moveSectionGroup", ["g0"], section("after", "sec0"), {}, AS_SENT),
        ("moveSectionGroup", ["g0"], section("before", "sec0"), section("after", "sec0"), AS_BEFORE),
        ("moveSectionGroup", ["g0"], TO_THE_END, section("before", "sec0"), AS_SENT),
        ("moveSectionGroup", ["g1"], TO_THE_END, {}, GONE),
        ("moveSectionGroup", ["g0"], section("after", "g1"), {}, GONE),
        ("moveSectionGroup", ["gone"], TO_THE_END, {}, GONE),
        ("addSection", ["g0"], {"sectionId": "sec1"}, {}, AS_SENT),
        ("addSection", ["g0"], {"sectionId": "sec0"}, {}, AS_BEFORE),
        ("addSection", ["g1"], {"sectionId": "sec1"}, {}, NEITHER),
        ("addSection", ["g1"], {"sectionId": "gone"}, {}, GONE),
        ("addSection", ["gone"], {"sectionId": "sec1"}, {}, GONE),
        ("removeSection", ["g0", "sec1"], {}, {}, AS_BEFORE),
        ("removeSection", ["g0", "sec0"], {}, {}, AS_SENT),
        ("removeSection", ["g0", "gone"], {}, {}, GONE),
        ("removeSection", ["gone", "sec0"], {}, {}, GONE),
    ],
)
def test_where_it_stands_tells(
    endpoint: str, ids: list[str], body: dict[str, Any], was: dict[str, Any], standing: Standing
) -> None:
    assert MOVES[endpoint](SITE, ids, body, was) is standing
