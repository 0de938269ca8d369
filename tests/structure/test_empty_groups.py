"""Groups without sections: the API does not show their place among the sections."""

from collections.abc import Sequence

from masthead.store.bulk.steps import BulkChange, StepState
from masthead.store.entries import Cause, Reason, State
from masthead.structure.actions import MoveTarget, move_items, name_group
from masthead.structure.tree import Move, SiteStructure, find_moves
from tests.loops import for_each
from tests.structure.desk import ORG, Desk, Draw, NewDesk, colleague, moved
from tests.structure.editors import with_moves_noted

MOVES = "/v1/orgs/*/sites/*/section-groups/*/move"


def emptied(desk: Desk, group: str = "group_developers") -> None:
    """A colleague takes all sections out of a group."""
    for section in desk.live().members[group]:
        colleague(desk, "DELETE", f"section-groups/{group}/sections/{section}")


def outcomes(desk: Desk, bulk: BulkChange) -> list[State]:
    entries = [desk.journal.entry(ORG, each.entry or 0) for each in desk.bulk_changes.steps(bulk)]
    return [each.outcome.state for each in entries if each is not None]


def test_a_move_of_an_empty_group_is_sent_once_and_not_said_to_have_failed(desk: Desk) -> None:
    emptied(desk)
    bulk = desk.arrange(moved("group_developers", where="first"))
    assert bulk.differences == (Cause(Reason.HIDDEN_PLACE, {"group": "Developers"}),)
    assert bulk.counts == {StepState.DONE: 1}
    assert outcomes(desk, bulk) == [State.SAVED]
    assert desk.undone(bulk).counts == {StepState.DONE: 1}


def test_a_new_group_without_sections_is_moved_once(desk: Desk) -> None:
    def draw(base: SiteStructure) -> SiteStructure:
        return move_items(name_group(base, "", "Extras", ""), ["new-1"], MoveTarget("first"))

    bulk = desk.arrange(draw)
    assert bulk.differences == (Cause(Reason.HIDDEN_PLACE, {"group": "Extras"}),)
    assert bulk.counts == {StepState.DONE: 2}


@for_each("carried_out", [True, False])
def test_a_lost_move_of_an_empty_group_stays_not_known(new_desk: NewDesk, *, carried_out: bool) -> None:
    desk = new_desk()
    emptied(desk)
    desk.service.turn(faults=[{"fault": "reset", "method": "POST", "path": MOVES, "carriedOut": carried_out}])
    bulk = desk.arrange(moved("group_developers", where="first"))
    steps = desk.bulk_changes.steps(bulk)
    assert [each.state for each in steps] == [StepState.UNKNOWN, StepState.DONE]
    assert steps[0].cause.reason is Reason.NOT_REPORTED


def place_group(desk: Desk, group: str, side: str, section: str) -> None:
    where = {"position": {side: {"type": "site-section", "id": section}}}
    colleague(desk, "POST", f"section-groups/{group}/move", where)


def with_groups(desk: Desk, *titles: str, sections: Sequence[str] = ()) -> dict[str, str]:
    """A site with these groups alone, the first of which may have sections; their ids by title."""
    for group in desk.live().groups:
        colleague(desk, "DELETE", f"section-groups/{group}")
    bodies: list[dict[str, object]] = [{"title": title} for title in titles]
    if sections:
        bodies[0]["sections"] = [*sections]
    return {str(body["title"]): colleague(desk, "POST", "section-groups", body) for body in bodies}


def taken(item: str, where: str, to: str = "") -> Draw:
    """A move as the page notes it."""
    return lambda base: with_moves_noted(move_items(base, [item], MoveTarget(where, to)), base, [item])  # type: ignore[arg-type]


def listed(desk: Desk) -> list[str]:
    return [each.title for each in desk.live().groups.values()]


def calls(desk: Desk, bulk: BulkChange) -> list[str]:
    return [each.intent.summary for each in desk.bulk_changes.steps(bulk)]


def test_what_was_moved_is_sent_and_not_what_it_passed(desk: Desk) -> None:
    groups = with_groups(desk, "Beta", "Alpha", "Gamma", "Delta")
    for title in ("Beta", "Alpha"):
        place_group(desk, groups[title], "before", "section_start")
    bulk = desk.arrange(taken(groups["Alpha"], "last"))
    assert calls(desk, bulk) == ["Move the group Alpha after Delta"]
    assert listed(desk) == ["Beta", "Gamma", "Delta", "Alpha"]
    back = desk.undone(bulk)
    assert calls(desk, back) == ["Move the group Alpha after Beta"]
    assert listed(desk) == ["Beta", "Alpha", "Gamma", "Delta"]


def test_a_group_without_sections_that_nobody_moved_is_not_sent() -> None:
    now, wanted = ["start", "guide", "empty"], ["start", "empty", "guide"]
    assert find_moves(now, wanted, ["empty"], ["empty"]) == []
    assert find_moves(now, wanted, ["empty"], ["empty"], ["empty"]) == [Move("empty", after="start")]
