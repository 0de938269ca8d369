"""A form is sent again: it is carried out once, or its receipt says what is there, and a second press sends it."""

from collections.abc import Mapping

import pytest

from masthead.web.person.portal import get_portal
from tests.blueprints.link_pages import LINKS
from tests.blueprints.resent import (
    ALREADY,
    API,
    ENTRY,
    NOT_KNOWN,
    ORG,
    PROFILE,
    SETTINGS,
    lose,
    outcome,
    outcomes,
    sent,
)
from tests.blueprints.start_over import start_over
from tests.blueprints.team_pages import ADD, DOCS, roles
from tests.blueprints.team_pages import API as TEAM_API
from tests.blueprints.test_place_access import GUIDE
from tests.faults import faults
from tests.faults.hostile import Fault, Talk
from tests.loops import for_each
from tests.pages.page import Page
from tests.pages.pages import Pages
from tests.portals import PortalFor
from tests.providers import DRIVERS
from tests.records import ask
from tests.wire import Wire
from tests.world import ALICE, RunningService

SAVED_THEN = "before. That was saved, and it was changed or undone since. "
RECEIPT = "It isn't known whether this was saved"
NOT_AGAIN = "This was not saved again"
MINE = {"hostname": "mine"}


def now(service: RunningService) -> Mapping[str, str]:
    organization: Mapping[str, str] = ask(service, ALICE, "GET", API).get_json()
    return organization


def test_the_receipt_of_a_setting_that_a_colleague_set_back(
    distant: Pages, colleague: Pages, wire: Wire, service: RunningService
) -> None:
    distant.get(SETTINGS)
    lose(distant, wire, PROFILE, {**MINE, "title": "Lark"})
    colleague.get(SETTINGS)
    colleague.save(PROFILE, hostname="larkfield")
    shown = distant.send_again(PROFILE)
    assert (shown.status, shown.h1) == (409, NOT_AGAIN)
    before = f"You sent “Change Larkfield Freight: name and default hostname” {SAVED_THEN}"
    assert shown.problems == [f"{before}See what was sent, or send it again."]
    assert shown.rows == [["Name", "“Lark”", "“Lark”"], ["Default hostname", "“mine”", "“larkfield” different"]]
    assert shown.links["See what was sent"] == ENTRY
    assert now(service)["hostname"] == "larkfield"
    assert distant.send_again(PROFILE).toasts == ["Profile: saved."]
    assert now(service)["hostname"] == "mine"


def test_people_of_whom_one_was_removed_elsewhere(distant: Pages, wire: Wire, service: RunningService) -> None:
    distant.get(DOCS)
    lose(distant, wire, ADD, {"add": "user_lena, user_heidi"}, press="Add to the team")
    ask(service, ALICE, "PUT", TEAM_API, {"remove": ["user_lena"]})
    assert (distant.send_again(ADD).h1, "lena" in roles(service)) == (RECEIPT, False)
    distant.send_again(ADD)
    assert "lena" in roles(service)


FORMS = {
    "a setting": (SETTINGS, PROFILE, {"title": "Lark"}, None),
    "a role": (GUIDE, GUIDE, {"team-other": "team_operations", "role": "comment"}, "Give role"),
    "a role taken away": (f"{GUIDE}/team_docs/remove", f"{GUIDE}/team_docs/remove", {}, "Remove role"),
}


@for_each("name", FORMS)
def test_what_is_there_is_not_sent_again(distant: Pages, wire: Wire, service: RunningService, name: str) -> None:
    start_over(distant, service)
    page, action, typed, press = FORMS[name]
    distant.get(page)
    lose(distant, wire, action, typed, press=press)
    before = sent(wire)
    shown = distant.send_again(action)
    assert (shown.toasts, sent(wire)) == (ALREADY, before)
    assert NOT_KNOWN not in shown.main
    assert outcome(distant).startswith("Saved")


