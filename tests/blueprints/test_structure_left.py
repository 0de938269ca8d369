"""What a plan of a structure could not do, because a colleague was faster: it is told, and offered again."""

import pytest

from masthead.web.person.portal import portal_of
from tests.blueprints.test_structure import DOCS, GUIDE, HELP, RELEASES, START, sent
from tests.faults import faults
from tests.faults.hostile import Talk
from tests.pages.document import text_of
from tests.pages.page import Page
from tests.pages.pages import Pages
from tests.planned import PLANS
from tests.portals import PortalFor
from tests.records import ask
from tests.wire import Wire
from tests.world import ALICE, RunningService

NOTHING_LEFT = "There is nothing left to undo: what bulk change 1 changed is as it was before."
API = "/v1/orgs/org_larkfield/sites/site_help/site-spaces"


@pytest.fixture
def distant(portal_for: PortalFor, wire: Wire) -> Pages:
    """Alice at the other end of a wire."""
    return Pages(portal_for(API_BASE_URL=wire.url, FRESH_SECONDS=0)).sign_in(ALICE)


def edit(pages: Pages, item: str, path: str) -> Page:
    was = pages.get(f"{HELP}/item/{item}").value("path")
    sheet = {"item": item, "path": path, "was_path": str(was), "was_condition": ""}
    return pages.post(HELP, {"do": "edit", **sheet})


def apply_with_second_lost(pages: Pages, wire: Wire) -> None:
    """Apply two paths; the first is saved, and the second has no answer."""

    def lost(talk: Talk) -> bool:
        return wire.pass_on(talk) if wire.seen["PATCH"] < 2 else faults.lost_answer(talk)

    pages.get(HELP)
    edit(pages, GUIDE, "handbook")
    edit(pages, START, "begin")
    wire.faults["PATCH"] = lost
    applied(pages)
    wire.faults.clear()


def applied(pages: Pages) -> Page:
    return applied_on(pages, HELP)


def applied_on(pages: Pages, site: str) -> Page:
    """The plan of the draft, as far as it goes by itself."""
    button = next(each for each in pages.get(f"{site}/review").buttons if each.startswith("Apply"))
    return run(pages, pages.submit(f"{site}/review", press=button))


def run(pages: Pages, page: Page) -> Page:
    for _ in range(8):
        if "Continue" not in page.buttons:
            break
        page = pages.submit(page.path, press="Continue")
    return page


def undone(pages: Pages, number: int) -> Page:
    pages.get(f"{PLANS}/{number}")
    page = pages.submit(f"{PLANS}/{number}", press="Undo bulk change")
    return (
        run(pages, pages.submit(page.path, press="Apply the changes")) if "Apply the changes" in page.buttons else page
    )


def set_path(service: RunningService, space: str, path: str) -> None:
    assert ask(service, ALICE, "PATCH", f"{API}/{space}", {"path": path}).status_code == 200


def test_a_path_that_was_taken_meanwhile_is_told_in_the_end(
    distant: Pages, wire: Wire, service: RunningService
) -> None:
    def taken(talk: Talk) -> bool:
        set_path(service, START, "taken")
        return wire.pass_on(talk)

    sent(distant, {"section:": [RELEASES, START, GUIDE]})
    edit(distant, GUIDE, "taken")
    wire.faults["POST"] = taken
    page = applied(distant)
    assert "Step 2 failed" in page.main
    page = run(distant, distant.submit(page.path, press="Compare again and continue"))
    assert "Done with differences" in page.main
    assert "The path of Shipping guide: Get started has the path “taken” now." in page.main
    assert "Set the path of Shipping guide to “taken”" in page.main


def test_what_is_left_asks_about_what_both_changed(distant: Pages, wire: Wire, service: RunningService) -> None:
    def overtaken(talk: Talk) -> bool:
        if wire.seen["POST"] == 1:
            set_path(service, START, "theirs")
            assert ask(service, ALICE, "DELETE", f"{API}/{RELEASES}").status_code == 205
        return wire.pass_on(talk)

    sent(distant, {"section:": [GUIDE, START, RELEASES]})
    edit(distant, START, "mine")
    edit(distant, RELEASES, "mine-too")
    wire.faults["POST"] = overtaken
    page = applied(distant)
    assert "Differences from what you wanted" in page.main
    page = distant.submit(f"{HELP}/again", press="Review remaining changes")
    assert "You and somebody else changed the same thing" in page.main
    choices = {f"choice path:{START}": "mine", f"choice gone:{RELEASES}": "theirs"}
    distant.get(HELP)
    distant.submit(HELP, choices, press="Use these choices")
    page = distant.get(f"{HELP}/review")
    assert "Set the path of Get started to “mine”" in page.main
    assert "Apply 1 change" in page.buttons


