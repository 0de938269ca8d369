"""The API answers a call of a plan as a success and does nothing: the plan says so, and blames nobody."""

from masthead.changes import add_undo_plan
from masthead.changes.structure.drafting import MoveTarget, edit_space, move_items, open_with
from masthead.changes.structure.tree import SiteStructure
from masthead.store import Reason, State, StepState
from tests.changes.structure.desk import Draw, NewDesk, colleague, moved, shape
from tests.changes.structure.test_lost_answers import LOST, PATH, unknown
from tests.loops import for_each
from tests.words import words

PARTNERS, RELEASES, DEVELOPERS = "sitespace_docs_partners", "section_releases", "group_developers"
GUIDE, WAREHOUSE = "sitespace_docs_guide", "sitespace_docs_warehouse"


def leaving(base: SiteStructure) -> SiteStructure:
    return move_items(base, [base.members[DEVELOPERS][0]], MoveTarget("into", "top:"))


def conditioned(base: SiteStructure) -> SiteStructure:
    return edit_space(base, PARTNERS, base.spaces[PARTNERS].path, "visitor.claims.x")


IGNORED: dict[str, tuple[str, str, Draw]] = {
    **LOST,
    "a move": ("POST", f"{PATH}/site-spaces/*/move", moved(PARTNERS, where="first")),
    "a move into another section": (
        "POST",
        f"{PATH}/site-spaces/*/move",
        moved(PARTNERS, where="into", to="section:section_api"),
    ),
    "a path": ("PATCH", f"{PATH}/site-spaces/*", lambda base: edit_space(base, PARTNERS, "mine", None)),
    "a condition": ("PATCH", f"{PATH}/site-spaces/*", conditioned),
    "a section that joins": (
        "POST",
        f"{PATH}/section-groups/*/sections",
        moved(RELEASES, where="into", to=f"group:{DEVELOPERS}"),
    ),
    "a section that leaves": ("DELETE", f"{PATH}/section-groups/*/sections/*", leaving),
    "the place of a group": ("POST", f"{PATH}/section-groups/*/move", moved(DEVELOPERS, where="first")),
    "the home": ("PATCH", PATH, lambda base: open_with(base, PARTNERS)),
}


@for_each("what", IGNORED)
def test_what_the_api_accepted_and_did_not_do_is_not_told_as_saved(new_desk: NewDesk, what: str) -> None:
    desk = new_desk()
    method, path, draw = IGNORED[what]
    base = desk.live()
    desk.service.turn(faults=[{"fault": "ignore", "method": method, "path": path, "times": 50}])
    plan = desk.arrange(draw)
    desk.service.turn()
    assert words(plan.differences)
    assert not [
        each for each in words(plan.differences) if "outside of this bulk change" in each or "removed after" in each
    ]
    failed = desk.plans.steps(plan, states=[StepState.FAILED])
    assert failed
    for step in failed:
        entry = desk.entry(step.entry)
        assert entry.outcome.state is State.NOT_SAVED
        assert step.cause.reason is Reason.WITHOUT_EFFECT
    back = add_undo_plan(desk.journal, desk.plans, plan)
    if back is not None:  # what was done on the way goes back
        assert words(desk.ended(back).differences) == ()
    live = desk.live()
    assert (shape(live), live.default_space) == (shape(base), base.default_space)


SET_BACK: dict[str, tuple[Draw, str, str, object]] = {
    "a move into another section": (
        moved(PARTNERS, where="into", to="section:section_api"),
        "POST",
        f"site-spaces/{PARTNERS}/move",
        {"position": {"after": {"type": "site-space", "siteSpace": GUIDE}}},
    ),
    "a section that joins": (
        moved(RELEASES, where="into", to=f"group:{DEVELOPERS}"),
        "DELETE",
        f"section-groups/{DEVELOPERS}/sections/{RELEASES}",
        None,
    ),
}


@for_each("what", SET_BACK)
def test_what_somebody_set_back_through_the_api_is_not_told_as_never_done(new_desk: NewDesk, what: str) -> None:
    desk = new_desk()
    draw, method, path, body = SET_BACK[what]
    before = desk.live()
    case = ("PATCH", f"{PATH}/site-spaces/{WAREHOUSE}", lambda base: edit_space(draw(base), WAREHOUSE, "wa", None))
    plan = unknown(desk, case, carried_out=False)
    colleague(desk, method, path, body)
    plan = desk.ended(plan.number)
    (failed,) = desk.plans.steps(plan, states=[StepState.FAILED])
    assert failed.cause.reason is Reason.WITHOUT_EFFECT
    live = desk.live()
    assert (live.held, live.spaces[PARTNERS].path) == (before.held, before.spaces[PARTNERS].path)
