"""Plans for random trees: carried out on a site, they give exactly what was wanted."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from masthead.changes.structure.arranging import describe_progress
from masthead.changes.structure.drafting import edit_space, open_with, remove_space
from masthead.changes.structure.merging import merge
from masthead.changes.structure.planned import Allowed, Planned, Ways, changes_both_defaults
from masthead.changes.structure.planning import plan
from masthead.changes.structure.progress import progress_of
from masthead.changes.structure.steps import PlannedCalls
from masthead.changes.structure.tree import ROOT, GroupItem, SectionItem, SiteStructure, SpaceItem
from masthead.store import quote
from tests.changes.structure.model import Model
from tests.histories import HISTORIES
from tests.loops import for_each
from tests.words import words

MAX_ROUNDS = 12
ALL = Allowed(readd=True, reorder=True)


def planned(model: Model, wanted: SiteStructure, allowed: Allowed = ALL) -> Planned:
    """The next calls; the draft was begun from what the model began with."""
    progress = progress_of(model.begun, wanted, model.tried, model.now)
    merged = merge(progress.base, progress.wanted, model.now, {each.key: "theirs" for each in model.conflicts})
    fits, conflicts = merged.structure, [*model.conflicts, *merged.conflicts]
    if not model.tried:
        model.conflicts = conflicts
    titles = {id_: item.title for kind in (fits.groups, fits.sections, fits.spaces) for id_, item in kind.items()}
    apart = any(not each.done and changes_both_defaults(each.endpoint, each.body) for each in model.tried)
    found = plan(model.now, fits, PlannedCalls("org", "site", "Site", titles), Ways(progress.crosses, apart), allowed)
    left = [*map(quote, describe_progress(progress, wanted, model.now)), *found.left]
    return replace(found, left=left, conflicts=conflicts)


def carried_out(model: Model, wanted: SiteStructure) -> int:
    """The number of calls until nothing is left to do."""
    for _ in range(MAX_ROUNDS):
        found = planned(model, wanted)
        if not found.changes:
            return len(model.tried)
        for change in found.changes:
            if not model.do(change):
                break
    raise AssertionError(f"no end in sight: {[each.endpoint for each in model.tried]}")


def shape(structure: SiteStructure) -> dict[str, object]:
    """What has to be as wanted, under names that do not depend on ids."""
    spaces = {id_: item.space for id_, item in structure.spaces.items()}
    groups = {id_: item.title for id_, item in structure.groups.items()}
    return {
        "top": [groups.get(id_, id_) for id_ in structure.top],
        "members": {groups[id_]: ids for id_, ids in structure.members.items()},
        "held": {section: [spaces[id_] for id_ in ids] for section, ids in structure.held.items() if ids},
        "paths": {item.space: item.path for item in structure.spaces.values()},
        "conditions": {item.space: item.condition for item in structure.spaces.values()},
        "groups": sorted((item.title, item.icon or "") for item in structure.groups.values()),
    }


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
    random.shuffle(groups)
    wanted.top = [groups.pop() if id_ in wanted.groups else id_ for id_ in wanted.top]
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


@settings(max_examples=HISTORIES, deadline=None)
@given(st.randoms(use_true_random=False))
@pytest.mark.exhaustive
def test_a_plan_gives_exactly_what_was_wanted(random: Random) -> None:
    base = tree(random)
    wanted = rearranged(base, random)
    model = Model(base, crosses=random.random() < 0.7)
    carried_out(model, wanted)
    assert shape(model.now) == shape(wanted)
    assert planned(model, wanted).left == []


def test_nothing_is_planned_for_what_is_so_already() -> None:
    base = tree(Random(1))  # noqa: S311 - chance is no secret here
    found = planned(Model(base), base)
    assert (found.changes, found.left, found.consents) == ([], [], set())


@for_each("crosses", [True, False])
def test_a_space_gets_into_an_empty_section(*, crosses: bool) -> None:
    base = SiteStructure(
        top=["a", "b"],
        held={"a": ["s0", "s1"], "b": []},
        sections={"a": SectionItem("A"), "b": SectionItem("B")},
        spaces={f"s{n}": SpaceItem(f"S{n}", f"p{n}", "visitor.claims.a", f"space-{n}") for n in range(2)},
        default_section="a",
        default_space="s0",
    )
    wanted = base.copy()
    wanted.held = {"a": ["s0"], "b": ["s1"]}
    model = Model(base, crosses=crosses)
    carried_out(model, wanted)
    assert shape(model.now) == shape(wanted)


def test_a_service_whose_moves_stay_in_their_section_is_found_out() -> None:
    base = SiteStructure(
        top=["a", "b"],
        held={"a": ["s0", "s1"], "b": ["s2"]},
        sections={"a": SectionItem("A"), "b": SectionItem("B")},
        spaces={f"s{n}": SpaceItem(f"S{n}", f"p{n}", None, f"space-{n}") for n in range(3)},
    )
    wanted = base.copy()
    wanted.held = {"a": ["s0"], "b": ["s1", "s2"]}
    model = Model(base, crosses=False)
    carried_out(model, wanted)
    assert shape(model.now) == shape(wanted)


def test_what_was_not_agreed_to_is_not_done_and_said() -> None:
    base = tree(Random(3))  # noqa: S311 - the same
    base.members, base.top = {"g": ["sec0", "sec1"]}, ["g"]
    base.groups, base.sections = {"g": GroupItem("G")}, {"sec0": SectionItem("A"), "sec1": SectionItem("B")}
    base.held, base.spaces = {"sec0": [], "sec1": []}, {}
    wanted = base.copy()
    wanted.members = {"g": ["sec1", "sec0"]}
    found = planned(Model(base), wanted, Allowed())
    assert found.changes == []
    assert "The order of the sections in G" in words(found.left)[0]
    assert len(planned(Model(base), wanted, Allowed(reorder=True)).changes) == 2


@settings(max_examples=HISTORIES, deadline=None)
@given(st.randoms(use_true_random=False))
def test_groups_get_their_order(random: Random) -> None:
    base = tree(random)
    wanted = base.copy()
    order = [id_ for id_ in wanted.top if id_ in wanted.groups]
    places = sorted(random.sample(range(len(wanted.top)), len(order)))
    random.shuffle(order)
    line = [id_ for id_ in wanted.top if id_ not in wanted.groups]
    for place, group in zip(places, order, strict=True):
        line.insert(place, group)
    wanted.top = line
    model = Model(base)
    carried_out(model, wanted)
    assert (planned(model, wanted).left, model.now.top) == ([], wanted.top)


def test_a_path_that_a_removal_gives_back_is_taken_at_once() -> None:
    base = flat(3)
    wanted = remove_space(base, "s2")
    wanted = edit_space(wanted, "s1", "p2", None)
    found = planned(Model(base), wanted)
    assert [change.endpoint.name for change in found.changes] == ["removeSiteSpace", "updateSiteSpace"]
    assert found.left == []


def test_a_home_that_has_the_path_of_another_space_goes_before_that_is_changed() -> None:
    """Two spaces of one path are not what the service lets anybody set, and it may still tell of them."""
    base = flat(2)
    base.spaces["s1"], base.default_space = replace(base.spaces["s1"], path="p0"), "s1"
    wanted = remove_space(open_with(base, "s0"), "s1")
    wanted = edit_space(wanted, "s0", "p0", "visitor.claims.a")
    model = Model(base)
    assert carried_out(model, wanted) == 3
    assert shape(model.now) == shape(wanted)
