"""Groups without sections: the API does not show their place among the sections."""

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from masthead.changes.structure.drafting import MoveTarget, move_items, name_group, remove_group
from masthead.changes.structure.group_order import group_moves
from masthead.changes.structure.order import Move
from masthead.changes.structure.reading import read, with_top_of
from masthead.changes.structure.rearranging import with_moves_noted
from masthead.changes.structure.telling import differences
from masthead.changes.structure.tree import SiteStructure
from masthead.changes.structure.unseen import UnseenGroups
from masthead.store import Cause, Plan, Reason, State, StepState
from tests.changes.structure.desk import DOCS, ORG, SITE, Desk, Draw, NewDesk, moved
from tests.changes.structure.test_uncertain_additions import GROUPS
from tests.changes.structure.test_undo_with_others import API, RELEASES
from tests.loops import for_each
from tests.records import ask
from tests.words import words
from tests.world import ALICE

MOVES = "/v1/orgs/*/sites/*/section-groups/*/move"


def emptied(desk: Desk, group: str = "group_developers") -> None:
    """A colleague takes all sections out of a group."""
    for section in desk.live().members[group]:
        path = f"{SITE}/section-groups/{group}/sections/{section}"
        assert ask(desk.service, ALICE, "DELETE", path).status_code == 205


def outcomes(desk: Desk, plan: Plan) -> list[State]:
    entries = [desk.journal.entry(ORG, each.entry or 0) for each in desk.plans.steps(plan)]
    return [each.outcome.state for each in entries if each is not None]


def test_a_move_of_an_empty_group_is_sent_once_and_not_said_to_have_failed(desk: Desk) -> None:
    emptied(desk)
    plan = desk.arrange(moved("group_developers", where="first"))
    assert plan.differences == (Cause(Reason.HIDDEN_PLACE, {"group": "Developers"}),)
    assert plan.counts == {StepState.DONE: 1}
    assert outcomes(desk, plan) == [State.SAVED]
    assert desk.undone(plan).counts == {StepState.DONE: 1}


def test_a_new_group_without_sections_is_moved_once(desk: Desk) -> None:
    def draw(base: SiteStructure) -> SiteStructure:
        return move_items(name_group(base, "", "Extras", ""), ["new-1"], MoveTarget("first"))

    plan = desk.arrange(draw)
    assert plan.differences == (Cause(Reason.HIDDEN_PLACE, {"group": "Extras"}),)
    assert plan.counts == {StepState.DONE: 2}


@for_each("carried_out", [True, False])
def test_a_lost_move_of_an_empty_group_stays_not_known(new_desk: NewDesk, *, carried_out: bool) -> None:
    desk = new_desk()
    emptied(desk)
    desk.service.turn(faults=[{"fault": "reset", "method": "POST", "path": MOVES, "carriedOut": carried_out}])
    plan = desk.arrange(moved("group_developers", where="first"))
    steps = desk.plans.steps(plan)
    assert [each.state for each in steps] == [StepState.UNKNOWN, StepState.DONE]
    assert steps[0].cause.reason is Reason.NOT_REPORTED


def test_a_group_that_lost_its_sections_is_not_said_to_have_moved(desk: Desk) -> None:
    desk.arrange(moved("group_developers", where="first"))
    base = desk.live()
    emptied(desk)
    now = with_top_of(read(desk.api, ORG, DOCS), base)
    assert "Developers" not in " ".join(each.text for each in differences(base, now) if each.item in base.groups)


SEEDS = (1, 20, 34)
"""Few, as each takes seconds; each once ended with a group elsewhere than shown."""


def sent(desk: Desk, method: str, path: str, body: object = None) -> dict[str, Any]:
    answer = ask(desk.service, ALICE, method, f"{SITE}/{path}", body)
    assert answer.status_code < 300
    return answer.get_json(silent=True) or {}


def place_group(desk: Desk, group: str, side: str, section: str) -> None:
    where = {"position": {side: {"type": "site-section", "id": section}}}
    sent(desk, "POST", f"section-groups/{group}/move", where)


def with_groups(desk: Desk, *titles: str, sections: Sequence[str] = ()) -> dict[str, str]:
    """A site with these groups alone, the first of which may have sections; their ids by title."""
    for group in desk.live().groups:
        sent(desk, "DELETE", f"section-groups/{group}")
    bodies: list[dict[str, object]] = [{"title": title} for title in titles]
    if sections:
        bodies[0]["sections"] = [*sections]
    return {str(body["title"]): sent(desk, "POST", "section-groups", body)["id"] for body in bodies}


def taken(item: str, where: str, to: str = "") -> Draw:
    """A move as the page notes it."""
    return lambda base: with_moves_noted(move_items(base, [item], MoveTarget(where, to)), base, [item])  # type: ignore[arg-type]


def listed(desk: Desk) -> list[str]:
    return [each.title for each in desk.live().groups.values()]


def calls(desk: Desk, plan: Plan) -> list[str]:
    return [each.intent.summary for each in desk.plans.steps(plan)]


def is_told(plan: Plan) -> bool:
    return any("lists the group" in each for each in words(plan.differences))


def moved_by_chance(base: SiteStructure, items: Sequence[str], targets: Sequence[tuple[str, float]]) -> SiteStructure:
    now = base
    for item, (where, chance) in zip(items, targets, strict=True):
        others = [each for each in base.top if each != item]
        now = taken(item, where, others[int(chance * len(others))])(now)
    return now


