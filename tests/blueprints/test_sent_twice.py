"""The page of a form is sent twice, and the first answer was lost: one outcome, true, and the way to check it."""

import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path
from threading import Event

import pytest

from masthead.store import Intent, Outcome, State, Subject, quote
from masthead.web.person.portal import portal_of
from tests.faults import faults
from tests.faults.hostile import Fault, Talk
from tests.pages.page import Page
from tests.pages.pages import Pages
from tests.records import ask
from tests.wire import Wire
from tests.world import ALICE, RunningService

ORG = "/orgs/org_larkfield"
SETTINGS, ENTRY = f"{ORG}/settings", f"{ORG}/journal/1"
PROFILE = f"{SETTINGS}/profile"
NOT_KNOWN, AS_BEFORE = "It isn't known whether this was saved", "“Larkfield Freight” different"


@pytest.fixture
def drawn(distant: Pages) -> Page:
    """The page before anything was sent."""
    return distant.get(SETTINGS)


def lose(pages: Pages, wire: Wire, fault: Fault) -> None:
    wire.faults["PATCH"] = fault
    pages.submit(PROFILE, title="Lark")
    wire.faults.clear()


def outcomes(shown: Page) -> list[str]:
    return [each.attrib["data-outcome"] for each in shown.document.with_attribute("data-outcome")]


def send(pages: Pages, drawn: Page) -> Page:
    """Go back to the page, and press its button again."""
    pages.page = drawn
    return pages.submit(PROFILE, title="Lark")


@contextmanager
def busy(file: Path) -> Iterator[None]:
    """Somebody else writes into it most of the time."""
    ended = Event()

    def write() -> None:
        with closing(sqlite3.connect(file, timeout=10, isolation_level=None)) as other:
            while not ended.wait(0.005):
                other.execute("BEGIN IMMEDIATE")
                ended.wait(0.1)
                other.execute("ROLLBACK")

    with ThreadPoolExecutor(1) as others:
        written = others.submit(write)
        try:
            yield
        finally:
            ended.set()
        written.result()


def check(pages: Pages) -> Page:
    pages.get(ENTRY)
    return pages.submit(f"{ENTRY}/check")


def title(service: RunningService) -> str:
    return str(ask(service, ALICE, "GET", "/v1/orgs/org_larkfield").get_json()["title"])


def test_its_receipt_has_what_was_typed_and_leads_to_its_check(distant: Pages, wire: Wire, drawn: Page) -> None:
    lose(distant, wire, faults.reset)
    shown = send(distant, drawn)
    assert (shown.h1, outcomes(shown), shown.rows) == (NOT_KNOWN, ["unknown"], [["Name", "“Lark”", AS_BEFORE]])
    assert shown.links["Check now"] == ENTRY
    assert distant.open_input(PROFILE).value("title") == "Lark"


def test_it_leads_there_though_others_keep_the_records_busy(distant: Pages, wire: Wire, drawn: Page) -> None:
    lose(distant, wire, faults.reset)
    with busy(portal_of(distant.app).settings.instance_path / "masthead.db"):
        shown = send(distant, drawn)
    assert (outcomes(shown), shown.links.get("Check now")) == (["unknown"], ENTRY)


def test_a_page_without_the_form_leads_there_too(distant: Pages, wire: Wire, drawn: Page) -> None:
    lose(distant, wire, faults.reset)
    wire.faults["GET"] = faults.refusal(403)
    shown = send(distant, drawn)
    wire.faults.clear()
    assert (outcomes(shown), shown.links["Check now"]) == (["unknown"], ENTRY)
    assert "view the draft" in shown.links


def test_it_is_sent_once_it_is_known_that_it_was_not_saved(
    distant: Pages, wire: Wire, drawn: Page, service: RunningService
) -> None:
    lose(distant, wire, faults.reset)
    assert check(distant).facts["Outcome"].startswith("Not in effect")
    assert send(distant, drawn).toasts == ["Profile: saved."]
    assert title(service) == "Lark"


def test_it_is_not_sent_again_once_it_is_known_that_it_was_saved(
    distant: Pages, wire: Wire, drawn: Page, service: RunningService
) -> None:
    lose(distant, wire, faults.lost_answer)
    assert check(distant).facts["Outcome"].startswith("Saved")
    ask(service, ALICE, "PATCH", "/v1/orgs/org_larkfield", {"title": "Larkfield Freight"})
    shown = send(distant, drawn)
    assert (shown.h1, outcomes(shown)) == ("This was not saved again", ["not-saved"])
    assert "This was saved when you sent it before, and it was changed again since." in shown.main
    assert title(service) == "Larkfield Freight"


def test_what_is_still_under_way_is_not_said_to_be_known(distant: Pages, drawn: Page) -> None:
    parts, subject = portal_of(distant.app), Subject("organization", "org_larkfield", "Larkfield Freight")
    owner = parts.store.keys.owner_of(ALICE)
    ids, body = ("org_larkfield",), '{"title":"Lark"}'
    parts.store.journal.begin(Intent("org_larkfield", owner, "updateOrganization", ids, subject, "Rename", body))
    assert drawn.path == SETTINGS
    assert distant.post(f"{ENTRY}/check", {}).toasts == ["The API has not answered yet. Check again in a moment."]


def test_the_answer_of_another_tab_stays(distant: Pages, wire: Wire, drawn: Page) -> None:
    assert drawn.path == SETTINGS
    lose(distant, wire, faults.reset)
    distant.get(ENTRY)

    def found_elsewhere(talk: Talk) -> bool:
        portal_of(distant.app).store.journal.settle(1, Outcome(State.SAVED, quote("It was saved.")))
        wire.faults.clear()
        return talk.pass_on()

    wire.faults["GET"] = found_elsewhere
    shown = distant.submit(f"{ENTRY}/check")
    assert shown.toasts == ["The outcome is already known."]
    assert shown.facts["Outcome"].startswith("Saved")


def test_what_has_no_answer_yet_leads_to_its_entry(distant: Pages, wire: Wire, drawn: Page) -> None:
    shown = []

    def sent_meanwhile(talk: Talk) -> bool:
        wire.faults.clear()
        shown.append(send(distant, drawn))
        return talk.pass_on()

    wire.faults["PATCH"] = sent_meanwhile
    distant.submit(PROFILE, title="Lark")
    assert (outcomes(shown[0]), shown[0].links["Check now"]) == (["unknown"], ENTRY)


def test_other_contents_say_what_came_of_the_first(distant: Pages, drawn: Page) -> None:
    send(distant, drawn)
    distant.page = drawn
    shown = distant.save(PROFILE, hostname="larks")
    assert (outcomes(shown), shown.value("hostname")) == (["not-saved"], "larks")
    assert "That was saved." in shown.main
    assert "Nothing was saved" not in shown.main
    assert shown.links["See what was sent"] == ENTRY
    assert distant.save(PROFILE).toasts == ["Profile: saved."]


def test_other_contents_say_that_the_first_are_not_known(distant: Pages, wire: Wire, drawn: Page) -> None:
    lose(distant, wire, faults.lost_answer)
    distant.page = drawn
    shown = distant.save(PROFILE, hostname="larks")
    assert "It isn't known whether that was saved." in shown.main
    assert shown.links["See what was sent"] == ENTRY
