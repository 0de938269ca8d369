"""What a service says of a structure may contradict itself: it is arranged all the same, as far as that goes."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from random import Random
from typing import Any, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from masthead.structure.actions import (
    DraftError,
    MoveTarget,
    Where,
    add_space,
    edit_space,
    list_problems,
    make_home,
    move_items,
    name_group,
    remove_group,
    remove_space,
    sort_line,
)
from masthead.structure.calls import Allowed
from masthead.structure.describe import build_question, list_differences
from masthead.structure.draft import replay
from masthead.structure.edits import edits_between
from masthead.structure.read import combine_reads
from masthead.structure.tree import SiteStructure, lines_by_key, parse_structure, structure_json, title_of
from tests.histories import HISTORIES
from tests.structure.contradictions import answers
from tests.structure.editors import merge
from tests.structure.model import Model
from tests.structure.walk import Run, planned, shape

WHERE = ("up", "down", "first", "last")
Answers = tuple[Any, Any, Any]


def edited(structure: SiteStructure, random: Random) -> SiteStructure:
    """What a person may make of it in a few steps."""
    for _ in range(random.randint(0, 6)):
        with suppress(DraftError):
            structure = _edit(structure, random)
    return structure


def _edit(structure: SiteStructure, random: Random) -> SiteStructure:
    lines = lines_by_key(structure)
    everything = [item for line in lines.values() for item in line] or [""]
    item, other, key = random.choice(everything), random.choice(everything), random.choice(list(lines))
    where = random.choice([*WHERE, "before", "after", "into"])
    to = {"before": other, "after": other, "into": key}.get(where, "")
    acts: list[Callable[[], SiteStructure]] = [
        lambda: move_items(structure, [item], MoveTarget(cast("Where", where), to)),
        lambda: move_items(structure, [item, other], MoveTarget("into", key)),
        lambda: sort_line(structure, key),
        lambda: edit_space(structure, item, random.choice(["p", "q", "r"]), random.choice([None, "visitor.x"])),
        lambda: make_home(structure, item),
        lambda: name_group(structure, random.choice(["", item]), random.choice(["New", "Newer"]), ""),
        lambda: remove_group(structure, item),
        lambda: remove_space(structure, item),
        lambda: add_space(structure, "z", "Z", key.partition(":")[2]),
    ]
    return random.choice(acts)()


def ids_of(lines: Sequence[Sequence[str]]) -> list[str]:
    return sorted(item for line in lines for item in line)


@pytest.mark.exhaustive
@settings(max_examples=HISTORIES, deadline=None)
@given(answers)
def test_whatever_is_read_everything_is_in_one_place(read: Answers) -> None:
    structure = combine_reads(*read)
    assert ids_of([structure.top, *structure.members.values()]) == sorted([*structure.groups, *structure.sections])
    assert ids_of(list(structure.held.values())) == sorted(structure.spaces)
    assert set(structure.members) == set(structure.groups)
    assert set(structure.held) - {""} == set(structure.sections) - {""}
    assert not set(structure.members) & set(structure.sections)
    assert structure.default_section in {"", *structure.sections}
    assert structure.default_space in {"", *structure.spaces}
    assert not [each for each in list_problems(structure) if "opens with" in each]


@pytest.mark.exhaustive
@settings(max_examples=HISTORIES, deadline=None)
@given(read=answers, random=st.randoms(use_true_random=False))
def test_any_draft_of_it_is_planned_and_what_cannot_be_is_said(read: Answers, random: Random) -> None:
    base = combine_reads(*read)
    wanted = edited(base, random)
    assert parse_structure(structure_json(wanted)) == wanted
    assert all(each.text for each in list_differences(base, wanted))
    model = Model(base)
    allowed = Allowed(readd=random.random() < 0.5, reorder=random.random() < 0.5)
    run = Run.of(model, wanted, allowed=allowed).carry_out()
    now, then = shape(model.now), shape(wanted)
    assert run.left or all(now[name] == then[name] for name in ("members", "held", "groups"))


@settings(max_examples=100, deadline=None)
@given(read=answers, later=answers, random=st.randoms(use_true_random=False))
def test_a_draft_is_fitted_to_anything_that_is_read_later(read: Answers, later: Answers, random: Random) -> None:
    base, live = combine_reads(*read), combine_reads(*later)
    wanted = edited(base, random)
    merged = merge(base, wanted, live)
    result = merged.structure
    assert all(
        build_question(each, replay([edits_between(base, wanted)], live, {each.key: "mine"}).structure, live).about
        for each in merged.conflicts
    )
    planned(live, result)
    assert all(title_of(result, item) for line in lines_by_key(result).values() for item in line)
