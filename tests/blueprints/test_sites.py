"""The list of sites and the page of one."""

import csv
import io

from masthead.web.person.locale import today
from tests.asked import Log
from tests.blueprints.start_over import start_over
from tests.loops import for_each
from tests.pages.document import text_of
from tests.pages.pages import Pages
from tests.records import add_sites, ask, delete_sites
from tests.world import ALICE, RunningService

SITES = "/orgs/org_larkfield/sites"
API = "/v1/orgs/org_larkfield/sites"
MENU = "⋯Edit Compare with another site New site like this Delete"
DOCS_ROW = ["Larkfield Docs", "Published", "Public", "6", "3 Apr 2023"]
ALL = [
    "Larkfield Docs",
    "Help centre",
    "Employee handbook",
    "Partner onboarding",
    "Developer preview",
    "Warehouse operations",
    "Incident reports",
]


def titles(pages: Pages, query: str = "") -> list[str]:
    return [row[0] for row in pages.get(SITES + query).rows]


def test_it_lists_the_sites_and_keeps_the_filters_that_can_be_asked(alice: Pages) -> None:
    shown = alice.get(f"{SITES}?title=&published=&space=")
    assert [row[0] for row in shown.rows] == ALL
    assert shown.rows[0] == [*DOCS_ROW, MENU]
    assert shown.links["6"] == f"{SITES}/site_docs/structure"
    alice.get(SITES)
    shown = alice.submit(SITES, {"space-other": "space_warehouse"}, title="e", published="false")
    assert [row[0] for row in shown.rows] == ["Warehouse operations"]
    kept = shown.value("title"), shown.value("published"), shown.value("space-other")
    assert kept == ("e", ["false"], "space_warehouse")
    alice.get("/orgs/org_larkfield/sites/site_docs")  # where Alice sees what the spaces are called
    options = {text_of(each): each.get("value") for each in alice.get(SITES).document.all("option")}
    assert options["API reference"] == "space_api"
    shown = alice.submit(SITES, {"space-other": "http://localhost/orgs/org_larkfield/spaces/space_api/access"})
    assert [row[0] for row in shown.rows] == ["Larkfield Docs", "Developer preview"]
    shown = alice.submit(SITES, {"space": "", "space-other": "site_docs/?"})
    assert shown.error_at("filter-space")
    assert len(shown.rows) == len(ALL)
    shown = alice.get(f"{SITES}?title=zebra")
    assert "No site matches" in shown.main
    assert shown.links["Show all sites"] == SITES
    assert titles(alice, "?published=true&title=+H") == ["Help centre", "Employee handbook"]
    assert titles(alice, "?published=maybe&title=docs") == ["Larkfield Docs"]
    assert (alice.shown.value("published"), alice.shown.value("title")) == ([""], "docs")


def test_what_no_site_contains_is_no_word_that_is_misspelled(alice: Pages) -> None:
    assert "No site that you may see contains this space." in alice.get(f"{SITES}?space=space_zebra").main
    assert "Check the spelling" in alice.get(f"{SITES}?title=zebra").main


def test_no_sites_yet_offers_the_first_to_whoever_may(alice: Pages, service: RunningService, charlie: Pages) -> None:
    delete_sites(service, ALICE, "org_larkfield")
    shown = alice.get(SITES)
    assert "No sites yet" in shown.main
    assert shown.links["New site"] == f"{SITES}/new"
    shown = charlie.get(SITES)
    assert "Your role doesn't let you create a site. Ask an administrator." in shown.main
    assert f"{SITES}/new" not in shown.links.values()


def test_the_next_page_keeps_the_filters_and_comes_alone_for_htmx(alice: Pages, service: RunningService) -> None:
    add_sites(service, "org_larkfield", 150)
    shown = alice.get(f"{SITES}?title=site&published=false")
    onward = alice.get(shown.links["Next page"])
    assert len(onward.rows) == 50
    assert onward.value("title") == "site"
    assert onward.links["First page"] == f"{SITES}?title=site&published=false"
    shown = alice.get(SITES)
    part = alice.swap(shown.links["Next page"], "sites-rows")
    assert part.html.count("<tr>") == 58  # 57 sites and the head


def test_what_is_remembered_tells_its_age_and_a_wrong_page_is_refused_in_words(alice: Pages, asked: Log) -> None:
    shown = alice.get(f"{SITES}?page=nonsense")
    assert shown.status == 400
    assert "page: is not the page that an answer of this listing gave as next.page." in shown.main
    shown = alice.get(f"{SITES}?title=docs")
    assert "Updated just now" in shown.main
    again = shown.links["Refresh"]
    asked.clear()
    assert [row[0] for row in alice.get(again).rows] == ["Larkfield Docs"]
    assert asked.lines.count(f"GET {API}") == 1


