"""An undo of a structure that would do more by now than its page said: it is shown again before anything is sent."""

from flask import Flask

from tests.blueprints.structure_pages import API, DOCS
from tests.blueprints.test_plans_undone import ended
from tests.blueprints.test_structure_review import PARTNERS, REVIEW
from tests.pages.page import Page
from tests.pages.pages import Pages
from tests.records import ask
from tests.world import ALICE, RunningService

SPACES = f"{API}/site_docs/site-spaces"
AGAIN = {"spaceId": "space_partners", "sectionId": "section_warehouse"}


def test_steps_that_were_not_shown_are_shown_first(alice: Pages, service: RunningService) -> None:
    alice.get(DOCS)
    alice.post(DOCS, {"do": "remove", "item": PARTNERS})
    alice.post(DOCS, {"do": "edit", "item": "sitespace_docs_guide", "path": "shipping"})
    alice.get(REVIEW)
    page = ended(alice, alice.submit(REVIEW, press="Apply 2 changes"))
    added = ask(service, ALICE, "POST", SPACES, AGAIN).get_json()["id"]
    back = alice.submit(page.path, press="Undo bulk change")
    assert (len(back.rows), "it stays" in back.main) == (1, True)
    ask(service, ALICE, "DELETE", f"{SPACES}/{added}")
    again = alice.submit(back.path, press="Apply the changes")
    assert (again.status, "Add Partner onboarding in" in again.main, "it stays" in again.main) == (422, True, False)
    assert again.problems[0].startswith("Nothing was sent yet: the site changed")
    assert "Done" in ended(alice, alice.submit(back.path, press="Apply the changes")).main


def prepared(pages: Pages) -> Page:
    """An undo of two paths that is not started."""
    pages.get(DOCS)
    for item, path in ((PARTNERS, "partners-1"), ("sitespace_docs_guide", "shipping")):
        pages.post(DOCS, {"do": "edit", "item": item, "path": path})
    pages.get(REVIEW)
    done = ended(pages, pages.submit(REVIEW, press="Apply 2 changes"))
    return pages.submit(done.path, press="Undo bulk change")


def test_what_a_colleague_changes_before_it_is_started_is_told(alice: Pages, service: RunningService) -> None:
    back = prepared(alice)
    assert (len(back.rows), "it stays" in back.main) == (2, False)
    for path in ("their-1", "their-2"):
        ask(service, ALICE, "PATCH", f"{SPACES}/sitespace_docs_guide", {"path": path})
        shown = alice.get(back.path)
        assert (len(shown.rows), f"it stays “{path}”" in shown.main) == (1, True)


def test_another_window_that_shows_earlier_steps_asks(alice: Pages, portal: Flask, service: RunningService) -> None:
    back, other = prepared(alice), Pages(portal).sign_in(ALICE)
    other.get(back.path)
    ask(service, ALICE, "PATCH", f"{SPACES}/sitespace_docs_guide", {"path": "theirs"})
    alice.get(back.path)
    asked = other.submit(back.path, press="Apply the changes")
    assert (asked.status, "it stays “theirs”" in asked.main) == (422, True)
    assert "Done" in ended(other, other.submit(back.path, press="Apply the changes")).main


def test_one_that_has_nothing_left_to_undo_waits_all_the_same(alice: Pages, service: RunningService) -> None:
    back = prepared(alice)
    before = {each["id"]: each["path"] for each in ask(service, ALICE, "GET", SPACES).get_json()["items"]}
    items = ("sitespace_docs_guide", PARTNERS)
    for id_ in items:
        ask(service, ALICE, "PATCH", f"{SPACES}/{id_}", {"path": f"theirs-{id_[-5:]}"})
    shown = alice.get(back.path)
    assert (len(shown.rows), shown.main.count("it stays “theirs-")) == (0, 2)
    for id_ in items:
        ask(service, ALICE, "PATCH", f"{SPACES}/{id_}", {"path": before[id_]})
    assert (len(alice.get(back.path).rows), "it stays" in alice.shown.main) == (2, False)


def test_without_anything_left_it_ends_when_it_is_started(alice: Pages, service: RunningService) -> None:
    back = prepared(alice)
    for id_ in ("sitespace_docs_guide", PARTNERS):
        ask(service, ALICE, "PATCH", f"{SPACES}/{id_}", {"path": f"theirs-{id_[-5:]}"})
    alice.get(back.path)
    done = alice.submit(back.path, press="Apply the changes")
    assert ("Done with differences nothing was sent" in done.main, done.main.count("it stays")) == (True, 2)