def test_what_was_moved_is_sent_and_not_what_it_passed(desk: Desk) -> None:
    groups = with_groups(desk, "Beta", "Alpha", "Gamma", "Delta")
    for title in ("Beta", "Alpha"):
        place_group(desk, groups[title], "before", "section_start")
    plan = desk.arrange(taken(groups["Alpha"], "last"))
    assert calls(desk, plan) == ["Move the group Alpha after Delta"]
    assert listed(desk) == ["Beta", "Gamma", "Delta", "Alpha"]
    assert not is_told(plan)
    back = desk.undone(plan)
    assert calls(desk, back) == ["Move the group Alpha after Beta"]
    assert listed(desk) == ["Beta", "Alpha", "Gamma", "Delta"]


def test_a_new_group_that_a_person_put_where_it_is_listed_is_sent(desk: Desk) -> None:
    prod = with_groups(desk, "Prod", sections=["section_guide"])["Prod"]
    place_group(desk, prod, "after", "section_start")

    def draw(base: SiteStructure) -> SiteStructure:
        return taken("new-1", "after", prod)(taken("new-1", "last")(name_group(base, "", "Extras", "")))

    plan = desk.arrange(draw)
    assert calls(desk, plan)[1:] == ["Move the group Extras before Warehouse"]


def test_a_list_in_another_order_than_wanted_is_a_difference(desk: Desk) -> None:
    groups = with_groups(desk, "Beta", "Alpha")
    path = "/v1/orgs/*/sites/*/section-groups/*/move"
    desk.service.turn(faults=[{"fault": "ignore", "method": "POST", "path": path, "times": 9}])
    plan = desk.arrange(taken(groups["Beta"], "last"))
    assert words(plan.differences) == (
        "The place of the group Beta: the API accepted the move, but lists the group before Alpha.",
    )
    assert plan.counts == {StepState.DONE: 1}


def test_a_group_without_sections_that_nobody_moved_is_not_sent() -> None:
    now, wanted = ["start", "guide", "empty"], ["start", "empty", "guide"]
    assert group_moves(now, wanted, ["start", "guide"], UnseenGroups(["empty"])) == []
    assert group_moves(now, wanted, ["start", "guide"], UnseenGroups(["empty"], ["empty"])) == [
        Move("empty", before="guide")
    ]


@pytest.mark.exhaustive
@for_each("seed", SEEDS)
def test_the_list_is_in_the_order_wanted_or_the_plan_tells(new_desk: NewDesk, seed: int) -> None:
    desk = new_desk()
    random = Random(seed)  # noqa: S311 - only which things are moved
    groups = [*with_groups(desk, "Prod", "One", "Two", "Three", sections=["section_guide"]).values()]
    for group in groups:
        place_group(
            desk, group, random.choice(["before", "after"]), random.choice(["section_start", "section_warehouse"])
        )
    for _ in range(3):
        items = random.sample(groups, random.randint(1, 2))
        targets = [(random.choice(["first", "last", "before", "after"]), random.random()) for _ in items]
        before, drawn = [*desk.live().groups], moved_by_chance(desk.live(), items, targets)
        wanted = [id_ for id_ in drawn.top if id_ in drawn.groups]
        plan = desk.arrange(lambda _, now=drawn: now)  # type: ignore[misc]
        if not desk.plans.steps(plan):
            assert [*desk.live().groups] == before
            continue
        assert groups[0] in items or {each.intent.ids[-1] for each in desk.plans.steps(plan)} <= set(items)
        assert "outside of this bulk change" not in " ".join(words(plan.differences))
        assert is_told(plan) or [*desk.live().groups] == wanted
        back = desk.undone(plan)
        assert is_told(back) or [*desk.live().groups] == before
        again = desk.undone(back)
        assert is_told(again) or [*desk.live().groups] == wanted


def test_a_group_that_turns_out_to_be_elsewhere_is_a_difference(desk: Desk) -> None:
    zeta, eta = (sent(desk, "POST", "section-groups", {"title": title})["id"] for title in ("Zeta", "Eta"))
    base = desk.live()
    assert base.top.index(eta) < base.top.index(RELEASES)
    plan = desk.arrange(moved(API, where="into", to=f"group:{eta}"))
    (told,) = words(plan.differences)
    assert told == (
        "The place of the group Eta: the API shows it now that the group has sections. It is after Release notes in "
        "the site. Masthead had shown it after Product in the site."
    )
    assert desk.live().top[-2:] == [RELEASES, eta]
    assert zeta in desk.live().groups


def test_a_group_that_is_where_it_was_shown_is_no_difference(desk: Desk) -> None:
    emptied(desk)
    assert words(desk.arrange(moved(API, where="into", to="group:group_developers")).differences) == ()


@for_each("lost", [True, False])
def test_a_group_that_is_created_again_goes_back_also_where_it_is_listed_there(
    new_desk: NewDesk, *, lost: bool
) -> None:
    desk = new_desk()
    emptied(desk)
    plan = desk.arrange(lambda base: remove_group(base, "group_developers"))
    faults = [{"fault": "reset", "method": "POST", "path": GROUPS, "carriedOut": True}] if lost else []
    desk.service.turn(faults=faults)
    back = desk.undone(plan)
    assert calls(desk, back) == ["Create the group Developers", "Move the group Developers before API"]
    desk.arrange(moved(RELEASES, where="into", to=f"group:{[*desk.live().groups][-1]}"))
    assert desk.live().top[1:] == ["group_product", [*desk.live().groups][-1], API]
