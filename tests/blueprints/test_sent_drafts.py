"""What was sent and has no known outcome: its page draws it as the service has it, and sends that as the same again."""

from collections.abc import Mapping
from xml.etree.ElementTree import Element

import pytest

from masthead.web.person.portal import portal_of
from tests.blueprints.start_over import start_over
from tests.faults import faults
from tests.faults.hostile import Fault
from tests.loops import for_each
from tests.pages.document import text_of
from tests.pages.page import Page
from tests.pages.pages import Pages
from tests.records import ask
from tests.wire import Wire
from tests.world import ALICE, RunningService

SETTINGS = "/orgs/org_larkfield/settings"
ACCESS, PROFILE = f"{SETTINGS}/access", f"{SETTINGS}/profile"
TEAM = "/orgs/org_larkfield/teams/team_operations"
ENTRY = "/orgs/org_larkfield/journal/1"
NOT_KNOWN = "It isn't known whether what you typed here was saved"
NOT_SAVED = "What you typed here was not saved"
COMMAS = {"emailDomains": "larkfield.example, new.example"}


def lose(pages: Pages, wire: Wire, action: str, typed: Mapping[str, str], lost: Fault = faults.lost_answer) -> Page:
    wire.faults["PATCH"] = wire.faults["PUT"] = lost
    shown = pages.save(action, typed)
    wire.faults.clear()
    assert shown.links["Check now"] == ENTRY
    return shown


def send_again(pages: Pages, wire: Wire, action: str, typed: Mapping[str, str] | None = None) -> Page:
    """Send what the receipt has, or with something else typed, while the service cannot be read."""
    if typed:
        pages.open_input(action)
    wire.faults["GET"] = faults.refusal(503)
    shown = pages.submit(action, typed) if typed else pages.send_again(action)
    wire.faults.clear()
    portal_of(pages.app).transport.check_health(at_once=True)
    return shown


def drafts_counted(shown: Page) -> str:
    """What the banner says."""
    (link,) = shown.document.with_attribute("class", "banner-link")
    return text_of(link)


@pytest.fixture
def domains(distant: Pages, service: RunningService) -> Pages:
    ask(service, ALICE, "PATCH", "/v1/orgs/org_larkfield", {"emailDomains": ["larkfield.example"]})
    distant.get(SETTINGS)
    return distant


@for_each(
    "page, action, typed",
    [
        (SETTINGS, ACCESS, COMMAS),
        (SETTINGS, PROFILE, {"hostname": "Host-ABD"}),
        (TEAM, f"{TEAM}/members", {"add": "user_lena, user_alice"}),
    ],
)
@pytest.mark.exhaustive
def test_it_is_not_known_while_its_page_is_sent_again(
    domains: Pages, wire: Wire, page: str, action: str, typed: Mapping[str, str], service: RunningService
) -> None:
    start_over(domains, service)
    ask(service, ALICE, "PATCH", "/v1/orgs/org_larkfield", {"emailDomains": ["larkfield.example"]})
    domains.get(page)
    lose(domains, wire, action, typed)
    shown = send_again(domains, wire, action)
    assert len(shown.document.with_attribute("data-outcome", "unknown")) == 1
    assert shown.links["Check now"] == ENTRY
    assert drafts_counted(shown) == "1 draft"
    shown = domains.get(page)
    assert (NOT_SAVED in shown.main, shown.main.count(NOT_KNOWN)) == (False, 1)
    assert shown.links["Check now"] == ENTRY
    domains.get(ENTRY)
    assert domains.submit(f"{ENTRY}/check").facts["Outcome"].startswith("Saved")
    shown = domains.get(page)
    assert (NOT_SAVED in shown.main, NOT_KNOWN in shown.main) == (False, False)


