"""Enforcement that is lifted while a certificate is replaced: shown before, and until somebody enforces it again."""

from tests.asked import Log
from tests.blueprints.start_over import start_over
from tests.blueprints.test_sso_certificate import ORGANIZATION, ROTATE, put_in, sent
from tests.certificates import pem
from tests.faults import faults
from tests.loops import for_each
from tests.pages.page import Page
from tests.pages.pages import Pages
from tests.providers import API, DRIVERS, ORG, SSO, enforce
from tests.records import ask
from tests.wire import Wire
from tests.world import ALICE, RunningService


def lifted(pages: Pages, service: RunningService) -> Page:
    enforce(service)
    pages.get(f"{SSO}?refresh=1")
    return put_in(pages, pem(500))


def reminded(pages: Pages) -> list[bool]:
    return ["stopped enforcing single sign-on on" in pages.get(each).main for each in (ORG, SSO, DRIVERS)]


def test_the_review_shows_both_changes_and_the_reminder_can_be_dismissed(alice: Pages, service: RunningService) -> None:
    enforce(service)
    review = sent(alice, certificate=pem(500))
    assert review.rows[0] == ["Single sign-on", "Enforced", "Not enforced"]
    assert "stays off until somebody enforces it again" in review.main
    assert f"PATCH {ORGANIZATION}" in review.main
    assert f"PATCH {API}/saml_drivers" in review.main
    start_over(alice, service)
    lifted(alice, service)
    alice.get(SSO)
    assert alice.submit(f"{SSO}/enforce/lifted").toasts[0].startswith("You dismissed the reminder.")
    assert reminded(alice) == [False] * 3


@for_each("way", ["keep", "roll-back"])
def test_it_reminds_until_it_is_enforced_again(alice: Pages, service: RunningService, way: str) -> None:
    start_over(alice, service)
    lifted(alice, service)
    shown = alice.submit(f"{ROTATE}/{way}")
    assert "enforce" in shown.toasts[0]
    assert reminded(alice) == [True] * 3
    assert alice.get(ORG).links["Enforce single sign-on"] == f"{SSO}/enforce"
    enforce(service)  # a colleague, elsewhere
    assert reminded(alice) == [False] * 3
    assert ask(service, ALICE, "PATCH", ORGANIZATION, {"sso": False}).status_code == 200
    assert reminded(alice) == [False] * 3


def test_a_colleague_enforces_before_it_is_sent(alice: Pages, service: RunningService, asked: Log) -> None:
    sent(alice, certificate=pem(500))
    enforce(service)
    asked.clear()
    shown = alice.confirm(ROTATE)
    assert "Somebody enforced single sign-on after you opened this page." in shown.problems[0]
    assert (asked.writes, shown.value("lift")) == ([], True)


def test_a_call_that_nobody_confirmed_stays_in_doubt(distant: Pages, wire: Wire, service: RunningService) -> None:
    enforce(service)
    sent(distant, certificate=pem(500))
    wire.faults["PATCH"] = faults.lost_answer
    shown = distant.confirm(ROTATE)
    wire.faults.clear()
    (told,) = shown.problems
    assert told.startswith("The API didn't confirm that it stopped enforcing single sign-on, so Masthead didn't send")
    assert ("Nothing was saved" not in shown.main, wire.seen["PATCH"]) == (True, 1)
    distant.get(shown.links["Check now"])
    checked = distant.submit(f"{distant.shown.path}/check")
    assert checked.facts["Outcome"].startswith("Saved")
    assert reminded(distant) == [True] * 3


def test_a_colleague_who_stopped_it_is_not_taken_for_you(distant: Pages, wire: Wire, service: RunningService) -> None:
    enforce(service)
    sent(distant, certificate=pem(500))
    wire.faults["PATCH"] = faults.reset
    distant.confirm(ROTATE)
    wire.faults.clear()
    assert ask(service, ALICE, "PATCH", ORGANIZATION, {"sso": False}).status_code == 200
    assert reminded(distant) == [False] * 3
    assert "it isn't known whether that did it or somebody else" in distant.get(f"{SSO}?refresh=1").main
    assert "tried to stop enforcing it on" in distant.get(ORG).main
    assert "Alice tried to stop enforcing single sign-on on" in distant.get(f"{SSO}/enforce").main


def test_nothing_is_replaced_where_the_api_goes_on_enforcing(
    distant: Pages, wire: Wire, service: RunningService
) -> None:
    enforce(service)
    sent(distant, certificate=pem(500))
    wire.faults["PATCH"] = faults.says(ask(service, ALICE, "GET", ORGANIZATION).get_json())
    shown = distant.confirm(ROTATE)
    assert "reports that it is. Masthead didn't send the certificate." in shown.problems[0]
    assert wire.seen["PATCH"] == 1
    assert distant.get(f"{ORG}/journal/1").facts["Outcome"].startswith("Not in effect")
    assert reminded(distant) == [False] * 3