def edit_after_an_undo(pages: Pages, service: RunningService) -> None:
    """Leave plan 2 with a difference that a colleague made, and begin a draft of something else."""
    pages.get(HELP)
    edit(pages, GUIDE, "handbook")
    applied(pages)
    set_path(service, GUIDE, "theirs")
    undone(pages, 1)
    edit(pages, START, "begin")


def test_what_is_left_can_be_reviewed_with_a_draft_that_changes_nothing(alice: Pages, service: RunningService) -> None:
    edit_after_an_undo(alice, service)
    alice.post(HELP, {"do": "undo"})
    left = alice.get(f"{PLANS}/2")
    for _ in range(2):  # a button that is pressed twice
        alice.page = left
        page = alice.submit(f"{HELP}/again", press="Review remaining changes")
        assert (page.status, page.path) == (200, f"{HELP}/review")
        assert "You and somebody else changed the same thing" in page.main


def test_what_is_left_waits_for_a_draft_that_changes_something(alice: Pages, service: RunningService) -> None:
    edit_after_an_undo(alice, service)
    alice.get(f"{PLANS}/2")
    page = alice.submit(f"{HELP}/again", press="Review remaining changes")
    assert page.toasts == ["You have a draft of this structure. Apply or discard it first."]
    assert "Discard draft" in page.buttons


def test_an_undo_that_could_not_be_done_is_not_said_to_be(alice: Pages, service: RunningService) -> None:
    alice.get(HELP)
    edit(alice, GUIDE, "handbook")
    applied(alice)
    set_path(service, START, "guide")
    page = undone(alice, 1)
    assert "Get started has the path “guide” now." in page.main
    page = alice.get(f"{PLANS}/1")
    assert "Bulk change 2 could not undo it." in page.main
    set_path(service, START, "start")
    page = undone(alice, 1)
    assert "Done 1 of 1 step" in page.main
    page = alice.get(f"{PLANS}/1")
    assert "Bulk change 3 undid it. Bulk change 2 could not undo it." in page.main
    assert "Undo bulk change" not in page.buttons


def test_an_undo_that_found_it_undone_says_so(alice: Pages, service: RunningService) -> None:
    alice.get(HELP)
    edit(alice, GUIDE, "handbook")
    applied(alice)
    set_path(service, GUIDE, "guide")
    alice.get(f"{PLANS}/1")
    page = alice.submit(f"{PLANS}/1", press="Undo bulk change")
    assert (page.path, page.toasts) == (f"{PLANS}/2", [NOTHING_LEFT])
    assert "Bulk change 2 found nothing left to undo." in alice.get(f"{PLANS}/1").main


def test_an_undo_says_why_it_has_fewer_steps(alice: Pages, service: RunningService) -> None:
    why = "This has fewer steps than bulk change 1, which completed 2. Nothing is sent for what is as it was before"
    alice.get(HELP)
    edit(alice, GUIDE, "handbook")
    edit(alice, START, "begin")
    applied(alice)
    alice.get(f"{PLANS}/1")
    set_path(service, GUIDE, "guide")
    page = alice.submit(f"{PLANS}/1", press="Undo bulk change")
    assert (why in page.main, "Set the path of Get started to" in page.main) == (True, True)
    assert why in alice.submit(f"{PLANS}/2", press="Apply the changes").main


def test_an_undo_names_before_the_start_what_it_leaves(alice: Pages, service: RunningService) -> None:
    alice.get(HELP)
    edit(alice, GUIDE, "handbook")
    edit(alice, START, "begin")
    applied(alice)
    set_path(service, GUIDE, "theirs")
    alice.get(f"{PLANS}/1")
    page = alice.submit(f"{PLANS}/1", press="Undo bulk change")
    assert page.h1 == "Undo: Arrange Help centre: 1 path change"
    assert "Left unchanged" in page.main
    left = "it was changed outside of this bulk change, so it stays “theirs”. This bulk change would have made it"
    assert f"The path of Shipping guide: {left} “guide”. The undo leaves this unchanged." in page.main
    assert "Review remaining changes" not in page.buttons


def test_a_change_before_the_start_is_not_said_to_be_made_while_the_plan_ran(
    alice: Pages, service: RunningService
) -> None:
    alice.get(HELP)
    edit(alice, GUIDE, "handbook")
    applied(alice)
    set_path(service, GUIDE, "theirs")
    page = undone(alice, 1)
    left = "it was changed outside of this bulk change, so it stays “theirs”."
    assert f"The path of Shipping guide: {left}" in page.main


