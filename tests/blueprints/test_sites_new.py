"""Creating a site."""

from tests.asked import Log
from tests.blueprints.start_over import start_over
from tests.faults import faults
from tests.loops import for_each
from tests.pages.pages import Pages
from tests.records import ask
from tests.wire import Wire
from tests.world import ALICE, RunningService

SITES = "/orgs/org_larkfield/sites"
NEW = f"{SITES}/new"
API = "/v1/orgs/org_larkfield/sites"


def created(service: RunningService) -> dict[str, object]:
    """The site that was made last."""
    listed = ask(service, ALICE, "GET", f"{API}?limit=1000").get_json()
    site: dict[str, object] = listed["items"][-1]
    return site


def test_it_creates_the_site_by_one_call_and_shows_it_in_the_list(
    alice: Pages, service: RunningService, asked: Log
) -> None:
    alice.get(SITES)
    shown = alice.get(NEW)
    assert (shown.value("visibility"), shown.value("type")) == ([], ["basic"])
    shown = alice.submit(NEW, title="Driver guide", visibility="public")
    assert (shown.h1, shown.toasts) == ("Driver guide", ["Driver guide was created."])
    site = created(service)
    assert shown.path == f"{SITES}/{site['id']}"
    assert (site["visibility"], site["type"], site["siteSpaces"]) == ("public", "basic", 1)
    assert [row[0] for row in alice.get(SITES).rows][-1] == "Driver guide"
    assert asked.writes == [f"POST {API}"]


def test_a_new_site_is_undone_from_its_message(alice: Pages) -> None:
    alice.get(NEW)
    shown = alice.submit(NEW, title="Driver guide", visibility="public")
    made = shown.path
    shown = alice.submit("/orgs/org_larkfield/journal/1/undo")
    assert "Its spaces stay." in shown.main
    alice.submit("/orgs/org_larkfield/journal/1/undo")
    assert alice.get(made).status == 404


def test_a_site_for_people_with_a_link_gets_its_first_one_with_a_review_date(
    alice: Pages, service: RunningService, asked: Log
) -> None:
    alice.get(NEW)
    for wrong in ({"link": "Auditors", "visibility": "public"}, {"due": "2030-01-31", "visibility": "share-link"}):
        shown = alice.submit(NEW, {"link": "", "due": "", **wrong}, title="Audit")
        assert (shown.status, asked.writes, bool(shown.error_at("link"))) == (422, [], True)
    shown = alice.submit(NEW, title="Audit", visibility="share-link", link="Auditors", due="2030-01-31")
    assert shown.toasts == ["Audit was created. Its share link is Auditors. Review by 31 Jan 2030."]
    site = created(service)
    assert asked.writes == [f"POST {API}", f"POST {API}/{site['id']}/share-links"]
    assert (shown.path, shown.rows[0][:2]) == (f"{SITES}/{site['id']}/links", ["Auditors", "On"])


def test_a_first_link_that_is_refused_or_not_confirmed_is_told_with_the_site(distant: Pages, wire: Wire) -> None:
    for fault, why in (
        (faults.refusal(403, "No links today."), "No links today"),
        (faults.lost_answer, "didn't confirm it. Check it under Activity."),
    ):
        distant.get(NEW)
        wire.faults["POST"] = faults.at("/**/share-links", fault)
        (told,) = distant.submit(NEW, title="Audit", visibility="share-link", link="Auditors").toasts
        assert told.startswith("Audit was created. Share link Auditors: ")
        assert why in told


@for_each(
    "chosen, kind, count",
    [
        ({"visibility": "unlisted", "type": "premium", "spaces": "sample"}, ("unlisted", "premium"), 1),
        ({"spaces": "empty", "visibility": "public"}, ("public", "basic"), 1),
        ({"spaces": "", "visibility": "public"}, ("public", "basic"), 0),
        (
            {"spaces": "known", "visibility": "public", "spaces-ids": " space_api, space_guide\tspace_api;"},
            ("public", "basic"),
            2,
        ),
    ],
)
def test_it_starts_with_what_is_chosen(
    alice: Pages, service: RunningService, chosen: dict[str, str], kind: tuple[str, str], count: int
) -> None:
    alice.get(NEW)
    alice.submit(NEW, chosen, title="Driver guide")
    site = created(service)
    assert (site["title"], (site["visibility"], site["type"]), site["siteSpaces"]) == ("Driver guide", kind, count)


@for_each(
    "chosen, words",
    [
        ({"spaces": "known", "spaces-ids": "space_guide space_api"}, "“Shipping guide, API reference”"),
        ({"spaces": "sample"}, "“A new space with sample content”"),
    ],
)
def test_a_review_and_the_journal_name_the_spaces(
    alice: Pages, chosen: dict[str, str], words: str, service: RunningService
) -> None:
    start_over(alice, service)
    alice.get("/orgs/org_larkfield/sites/site_docs")
    alice.get(NEW)
    shown = alice.submit(NEW, chosen, title="Drivers", visibility="public", press="Review first")
    assert ["Spaces", "nothing", words] in shown.rows
    alice.submit(NEW, press="Save changes")
    assert ["Spaces", "nothing", words] in alice.get("/orgs/org_larkfield/journal/1").rows


def test_nothing_is_created_from_an_untouched_form(alice: Pages, asked: Log) -> None:
    alice.get(NEW)
    for press in (None, "Review first"):
        shown = alice.submit(NEW, press=press)
        assert (shown.status, asked.writes, shown.h1) == (422, [], "New site")
        assert shown.problems == [shown.error_at("title"), shown.error_at("visibility")] != ["", ""]
    assert "What you typed here was not saved" not in alice.get(NEW).main
    alice.submit(NEW, visibility="unlisted")
    assert "What you typed here was not saved" in alice.get(NEW).main, "somebody chose that"


def test_spaces_that_are_not_there_are_told_at_the_field_and_nothing_is_lost(alice: Pages, asked: Log) -> None:
    alice.get(NEW)
    for typed, told in (("", ""), ("space_zebra", "There is no space space_zebra")):
        given = {"title": "Drivers", "spaces": "known", "visibility": "unlisted", "spaces-ids": typed}
        shown = alice.submit(NEW, given)
        assert (shown.status, asked.writes) == (422, [])
        assert told in shown.error_at("spaces") != ""
        assert {name: shown.value(name) for name in given} == given | {"spaces": ["known"], "visibility": ["unlisted"]}
