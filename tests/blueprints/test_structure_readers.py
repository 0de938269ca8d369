"""The review of a structure says who can read a space after it moves between sections that have conditions."""

from tests.blueprints.start_over import start_over
from tests.blueprints.structure_pages import API, DOCS, GUIDE, HELP, QUICK, WAREHOUSE, into
from tests.faults import faults
from tests.pages.document import text_of
from tests.pages.pages import Pages
from tests.portals import PortalFor
from tests.records import ask
from tests.wire import Wire
from tests.world import ALICE, RunningService

PARTNERS = "sitespace_docs_partners"
EMPLOYEES = "visitor.claims.unsigned.isEmployee"


def told(pages: Pages) -> str:
    """The row of the review."""
    (row,) = [each for each in pages.get(f"{DOCS}/review").document.all("li") if "moves from" in text_of(each)]
    return text_of(row)


def test_a_space_that_moves_comes_under_the_condition_of_its_section(alice: Pages, service: RunningService) -> None:
    into(alice, PARTNERS, "section_warehouse")
    said = f"Only visitors who meet the condition of the section Warehouse can read it then: “{EMPLOYEES}”."
    assert said in told(alice)
    start_over(alice, service)
    into(alice, WAREHOUSE, "section_guide")
    said = "More people may be able to read it: it is no longer under the condition of the section Warehouse."
    assert said in told(alice)
    (warning,) = alice.shown.document.with_attribute("class", "hint warning")
    assert text_of(warning) == said
    start_over(alice, service)
    into(alice, WAREHOUSE, "section_guide")
    said = "This leaves Warehouse without spaces. To undo it, Masthead has to remove the space and add it again."
    assert said in told(alice)
    into(alice, PARTNERS, "section_warehouse")
    assert said not in alice.get(f"{DOCS}/review").main


def test_a_condition_of_its_own_stays_and_none_is_told_where_there_is_none(
    alice: Pages, service: RunningService
) -> None:
    into(alice, PARTNERS, "section_api")
    assert "read it" not in told(alice)
    start_over(alice, service)
    alice.get(f"{DOCS}/item/{PARTNERS}")
    alice.submit(DOCS, {"conditioned": "yes", "condition": "visitor.claims.isCarrier"}, press="Save to draft")
    into(alice, PARTNERS, "section_warehouse")
    assert "It keeps its own condition, and a visitor has to meet both." in told(alice)


def test_a_section_whose_condition_is_not_reported_is_named(
    portal_for: PortalFor, wire: Wire, service: RunningService
) -> None:
    pages = Pages(portal_for(API_BASE_URL=wire.url, FRESH_SECONDS=0)).sign_in(ALICE)
    whole = wire.pass_on
    wire.faults["GET"] = lambda talk: (
        faults.refusal(500)(talk) if talk.asked.path.endswith("/published") else whole(talk)
    )
    assert ask(service, ALICE, "PATCH", f"{API}/site_docs", {"defaultSiteSection": "section_api"}).status_code == 200
    into(pages, QUICK, "section_warehouse")
    assert "The API doesn't report whether Section section_start has a condition." in told(pages)


def test_sheets_and_pictures_say_whom_a_section_or_a_site_is_for(alice: Pages) -> None:
    for address in (DOCS, DOCS.replace("structure", "published")):
        items = map(text_of, alice.get(address).document.all("li"))
        assert [each for each in items if each.startswith("Warehouse for some visitors")]
    page = alice.get(f"{DOCS}/item/{WAREHOUSE}")
    assert f"The section Warehouse is only for visitors who meet its condition: “{EMPLOYEES}”." in page.main
    assert "Every reader of its section" in page.main
    assert "Every reader of the site" not in page.main
    assert "is only for visitors" not in alice.get(f"{DOCS}/item/{PARTNERS}").main
    into(alice, PARTNERS, "section_warehouse")
    assert "is only for visitors" in alice.get(f"{DOCS}/item/{PARTNERS}").main
    assert "Every reader of the site" in alice.get(f"{HELP}/item/{GUIDE}").main
    page = alice.submit(HELP, conditioned="yes", condition="", press="Save to draft")
    assert "Enter the condition, or select “Every reader of the site”." in page.main
