"""Undoing a structure: consent before it starts, and steps that come to be since."""

from collections.abc import Callable, Sequence

import pytest
from flask import Flask

from tests.blueprints.start_over import start_over
from tests.blueprints.structure_pages import API, DOCS, PARTNERS, REVIEW, applied_on, run
from tests.blueprints.test_bulk_changes_undone import ended
from tests.bulk_changes import BULK_CHANGES
from tests.faults import faults
from tests.faults.hostile import Fault, Talk
from tests.loops import for_each
from tests.pages.document import text_of
from tests.pages.page import Page
from tests.pages.pages import Pages
from tests.records import ask
from tests.wire import Wire
from tests.world import ALICE, RunningService

GROUPS = "/v1/orgs/org_larkfield/sites/site_docs/section-groups"
BEFORE_START = "Something stays unchanged unless you allow it before you start."
LEFT = "This needs your consent."
BOX = "Remove sections from their group and add them again to change their order"


def sections(service: RunningService) -> Sequence[str]:
    groups = ask(service, ALICE, "GET", GROUPS).get_json()["items"]
    (found,) = [each["sections"] for each in groups if each["id"] == "group_developers"]
    return [section["id"] for section in found]


@pytest.fixture
def undo(alice: Pages, service: RunningService) -> Page:
    """The page of the undo of a bulk change that took the first of two sections out of their group."""
    ask(service, ALICE, "DELETE", f"{GROUPS}/group_product/sections/section_warehouse")
    ask(service, ALICE, "POST", f"{GROUPS}/group_developers/sections", {"sectionId": "section_warehouse"})
    assert sections(service) == ["section_api", "section_warehouse"]
    alice.get(f"{DOCS}?refresh=1")
    alice.post(DOCS, {"do": "move", "item": "section_api", "where": "after group_developers"})
    page = applied_on(alice, DOCS)
    assert "Differences from what you wanted" not in page.main
    return alice.submit(f"{BULK_CHANGES}/1", press="Undo bulk change")


def test_it_is_asked_for_before_the_start(undo: Page, alice: Pages, service: RunningService) -> None:
    assert (LEFT in undo.main, BOX in undo.main) == (True, True)
    assert "Discard bulk change" in undo.buttons
    assert undo.main.index(BEFORE_START) < undo.main.index("Discard bulk change")
    assert "You can then review and apply" not in undo.main
    page = alice.submit(f"{BULK_CHANGES}/2", reorder=True, press="Apply the changes")
    assert (page.path, LEFT in page.main, BOX in page.main) == (f"{BULK_CHANGES}/2", False, False)
    assert "The changes now include what you allowed" in page.html
    assert sections(service) == ["section_warehouse"]
    assert BEFORE_START not in page.main
    page = run(alice, alice.submit(f"{BULK_CHANGES}/2", press="Apply the changes"))
    assert "Differences from what you wanted" not in page.main
    assert sections(service)[0] == "section_api"


def test_it_goes_on_without(undo: Page, alice: Pages, service: RunningService) -> None:
    assert BOX in undo.main
    page = run(alice, alice.submit(f"{BULK_CHANGES}/2", press="Apply the changes"))
    assert "Done with differences" in page.main
    assert BOX not in page.main
    assert sections(service)[-1] == "section_api"


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


WRITES = ("PATCH", "POST", "DELETE")


def remove_spaces(pages: Pages) -> None:
    for item in ("sitespace_docs_partners", "sitespace_docs_guide"):
        pages.post(DOCS, {"do": "remove", "item": item})


def delete_a_group(pages: Pages) -> None:
    pages.post(DOCS, {"do": "remove", "item": "group_developers"})
    pages.post(DOCS, {"do": "edit", "item": "sitespace_docs_guide", "path": "shipping"})


def stopped_after(wire: Wire, last: Fault) -> None:
    """The first write goes as `last` says, and each later one is refused."""
    seen: list[Talk] = []

    def happen(talk: Talk) -> bool:
        seen.append(talk)
        return (last if len(seen) == 1 else faults.refusal(403))(talk)

    wire.faults |= dict.fromkeys(WRITES, happen)


def undone_again(pages: Pages) -> Page:
    pages.post(f"{BULK_CHANGES}/2", {"do": "stop"})
    pages.get(f"{BULK_CHANGES}/1")
    page = pages.submit(f"{BULK_CHANGES}/1", press="Undo bulk change")
    return run(pages, pages.submit(page.path, press="Apply the changes"))


def paths(page: Page) -> list[str]:
    """Of the tree, from its top."""
    return [text_of(each) for each in page.document.with_attribute("class", "node-path")]


@for_each("last", ["answered", "lost"])
@for_each("change", [remove_spaces, delete_a_group])
@pytest.mark.exhaustive
def test_what_a_stopped_undo_did_is_another_change_to_the_next_one(
    distant: Pages, wire: Wire, change: Callable[[Pages], None], last: str, service: RunningService
) -> None:
    start_over(distant, service)
    before = paths(distant.get(DOCS))
    change(distant)
    applied_on(distant, DOCS)
    distant.get(f"{BULK_CHANGES}/1")
    page = distant.submit(f"{BULK_CHANGES}/1", press="Undo bulk change")
    stopped_after(wire, faults.lost_answer if last == "lost" else wire.pass_on)
    distant.submit(page.path, press="Apply the changes")
    wire.faults.clear()
    page = undone_again(distant)
    is_named = "The path of Shipping guide: it was changed outside of this bulk change, so it stays" in page.main
    assert is_named == (sorted(paths(distant.get(DOCS))) != sorted(before))