def test_a_review_shows_what_applying_brings_about_and_names_the_plan_after_it(alice: Pages) -> None:
    alice.get(DOCS)
    alice.post(DOCS, {"do": "move", "item": "section_warehouse", "where": "first"})
    sheet = {"item": "sitespace_docs_guide", "path": "shipping", "was_path": "guide", "was_condition": ""}
    alice.post(DOCS, {"do": "edit", **sheet})
    page = alice.get(f"{DOCS}/review")
    assert ": moves" not in page.main
    assert "Moved" not in page.main
    page = alice.get(f"{DOCS}/review?reorder=yes")
    assert ": moves" in page.main
    assert "Warehouse Moves" in text_of(page.document.by_id["structure-now"])
    assert "Warehouse Moved" in text_of(page.document.by_id["structure-after"])
    alice.get(f"{DOCS}/review")
    page = alice.submit(f"{DOCS}/review", press="Apply 1 change")
    assert page.h1 == "Arrange Larkfield Docs: 1 path change"


def test_an_order_that_was_not_agreed_to_can_be_agreed_to_in_the_end(alice: Pages) -> None:
    alice.get(DOCS)
    alice.post(DOCS, {"do": "move", "item": "section_warehouse", "where": "before section_api"})
    alice.get(f"{DOCS}/review")
    page = run(alice, alice.submit(f"{DOCS}/review", press="Apply 1 change"))
    assert "Done with differences" in page.main
    page = alice.submit(f"{DOCS}/again", press="Review remaining changes")
    assert "Somebody else changed" not in page.main
    assert page.document.with_attribute("name", "reorder")
    (button,) = [each for each in alice.get(f"{DOCS}/review?reorder=yes").buttons if each.startswith("Apply")]
    page = run(alice, alice.submit(f"{DOCS}/review", press=button))
    assert "Differences from what you wanted" not in page.main


def test_a_place_that_the_api_hides_is_not_said_to_be_other_than_wanted(alice: Pages, service: RunningService) -> None:
    groups = "/v1/orgs/org_larkfield/sites/site_docs/section-groups"
    found = ask(service, ALICE, "GET", groups).get_json()["items"]
    for section in next(each["sections"] for each in found if each["id"] == "group_developers"):
        address = f"{groups}/group_developers/sections/{section['id']}"
        assert ask(service, ALICE, "DELETE", address).status_code == 205
    alice.get(DOCS)
    alice.post(DOCS, {"do": "move", "item": "group_developers", "where": "first"})
    alice.get(f"{DOCS}/review")
    page = run(alice, alice.submit(f"{DOCS}/review", press="Apply 1 change"))
    assert "Done, not fully checked" in page.main
    assert "Could not be checked The place of the group Developers: the API doesn't show" in page.main
    assert "Differences from what you wanted" not in page.main
    assert "nothing to apply" in alice.submit(f"{DOCS}/again", press="Check again").main
    assert "Bulk change 2 undid it, as far as the API shows." in undone_again(alice)


def test_a_step_of_which_nobody_knows_is_not_said_to_be_left_out_while_the_plan_waits(
    distant: Pages, wire: Wire
) -> None:
    distant.get(HELP)
    distant.post(HELP, {"do": "add", "space": "space_handbook"})
    edit(distant, START, "mine")
    wire.faults |= {"POST": faults.lost_answer, "PATCH": faults.refusal(429)}
    applied(distant)
    with portal_of(distant.app).store.database.writing() as connection:
        connection.exec_driver_sql("UPDATE plans SET waits_until = 0")
    distant.get(f"{PLANS}/1")
    page = distant.submit(f"{PLANS}/1", press="Resume")
    assert [row[2] for row in page.rows] == ["Not known", "Waiting"]
    assert "1 not known, 1 waiting" in page.main.lower()
    assert "Waiting for the API" in page.main
    page = distant.post(f"{PLANS}/1", {"do": "stop"})
    assert [row[2] for row in page.rows] == ["Not known", "Skipped"]


def undone_again(pages: Pages) -> str:
    undone(pages, 1)
    return pages.get(f"{PLANS}/1").main


def test_an_unknown_call_can_be_undone_after_an_undo_that_may_have_skipped_it(distant: Pages, wire: Wire) -> None:
    apply_with_second_lost(distant, wire)
    distant.post(f"{PLANS}/1", {"do": "stop"})
    undone(distant, 1)
    page = distant.get(f"{PLANS}/1")
    assert "Bulk change 2 undid it." in page.main
    assert "Undo bulk change" in page.buttons
    page = distant.submit(f"{PLANS}/1", press="Undo bulk change")
    assert (page.path, page.toasts) == (f"{PLANS}/3", [NOTHING_LEFT])
    assert ("Done" in page.main, "Apply the changes" in page.buttons) == (True, False)
    page = distant.get(f"{PLANS}/1")
    assert "Bulk change 3 found nothing left to undo. Bulk change 2 undid it." in page.main
    assert "Undo bulk change" not in page.buttons
