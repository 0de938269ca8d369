"""A creation whose answer was lost, sent again from the same form: what it created is found, and nothing is sent."""

from collections.abc import Mapping

import pytest

from tests.blueprints.test_sso_certificate import ROTATE
from tests.certificates import pem
from tests.faults import faults
from tests.pages.pages import Pages
from tests.providers import ORG
from tests.records import ask
from tests.wire import Wire
from tests.world import ALICE, RunningService

FIELDS = f"{ORG}/fields"
FORMS = {
    "a custom field": (f"{FIELDS}/_new", {"title": "Region", "name": "region"}, "Region was created."),
    "a site": (f"{ORG}/sites/new", {"title": "Drivers"}, "Drivers was created."),
    "a provider": (f"{ORG}/sso/new", {"label": "Contractors"}, "Contractors was created."),
    "a second provider": (ROTATE, {"how": "beside", "certificate": pem(500)}, "was created with the new certificate."),
}


@pytest.mark.parametrize(("address", "typed", "told"), FORMS.values(), ids=FORMS)
def test_what_was_created_is_told_and_not_created_again(
    distant: Pages, wire: Wire, address: str, typed: Mapping[str, str], told: str
) -> None:
    press = "Continue" if address == ROTATE else None
    distant.get(address)
    wire.faults["POST"] = faults.lost_answer
    lost = distant.submit(address, typed, press=press)
    wire.faults.clear()
    sent = wire.seen["POST"]
    shown = distant.send_again(address)
    assert told in shown.toasts[0]
    assert shown.toasts[0].endswith("It has been there since you sent it before, so nothing was sent now.")
    assert shown.path != address
    assert wire.seen["POST"] == sent
    assert distant.get(lost.links["Check now"]).facts["Outcome"].startswith("Saved")


def test_what_is_not_there_yet_when_it_is_sent_again_stays_not_known(distant: Pages, wire: Wire) -> None:
    distant.get(f"{FIELDS}/_new")
    wire.faults["POST"] = faults.reset
    lost = distant.submit(f"{FIELDS}/_new", title="Region", name="region")
    distant.send_again(f"{FIELDS}/_new")
    wire.faults.clear()
    assert distant.get(lost.links["Check now"]).facts["Outcome"].startswith("Not known")


def test_what_may_still_come_is_not_sent_again_without_a_question(distant: Pages, wire: Wire) -> None:
    distant.get(f"{FIELDS}/_new")
    wire.faults["POST"] = faults.reset
    distant.submit(f"{FIELDS}/_new", title="Region", name="region")
    wire.faults.clear()
    sent = wire.seen["POST"]
    asked = distant.send_again(f"{FIELDS}/_new")
    assert "The API may still be creating it" in asked.main
    assert wire.seen["POST"] == sent
    assert "Region was created." in distant.send_again(f"{FIELDS}/_new").toasts[0]


@pytest.mark.parametrize("anew", [True, False], ids=["another form", "the same form, edited"])
def test_another_one_of_the_kind_is_not_created_right_after_without_a_question(
    distant: Pages, wire: Wire, *, anew: bool
) -> None:
    distant.get(f"{FIELDS}/_new")
    wire.faults["POST"] = faults.reset
    lost = distant.submit(f"{FIELDS}/_new", title="Region", name="region")
    wire.faults.clear()
    sent = wire.seen["POST"]
    if anew:
        distant.get(f"{FIELDS}/_new")
    else:
        distant.open_input(f"{FIELDS}/_new")
    asked = distant.submit(f"{FIELDS}/_new", title="Area", name="area")
    assert "You sent “Create the custom field Region” less than a minute ago, and it isn't known" in asked.main
    assert (asked.links["Check now"], wire.seen["POST"]) == (lost.links["Check now"], sent)
    assert "Area was created." in distant.send_again(f"{FIELDS}/_new").toasts[0]


def test_one_of_another_kind_is_created_right_after(distant: Pages, wire: Wire) -> None:
    distant.get(f"{FIELDS}/_new")
    wire.faults["POST"] = faults.reset
    distant.submit(f"{FIELDS}/_new", title="Region", name="region")
    wire.faults.clear()
    distant.get(f"{ORG}/sites/new")
    assert "Drivers was created." in distant.submit(f"{ORG}/sites/new", title="Drivers").toasts[0]


def test_what_was_looked_for_too_soon_is_not_sent_again_without_a_question(distant: Pages, wire: Wire) -> None:
    distant.get(f"{FIELDS}/_new")
    wire.faults["POST"] = faults.reset
    lost = distant.submit(f"{FIELDS}/_new", title="Region", name="region")
    wire.faults.clear()
    checked = distant.get(lost.links["Check now"])
    assert distant.submit(f"{checked.path}/check").facts["Outcome"].startswith("Not in effect")
    sent, distant.page = wire.seen["POST"], lost
    asked = distant.send_again(f"{FIELDS}/_new")
    assert "Masthead didn't find this when it looked for what you sent before." in asked.main
    assert "The API may still be creating it" in asked.main
    assert wire.seen["POST"] == sent


def test_what_cannot_be_looked_for_is_not_sent_again_without_a_question(distant: Pages, wire: Wire) -> None:
    distant.get(f"{ORG}/sites/new")
    wire.faults["POST"] = faults.reset
    distant.submit(f"{ORG}/sites/new", title="Drivers")
    wire.faults.clear()
    sent = wire.seen["POST"]
    wire.faults["GET"] = faults.at("/**/sites", faults.refusal(500))
    assert "The API may still be creating it" in distant.send_again(f"{ORG}/sites/new").main
    assert wire.seen["POST"] == sent


def test_what_may_have_been_renamed_is_not_created_again_without_a_question(
    distant: Pages, wire: Wire, service: RunningService
) -> None:
    distant.get(f"{ORG}/sites/new")
    wire.faults["POST"] = faults.lost_answer
    distant.submit(f"{ORG}/sites/new", title="Drivers")
    wire.faults.clear()
    sites = ask(service, ALICE, "GET", "/v1/orgs/org_larkfield/sites?limit=100").get_json()["items"]
    made = next(site["id"] for site in sites if site["title"] == "Drivers")
    ask(service, ALICE, "PATCH", f"/v1/orgs/org_larkfield/sites/{made}", {"title": "Captains"})
    sent = wire.seen["POST"]
    asked = distant.send_again(f"{ORG}/sites/new")
    assert "“Captains” was created at that time, and may be this one." in asked.main
    assert wire.seen["POST"] == sent
    distant.send_again(f"{ORG}/sites/new")
    assert wire.seen["POST"] == sent + 1
