"""The undo of a plan whose work a colleague has changed or added to since."""

from masthead.changes.structure.drafting import SECTION, MoveTarget, edit_space, move_items, name_group, remove_space
from masthead.changes.structure.tree import SiteStructure
from tests.changes.structure.desk import Desk, colleague
from tests.changes.structure.test_arranging import PRODUCT
from tests.changes.structure.test_meanwhile import GUIDE, PARTNERS, go_on, stuck_at_the_second
from tests.words import words


def grouped(base: SiteStructure) -> SiteStructure:
    return move_items(name_group(base, "", "Extras", ""), [RELEASES], MoveTarget("into", "group:new-1"))


def test_a_move_into_a_group_that_is_gone_is_named(desk: Desk) -> None:
    group = desk.live().group_of(API)
    back = desk.undone(desk.arrange(lambda base: move_items(base, [RELEASES], MoveTarget("into", f"group:{group}"))))
    colleague(desk, "DELETE", f"section-groups/{group}")
    told = words(desk.undone(back).differences)
    gone = "the section or group to move it to is gone, so it was not moved there."
    assert f"Release notes: {gone}" in told


def paths(base: SiteStructure) -> SiteStructure:
    return edit_space(edit_space(base, GUIDE, "mine-guide", None), PARTNERS, "mine-partners", None)


def test_an_undo_says_before_its_start_what_a_colleague_has_changed(desk: Desk) -> None:
    plan = desk.arrange(paths)
    colleague(desk, "PATCH", f"site-spaces/{GUIDE}", {"path": "theirs"})
    back = desk.undo_of(plan)
    assert (back.purpose.title, back.steps) == ("Undo: Arrange Site: 1 path change", 1)
    (told,) = words(back.differences)
    assert told.startswith("The path of Shipping guide: it was changed outside of this bulk change, so it stays")
    assert words(desk.ended(back.number).differences) == (told,)


def test_an_undo_counts_what_it_undoes(desk: Desk) -> None:
    plan = desk.arrange(lambda base: remove_space(base, PARTNERS))
    back = desk.undo_of(plan)
    assert back.purpose.title == "Undo: Arrange Site: 1 removal"
    again = desk.undo_of(desk.ended(back.number))
    assert again.purpose.title == "Redo: Arrange Site: 1 removal"


def test_an_undo_says_what_a_group_is_called_and_was_to_be(desk: Desk) -> None:
    plan = desk.arrange(lambda base: name_group(base, PRODUCT, "Freight", "truck"))
    colleague(desk, "PATCH", f"section-groups/{PRODUCT}", {"title": "Zed", "icon": "truck"})
    (told,) = words(desk.undo_of(plan).differences)
    left = "it was changed outside of this bulk change, so it stays “Zed”."
    assert told == f"The title of the group Zed: {left} This bulk change would have made it “Product”."


def test_title_and_icon_of_a_group_go_back_each_for_itself(desk: Desk) -> None:
    was = desk.live().groups[PRODUCT]
    plan = desk.arrange(lambda base: name_group(base, PRODUCT, "Freight", was.icon or ""))
    colleague(desk, "PATCH", f"section-groups/{PRODUCT}", {"icon": "fire"})
    back = desk.undone(plan)
    assert words(back.differences) == ()
    now = desk.live().groups[PRODUCT]
    assert (now.title, now.icon) == (was.title, "fire")


def test_an_undo_with_nothing_left_to_do_counts_nothing(desk: Desk) -> None:
    plan = desk.arrange(lambda base: edit_space(base, GUIDE, "mine-guide", None))
    colleague(desk, "PATCH", f"site-spaces/{GUIDE}", {"path": "theirs"})
    back = desk.undo_of(plan)
    assert (back.purpose.title, back.steps, len(words(back.differences))) == ("Undo: Arrange Site", 0, 1)


def test_what_an_undo_left_before_its_start_and_does_after_all_is_told_no_more(desk: Desk) -> None:
    plan = desk.arrange(paths)
    colleague(desk, "PATCH", f"site-spaces/{GUIDE}", {"path": "theirs"})
    back = desk.undo_of(plan)
    colleague(desk, "PATCH", f"site-spaces/{GUIDE}", {"path": "mine-guide"})
    assert words(desk.ended(back.number).differences) == ()


def test_a_space_that_a_colleague_made_home_stays_in_the_home_section(desk: Desk) -> None:
    home = desk.live().section_of(PARTNERS)
    plan = desk.arrange(lambda base: move_items(base, [PARTNERS], MoveTarget("into", f"{SECTION}{API}")))
    colleague(desk, "PATCH", "", {"defaultSiteSection": API, "defaultSiteSpace": PARTNERS})
    told = "Partner onboarding is the home of the site. Choose another home first, then move it."
    back = desk.undone(plan)
    assert (desk.live().defaults, desk.live().section_of(PARTNERS)) == ((API, PARTNERS), API)
    assert words(back.differences) == (told,)
    colleague(desk, "PATCH", "", {"defaultSiteSection": home})
    assert (words(desk.undone(plan).differences), desk.live().section_of(PARTNERS)) == ((), home)


def test_a_group_goes_back_without_a_call_for_its_neighbour(desk: Desk) -> None:
    before = desk.live().top
    plan = desk.arrange(lambda base: move_items(base, [PRODUCT], MoveTarget("first")))
    back = desk.undone(plan)
    assert ([step.intent.ids[-1] for step in desk.plans.steps(back)], desk.live().top) == ([PRODUCT], before)


START, WAREHOUSE = "section_start", "section_warehouse"
RELEASES, API = "section_releases", "section_api"


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
    number = desk.add(draw).number
    again = added_again(desk, PARTNERS)
    plan = desk.ended(number)
    assert desk.live().section_of(again) == API
    back = desk.undone(plan)
    live = desk.live()
    assert live.spaces[GUIDE].path == before.spaces[GUIDE].path
    assert live.section_of(again) == before.section_of(PARTNERS)
    assert words(back.differences) == ()


def test_a_path_of_a_space_that_was_added_again_is_undone(desk: Desk) -> None:
    def draw(base: SiteStructure) -> SiteStructure:
        return edit_space(edit_space(base, GUIDE, "mine-guide", None), PARTNERS, "mine-partners", None)

    path = desk.live().spaces[PARTNERS].path
    plan = stuck_at_the_second(desk, draw, PARTNERS)
    again = added_again(desk, PARTNERS)
    colleague(desk, "PATCH", f"site-spaces/{again}", {"path": path})
    plan = go_on(desk, plan)
    assert desk.live().spaces[again].path == "mine-partners"
    assert words(desk.undone(plan).differences) == ()
    assert desk.live().spaces[again].path == path
