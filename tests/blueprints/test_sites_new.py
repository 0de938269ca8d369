"""Creating a site."""

import pytest

from contract.publishing.sites import SiteCreate
from tests.asked import Log
from tests.blueprints.beyond import texts
from tests.blueprints.start_over import start_over
from tests.loops import for_each
from tests.pages.pages import Pages
from tests.records import ask
from tests.world import ALICE, RunningService

SITES = "/orgs/org_larkfield/sites"
NEW = f"{SITES}/new"
API = "/v1/orgs/org_larkfield/sites"
ALLOWED, FORBIDDEN = texts(SiteCreate, "title")


def created(service: RunningService) -> dict[str, object]:
    """The site that was made last."""
    listed = ask(service, ALICE, "GET", f"{API}?limit=1000").get_json()
    site: dict[str, object] = listed["items"][-1]
    return site


def test_it_creates_the_site_by_one_call_and_shows_it_in_the_list(
    alice: Pages, service: RunningService, asked: Log
) -> None:
    alice.get(NEW)
    shown = alice.submit(NEW, title="Driver guide", visibility="unlisted", type="premium", spaces="sample")
    assert (shown.h1, shown.toasts) == ("Driver guide", ["Driver guide was created."])
    site = created(service)
    assert shown.path == f"{SITES}/{site['id']}"
    assert (site["title"], site["visibility"], site["type"], site["siteSpaces"]) == (
        "Driver guide",
        "unlisted",
        "premium",
        1,
    )
    start_over(alice, service)
    asked.clear()
    alice.get(SITES)
    alice.get(NEW)
    alice.submit(NEW, title="Driver guide")
    assert [row[0] for row in alice.get(SITES).rows][-1] == "Driver guide"
    start_over(alice, service)
    asked.clear()
    alice.get(NEW)
    alice.submit(NEW, title="Driver guide")
    assert asked.writes == [f"POST {API}"]


def test_what_the_form_shows_first_is_what_the_api_takes_by_itself(alice: Pages, service: RunningService) -> None:
    shown = alice.get(NEW)
    assert (shown.value("visibility"), shown.value("type")) == (["public"], ["basic"])
    alice.submit(NEW, title="Driver guide")
    site = created(service)
    assert (site["visibility"], site["type"], site["siteSpaces"]) == ("public", "basic", 1)


@for_each("spaces, count", [("empty", 1), ("sample", 1), ("", 0)])
def test_it_starts_with_the_spaces_that_are_chosen(
    alice: Pages, service: RunningService, spaces: str, count: int
) -> None:
    alice.get(NEW)
    alice.submit(NEW, title="Driver guide", spaces=spaces)
    assert created(service)["siteSpaces"] == count


def test_it_starts_with_spaces_that_exist(alice: Pages, service: RunningService) -> None:
    alice.get(NEW)
    alice.submit(NEW, {"spaces-ids": " space_api, space_guide\tspace_api;"}, title="Drivers", spaces="known")
    assert created(service)["siteSpaces"] == 2


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
    shown = alice.submit(NEW, chosen, title="Drivers", press="Review first")
    assert ["Spaces", "nothing", words] in shown.rows
    alice.submit(NEW, press="Save changes")
    assert ["Spaces", "nothing", words] in alice.get("/orgs/org_larkfield/journal/1").rows


def test_nothing_is_created_from_an_untouched_form(alice: Pages, asked: Log) -> None:
    alice.get(NEW)
    for press in (None, "Review first"):
        shown = alice.submit(NEW, press=press)
        assert (shown.status, asked.writes, shown.h1) == (422, [], "New site")
        assert shown.problems == [shown.error_at("title")] != [""]


def test_what_will_not_do_is_told_at_the_field_and_nothing_is_lost(
    alice: Pages, asked: Log, service: RunningService
) -> None:
    alice.get(NEW)
    shown = alice.submit(NEW, title="Drivers", spaces="known")
    assert (shown.status, asked.writes) == (422, [])
    assert shown.error_at("spaces") != ""
    alice.get(NEW)
    shown = alice.post(NEW, {"title": "Drivers", "visibility": "banana"})
    assert (shown.status, asked.writes) == (422, [])
    assert shown.error_at("visibility").startswith("Who can read it: select one of")
    alice.get(NEW)
    shown = alice.submit(NEW, {"spaces-ids": "space_zebra"}, title="Drivers", spaces="known", visibility="unlisted")
    assert "There is no space space_zebra" in shown.error_at("spaces")
    assert (shown.value("title"), shown.value("spaces"), shown.value("spaces-ids"), shown.value("visibility")) == (
        "Drivers",
        ["known"],
        "space_zebra",
        ["unlisted"],
    )
    assert created(service)["title"] == "Incident reports"


@for_each("name", ["visibility", "type", "spaces"])
def test_a_choice_that_is_not_offered_makes_no_500(alice: Pages, name: str) -> None:
    alice.get(NEW)
    pairs = {"title": "Drivers", name: "banana"}
    shown = alice.post(NEW, pairs)
    assert shown.status == 422 or shown.path.startswith(f"{SITES}/site_")


@for_each("who", ["bob", "charlie"])
def test_whoever_may_not_is_told_why_and_has_no_button(request: pytest.FixtureRequest, who: str) -> None:
    person: Pages = request.getfixturevalue(who)
    shown = person.get(NEW)
    assert shown.notes == [
        "Your role doesn't let you create sites. An administrator of the organization can do it, or change your role.",
    ]
    assert (shown.buttons, shown.forms_to(NEW)) == ([], [])


def test_what_a_stranger_sends_is_not_found(dana: Pages) -> None:
    dana.get("/orgs")
    assert dana.post(NEW, {"title": "Drivers"}).status == 404
