"""The time zone of the reader: selected, else that of the browser, else UTC."""

from datetime import UTC, datetime

from flask import Flask

from masthead.web.person.time_zone import in_time_zone, named, time_zone, today, zones_by_region
from tests.loops import for_each
from tests.pages.pages import Pages
from tests.portals import PortalFor
from tests.world import ALICE

ACCOUNT = "/sessions"
JOURNAL = "/orgs/org_larkfield/journal"
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


@for_each("name", HOSTILE)
def test_what_names_no_zone_is_none(name: str) -> None:
    assert named(name) is None


def test_all_that_can_be_selected_are_zones() -> None:
    names = [name for names in zones_by_region().values() for name in names]
    assert len(names) > 300
    assert all(map(named, names))


def test_without_a_request_it_is_utc() -> None:
    assert time_zone() is UTC
    assert in_time_zone(0) == datetime(1970, 1, 1, tzinfo=UTC)


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


def test_days_of_the_journal_are_those_of_the_reader(alice: Pages) -> None:
    """It is never the same day in these two."""
    for zone in ("Pacific/Kiritimati", "Pacific/Pago_Pago"):
        alice.client.set_cookie("browser_time_zone", zone)
        alice.get("/orgs/org_larkfield/sites/site_docs/edit")
        alice.submit("/orgs/org_larkfield/sites/site_docs/edit", title=f"Docs {zone}")
        shown = alice.get(JOURNAL)
        today_only = next(link for link in shown.document.all("a") if link.text == "Today").get("href")
        assert len(alice.get(today_only or "").rows) == len(shown.rows)
