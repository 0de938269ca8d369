"""The time zone of the reader: selected, else that of the browser, else UTC."""

from flask import Flask

from masthead.web.person.locale import parse_zone, time_zone, today, zone_cookie
from tests.loops import for_each
from tests.pages.pages import Pages
from tests.portals import PortalFor
from tests.world import ALICE

ACCOUNT = "/sessions"
HOSTILE = ["", "Nowhere/Land", "Europe", "../../etc/passwd", "/etc/passwd", "a" * 5000, "Europe/Berlin\x00", "é", "."]


def zone_with(app: Flask, cookies: str) -> str:
    with app.test_request_context(headers={"Cookie": cookies}):
        return str(time_zone())


@for_each(
    "cookies, zone",
    [
        ("", "UTC"),
        ("browser_time_zone=Europe/Berlin", "Europe/Berlin"),
        ("time_zone=Asia/Tokyo; browser_time_zone=Europe/Berlin", "Asia/Tokyo"),
        ("time_zone=UTC; browser_time_zone=Europe/Berlin", "UTC"),
        ("time_zone=Nowhere/Land; browser_time_zone=Europe/Berlin", "Europe/Berlin"),
    ],
)
def test_selected_zone_comes_before_that_of_the_browser(portal: Flask, cookies: str, zone: str) -> None:
    assert zone_with(portal, cookies) == zone


def test_a_script_may_write_the_zone_of_the_browser(portal: Flask) -> None:
    with portal.test_request_context():
        assert "HttpOnly" not in zone_cookie()


@for_each("name", HOSTILE)
def test_what_names_no_zone_is_none(name: str) -> None:
    assert parse_zone(name) is None


def test_a_day_begins_in_the_zone_of_the_reader(portal: Flask) -> None:
    with portal.test_request_context(headers={"Cookie": "browser_time_zone=Pacific/Kiritimati"}):
        east = today()
    with portal.test_request_context(headers={"Cookie": "browser_time_zone=Pacific/Honolulu"}):  # 24 hours behind it
        assert (east - today()).days == 1


def test_zone_is_selected_and_given_back(alice: Pages) -> None:
    alice.client.set_cookie("browser_time_zone", "Europe/Berlin")
    assert "Same as browser (Europe/Berlin)" in alice.get(ACCOUNT).main
    shown = alice.submit("/time-zone", time_zone="Asia/Tokyo")
    assert (shown.path, shown.toasts) == (ACCOUNT, ["Time zone saved."])
    assert alice.client.get_cookie("time_zone") is not None
    alice.submit("/time-zone", time_zone="")
    assert alice.client.get_cookie("time_zone") is None
    alice.get(ACCOUNT)
    for name in HOSTILE:
        alice.post("/time-zone", {"time_zone": name})
        assert alice.client.get_cookie("time_zone") is None


def test_rows_that_were_written_for_one_zone_are_not_shown_in_another(portal_for: PortalFor) -> None:
    app = portal_for()
    created = set()
    for zone in ("UTC", "Pacific/Kiritimati", "Pacific/Pago_Pago"):
        pages = Pages(app).sign_in(ALICE)
        pages.client.set_cookie("browser_time_zone", zone)
        created.add(tuple(row[-2] for row in pages.get("/orgs/org_larkfield/sites").rows))
    assert len(created) > 1
