"""The certificate that comes next: two people who note or remove one do not undo each other without a word."""

from datetime import UTC, datetime, timedelta

import pytest
from flask import Flask

from tests.blueprints.start_over import start_over
from tests.certificates import pem
from tests.faults import faults
from tests.faults.hostile import Talk
from tests.pages.pages import Pages
from tests.providers import DRIVERS, ORG, provider
from tests.wire import Wire
from tests.world import ALICE, RunningService
from web.person.portal import portal_of

ROTATE = f"{DRIVERS}/certificate"
ONE, TWO, THREE = pem(500), pem(700), pem(800)
SOON, LATER = ((datetime.now(UTC) + timedelta(days=days)).date().isoformat() for days in (3, 5))
REPLACED = "saved a next certificate after you opened this page. It is due on"


@pytest.fixture
def colleague(portal: Flask, alice: Pages) -> Pages:
    """Another browser of an administrator."""
    assert alice.app is portal
    return Pages(portal).sign_in(ALICE)


def note(pages: Pages, certificate: str, due: str = SOON) -> None:
    pages.get(ROTATE)
    pages.submit(ROTATE, {"how": "later", "certificate": certificate, "due": due}, press="Continue")


def coming(portal: Flask) -> list[str]:
    """The words of the one that is noted."""
    noted = portal_of(portal).store.rotations.coming("org_larkfield").get("saml_drivers")
    return noted.pem.split() if noted else []


def test_one_that_a_colleague_noted_meanwhile_is_asked_about_each_time(
    alice: Pages, colleague: Pages, portal: Flask, service: RunningService
) -> None:
    alice.get(ROTATE)
    note(colleague, TWO)
    shown = alice.submit(ROTATE, {"how": "later", "certificate": ONE, "due": LATER}, press="Continue")
    assert shown.status == 409
    assert REPLACED in shown.problems[0]
    assert "Nothing was saved" in shown.problems[0]
    assert coming(portal) == TWO.split()
    assert str(shown.value("certificate")).split() == ONE.split()
    shown = alice.submit(ROTATE, press="Continue")
    assert shown.toasts == ["Masthead saved the certificate as the next one. The provider is unchanged."]
    assert coming(portal) == ONE.split()
    start_over(alice, service)
    alice.get(ROTATE)
    note(colleague, TWO)
    alice.submit(ROTATE, {"how": "later", "certificate": ONE, "due": LATER}, press="Continue")
    note(colleague, THREE)
    assert alice.submit(ROTATE, press="Continue").status == 409
    assert coming(portal) == THREE.split()
    start_over(alice, service)
    note(colleague, TWO, SOON)
    alice.get(ROTATE)
    note(colleague, TWO, LATER)
    shown = alice.submit(ROTATE, {"how": "later", "certificate": TWO, "due": SOON}, press="Continue")
    assert REPLACED in shown.problems[0]


def test_one_that_was_shown_is_replaced_and_one_that_a_colleague_noted_stays(
    alice: Pages, portal: Flask, colleague: Pages, service: RunningService
) -> None:
    note(alice, TWO)
    note(alice, ONE)
    assert coming(portal) == ONE.split()
    start_over(alice, service)
    note(alice, ONE)
    alice.get(ROTATE)
    alice.submit(ROTATE, {"how": "now", "certificate": ONE}, press="Continue")
    note(colleague, TWO)
    alice.confirm(ROTATE)
    assert coming(portal) == TWO.split()


def test_what_a_colleague_noted_or_removed_meanwhile_is_not_removed(
    alice: Pages, colleague: Pages, portal: Flask, service: RunningService
) -> None:
    note(alice, ONE)
    note(colleague, TWO)
    shown = alice.submit(f"{ROTATE}/forget")
    assert "Nothing was removed" in shown.toasts[0]
    assert REPLACED in shown.toasts[0]
    assert coming(portal) == TWO.split()
    assert alice.submit(f"{ROTATE}/forget").toasts == ["The next certificate was removed."]
    assert coming(portal) == []
    start_over(alice, service)
    note(alice, ONE)
    colleague.get(DRIVERS)
    colleague.submit(f"{ROTATE}/forget")
    shown = alice.submit(f"{ROTATE}/forget")
    assert shown.toasts == ["The next certificate was already removed."]


def test_what_the_api_ignores_leaves_the_next_one_and_the_way_back(
    distant: Pages, wire: Wire, service: RunningService
) -> None:
    note(distant, ONE)
    distant.get(ROTATE)
    distant.submit(ROTATE, {"how": "now"}, press="Continue")
    wire.faults["PATCH"] = faults.says(provider(service, "drivers"))
    shown = distant.confirm(ROTATE)
    assert shown.toasts == ["Drivers: the API accepted this, but reports another value for signing certificate."]
    assert coming(distant.app) == ONE.split()
    assert distant.get(f"{ORG}/journal/1").facts["Outcome"].startswith("Not in effect")
    wire.faults.clear()
    distant.get(ROTATE)
    distant.submit(ROTATE, {"how": "now"}, press="Continue")
    shown = distant.confirm(ROTATE)
    assert (coming(distant.app), "Does the new certificate work?" in shown.main) == ([], True)
    wire.faults["PATCH"] = faults.says(provider(service, "drivers"))
    shown = distant.submit(f"{ROTATE}/roll-back")
    assert shown.toasts[0].endswith("reports another value for signing certificate.")
    assert "Does the new certificate work?" in shown.main


def test_a_certificate_that_the_api_writes_in_its_own_way_is_saved(
    distant: Pages, wire: Wire, service: RunningService
) -> None:
    distant.get(ROTATE)
    distant.submit(ROTATE, {"certificate": ONE, "how": "now"}, press="Continue")
    bare = "".join(ONE.splitlines()[1:-1])
    said = faults.says(provider(service, "drivers") | {"certificate": bare})
    wire.faults["PATCH"] = said

    def then(talk: Talk) -> bool:
        return said(talk) if wire.seen.get("PATCH") and talk.asked.path.endswith("/saml_drivers") else talk.pass_on()

    wire.faults["GET"] = then
    assert distant.confirm(ROTATE).toasts == ["Drivers has the new certificate. Ask somebody to sign in."]