def test_what_was_not_carried_out_is_sent_again(distant: Pages, wire: Wire, service: RunningService) -> None:
    drawn = distant.get(SETTINGS)
    lose(distant, wire, PROFILE, {"title": "Lark"}, faults.reset)
    distant.page = drawn
    shown = distant.submit(PROFILE, title="Lark")
    assert (shown.h1, outcomes(shown)) == (RECEIPT, ["unknown"])
    assert shown.rows == [["Name", "“Lark”", "“Larkfield Freight” different"]]
    assert shown.links["Check now"] == ENTRY
    assert distant.open_input(PROFILE).value("title") == "Lark"
    assert distant.save(PROFILE).toasts == ["Profile: saved."]
    assert now(service)["title"] == "Lark"


def test_a_page_that_was_saved_is_sent_again(distant: Pages, wire: Wire, service: RunningService) -> None:
    drawn = distant.get(SETTINGS)
    distant.save(PROFILE, MINE)
    distant.page, before = drawn, sent(wire)
    assert distant.save(PROFILE, MINE).toasts == ALREADY
    ask(service, ALICE, "PATCH", API, {"hostname": "larkfield"})
    distant.page = drawn
    shown = distant.save(PROFILE, MINE)
    assert (shown.status, shown.toasts, SAVED_THEN in shown.main, sent(wire)) == (409, [], True, before)
    assert distant.send_again(PROFILE).toasts == ["Profile: saved."]
    assert now(service)["hostname"] == "mine"


def test_a_second_click_that_read_before_the_first_was_saved(
    distant: Pages, wire: Wire, service: RunningService
) -> None:
    drawn, before = distant.get(SETTINGS), now(service)

    def read_before(talk: Talk) -> bool:
        if talk.asked.target != API:
            return wire.pass_on(talk)
        wire.faults.clear()
        return faults.says(before)(talk)

    distant.submit(PROFILE, title="Mine")
    distant.page = drawn
    wire.seen.clear()
    wire.faults["GET"] = read_before
    assert distant.submit(PROFILE, title="Mine").toasts == ["Profile: saved."]
    assert "PATCH" not in wire.seen


def test_what_has_no_answer_yet_leads_to_its_entry(distant: Pages, wire: Wire) -> None:
    drawn, shown = distant.get(SETTINGS), list[Page]()

    def sent_meanwhile(talk: Talk) -> bool:
        wire.faults.clear()
        distant.page = drawn
        shown.append(distant.submit(PROFILE, title="Lark"))
        distant.post(f"{ENTRY}/check", {})
        shown.append(distant.shown)
        return talk.pass_on()

    wire.faults["PATCH"] = sent_meanwhile
    distant.submit(PROFILE, title="Lark")
    assert (outcomes(shown[0]), shown[0].links["Check now"]) == (["unknown"], ENTRY)
    assert shown[1].toasts == ["No answer yet. Check again in a moment."]


@for_each("fault", [None, faults.reset, faults.lost_answer])
def test_other_contents_of_the_same_page_are_another_change(
    distant: Pages, wire: Wire, service: RunningService, fault: Fault | None
) -> None:
    start_over(distant, service)
    drawn = distant.get(SETTINGS)
    if fault:
        lose(distant, wire, PROFILE, {"title": "Lark"}, fault)
    else:
        distant.submit(PROFILE, title="Lark")
    distant.page = drawn
    assert distant.save(PROFILE, hostname="larks").toasts[-1] == "Profile: saved."
    assert (now(service)["hostname"], now(service)["title"] == "Lark") == ("larks", fault is not faults.reset)


PRESSED = {
    f"{DRIVERS}/people": (f"{DRIVERS}/people", {"defaultRole": "read"}, "Save and continue"),
    PROFILE: (SETTINGS, {"title": "Lark"}, "Save profile"),
    ADD: (DOCS, {"add": "user_lena"}, "Add to the team"),
    f"{ORG}/sso/saml_auditors/delete": (f"{ORG}/sso/saml_auditors/delete", {"confirm": "Auditors"}, "Delete provider"),
    LINKS: (LINKS, {"name": "Fair"}, "Create link"),
}


