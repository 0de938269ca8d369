"""A form that was sent is carried out once, whatever the person or the network does; an unknown outcome is told."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from masthead.web.person.portal import get_portal
from tests.asked import Log
from tests.faults import faults
from tests.faults.hostile import Fault, Talk
from tests.loops import for_each
from tests.pages.page import Page
from tests.pages.pages import Pages
from tests.records import ask
from tests.wire import Wire
from tests.world import ALICE, RunningService

ORG = "/orgs/org_larkfield"
NEW = f"{ORG}/sites/new"
EDIT = f"{ORG}/sites/site_docs/edit"
API = "/v1/orgs/org_larkfield/sites"
NOT_KNOWN = "It isn't known whether this was saved"
UNKNOWN = "The documentation service didn't confirm this change. Check now before you send it again."


def named(service: RunningService, title: str) -> int:
    """How many sites have this title."""
    sites = ask(service, ALICE, "GET", API).get_json()["items"]
    return [site["title"] for site in sites].count(title)


def test_a_page_that_is_sent_again_is_a_call_only_when_its_content_is_new(
    alice: Pages, service: RunningService, asked: Log
) -> None:
    form = alice.get(NEW)
    first = alice.submit(NEW, title="Drivers", visibility="public")
    alice.page = form
    second = alice.submit(NEW, title="Drivers", visibility="public")
    assert (second.path, second.toasts) == (first.path, ["Drivers was created."])
    assert (asked.writes, named(service, "Drivers")) == ([f"POST {API}"], 1)
    alice.page = form
    assert alice.submit(NEW, title="Carriers", visibility="public").toasts == ["Carriers was created."]
    alice.get(NEW)  # a new page is another site
    alice.submit(NEW, title="Drivers", visibility="public")
    assert (named(service, "Drivers"), named(service, "Carriers"), len(asked.writes)) == (2, 1, 3)


def test_two_clicks_at_once_are_one_call(alice: Pages, service: RunningService, asked: Log) -> None:
    form = alice.get(NEW)
    with ThreadPoolExecutor(4) as crew:
        shown = list(crew.map(lambda _: _sent_again(alice, form), range(4)))
    assert named(service, "Drivers") == 1
    assert asked.writes == [f"POST {API}"]
    assert {page.status for page in shown} <= {303, 409}
    assert 303 in {page.status for page in shown}


def _sent_again(alice: Pages, form: Page) -> Page:
    browser, cookie = Pages(alice.app), alice.client.get_cookie("masthead")
    assert cookie is not None
    browser.client.set_cookie("masthead", cookie.value)
    browser.page = form
    return browser.submit(NEW, title="Drivers", visibility="public", follow=False)


def test_what_was_refused_can_be_sent_again_from_the_same_page(alice: Pages, asked: Log) -> None:
    alice.get(EDIT)
    alice.submit(EDIT, basename="handbook")
    refused = alice.confirm(EDIT)
    alice.submit(EDIT, basename="guide")
    again = alice.confirm(EDIT)
    assert (refused.status, again.status, len(asked.writes)) == (409, 200, 2)


@pytest.mark.parametrize(
    "fault",
    [
        faults.reset,
        faults.close,
        faults.refusal(500),
        faults.refusal(503),
        faults.web_page,
        faults.answer(200, b'{"id": 7}'),
        faults.answer(302, b"", "Location: https://evil.example/"),
    ],
    ids=["reset", "close", "500", "503", "html", "wrong", "redirect"],
)
def test_an_unknown_outcome_is_told_and_nothing_is_lost(distant: Pages, wire: Wire, fault: Fault) -> None:
    distant.get(EDIT)
    wire.faults["PATCH"] = fault
    distant.submit(EDIT, title="Guide", visibility="unlisted")
    shown = distant.confirm(EDIT)
    assert (shown.h1, shown.problems, shown.links["Check now"]) == (NOT_KNOWN, [UNKNOWN], f"{ORG}/journal/1")
    title, visibility = shown.rows
    assert title == ["Title", "“Guide”", "“Larkfield Docs” different"]
    assert visibility == [visibility[0], "“Unlisted”", "“Public” different"]
    assert shown.status in {502, 504}
    again = distant.submit(f"{ORG}/journal/1/receipt")
    assert (again.status, again.h1, again.rows) == (200, NOT_KNOWN, [title, visibility])
    opened = distant.open_input(EDIT)
    assert (opened.value("title"), opened.value("visibility"), wire.seen["PATCH"]) == ("Guide", ["unlisted"], 1)
    assert "Before your change: “Larkfield Docs”" in opened.main


def test_a_receipt_is_shown_and_looked_at_again_while_the_api_is_down(distant: Pages, wire: Wire) -> None:
    distant.get(EDIT)

    def go_down(talk: Talk) -> bool:
        wire.faults["GET"] = faults.close
        return faults.close(talk)

    wire.faults["PATCH"] = go_down
    shown = distant.submit(EDIT, title="Guide")
    assert (shown.h1, shown.rows) == (NOT_KNOWN, [["Title", "“Guide”"]])
    for shown in (distant.shown, distant.submit(f"{ORG}/journal/1/receipt")):
        assert "The documentation service didn't answer." in shown.problems[0]
        assert shown.buttons == ["Open my input again", "Send again", "Look again"]
    wire.faults.clear()
    get_portal(distant.app).transport.check_health(at_once=True)
    assert distant.get(f"{ORG}/journal/1/receipt").rows == [["Title", "“Guide”", "“Larkfield Docs” different"]]
    assert distant.submit(f"{ORG}/journal/1/receipt").rows == [["Title", "“Guide”", "“Larkfield Docs” different"]]
    assert distant.send_again(EDIT).toasts == ["Guide was saved."]


@pytest.mark.parametrize("status", [400, 403, 404, 409, 418, 422, 429])
def test_a_refusal_keeps_what_was_typed(distant: Pages, wire: Wire, status: int) -> None:
    distant.get(EDIT)
    wire.faults["PATCH"] = faults.refusal(status, "<b>No</b> such thing")
    shown = distant.submit(EDIT, title="Guide")
    assert (shown.value("title"), len(shown.problems), wire.seen["PATCH"]) == ("Guide", 1, 1)
    assert shown.status == {400: 422, 418: 422}.get(status, status)


def test_a_long_refusal_is_cut_and_shown_as_text(distant: Pages, wire: Wire) -> None:
    distant.get(EDIT)
    wire.faults["PATCH"] = faults.answer(400, b'{"error": {"message": "x < 1 & ' + b"y" * 9000 + b'"}}')
    shown = distant.submit(EDIT, title="Guide")
    assert "x < 1 & y" not in shown.html
    assert "x < 1 & yyy" in shown.problems[0]
    assert len(shown.problems[0]) < 400


def test_names_of_the_api_do_not_reach_people(distant: Pages, wire: Wire) -> None:
    distant.get(EDIT)
    wire.faults["PATCH"] = faults.refusal(400, "defaultSiteSpace: not of defaultSiteSection.")
    shown = distant.submit(EDIT, title="Guide")
    assert shown.problems == ["The documentation service refused this: “not of ‘Home section’.”"]


def test_a_token_refused_while_saving_leads_to_sign_in_and_back(distant: Pages, wire: Wire) -> None:
    distant.get(EDIT)
    wire.faults["PATCH"] = faults.refusal(401)
    shown = distant.submit(EDIT, title="Guide")
    assert shown.address == f"/sign-in?next={EDIT}"
    refused = "The documentation service no longer accepts your access token, so what you typed was not saved."
    assert shown.toasts == [f"{refused} Masthead kept it. Sign in again to see it."]


@for_each("page, field", [(EDIT, "basename"), (f"{ORG}/settings/profile", "hostname")])
def test_a_conflict_without_a_message_is_told_at_the_field_that_can_be_taken(
    distant: Pages, wire: Wire, page: str, field: str
) -> None:
    distant.get(page)
    wire.faults["PATCH"] = faults.answer(409, b"<html><h1>409 Conflict</h1></html>", kind="text/html")
    shown = distant.submit(page, {field: "taken-by-others"})
    if shown.h1 == "Review your changes":
        shown = distant.confirm(page)
    assert shown.error_at(field).endswith("gave no reason. Enter another one.")
    assert "does not fit" not in shown.main
