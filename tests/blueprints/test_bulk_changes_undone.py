"""A bulk change that undoes another one: seen before it starts, and with a way back to what it changed."""

from flask import Flask

from tests.blueprints.start_over import start_over
from tests.bulk_changes import BULK_CHANGES, ORG, SITES, keep_bulk_change
from tests.pages.page import Page
from tests.pages.pages import Pages
from tests.records import ask
from tests.world import ALICE, RunningService

FIRST = f"{BULK_CHANGES}/1"
HELP = f"/orgs/{ORG}/sites/site_help/structure"


def ended(pages: Pages, page: Page) -> Page:
    for _ in range(5):
        if "Undo bulk change" in page.buttons:
            return page
        page = pages.submit(page.path, press="Continue")
    raise AssertionError(page.main)


def rearranged(pages: Pages) -> Page:
    """The page of a bulk change that moved a site space."""
    pages.get(HELP)
    pages.post(HELP, {"do": "move", "item": "sitespace_help_releases", "where": "first"})
    pages.get(f"{HELP}/review")
    return ended(pages, pages.submit(f"{HELP}/review", press="Apply 1 change"))


def test_an_undo_is_seen_before_it_starts_and_says_why_steps_are_added(alice: Pages, portal: Flask) -> None:
    why = "Masthead works out the remaining changes again from the current state, and adds some where more are needed."
    page = rearranged(alice)
    assert page.links["View structure"] == HELP
    back = alice.submit(page.path, press="Undo bulk change")
    assert (back.toasts, len(back.rows)) == ([], 1)
    told = ["Not started 0 of 1 change", "Nothing has been sent yet. Check the changes below before you start.", why]
    assert [each for each in told if each not in back.main] == []
    (bar,) = back.document.all("progress")
    assert (bar.get("value"), bar.get("max")) == ("0", "1")
    done = ended(alice, alice.submit(back.path, press="Apply the changes"))
    assert "Done 1 of 1 change" in done.main
    assert [each for each in told if each in done.main] == []
    assert done.links["View structure"] == HELP
    number = keep_bulk_change(portal, ALICE, SITES, visibility="unlisted")
    assert why not in alice.get(f"{BULK_CHANGES}/{number}").main


def hidden(pages: Pages, portal: Flask) -> None:
    """A bulk change with which three sites got another visibility."""
    keep_bulk_change(portal, ALICE, SITES, visibility="unlisted")
    pages.get(FIRST)
    pages.submit(FIRST, press="Apply 3 changes")


def share(service: RunningService, visibility: str) -> None:
    ask(service, ALICE, "PATCH", "/v1/orgs/org_larkfield/sites/site_help", {"visibility": visibility})


def begun_to_undo(pages: Pages) -> Page:
    pages.get(FIRST)
    back = pages.submit(FIRST, press="Undo bulk change")
    return pages.submit(back.path, press=next(each for each in back.buttons if each.startswith("Apply")))


def test_each_undo_is_told_with_what_it_did_and_left_out(alice: Pages, portal: Flask, service: RunningService) -> None:
    hidden(alice, portal)
    share(service, "share-link")
    stuck = begun_to_undo(alice)
    alice.submit(stuck.path, press="Stop bulk change")
    share(service, "unlisted")
    begun_to_undo(alice)
    told = alice.get(FIRST)
    stopped = "Bulk change 2 undoes it: Stopped, 1 done · 1 skipped · 1 failed."
    assert f"Bulk change 3 undoes it: Done, 2 of 2 changes completed. {stopped}" in told.main
    assert (told.links["Bulk change 2"], told.links["Bulk change 3"]) == (f"{BULK_CHANGES}/2", f"{BULK_CHANGES}/3")
    start_over(alice, service)
    hidden(alice, portal)
    share(service, "share-link")
    stuck = begun_to_undo(alice)
    assert "Done" in alice.submit(stuck.path, press="Skip this change").main
    assert "Bulk change 2 undoes it: Done, 2 done · 1 skipped." in alice.get(FIRST).main
    assert "Undo bulk change" in alice.shown.buttons