@for_each("action", PRESSED)
def test_it_stays_not_known_while_the_api_cannot_be_read(
    portal_for: PortalFor, wire: Wire, service: RunningService, action: str
) -> None:
    pages = Pages(portal_for(API_BASE_URL=wire.url, FRESH_SECONDS=0)).sign_in(ALICE)
    start_over(pages, service)
    page, typed, press = PRESSED[action]
    pages.get(page)
    first = lose(pages, wire, action, typed, faults.reset, press)
    wire.faults["GET"], before = faults.refusal(500), sent(wire)
    again = pages.send_again(action)
    wire.faults.clear()
    assert (outcomes(again), sent(wire)) == (["unknown"], before), again.main
    assert "Nothing was sent this time. It isn't known whether what you sent before was saved." in again.main
    assert again.links["Check now"] == first.links["Check now"]


def test_a_page_without_its_form_and_a_second_refusal_keep_the_doubt(distant: Pages, wire: Wire) -> None:
    distant.get(SETTINGS)
    receipt = lose(distant, wire, PROFILE, {"title": "Lark"}, faults.reset)
    wire.faults["GET"] = faults.refusal(403)
    shown = distant.send_again(PROFILE)
    assert (outcomes(shown), shown.links["Check now"], "view the draft" in shown.links) == (["unknown"], ENTRY, True)
    wire.faults.clear()
    get_portal(distant.app).transport.check_health(at_once=True)
    wire.faults["PATCH"] = faults.refusal(429, retry_after=2)
    distant.page = receipt
    shown = distant.send_again(PROFILE)
    assert "This try changed nothing. It isn't known whether what you sent before was saved." in shown.problems[0]
    assert shown.links["Check now"] == ENTRY
    wire.faults.clear()
    assert NOT_KNOWN in distant.get(SETTINGS).main


@pytest.fixture
def lost(distant: Pages, wire: Wire) -> Pages:
    """Alice at the receipt of a hostname that was saved."""
    distant.get(SETTINGS)
    lose(distant, wire, PROFILE, MINE)
    return distant


def test_what_she_sent_and_finds_there_is_her_own(lost: Pages, service: RunningService) -> None:
    lost.open_input(PROFILE)
    assert lost.save(PROFILE, hostname="larkfield").toasts == ["Profile: saved."]
    assert now(service)["hostname"] == "larkfield"


def test_what_a_colleague_set_since_is_asked_about(lost: Pages, service: RunningService) -> None:
    ask(service, ALICE, "PATCH", API, {"hostname": "theirs"})
    assert "Default hostname: whose to keep?" in lost.open_input(PROFILE).main


def test_another_tab_does_not_say_that_it_was_somebody_else(distant: Pages, wire: Wire) -> None:
    tab = distant.get(SETTINGS)
    distant.get(SETTINGS)
    lose(distant, wire, PROFILE, MINE)
    distant.page = tab
    assert distant.submit(PROFILE, title="Lark").toasts[0] == (
        "Meanwhile you changed default hostname to “mine”. That stays."
    )


def test_a_save_of_something_else_and_one_of_nothing_find_out_what_came_of_it(lost: Pages, wire: Wire) -> None:
    lost.get(SETTINGS)
    lost.save(PROFILE, title="Lark")
    assert outcome(lost).startswith("Saved")
    assert NOT_KNOWN not in lost.get(SETTINGS).main
    lose(lost, wire, PROFILE, {"title": "Air"})
    lost.get(SETTINGS)
    assert lost.submit(PROFILE, title="Air").toasts == ["Nothing to save. You changed nothing."]
    assert lost.get(f"{ORG}/journal/3").facts["Outcome"].startswith("Saved")
