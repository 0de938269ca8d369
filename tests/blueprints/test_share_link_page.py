"""One share link: a new one with its review date, its own page, and what colleagues note of it."""

from datetime import timedelta

from flask import Flask

from masthead.store.notes import LinkPlace
from masthead.web.frame.templating import date
from masthead.web.person.locale import today
from masthead.web.person.portal import get_portal
from tests.asked import Log
from tests.blueprints.link_pages import API, CARRIERS, JOURNAL, LINKS, ORG, link
from tests.blueprints.start_over import start_over
from tests.loops import for_each
from tests.pages.document import text_of
from tests.pages.pages import Pages
from tests.records import add_links
from tests.world import ALICE, RunningService


def test_undoing_its_creation_leads_to_the_list(alice: Pages) -> None:
    alice.get(LINKS)
    assert alice.submit(LINKS, name="Auditors", press="Create link").path.startswith(f"{LINKS}/")
    alice.submit(f"{JOURNAL}/1/undo", press="Undo")
    assert alice.submit(f"{JOURNAL}/1/undo", press="Undo").path == LINKS


@for_each("path", [CARRIERS, LINKS, f"{ORG}/links"])
def test_undoing_leads_back_to_the_page_that_it_was_pressed_on(
    alice: Pages, path: str, service: RunningService
) -> None:
    start_over(alice, service)
    alice.get(path)
    ways = (f"{CARRIERS}/active", "Switch off"), (f"{JOURNAL}/1/undo", "Undo"), (f"{JOURNAL}/2/undo", "Redo")
    assert [alice.submit(action, press=press).path for action, press in ways] == [path] * 3


def test_one_without_effect_is_called_so_wherever_it_is_shown(alice: Pages, service: RunningService) -> None:
    add_links(service, "site_docs", 1)
    (row,) = alice.get(f"{ORG}/sites/site_docs/links").rows
    assert (row[0], row[1]) == ("Link 0001", "On, without effect")
    shown = alice.get(alice.shown.links["Link 0001"])
    assert "On, without effect Details" in shown.main
    assert shown.facts["Address"].startswith("Not shown. A link without effect")
    assert "On Details" in alice.get(CARRIERS).main


NEW = f"{ORG}/links/new"
PARTNERS = "site_partners"
HELP = f"{ORG}/sites/site_help/links"


def due_in(days: int) -> str:
    return (today() + timedelta(days=days)).isoformat()


@for_each("address, site", [(LINKS, {}), (NEW, {"site": PARTNERS})])
def test_it_has_its_due_date_from_the_beginning(
    alice: Pages, service: RunningService, asked: Log, address: str, site: dict[str, str]
) -> None:
    start_over(alice, service)
    asked.clear()
    alice.get(address)
    shown = alice.submit(address, {**site, "name": "Auditors", "due": due_in(3)})
    told = f"Auditors was created. Review by {date(today() + timedelta(days=3))}."
    assert (shown.path, shown.toasts) == (f"{LINKS}/{link(service, 'Auditors')['id']}", [told])
    assert shown.facts["Review by"] == date(today() + timedelta(days=3))
    assert (shown.value("due"), asked.writes) == (due_in(3), [f"POST {API}"])


@for_each(
    "typed, field, message",
    [
        ({"site": "", "name": "Fair"}, "site", "Select a site, or enter its address."),
        ({"site-other": "site_zebra", "name": "Fair"}, "site", "There is no such site"),
        ({"site": PARTNERS, "name": ""}, "name", "is required"),
        ({"site": PARTNERS, "name": "Fair", "due": "2020-01-31"}, "due", "this day is in the past"),
    ],
)
def test_what_will_not_do_is_told_at_the_field_and_nothing_sent(
    alice: Pages, asked: Log, typed: dict[str, str], field: str, message: str
) -> None:
    alice.get(NEW)
    shown = alice.submit(NEW, typed)
    assert (shown.status, asked.writes) == (422, [])
    assert message in shown.error_at(field)
    assert shown.value("name") == typed["name"]


