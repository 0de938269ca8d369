"""A colleague changes the site while a bulk change stands still or runs, or before it is undone: what is said of it."""

from itertools import count

from masthead.bulk.reconcile import Runner
from masthead.store.bulk.steps import BulkChange, Mark, StepState
from masthead.structure.actions import MoveTarget, add_space, edit_space, move_items, name_group, remove_space
from masthead.structure.tree import SiteStructure
from tests.loops import for_each
from tests.structure.desk import Desk, Draw, NewDesk, colleague, moved
from tests.words import words

GUIDE, PARTNERS, SPACE_OF_API = "sitespace_docs_guide", "sitespace_docs_partners", "sitespace_docs_api"
API, RELEASES, DEVELOPERS, PRODUCT = "section_api", "section_releases", "group_developers", "group_product"
NOT_REMOVED = (
    "it was changed outside of this bulk change, so it was not removed. Remove it yourself if nobody needs it."
)
STAYS = "it was changed outside of this bulk change, so it stays"


def paths(base: SiteStructure) -> SiteStructure:
    return edit_space(edit_space(base, GUIDE, "mine-guide", None), PARTNERS, "mine-partners", None)


def with_group(base: SiteStructure) -> SiteStructure:
    made = move_items(name_group(base, "", "Extras", ""), [RELEASES, API], MoveTarget("into", "group:new-1"))
    return edit_space(made, GUIDE, "mine-guide", None)


def stuck_at(desk: Desk, draw: Draw, space: str) -> BulkChange:
    """Alice's bulk change, of which the call that sets the path of this space was refused."""
    path = f"/v1/orgs/*/sites/*/site-spaces/{space}"
    desk.service.turn(faults=[{"fault": "status", "status": 403, "method": "PATCH", "path": path}])
    bulk = desk.arrange(draw)
    assert bulk.is_stuck
    desk.service.turn()
    return bulk


def go_on(desk: Desk, bulk: BulkChange) -> BulkChange:
    (failed,) = desk.bulk_changes.steps(bulk, states=[StepState.FAILED])
    desk.bulk_changes.decide_step(bulk, Mark(failed.position, StepState.WAITING))
    return desk.ended(bulk.number)


@for_each("theirs", ["theirs", "guide"])
def test_a_path_that_a_colleague_set_since_is_left_and_named(new_desk: NewDesk, theirs: str) -> None:
    desk = new_desk()
    bulk = stuck_at(desk, paths, PARTNERS)
    desk.arrange(lambda base: edit_space(base, GUIDE, theirs, None))
    (told,) = words(go_on(desk, bulk).differences)
    assert told.startswith(f"The path of Shipping guide: this bulk change set it, but it is “{theirs}” now")
    live = desk.live()
    assert (live.spaces[GUIDE].path, live.spaces[PARTNERS].path) == (theirs, "mine-partners")


def test_what_a_bulk_change_changed_and_a_colleague_removed_stays_removed(desk: Desk) -> None:
    bulk = stuck_at(desk, paths, PARTNERS)
    desk.arrange(lambda base: remove_space(base, GUIDE))
    assert words(go_on(desk, bulk).differences) == (
        "Shipping guide: it was removed outside of this bulk change, so it stays removed.",
    )


def test_a_group_that_a_bulk_change_made_and_a_colleague_deleted_is_named_with_its_sections(desk: Desk) -> None:
    bulk = stuck_at(desk, with_group, GUIDE)
    (made,) = (id_ for id_, each in desk.live().groups.items() if each.title == "Extras")
    colleague(desk, "DELETE", f"section-groups/{made}")
    gone = "the change was accepted, but it is not on the site now: removed since, or never added."
    missing, *told = words(go_on(desk, bulk).differences)
    assert missing == f"Extras: {gone} It was not added again."
    assert [each.partition(": this bulk change set it, but it is ")[0] for each in told] == [
        "The place of API",
        "The place of Release notes",
    ]


def test_a_group_that_a_colleague_keeps_is_not_deleted_and_keeps_its_sections(desk: Desk) -> None:
    path = "/v1/orgs/*/sites/*/section-groups/*/sections/*"
    desk.service.turn(faults=[{"fault": "status", "status": 403, "method": "DELETE", "path": path}])
    bulk = desk.arrange(without_developers)
    desk.service.turn()
    colleague(desk, "PATCH", f"section-groups/{DEVELOPERS}", {"title": "Engineers"})
    assert words(go_on(desk, bulk).differences) == (f"Engineers: {NOT_REMOVED}",)
    assert desk.live().members[DEVELOPERS] == [API]


def without_developers(base: SiteStructure) -> SiteStructure:
    result = base.copy()
    place = result.top.index(DEVELOPERS)
    result.top[place : place + 1] = result.members.pop(DEVELOPERS)
    del result.groups[DEVELOPERS]
    return result


def test_a_space_that_a_colleague_added_again_is_gone_on_with_and_undone(desk: Desk) -> None:
    was, home = desk.live().spaces[PARTNERS], desk.live().section_of(PARTNERS)
    bulk = stuck_at(desk, lambda base: moved(GUIDE, where="first")(paths(base)), PARTNERS)
    colleague(desk, "DELETE", f"site-spaces/{PARTNERS}")
    again = colleague(desk, "POST", "site-spaces", {"spaceId": was.space, "sectionId": home})
    colleague(desk, "PATCH", f"site-spaces/{again}", {"path": was.path})
    bulk = go_on(desk, bulk)
    assert (desk.live().spaces[again].path, words(bulk.differences)) == ("mine-partners", ())
    assert words(desk.undone(bulk).differences) == ()
    assert (desk.live().spaces[again].path, desk.live().spaces[GUIDE].path) == (was.path, "guide")


