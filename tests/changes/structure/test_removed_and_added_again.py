"""A space that a plan removed is on the site again: it was removed all the same, and what is told of it stays true."""

from contract.publishing.site_spaces import REMOVE_SITE_SPACE
from store import StepState
from tests.changes.structure.desk import Desk, moved
from tests.changes.structure.test_lost_answers import LOST, PATH, unknown
from tests.changes.structure.test_undo_of_met import API, colleague

REMOVED = LOST["a removed space"]
OPERATIONS = {"spaceId": "space_warehouse", "sectionId": API}


def removal_told(desk: Desk, number: int) -> str:
    steps = desk.plans.steps(desk.plan(number))
    return next(each.message for each in steps if each.intent.endpoint == REMOVE_SITE_SPACE.name)


def test_what_a_colleague_added_again_was_removed(desk: Desk) -> None:
    plan = unknown(desk, REMOVED, carried_out=True)
    colleague(desk, "POST", "site-spaces", OPERATIONS)
    ended = desk.ended(plan.number)
    (told,) = ended.differences
    assert told == (
        "Warehouse operations: it was removed, and somebody added it again since, so it stays on the site. Remove it "
        "yourself if nobody needs it."
    )
    assert removal_told(desk, plan.number) == "It was removed, and the site had it again when Masthead checked."


def test_what_the_plan_itself_adds_again_is_not_said_to_be_gone(desk: Desk) -> None:
    faults = [{"fault": "reset", "method": "DELETE", "path": f"{PATH}/site-spaces/*", "carriedOut": True}]
    desk.service.turn(moveChangesSection=False, faults=faults)
    plan = desk.arrange(moved("sitespace_docs_partners", where="into", to="section:section_api"))
    assert StepState.UNKNOWN not in plan.counts
    assert removal_told(desk, plan.number) == "It was removed: it was not on the site when Masthead checked."
