"""Enforcement that is lifted while a certificate is replaced: shown before, and until somebody enforces it again."""

import pytest

from tests.asked import Log
from tests.blueprints.test_sso_certificate import ORGANIZATION, ROTATE, put_in, sent
from tests.certificates import pem
from tests.pages.page import Page
from tests.pages.pages import Pages
from tests.providers import API, DRIVERS, ORG, SSO, enforce
from tests.records import ask
from tests.world import ALICE, RunningService


def lifted(pages: Pages, service: RunningService) -> Page:
    enforce(service)
    pages.get(f"{SSO}?refresh=1")
    return put_in(pages, pem(500))


def reminded(pages: Pages) -> list[bool]:
    return ["stopped enforcing single sign-on on" in pages.get(each).main for each in (ORG, SSO, DRIVERS)]


def test_the_review_shows_both_changes(alice: Pages, service: RunningService) -> None:
    enforce(service)
    review = sent(alice, certificate=pem(500))
    assert review.rows[0] == ["Single sign-on", "Enforced", "Not enforced"]
    assert "stays off until somebody enforces it again" in review.main
    assert f"PATCH {ORGANIZATION}" in review.main
    assert f"PATCH {API}/saml_drivers" in review.main


@pytest.mark.parametrize("way", ["keep", "roll-back"])
def test_it_reminds_until_it_is_enforced_again(alice: Pages, service: RunningService, way: str) -> None:
    lifted(alice, service)
    shown = alice.submit(f"{ROTATE}/{way}")
    assert "enforce" in shown.toasts[0]
    assert reminded(alice) == [True] * 3
    assert alice.get(ORG).links["Enforce single sign-on"] == f"{SSO}/enforce"
    enforce(service)  # a colleague, elsewhere
    assert reminded(alice) == [False] * 3
    assert ask(service, ALICE, "PATCH", ORGANIZATION, {"sso": False}).status_code == 200
    assert reminded(alice) == [False] * 3


def test_the_reminder_can_be_dismissed(alice: Pages, service: RunningService) -> None:
    lifted(alice, service)
    alice.get(SSO)
    assert alice.submit(f"{SSO}/enforce/lifted").toasts[0].startswith("You dismissed the reminder.")
    assert reminded(alice) == [False] * 3


def test_a_colleague_enforces_before_it_is_sent(alice: Pages, service: RunningService, asked: Log) -> None:
    sent(alice, certificate=pem(500))
    enforce(service)
    asked.clear()
    shown = alice.confirm(ROTATE)
    assert "Somebody enforced single sign-on after you opened this page." in shown.problems[0]
    assert (asked.writes, shown.value("lift")) == ([], True)
