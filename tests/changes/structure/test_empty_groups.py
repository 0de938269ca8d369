"""Groups without sections: the API does not show their place among the sections."""

from changes.structure.drafting import MoveTarget, move_items, name_group
from changes.structure.position_status import HIDDEN
from changes.structure.reading import read, with_top_of
from changes.structure.telling import differences
from changes.structure.tree import SiteStructure
from changes.structure.unseen import HIDDEN_PLACE, NOT_SHOWN
from i18n import gettext
from store import Plan, State, StepState
from tests.changes.structure.desk import DOCS, ORG, Desk, NewDesk, moved
from tests.loops import for_each
from tests.records import ask
from tests.world import ALICE

SITE = f"/v1/orgs/{ORG}/sites/{DOCS}"
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
    assert plan.differences == (gettext(HIDDEN_PLACE, group="Developers", not_shown=NOT_SHOWN),)
    assert plan.counts == {StepState.DONE: 1}
    assert outcomes(desk, plan) == [State.SAVED]
    assert desk.undone(plan).counts == {StepState.DONE: 1}


def test_a_new_group_without_sections_is_moved_once(desk: Desk) -> None:
    def draw(base: SiteStructure) -> SiteStructure:
        return move_items(name_group(base, "", "Extras", ""), ["new-1"], MoveTarget("first"))

    plan = desk.arrange(draw)
    assert plan.differences == (gettext(HIDDEN_PLACE, group="Extras", not_shown=NOT_SHOWN),)
    assert plan.counts == {StepState.DONE: 2}


@for_each("carried_out", [True, False])
def test_a_lost_move_of_an_empty_group_stays_not_known(new_desk: NewDesk, *, carried_out: bool) -> None:
    desk = new_desk()
    emptied(desk)
    desk.service.turn(faults=[{"fault": "reset", "method": "POST", "path": MOVES, "carriedOut": carried_out}])
    plan = desk.arrange(moved("group_developers", where="first"))
    steps = desk.plans.steps(plan)
    assert [each.state for each in steps] == [StepState.UNKNOWN, StepState.DONE]
    assert steps[0].message == HIDDEN


def test_a_group_that_lost_its_sections_is_not_said_to_have_moved(desk: Desk) -> None:
    desk.arrange(moved("group_developers", where="first"))
    base = desk.live()
    emptied(desk)
    now = with_top_of(read(desk.api, ORG, DOCS), base)
    assert "Developers" not in " ".join(each.text for each in differences(base, now) if each.item in base.groups)
