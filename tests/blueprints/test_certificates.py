"""The certificate desk: one table for all organizations, a picture, days for a calendar, JSON for a monitor."""

import json

import pytest
from flask import Flask

from blueprints.certificates.overview import LATER, MAX_ROWS, PAST, TODAY, YEAR_END, build_timeline
from tests.blueprints.overview import Told, listing
from tests.certificates import pem
from tests.faults import faults
from tests.loops import for_each
from tests.pages.document import read_aloud, text_of
from tests.pages.page import Page
from tests.pages.pages import Pages
from tests.portals import PortalFor
from tests.providers import API, DRIVERS, SSO
from tests.records import ask
from tests.wire import Wire
from tests.world import ALICE, DANA, RunningService

DESK, MONITOR = "/certificates", "/api/health/certificates"
ORG = "/orgs/org_larkfield"
ONE = f"{ORG}/certificates"
SOONEST = ["Carriers (old directory)", "Drivers", "Larkfield staff", "Auditors"]


def read(pages: Pages, token: str, within: str = "") -> tuple[int, dict[str, list[dict[str, object]]]]:
    shown = pages.get(MONITOR + within, headers={"Authorization": f"Bearer {token}"})
    return shown.status, json.loads(shown.html)


def make_token(pages: Pages) -> str:
    pages.get(DESK)
    return str(pages.submit(f"{DESK}/token").value("token"))


def test_those_that_end_first_are_at_the_front_and_the_desk_is_found(alice: Pages) -> None:
    shown = alice.get(DESK)
    assert [row[0] for row in shown.rows] == SOONEST
    assert "Expired" in shown.rows[0][2]
    assert "21 days" in shown.rows[1][2]
    assert shown.rows[3][2] == "No certificate"
    assert shown.links["Drivers"] == DRIVERS
    tabs = alice.get(SSO).document.with_attribute("href", ONE)
    assert [text_of(each) for each in tabs] == ["Certificates"]
    assert DESK in alice.get("/orgs").links.values()
    shown = alice.get(ONE)
    assert ([row[0] for row in shown.rows], len(shown.rows[0])) == (SOONEST, 5)
    assert shown.rows[0][1].endswith("Expired")
    assert shown.links["All organizations"] == f"{DESK}?organization=org_larkfield"


def test_nobody_is_shown_what_their_role_does_not_let_them_see(bob: Pages) -> None:
    shown = bob.get(DESK)
    assert "Larkfield Freight: Your role doesn't allow this." in shown.main
    assert shown.rows == []
    shown = bob.get(ONE)
    assert (shown.status, shown.rows) == (200, [])
    assert "Larkfield Freight: Your role doesn't allow this." in shown.main
    assert "No identity providers" not in shown.main


def test_an_organization_without_a_provider_teaches_another_is_listed(dana: Pages, service: RunningService) -> None:
    assert "No identity providers" in dana.get(DESK).main
    shown = dana.get("/orgs/org_orchard/certificates")
    assert "No identity providers" in shown.main
    assert shown.links["Add a provider"] == "/orgs/org_orchard/sso/new"
    body = {"label": "Pickers", "certificate": pem(9)}
    assert ask(service, DANA, "POST", "/v1/orgs/org_orchard/saml", body).status_code == 201
    assert dana.get(f"{DESK}?refresh=1").rows[0][:2] == ["Pickers", "Orchard Street Clinic"]
    assert [row[0] for row in dana.get("/orgs/org_orchard/certificates").rows] == ["Pickers"]
    assert dana.get(ONE).status == 404


def test_a_monitor_reads_what_was_shown_and_its_status(alice: Pages, portal: Flask, service: RunningService) -> None:
    token = make_token(alice)
    status, told = read(Pages(portal), token)
    assert status == 200
    days = {each["provider"]["label"]: (each["state"], each["daysLeft"]) for each in told["certificates"]}  # type: ignore[index] # JSON
    assert days["Drivers"] == ("soon", 21)
    assert days["Carriers (old directory)"][0] == "ended"
    assert days["Auditors"] == ("missing", None)
    assert {each["organization"]["title"] for each in told["certificates"]} == {"Larkfield Freight"}  # type: ignore[index] # JSON
    ask(service, ALICE, "DELETE", f"{API}/saml_carriers")
    alice.get(f"{DESK}?refresh=1")
    within = ("20", "30", "", "30d", "30.0", "-1", "9" * 400)
    assert [read(Pages(portal), token, f"?within={days}")[0] for days in within] == [200, 503, *[400] * 5]


