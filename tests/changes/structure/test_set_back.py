"""A colleague sets back through the portal what a call of a plan has set, whose answer was lost: that stays."""

from masthead.changes import check_entry
from masthead.changes.structure.drafting import MoveTarget, move_items, name_group, remove_group, remove_space
from masthead.changes.structure.tree import SiteStructure
from masthead.store import Plan, Reason, State, StepState
from tests.changes.structure.desk import Desk, Draw, NewDesk, colleague, moved, shape
from tests.changes.structure.test_lost_answers import PATH, unknown
from tests.loops import for_each
from tests.words import words

DEVELOPERS, RELEASES, API = "group_developers", "section_releases", "section_api"
PARTNERS, WAREHOUSE = "sitespace_docs_partners", "sitespace_docs_warehouse"
OUTSIDE = "it was changed outside of this bulk change"


def named(title: str) -> Draw:
    return lambda base: name_group(base, DEVELOPERS, title, base.groups[DEVELOPERS].icon or "")


def with_group(base: SiteStructure) -> SiteStructure:
    return move_items(name_group(base, "", "Extras", ""), [RELEASES], MoveTarget("into", "group:new-1"))


def without(title: str) -> Draw:
    def draw(base: SiteStructure) -> SiteStructure:
        return remove_group(base, next(id_ for id_, each in base.groups.items() if each.title == title))

    return draw


def without_handbook(base: SiteStructure) -> SiteStructure:
    return remove_space(base, next(id_ for id_, each in base.spaces.items() if each.space == "space_handbook"))


def without_warehouse(base: SiteStructure) -> SiteStructure:
    return remove_space(base, WAREHOUSE)


SET_BACK: dict[str, tuple[str, str, Draw, Draw, str]] = {
    "a space moved within its section": (
        "POST",
        f"{PATH}/site-spaces/*/move",
        moved(PARTNERS, where="first"),
        moved(PARTNERS, where="last"),
        f"The place of Partner onboarding: {OUTSIDE}",
    ),
    "a renamed group": (
        "PATCH",
        f"{PATH}/section-groups/*",
        named("Engineers"),
        named("Developers"),
        f"The title of the group Developers: {OUTSIDE}",
    ),
    "a section that leaves its group": (
        "DELETE",
        f"{PATH}/section-groups/*/sections/*",
        moved(API, where="into", to="top:"),
        moved(API, where="into", to=f"group:{DEVELOPERS}"),
        f"The place of API: {OUTSIDE}",
    ),
    "a section that joins a group": (
        "POST",
        f"{PATH}/section-groups/*/sections",
        moved(RELEASES, where="into", to=f"group:{DEVELOPERS}"),
        moved(RELEASES, where="into", to="top:"),
        f"The place of Release notes: {OUTSIDE}",
    ),
}


def begun(desk: Desk, draw: Draw) -> Plan:
    """A plan after its first slice, at a service that keeps moved spaces in their section."""
    return desk.run(desk.add(draw, readd=True, crosses=False))


def without_top(site: SiteStructure) -> dict[str, object]:
    """What leaves a group moves that out of its way, and then back."""
    return shape(site) | {"top": None}


def goes_on(desk: Desk, plan: Plan) -> Plan:
    desk.clock.pass_(30)
    return desk.ended(plan.number)


def lost_entry(desk: Desk, plan: Plan) -> int:
    (step,) = desk.plans.steps(plan, states=[StepState.UNKNOWN])
    return step.entry or 0


@for_each("what", SET_BACK)
def test_what_a_colleague_set_back_stays_and_is_named(new_desk: NewDesk, what: str) -> None:
    desk = new_desk()
    method, path, draw, back, told = SET_BACK[what]
    plan = unknown(desk, (method, path, draw), carried_out=True)
    lost = lost_entry(desk, plan)
    desk.bob.arrange(back)
    left = without_top(desk.live())
    plan = goes_on(desk, plan)
    assert without_top(desk.live()) == left
    assert [each.partition(":")[0] for each in words(plan.differences)] == [told.partition(":")[0]]
    outcome = desk.entry(lost).outcome
    assert (outcome.state, outcome.cause.reason) == (State.SAVED, Reason.CHANGED_SINCE_SAVED)


def test_a_removal_that_a_later_change_proves_not_carried_out_is_not_told_as_done(desk: Desk) -> None:
    lost_removal = ("DELETE", f"{PATH}/site-spaces/*", without_warehouse)
    plan = unknown(desk, lost_removal, carried_out=False)
    desk.bob.arrange(without_warehouse)
    found = check_entry(desk.api, desk.entry(lost_entry(desk, plan)), desk.journal)
    assert (found.state, found.cause.reason) == (
        State.NOT_SAVED,
        Reason.FOUND_AS_BEFORE,
    )


def test_a_space_that_a_colleague_added_again_between_removal_and_addition_stays(desk: Desk) -> None:
    lost = {"fault": "reset", "method": "DELETE", "path": f"{PATH}/site-spaces/*", "carriedOut": True}
    desk.service.turn(moveChangesSection=False, faults=[lost])
    into_api = moved(PARTNERS, where="into", to=f"section:{API}")
    plan = begun(desk, into_api)
    desk.service.turn(moveChangesSection=False)
    again = colleague(desk, "POST", "site-spaces", {"spaceId": "space_partners", "sectionId": "section_start"})
    colleague(desk, "PATCH", f"site-spaces/{again}", {"condition": "visitor.claims.isCarrier"})
    desk.asked.clear()
    plan = goes_on(desk, plan)
    live = desk.live()
    assert (live.section_of(again), live.spaces[again].condition) == ("section_start", "visitor.claims.isCarrier")
    assert desk.writes == []
    assert "The place of Partner onboarding" in [each.partition(":")[0] for each in words(plan.differences)]


def test_a_lost_move_beside_which_a_colleague_put_something_is_not_known_and_is_undone(desk: Desk) -> None:
    before = desk.live().section_of(PARTNERS)
    move = moved(PARTNERS, where="after", to="sitespace_docs_api")
    plan = unknown(desk, ("POST", f"{PATH}/site-spaces/*/move", move), carried_out=True)
    position = {"after": {"type": "site-space", "siteSpace": "sitespace_docs_api"}}
    colleague(desk, "POST", f"site-spaces/{WAREHOUSE}/move", {"position": position})
    plan = goes_on(desk, plan)
    (step,) = desk.plans.steps(plan)
    assert (step.state, step.cause.reason) == (StepState.UNKNOWN, Reason.NEITHER)
    assert desk.live().held[API] == ["sitespace_docs_api", WAREHOUSE, PARTNERS]
    assert words(desk.undone(plan).differences) == ()
    assert desk.live().section_of(PARTNERS) == before
