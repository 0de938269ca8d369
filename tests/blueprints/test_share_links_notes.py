"""What colleagues note of share links: kept by the portal, seen by those who may see the links."""

from datetime import timedelta

from flask import Flask

from store import LinkPlace
from tests.asked import Log
from tests.blueprints.link_pages import CARRIERS, LINKS
from tests.blueprints.start_over import start_over
from tests.loops import for_each
from tests.pages.pages import Pages
from tests.world import ALICE, RunningService
from web.person.portal import portal_of
from web.person.time_zone import today


def test_a_note_and_a_day_are_kept_here_and_shown_to_colleagues(alice: Pages, portal: Flask, asked: Log) -> None:
    due = today() + timedelta(days=1)
    alice.get(CARRIERS)
    shown = alice.submit(f"{CARRIERS}/note", note="For Mara in sales", due=due.isoformat())
    assert (shown.path, asked.writes) == (LINKS, [])
    assert shown.rows[0][0] == "Carriers 2025For Mara in sales"
    colleague = Pages(portal).sign_in(ALICE).get(CARRIERS)
    assert (colleague.value("note"), colleague.value("due")) == ("For Mara in sales", due.isoformat())
    assert "saved it on" in colleague.main


@for_each(
    "due, message",
    [
        ("2020-01-31", "this day is in the past"),
        ("2027-02-30", "enter a date, such as 2027-03-31."),
        ("soon", "enter a date, such as 2027-03-31."),
    ],
)
def test_a_day_that_will_not_do_is_told_at_the_field(alice: Pages, portal: Flask, due: str, message: str) -> None:
    alice.get(CARRIERS)
    shown = alice.submit(f"{CARRIERS}/note", note="Kept as typed", due=due)
    assert (shown.status, shown.value("note"), shown.value("due")) == (422, "Kept as typed", due)
    assert message in shown.error_at("due")
    assert portal_of(portal).store.link_notes.for_site("org_larkfield") == {}


def test_a_link_that_is_over_due_says_so_while_it_is_on_and_its_note_goes_with_it(
    alice: Pages, portal: Flask, service: RunningService
) -> None:
    notes = portal_of(portal).store.link_notes
    for which in ("link_carriers", "link_fair"):
        notes.save(LinkPlace("org_larkfield", "site_partners", which), "x", note="", due=today() - timedelta(days=1))
    rows = alice.get(LINKS).rows
    assert rows[0][3].endswith(", overdue")
    assert "overdue" not in rows[1][3]
    start_over(alice, service)
    alice.get(CARRIERS)
    alice.submit(f"{CARRIERS}/note", note="For Mara")
    alice.get(f"{CARRIERS}/delete")
    alice.submit(f"{CARRIERS}/delete", confirm="Carriers 2025")
    assert portal_of(portal).store.link_notes.for_site("org_larkfield") == {}


def test_a_note_and_a_day_are_kept_at_their_limits(alice: Pages, portal: Flask) -> None:
    alice.get(CARRIERS)
    shown = alice.post(f"{CARRIERS}/note", [("note", "To think over"), ("due", ""), ("step", "edit")])
    assert (shown.status, shown.value("note")) == (200, "To think over")
    assert portal_of(portal).store.link_notes.for_site("org_larkfield") == {}
    alice.get(CARRIERS)
    assert alice.submit(f"{CARRIERS}/note", note="n" * 501).error_at("note").endswith("This has 501.")
    assert alice.submit(f"{CARRIERS}/note", note="n" * 500).path == LINKS
    for due in (today().isoformat(), ""):
        alice.get(CARRIERS)
        assert alice.submit(f"{CARRIERS}/note", due=due).path == LINKS
    (note,) = portal_of(portal).store.link_notes.for_site("org_larkfield").values()
    assert note.due is None


def test_a_note_that_a_colleague_changed_meanwhile_is_asked_about(alice: Pages, portal: Flask) -> None:
    alice.get(CARRIERS)
    colleague = Pages(portal).sign_in(ALICE)
    colleague.get(CARRIERS)
    colleague.submit(f"{CARRIERS}/note", note="For Bob")
    shown = alice.submit(f"{CARRIERS}/note", note="For Charlie")
    assert shown.status == 409
    assert "Somebody changed it in Masthead, or you did in another window." in shown.main
