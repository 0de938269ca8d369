"""Undoing a plan whose calls met what a colleague had added again, or created first, while it stood still."""

from changes.structure.arranging import KIND
from changes.structure.drafting import SECTION, MoveTarget, edit_space, move_items, name_group, remove_space
from changes.structure.goal import StructureGoal, serialize_goal
from changes.structure.tree import SiteStructure
from store import Purpose
from tests.changes.structure.desk import DOCS, ORG, Desk, shape
from tests.changes.structure.test_meanwhile import GUIDE, PARTNERS, go_on, stuck_at_the_second
from tests.records import ask
from tests.world import ALICE

SITE = f"/v1/orgs/{ORG}/sites/{DOCS}"
START, WAREHOUSE = "section_start", "section_warehouse"
RELEASES, API = "section_releases", "section_api"


def colleague(desk: Desk, method: str, path: str, body: object = None) -> str:
    answer = ask(desk.service, ALICE, method, f"{SITE}/{path}".rstrip("/"), body)
    assert answer.status_code < 300
    return str(answer.json["id"]) if answer.json else ""


def added_again(desk: Desk, item: str) -> str:
    """The id under which a colleague has removed this and added it again, in the same section."""
    live = desk.live()
    colleague(desk, "DELETE", f"site-spaces/{item}")
    body = {"spaceId": live.spaces[item].space, "sectionId": live.section_of(item)}
    return colleague(desk, "POST", "site-spaces", body)


def test_what_was_done_to_a_space_that_was_added_again_is_undone(desk: Desk) -> None:
    def draw(base: SiteStructure) -> SiteStructure:
        draft = edit_space(base, GUIDE, "mine-guide", None)
        return move_items(draft, [PARTNERS], MoveTarget("into", f"{SECTION}{API}"))

    before = desk.live()
    goal = StructureGoal(ORG, DOCS, "Site", before, draw(before))
    number = desk.plans.add(Purpose(ORG, "alice", "Arrange", KIND, serialize_goal(goal)), [])
    again = added_again(desk, PARTNERS)
    plan = desk.ended(number)
    assert desk.live().section_of(again) == API
    back = desk.undone(plan)
    live = desk.live()
    assert live.spaces[GUIDE].path == before.spaces[GUIDE].path
    assert live.section_of(again) == before.section_of(PARTNERS)
    assert back.differences == ()


def test_a_path_of_a_space_that_was_added_again_is_undone(desk: Desk) -> None:
    def draw(base: SiteStructure) -> SiteStructure:
        return edit_space(edit_space(base, GUIDE, "mine-guide", None), PARTNERS, "mine-partners", None)

    path = desk.live().spaces[PARTNERS].path
    plan = stuck_at_the_second(desk, draw, PARTNERS)
    again = added_again(desk, PARTNERS)
    colleague(desk, "PATCH", f"site-spaces/{again}", {"path": path})
    plan = go_on(desk, plan)
    assert desk.live().spaces[again].path == "mine-partners"
    assert desk.undone(plan).differences == ()
    assert desk.live().spaces[again].path == path


def test_what_was_put_into_a_group_that_a_colleague_created_is_taken_out(desk: Desk) -> None:
    def draw(base: SiteStructure) -> SiteStructure:
        return move_items(name_group(base, "", "Extras", ""), [RELEASES], MoveTarget("into", "group:new-1"))

    before = desk.live()
    desk.service.turn(faults=[{"fault": "status", "status": 403, "method": "POST", "path": f"{SITE}/section-groups"}])
    plan = desk.arrange(draw)
    assert plan.stuck
    desk.service.turn()
    extras = colleague(desk, "POST", "section-groups", {"title": "Extras"})
    plan = go_on(desk, plan)
    assert desk.live().members[extras] == [RELEASES]
    back = desk.undone(plan)
    live = desk.live()
    assert (live.members[extras], live.group_of(RELEASES)) == ([], before.group_of(RELEASES))
    told, _place = back.differences
    assert told == "The group Extras: the bulk change that is undone did not create it, so it is not deleted."


def test_a_space_that_was_removed_and_added_again_stays_and_the_rest_is_undone(desk: Desk) -> None:
    def draw(base: SiteStructure) -> SiteStructure:
        return edit_space(remove_space(base, PARTNERS), GUIDE, "mine-guide", None)

    before = desk.live()
    plan = desk.arrange(draw)
    colleague(desk, "POST", "site-spaces", {"spaceId": before.spaces[PARTNERS].space, "sectionId": API})
    desk.undone(plan)
    live = desk.live()
    assert live.spaces[GUIDE].path == before.spaces[GUIDE].path
    assert [each.space for each in live.spaces.values()].count(before.spaces[PARTNERS].space) == 1


def test_a_group_of_a_colleague_stays_in_its_place_when_an_undo_and_its_redo_move_it_for_a_moment(desk: Desk) -> None:
    def draw(base: SiteStructure) -> SiteStructure:
        return move_items(name_group(base, "", "Extras", ""), [START, API], MoveTarget("into", "group:new-1"))

    for group in desk.live().groups:
        colleague(desk, "DELETE", f"section-groups/{group}")
    developers = colleague(desk, "POST", "section-groups", {"title": "Developers", "sections": [API]})
    position = {"before": {"type": "site-section", "id": RELEASES}}
    colleague(desk, "POST", f"section-groups/{developers}/move", {"position": position})
    desk.service.turn(faults=[{"fault": "status", "status": 403, "method": "POST", "path": f"{SITE}/section-groups"}])
    plan = desk.arrange(draw)
    desk.service.turn()
    colleague(desk, "POST", "section-groups", {"title": "Extras", "sections": [WAREHOUSE]})
    plan = go_on(desk, plan)
    after = shape(desk.live())
    back = desk.undone(plan)
    live = desk.live()
    titles = [live.groups[each].title if each in live.groups else each for each in live.top]
    assert titles == [START, "section_guide", "Developers", RELEASES, "Extras"]
    assert live.members == {developers: [API], live.top[-1]: [WAREHOUSE]}
    again = desk.undone(back)
    assert shape(desk.live()) == after
    assert again.differences == ()