@for_each("header", ["", "Bearer", "Bearer wrong", "Basic wrong", f"Bearer {ALICE}"])
def test_nobody_else_is_told(alice: Pages, portal: Flask, header: str) -> None:
    make_token(alice)
    shown = Pages(portal).get(MONITOR, headers={"Authorization": header})
    assert shown.status == 401
    assert "Drivers" not in shown.html


def test_a_token_can_be_ended(alice: Pages, portal: Flask) -> None:
    token = make_token(alice)
    alice.get(DESK)
    shown = alice.submit(f"{DESK}/token/end")
    assert shown.toasts == ["The monitoring token was revoked."]
    assert Pages(portal).get(MONITOR, headers={"Authorization": f"Bearer {token}"}).status == 401


def test_a_monitor_is_not_told_what_its_person_sees_no_more(portal_for: PortalFor, wire: Wire) -> None:
    app = portal_for(API_BASE_URL=wire.url)
    alice = Pages(app).sign_in(ALICE)
    token = make_token(alice)
    wire.faults["GET"] = faults.refusal(500)
    assert alice.get(f"{DESK}?refresh=1").rows
    assert len(read(Pages(app), token)[1]["certificates"]) == 4
    wire.faults["GET"] = faults.answer(200, b'{"items": []}')
    alice.get(f"{DESK}?refresh=1")
    assert read(Pages(app), token)[1]["certificates"] == []


def areas(page: Page) -> list[object]:
    """The way to the sites of the organization, in the navigation around the page."""
    return [each for each in page.document.all("a") if each.get("href") == f"{ORG}/sites"]


def test_all_organizations_keep_the_frame_of_the_one_that_somebody_came_from(alice: Pages) -> None:
    shown = alice.get(ONE)
    shown = alice.get(shown.links["All organizations"])
    assert shown.h1 == "Certificates"
    assert "of the identity providers in all your organizations" in shown.main
    assert areas(shown)
    assert shown.links["Larkfield Freight only"] == ONE
    alice.get(ONE)
    shown = alice.submit("/certificates/token")
    assert (bool(areas(shown)), shown.links["Back to certificates"]) == (True, ONE)
    alice.get(ONE)
    assert alice.submit("/certificates/token/end").address.startswith(ONE)
    shown = alice.get("/certificates?organization=org_orchard")
    assert (shown.status, shown.h1) == (200, "Certificates")
    assert not areas(shown)


def provider(number: int, days: int) -> dict[str, object]:
    label = f"Provider {number}"
    return {"object": "saml-provider", "id": f"saml_{number}", "label": label, "certificate": pem(days)}


def lines(page: Page) -> list[str]:
    """The lines of the picture, as a screen reader reads them."""
    lists = [each for each in page.document.all("ul") if each.get("class") == "timeline"]
    return [read_aloud(page.document, line) for each in lists for line in each.iter("li")]


def places(page: Page) -> list[float]:
    marks = [each for each in page.document.all("rect") if each.get("class", "").startswith("bar-")]
    return [float(each.attrib["x"]) + 0.5 for each in marks]


def test_each_certificate_has_a_line_with_words_and_a_link(alice: Pages) -> None:
    shown = alice.get(ONE)
    assert lines(shown)[:2] == ["Carriers (old directory) Expired 40 days ago", "Drivers Expires in 21 days"]
    assert shown.links["Drivers"] == DRIVERS
    assert "1 provider is not shown here: no certificate" in shown.main
    past, soon, *_ = places(shown)
    assert past == PAST
    assert TODAY < soon < TODAY + 10


@for_each("days, place", [(1, TODAY), (364, YEAR_END), (900, LATER)])
def test_a_certificate_stands_where_its_day_is(told: Told, days: int, place: float) -> None:
    alice, becomes = told
    becomes["saml"] = listing(provider(1, days))
    shown = alice.get(ONE)
    assert places(shown) == [pytest.approx(place, abs=0.3)]
    assert len(lines(shown)) == 1


def test_many_are_counted_by_period_and_nothing_is_drawn_of_nothing(told: Told) -> None:
    alice, becomes = told
    becomes["saml"] = listing(*(provider(number, days) for number, days in enumerate([-9, 3, 3, *[800] * MAX_ROWS])))
    shown = alice.get(ONE)
    assert lines(shown) == [
        "Expired 1 of 15 certificates",
        "Within 30 days 2 of 15 certificates",
        "Later 12 of 15 certificates",
    ]
    assert len(places(shown)) == 15
    assert [shown.links[name] for name in ("Expired", "Within 30 days", "Later")] == ["#row-1", "#row-2", "#row-4"]
    becomes["saml"] = listing()
    shown = alice.get(ONE)
    assert "When they expire" not in shown.main
    assert build_timeline([], None).has_row_for_each  # type: ignore[arg-type] # nothing asks for the time