def path_set_by_bob(desk: Desk) -> str:
    """A path for the first space that still has its old one; which one that is."""
    live = desk.live()
    space = next(each for each in (PARTNERS, GUIDE) if not live.spaces[each].path.startswith("mine-"))
    colleague(desk, "PATCH", f"site-spaces/{space}", {"path": "by-bob"})
    return space


def check_left(desk: Desk, number: int, space: str) -> None:
    live = desk.live()
    assert live.spaces[space].path == "by-bob"
    assert sum(live.spaces[each].path.startswith("mine-") for each in (GUIDE, PARTNERS)) == 1
    (told,) = words(desk.bulk(number).differences)
    assert told.startswith(f"The path of {live.spaces[space].title}: {STAYS}")


def test_what_is_set_between_two_slices_is_left(desk: Desk) -> None:
    bulk = desk.run(desk.add(paths), seconds=0)
    assert bulk.runs
    space = path_set_by_bob(desk)
    for _ in range(4):
        desk.run(desk.bulk(bulk.number), seconds=0)
    check_left(desk, bulk.number, space)


@for_each("seconds", [0, 2])
def test_what_is_set_within_a_slice_is_left(new_desk: NewDesk, seconds: int) -> None:
    """By a clock on which so much time passes with each look at it, and Bob's change after the first call."""
    desk = new_desk()
    bulk, spaces, times = desk.add(paths), list[str](), count(0, seconds)

    def monotonic() -> float:
        if not spaces and any(line.startswith("PATCH") for line in desk.asked.lines):
            spaces.append(path_set_by_bob(desk))
        return next(times)

    desk.asked.clear()
    Runner(desk.api, desk.journal, desk.bulk_changes, seconds=500, monotonic=monotonic).run(bulk)
    check_left(desk, bulk.number, spaces[0])


def test_an_undo_says_before_its_start_what_a_colleague_has_changed(desk: Desk) -> None:
    bulk = desk.arrange(paths)
    colleague(desk, "PATCH", f"site-spaces/{GUIDE}", {"path": "theirs"})
    back = desk.undo_of(bulk)
    assert (back.purpose.title, back.steps) == ("Undo: Arrange Site: 1 path change", 1)
    (told,) = words(back.differences)
    assert told == f"The path of Shipping guide: {STAYS} “theirs” instead of “guide”."
    colleague(desk, "PATCH", f"site-spaces/{GUIDE}", {"path": "mine-guide"})
    assert words(desk.ended(back.number).differences) == ()


def test_an_undo_counts_what_it_undoes_and_what_is_done_again(desk: Desk) -> None:
    bulk = desk.arrange(lambda base: remove_space(base, PARTNERS))
    back = desk.undo_of(bulk)
    assert back.purpose.title == "Undo: Arrange Site: 1 removal"
    assert desk.undo_of(desk.ended(back.number)).purpose.title == "Redo: Arrange Site: 1 removal"


def test_title_and_icon_of_a_group_go_back_each_for_itself(desk: Desk) -> None:
    was = desk.live().groups[PRODUCT]
    bulk = desk.arrange(lambda base: name_group(base, PRODUCT, "Freight", was.icon or ""))
    colleague(desk, "PATCH", f"section-groups/{PRODUCT}", {"icon": "fire"})
    assert words(desk.undone(bulk).differences) == ()
    now = desk.live().groups[PRODUCT]
    assert (now.title, now.icon) == (was.title, "fire")


def test_what_an_undo_would_move_or_remove_and_cannot_is_named(desk: Desk) -> None:
    bulk = desk.arrange(lambda base: add_space(base, "space_handbook", "Handbook", API))
    (made,) = [id_ for id_, each in desk.live().spaces.items() if each.space == "space_handbook"]
    colleague(desk, "PATCH", f"site-spaces/{made}", {"path": "theirs"})
    assert words(desk.undone(bulk).differences) == (f"Employee handbook: {NOT_REMOVED}",)
    bulk = desk.arrange(moved(PARTNERS, where="into", to=f"section:{API}"))
    colleague(desk, "PATCH", "", {"defaultSiteSection": API, "defaultSiteSpace": PARTNERS})
    told = "Partner onboarding is the home of the site. Choose another home first, then move it."
    assert words(desk.undone(bulk).differences) == (told,)
    back = desk.undone(desk.arrange(moved(RELEASES, where="into", to=f"group:{DEVELOPERS}")))
    colleague(desk, "DELETE", f"section-groups/{DEVELOPERS}")
    gone = "the section or group to move it to is gone, so it was not moved there."
    assert f"Release notes: {gone}" in words(desk.undone(back).differences)


def test_a_path_that_is_taken_where_a_space_goes_back_is_told(desk: Desk) -> None:
    bulk = desk.arrange(moved(PARTNERS, where="into", to=f"section:{API}"))
    desk.arrange(lambda base: edit_space(edit_space(base, PARTNERS, "shared", None), GUIDE, "shared", None))
    back = desk.undone(bulk)
    live = desk.live()
    assert [live.spaces[each].path for each in (PARTNERS, GUIDE)] == ["shared-2", "shared"]
    assert words(back.differences) == ("The path of Partner onboarding: Shipping guide has the path “shared” now.",)


@for_each("times", [1, 9])
def test_calls_that_do_nothing_end(new_desk: NewDesk, times: int) -> None:
    desk = new_desk()
    bulk = desk.add(paths)
    ignored = {"fault": "ignore", "method": "PATCH", "path": "/v1/orgs/*/sites/*/site-spaces/*", "times": times}
    desk.service.turn(faults=[ignored])
    for _ in range(8):
        desk.run(desk.bulk(bulk.number), seconds=0)
    assert desk.bulk(bulk.number).finished_at is not None
