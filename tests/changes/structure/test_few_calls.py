"""Plans send nothing twice and nothing without effect, and name all that concerns one resource in one body."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from changes.structure.order import longest_in_order
from changes.structure.planned import Allowed, Planned
from changes.structure.service_moves import AttemptedCall
from changes.structure.tree import SectionItem, SiteStructure, SpaceItem, is_new
from tests.changes.structure.model import Model
from tests.changes.structure.test_planning import carried_out, planned, rearranged, shape, tree
from tests.histories import HISTORIES


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
