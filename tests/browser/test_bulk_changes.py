"""A plan in the browser: it goes on by itself until it is done, paused or left; without scripts a slice at a time."""

import time
from collections.abc import Iterable
from wsgiref.types import StartResponse, WSGIEnvironment

import pytest
from flask import Flask
from playwright.sync_api import Page, expect

from masthead.web.person.portal import get_portal
from tests.bulk_changes import BULK_CHANGES, ORG, SITES, keep_bulk_change
from tests.records import add_sites
from tests.world import ALICE, RunningService

BULK_CHANGE = f"{BULK_CHANGES}/1"
MANY = 120
SECONDS_A_STEP = 0.04
"""So that the whole takes longer than a browser on a busy machine needs to press a button."""
PATIENT = 60_000  # ms; a busy machine takes its time


@pytest.fixture
def many(portal: Flask, service: RunningService, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """A bulk change of more steps than a slice has time for, at a service that takes a moment for each."""
    add_sites(service, ORG, MANY)
    answer = service.app.wsgi_app

    def answer_slowly(environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        if environ["REQUEST_METHOD"] == "PATCH":
            time.sleep(SECONDS_A_STEP)
        return answer(environ, start)

    monkeypatch.setattr(service.app, "wsgi_app", answer_slowly)
    names = [f"{ORG}_{number:04}" for number in range(1, MANY + 1)]
    keep_bulk_change(portal, ALICE, names)
    return names


def settled(portal: Flask) -> int:
    parts = get_portal(portal)
    bulk = parts.store.bulk_changes.get(ORG, 1, parts.store.keys.owner_of(ALICE))
    assert bulk is not None
    return bulk.finished_steps


def test_one_that_waits_hears_that_it_ran_in_another_window(page: Page, portal: Flask) -> None:
    keep_bulk_change(portal, ALICE, SITES)
    page.goto(BULK_CHANGE)
    other = page.context.new_page()
    other.goto(BULK_CHANGE)
    expect(other.get_by_text("Nothing has been sent yet.")).to_be_visible()  # later it may have looked by itself
    page.get_by_role("button", name="Apply").click()
    expect(page.get_by_role("heading", name="Done 3 of 3 changes")).to_be_visible()
    other.evaluate("window.dispatchEvent(new Event('focus'))")
    expect(other.get_by_role("heading", name="Done 3 of 3 changes")).to_be_visible()
    expect(other.get_by_text("Nothing has been sent yet.")).to_have_count(0)
    page.get_by_role("button", name="Undo bulk change").click()
    expect(page.get_by_text("Nothing has been sent yet.")).to_be_visible()
    with other.expect_response(lambda answer: "shown=" in answer.url) as answered:
        other.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    assert answered.value.status == 200
    expect(other.get_by_text("Bulk change 2")).to_be_visible()


TOLD_OTHERWISE = """() => {
  window.wrong = [];
  document.addEventListener("htmx:afterSettle", () => setTimeout(() => {
    const said = document.querySelector("#bulk-told").textContent;
    const shown = document.querySelector("#bulk_changes-progress").dataset.told;
    if (said && said !== shown) window.wrong.push([said, shown]);
  }));
}"""


@pytest.mark.usefixtures("many")
def test_it_is_paused_resumed_and_paged_while_it_goes_on_by_itself_to_its_end(page: Page, portal: Flask) -> None:
    page.goto(BULK_CHANGE)
    page.evaluate(TOLD_OTHERWISE)
    page.get_by_role("button", name="Apply").focus()
    page.keyboard.press("Enter")
    pause = page.get_by_role("button", name="Pause")
    expect(pause).to_be_visible(timeout=PATIENT)
    expect(page.locator("#bulk-told")).to_contain_text("Running.")
    pause.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Resume")).to_be_visible()
    expect(page.locator("#bulk-told")).to_contain_text("Paused.")
    assert 0 < settled(portal) < MANY
    page.get_by_role("button", name="Resume").click()
    expect(pause).to_be_visible(timeout=PATIENT)
    page.get_by_role("link", name="Next page").click()
    expect(page.get_by_role("row", name=f"{MANY} Hide")).to_be_visible()
    expect(page.get_by_role("heading", name=f"Done {MANY} of {MANY} changes")).to_be_visible(timeout=PATIENT)
    expect(page.get_by_role("row", name=f"{MANY} Hide")).to_be_visible()
    assert page.evaluate("window.wrong") == []  # a screen reader is told no other count than the heading


@pytest.mark.usefixtures("many")
@pytest.mark.parametrize("is_before", [True, False], ids=["before it is pressed", "after it is pressed"])
def test_a_look_meanwhile_does_not_keep_it_from_going_on(page: Page, *, is_before: bool) -> None:
    page.goto(BULK_CHANGE)
    look = "window.dispatchEvent(new Event('focus'))"
    press = "document.querySelector('#bulk-run').click()"
    page.evaluate(f"{look}; {press}" if is_before else f"{press}; {look}")
    expect(page.get_by_role("button", name="Pause")).to_be_visible(timeout=PATIENT)
    expect(page.get_by_text("Another tab or window")).to_have_count(0)


@pytest.mark.usefixtures("many")
def test_leaving_its_page_pauses_it(page: Page, portal: Flask) -> None:
    page.goto(BULK_CHANGE)
    page.get_by_role("button", name="Apply").click()
    expect(page.get_by_role("button", name="Pause")).to_be_visible(timeout=PATIENT)
    page.get_by_role("link", name="Activity", exact=True).click()
    expect(page.get_by_role("heading", name="Activity", level=1)).to_be_visible()
    page.reload()
    page.get_by_role("link", name="Unfinished bulk change").click()
    expect(page.get_by_role("heading", name="Paused")).to_be_visible()
    assert 0 < settled(portal) < MANY