def test_the_form_says_who_can_read_each_site_and_the_list_of_all_links_leads_to_it(alice: Pages, bob: Pages) -> None:
    shown = alice.get(NEW)
    assert "Partner onboarding (Share link)" in shown.main
    assert 'data-details="Only people with a secret link can read it."' in shown.html
    assert "Help centre (no effect: Public)" in shown.main
    titles = [text_of(each).partition(" (")[0] for each in shown.document.all("option") if "(" in text_of(each)]
    assert titles == ["Partner onboarding", *sorted(titles[1:], key=str.casefold)]
    assert 'data-details="A share link of this site has no effect. Anyone can read it' in shown.html
    assert alice.get(f"{ORG}/links").links["New share link"] == NEW
    assert "New share link" not in bob.get(f"{ORG}/links").links


@for_each("address, site", [(HELP, {}), (NEW, {"site": "site_help"})])
def test_one_of_a_site_that_anybody_reads_is_asked_about_once(
    alice: Pages, asked: Log, address: str, site: dict[str, str], service: RunningService
) -> None:
    start_over(alice, service)
    asked.clear()
    alice.get(address)
    asking = alice.submit(address, {**site, "name": "Fair"})
    assert "A share link of Help centre has no effect while its visibility is “Public”." in asking.main
    assert asked.writes == []
    shown = alice.submit(address, press="Save changes")
    assert (shown.toasts, len(asked.writes)) == (["Fair was created."], 1)


def test_undone_its_due_date_goes_too(alice: Pages, portal: Flask) -> None:
    alice.get(LINKS)
    alice.submit(LINKS, name="Auditors", due=due_in(3))
    alice.get(f"{JOURNAL}/1/undo")
    alice.submit(f"{JOURNAL}/1/undo")
    assert get_portal(portal).store.link_notes.for_site("org_larkfield") == {}


def test_a_note_and_a_day_are_kept_here_and_shown_to_colleagues(alice: Pages, portal: Flask, asked: Log) -> None:
    due = today() + timedelta(days=1)
    alice.get(CARRIERS)
    shown = alice.submit(f"{CARRIERS}/note", note="For Mara in sales", due=due.isoformat())
    assert (shown.path, asked.writes) == (LINKS, [])
    assert shown.rows[0][0] == "Carriers 2025For Mara in sales"
    colleague = Pages(portal).sign_in(ALICE).get(CARRIERS)
    assert (colleague.value("note"), colleague.value("due")) == ("For Mara in sales", due.isoformat())
    assert "saved it on" in colleague.main


def test_a_link_that_is_over_due_says_so_while_it_is_on_and_its_note_goes_with_it(
    alice: Pages, portal: Flask, service: RunningService
) -> None:
    notes = get_portal(portal).store.link_notes
    for which in ("link_carriers", "link_fair"):
        notes.save(LinkPlace("org_larkfield", "site_partners", which), "x", note="", due=today() - timedelta(days=1))
    rows = alice.get(LINKS).rows
    assert ", overdue" in rows[0][3]
    assert "overdue" not in rows[1][3]
    start_over(alice, service)
    alice.get(CARRIERS)
    alice.submit(f"{CARRIERS}/note", note="For Mara")
    alice.get(f"{CARRIERS}/delete")
    alice.submit(f"{CARRIERS}/delete", confirm="Carriers 2025")
    assert get_portal(portal).store.link_notes.for_site("org_larkfield") == {}


@for_each(
    "due, message", [("2020-01-31", "this day is in the past"), ("2027-02-30", "enter a date, such as 2027-03-31.")]
)
def test_a_note_or_a_day_that_will_not_do_is_told_at_the_field(
    alice: Pages, portal: Flask, due: str, message: str
) -> None:
    alice.get(CARRIERS)
    shown = alice.submit(f"{CARRIERS}/note", note="n" * 501, due=due)
    assert (shown.status, shown.value("note"), shown.value("due")) == (422, "n" * 501, due)
    assert shown.error_at("note").endswith("This has 501.")
    assert message in shown.error_at("due")
    assert get_portal(portal).store.link_notes.for_site("org_larkfield") == {}


def test_a_note_that_a_colleague_changed_meanwhile_is_asked_about(alice: Pages, portal: Flask) -> None:
    alice.get(CARRIERS)
    colleague = Pages(portal).sign_in(ALICE)
    colleague.get(CARRIERS)
    colleague.submit(f"{CARRIERS}/note", note="For Bob")
    shown = alice.submit(f"{CARRIERS}/note", note="For Charlie")
    assert shown.status == 409
    assert "Somebody changed it in Masthead, or you did in another window." in shown.main