def test_its_page_tells_what_the_api_says_and_what_readers_see(alice: Pages) -> None:
    shown = alice.get(f"{SITES}/site_docs")
    assert shown.h1 == "Larkfield Docs"
    assert "Published Public http://127.0.0.1" in shown.main
    assert shown.facts["Type"] == "Ultimate"
    assert shown.facts["Adaptive content"] == "On"
    assert shown.links["Adaptive content: On"] == f"{SITES}/site_docs/adaptive"
    assert "Details Id site_docs" in shown.main
    assert "Get started Home Get started /overview Home Product Group Shipping Shipping guide /guide" in shown.main
    assert "Warehouse Conditional Warehouse operations /operations Developers Group API API" in shown.main
    shown = alice.get(f"{SITES}/site_help")
    assert "https://help.larkfield.example opens in a new tab" in shown.links
    assert shown.facts["Custom hostname"] == "help.larkfield.example"
    assert "Get started /start Home" in shown.main
    assert "Release notes /news Conditional" in shown.main


def test_a_site_without_a_public_address_says_why(alice: Pages) -> None:
    shown = alice.get(f"{SITES}/site_partners")
    assert shown.facts["Published at"] == "The addresses of its share links"
    assert shown.links["Share links"] == f"{SITES}/site_partners/links"
    shown = alice.get(f"{SITES}/site_partners/delete")
    assert "Readers can open the site with share links only" in shown.main
    assert "it is not published" not in shown.main
    shown = alice.get(f"{SITES}/site_warehouse")
    assert "This site isn't published. You publish it in the documentation app." in shown.main
    assert "1 space is linked to this site." in shown.main


def test_each_person_is_offered_what_they_may_do(alice: Pages, charlie: Pages, bob: Pages) -> None:
    for pages, last in ((alice, MENU), (charlie, "3 Apr 2023"), (alice, MENU)):
        assert pages.get(SITES).rows[0][-1] == last
    for person in (bob, charlie):
        assert person.get(SITES).rows[0] == DOCS_ROW
        assert "New site" not in person.shown.links
        assert "Delete site" not in person.get(f"{SITES}/site_docs/edit").links
    assert "New site" in alice.get(SITES).links
    assert alice.get(f"{SITES}/site_docs/edit").links["Delete site"] == f"{SITES}/site_docs/delete"


def test_more_columns_are_shown_and_stay_chosen(alice: Pages, service: RunningService) -> None:
    add_sites(service, "org_larkfield", 100)
    alice.get(SITES)
    alice.submit(SITES, title="a", columns=True)
    shown = alice.get(f"{SITES}?columns=address&columns=agents,zebra")
    assert shown.rows[0][5:7] == ["Included", "http://127.0.0.1" + shown.rows[0][6].removeprefix("http://127.0.0.1")]
    assert shown.rows[0][6].endswith("/published/org_larkfield/docs")
    assert shown.links["Next page"].startswith(f"{SITES}?columns=agents%2Caddress&page=")
    assert shown.links["Refresh"] == f"{SITES}?columns=agents%2Caddress&refresh=1"
    assert len(alice.get(shown.links["Next page"]).rows[0]) == len(shown.rows[0])


def test_all_that_match_come_as_a_file(alice: Pages, service: RunningService) -> None:
    ask(service, ALICE, "POST", API, {"title": "=cmd()"})
    shown = alice.get(f"{SITES}?title=cmd")
    shown = alice.get(shown.links["Export"])
    name = f"sites-Larkfield-Freight-{today().isoformat()}.csv"
    assert shown.headers["Content-Disposition"] == f'attachment; filename="{name}"'
    (line,) = csv.DictReader(io.StringIO(shown.html))
    assert (line["title"], line["state"], line["readers"]) == ("'=cmd()", "not published", "public")
    add_sites(service, "org_larkfield", 1500)
    every = list(csv.DictReader(io.StringIO(alice.get(f"{SITES}/export.csv").html)))
    assert len({each["id"] for each in every}) == 1508
    assert every[0]["agents"] == "Included"


DELETE = f"{SITES}/site_docs/delete"
DOCS = f"{API}/site_docs"


def is_there(service: RunningService) -> bool:
    return ask(service, ALICE, "GET", DOCS).status_code == 200


def test_it_says_what_goes_and_what_stays(alice: Pages) -> None:
    shown = alice.get(DELETE).main
    assert "Readers lose access to the site at once" in shown
    assert "Its 6 spaces are kept." in shown
    shown = alice.get(f"{SITES}/site_warehouse/delete").main
    assert "The site is not published, so no reader loses access." in shown
    assert "Its space is kept." in shown


@for_each("typed", ["Larkfield Docs", "  Larkfield   Docs\t"])
def test_the_typed_title_deletes_it(alice: Pages, service: RunningService, asked: Log, typed: str) -> None:
    start_over(alice, service)
    asked.clear()
    alice.get(SITES)
    alice.get(DELETE)
    shown = alice.submit(DELETE, confirm=typed)
    assert (shown.path, shown.toasts) == (SITES, ["Larkfield Docs was deleted."])
    assert "Larkfield Docs" not in [row[0] for row in shown.rows]
    assert asked.writes == [f"DELETE {DOCS}"]
    assert not is_there(service)


def test_one_that_was_renamed_meanwhile_is_not_deleted_by_its_old_title(alice: Pages, service: RunningService) -> None:
    alice.get(DELETE)
    ask(service, ALICE, "PATCH", DOCS, {"title": "Larkfield Guide"})
    shown = alice.submit(DELETE, confirm="Larkfield Docs")
    assert shown.error_at("confirm") == "The name doesn't match. Type “Larkfield Guide”."
    assert (shown.value("confirm"), is_there(service)) == ("Larkfield Docs", True)
