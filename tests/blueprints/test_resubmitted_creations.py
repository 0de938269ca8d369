"""A creation whose answer was lost is sent again: what it created is found, and nothing is created twice unasked."""

from collections.abc import Mapping

import pytest

from tests.blueprints.resent import API, ENTRY, ORG, lose, outcome, sent
from tests.blueprints.test_sso_certificate import ROTATE
from tests.certificates import pem
from tests.faults import faults
from tests.pages.page import Page
from tests.pages.pages import Pages
from tests.records import ask
from tests.wire import Wire
from tests.world import ALICE, RunningService

FIELD, SITE = f"{ORG}/fields/_new", f"{ORG}/sites/new"
REGION, AREA = {"title": "Region", "name": "region"}, {"title": "Area", "name": "area"}
FORMS = {
    "a custom field": (FIELD, REGION, "Region was created."),
    "a site": (SITE, {"title": "Drivers", "visibility": "public"}, "Drivers was created."),
    "a second provider": (ROTATE, {"how": "beside", "certificate": pem(500)}, "was created with the new certificate."),
}
MAY_COME = "It may still be created"


@pytest.mark.parametrize(("address", "typed", "told"), FORMS.values(), ids=FORMS)
def test_what_was_created_is_told_and_not_created_again(
    distant: Pages, wire: Wire, address: str, typed: Mapping[str, str], told: str
) -> None:
    distant.get(address)
    lose(distant, wire, address, typed, press="Continue" if address == ROTATE else None)
    before = sent(wire)
    shown = distant.send_again(address)
    assert told in shown.toasts[0]
    assert shown.toasts[0].endswith("It has been there since you sent it before, so nothing was sent now.")
    assert (shown.path != address, sent(wire)) == (True, before)
    assert outcome(distant).startswith("Saved")


@pytest.fixture
def lost(distant: Pages, wire: Wire) -> Page:
    """The receipt of a custom field that was not created, as far as anybody knows."""
    distant.get(FIELD)
    return lose(distant, wire, FIELD, REGION, faults.reset)


def test_what_may_still_come_is_sent_again_on_purpose(distant: Pages, wire: Wire, lost: Page) -> None:
    before = sent(wire)
    assert MAY_COME in distant.send_again(FIELD).main
    distant.get(ENTRY)
    assert distant.submit(f"{ENTRY}/check").facts["Outcome"].startswith("Not in effect")
    distant.page = lost
    asked = distant.send_again(FIELD)
    assert "Masthead didn't find this when it looked for what you sent before." in asked.main
    assert (MAY_COME in asked.main, sent(wire)) == (True, before)
    assert distant.send_again(FIELD).toasts == ["Region was created."]


def test_another_one_of_the_kind_is_sent(distant: Pages, lost: Page) -> None:
    distant.page = lost
    distant.open_input(FIELD)
    assert distant.submit(FIELD, AREA).toasts == ["Area was created."]


def test_what_cannot_be_looked_for_is_asked_about(distant: Pages, wire: Wire) -> None:
    distant.get(SITE)
    lose(distant, wire, SITE, {"title": "Drivers", "visibility": "public"})
    before = sent(wire)
    wire.faults["GET"] = faults.at("/**/sites", faults.refusal(500))
    assert MAY_COME in distant.send_again(SITE).main
    wire.faults.clear()
    assert "It has been there since you sent it before" in distant.send_again(SITE).toasts[0]
    assert sent(wire) == before


DELETED = "That was saved, and it was changed or undone since."


def test_what_was_deleted_since_is_asked_about(distant: Pages, wire: Wire, service: RunningService) -> None:
    drawn = distant.get(SITE)
    made = distant.submit(SITE, title="Drivers", visibility="public").path
    ask(service, ALICE, "DELETE", f"{API}/sites/{made.rpartition('/')[2]}")
    distant.page, before = drawn, sent(wire)
    shown = distant.submit(SITE, title="Drivers", visibility="public")
    assert (shown.status, shown.toasts, DELETED in shown.main, sent(wire)) == (409, [], True, before)
    assert distant.send_again(SITE).path not in {made, SITE}


def test_what_a_colleague_deleted_once_it_was_found_saved_is_asked_about(
    distant: Pages, colleague: Pages, wire: Wire, service: RunningService
) -> None:
    distant.get(FIELD)
    receipt = lose(distant, wire, FIELD, REGION)
    distant.get(ENTRY)
    distant.submit(f"{ENTRY}/check")
    colleague.get(f"{ORG}/fields/region/delete")
    colleague.submit(f"{ORG}/fields/region/delete", confirm="Region")
    distant.page = receipt
    assert DELETED in distant.send_again(FIELD).main
    assert ask(service, ALICE, "GET", f"{API}/custom-fields/region").status_code == 404
    assert distant.send_again(FIELD).toasts == ["Region was created."]
