"""A new share link with its review date: of a site whose page it is made on, and of one that is selected among all."""

from datetime import timedelta

from flask import Flask

from store import LinkPlace
from tests.asked import Log
from tests.blueprints.link_pages import API, JOURNAL, LINKS, ORG, link, links
from tests.blueprints.start_over import start_over
from tests.faults import faults
from tests.loops import for_each
from tests.pages.document import text_of
from tests.pages.page import Page
from tests.pages.pages import Pages
from tests.wire import Wire
from tests.world import RunningService
from web.pages.templating import date
from web.person.portal import portal_of
from web.person.time_zone import today

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
        ({"site": "", "name": "Fair"}, "site", "Select a site, or enter its id or address."),
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


def test_after_a_lost_answer_the_link_is_found_with_its_due_date_unless_a_colleague_noted_something(
    distant: Pages, service: RunningService, wire: Wire
) -> None:
    shown = lost(distant, wire)
    assert "It isn't known whether this was saved" in shown.main
    again = distant.submit(NEW)
    assert "It has been there since you sent it before" in again.toasts[0]
    assert (again.value("due"), len(links(service))) == (due_in(3), 5)
    start_over(distant, service)
    lost(distant, wire)
    place = LinkPlace("org_larkfield", PARTNERS, link(service, "Auditors")["id"])
    portal_of(distant.app).store.link_notes.save(place, "x", note="Ours", due=None)
    shown = distant.submit(NEW)
    assert "Its note was changed since, so Masthead didn't save your review date." in shown.toasts[0]
    assert (shown.value("note"), shown.value("due")) == ("Ours", "")


def lost(distant: Pages, wire: Wire) -> Page:
    """A new link that the service makes, and whose answer is lost."""
    distant.get(NEW)
    wire.faults["POST"] = faults.lost_answer
    shown = distant.submit(NEW, site=PARTNERS, name="Auditors", due=due_in(3))
    wire.faults.clear()
    return shown


def test_undone_its_due_date_goes_too(alice: Pages, portal: Flask) -> None:
    alice.get(LINKS)
    alice.submit(LINKS, name="Auditors", due=due_in(3))
    alice.get(f"{JOURNAL}/1/undo")
    alice.submit(f"{JOURNAL}/1/undo")
    assert portal_of(portal).store.link_notes.for_site("org_larkfield") == {}