def test_it_is_not_known_either_after_theirs_was_taken(domains: Pages, wire: Wire, service: RunningService) -> None:
    ask(service, ALICE, "PATCH", "/v1/orgs/org_larkfield", {"title": "Lark by a colleague"})
    domains.save(PROFILE, title="Lark by Alice", hostname="larks")
    lose(domains, wire, PROFILE, {"title-whose": "theirs"})
    assert send_again(domains, wire, PROFILE).links["Check now"] == ENTRY
    shown = domains.get(SETTINGS)
    assert (NOT_SAVED in shown.main, shown.main.count(NOT_KNOWN)) == (False, 1)


def test_another_wish_is_not_saved_and_the_earlier_one_not_known(domains: Pages, wire: Wire) -> None:
    lose(domains, wire, ACCESS, COMMAS, faults.reset)
    shown = send_again(domains, wire, ACCESS, {"emailDomains": "other.example"})
    assert (shown.main.count(NOT_KNOWN), "Nothing was sent this time." in shown.main) == (1, True)
    shown = domains.get(SETTINGS)
    assert (shown.main.count(NOT_KNOWN), shown.main.count(NOT_SAVED)) == (1, 1)


def test_nothing_is_left_once_it_was_sent_again_and_saved(domains: Pages, wire: Wire) -> None:
    lose(domains, wire, ACCESS, COMMAS, faults.reset)
    assert domains.send_again(ACCESS).toasts[0].endswith(": saved.")
    shown = domains.get(SETTINGS)
    assert (NOT_SAVED in shown.main, NOT_KNOWN in shown.main) == (False, False)


def test_what_is_refused_the_second_time_is_not_known_all_the_same(domains: Pages, wire: Wire) -> None:
    lose(domains, wire, ACCESS, COMMAS, faults.reset)
    wire.faults["PATCH"] = faults.refusal(403)
    shown = domains.send_again(ACCESS)
    wire.faults.clear()
    assert shown.links["Check now"] == ENTRY
    assert NOT_SAVED not in domains.get(SETTINGS).main


def test_a_form_opened_anew_tells_one_outcome(domains: Pages, wire: Wire) -> None:
    lose(domains, wire, PROFILE, {"hostname": "mine"}, faults.refusal(503))
    domains.get(SETTINGS)
    wire.faults["PATCH"] = faults.refusal(429, retry_after=2)
    shown = domains.save(PROFILE, hostname="mine")
    assert len(shown.problems) == 1
    assert "This try changed nothing. It isn't known whether what you sent before was saved." in shown.problems[0]
    assert shown.links["Check now"] == ENTRY


def test_each_of_three_wishes_that_may_be_saved_can_be_opened(domains: Pages, wire: Wire) -> None:
    hosts = ["one", "two", "three"]
    wire.faults["PATCH"] = faults.reset
    for host in hosts:
        domains.get(SETTINGS)
        domains.save(PROFILE, hostname=host)
    wire.faults.clear()
    assert domains.get("/drafts").main.count("It isn't known whether this was saved.") == len(hosts)
    assert domains.get(SETTINGS).main.count(NOT_KNOWN) == len(hosts)
    assert {value for value in map(hostname, domains.shown.forms_to(PROFILE)) if value} >= set(hosts)


def hostname(form: Element) -> str | None:
    return next((each.get("value") for each in form.iter("input") if each.get("name") == "hostname"), None)


def test_what_was_typed_for_somebody_who_is_there_by_now_is_shown(
    distant: Pages, wire: Wire, service: RunningService
) -> None:
    distant.get(TEAM)
    lose(distant, wire, f"{TEAM}/members", {"add": "user_lena"}, faults.reset)
    add = {"add": ["user_lena"], "memberships": {"user_lena": {"role": "owner"}}}
    ask(service, ALICE, "PUT", "/v1/orgs/org_larkfield/teams/team_operations/members", add)
    distant.get(TEAM)
    shown = distant.submit(f"{TEAM}/members", press="Show what I typed")
    assert (shown.toasts, shown.value("add")) == ([], "user_lena")
