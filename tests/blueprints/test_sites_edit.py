"""Changing a site: every field, its limits, and what is shown before it is sent."""

from contract.publishing.sites import SiteUpdate
from tests.asked import Log
from tests.blueprints.beyond import Case, both, texts
from tests.blueprints.start_over import start_over
from tests.loops import for_each
from tests.pages.filling import Value
from tests.pages.pages import Pages
from tests.records import ask
from tests.world import ALICE, RunningService

SITE = "/orgs/org_larkfield/sites/site_docs"
EDIT = f"{SITE}/edit"
API = "/v1/orgs/org_larkfield/sites/site_docs"
PREVIEW = "/orgs/org_larkfield/sites/site_preview"
NOT_A_PATH = [
    Case("proxy", value, f"not {value}")
    for value in (
        "larkfield.example",
        "larkfield.example/do cs",
        "/docs",
        "larkfield.example/größe",
        "larkfield/docs",
    )
]
_, FORBIDDEN = both(
    texts(SiteUpdate, "title"),
    texts(SiteUpdate, "basename"),
    texts(SiteUpdate, "proxy", "larkfield.example/{}"),
)


def saved(service: RunningService, path: str = API) -> dict[str, object]:
    site: dict[str, object] = ask(service, ALICE, "GET", path).get_json()
    return site


def given(case: Case) -> dict[str, Value]:
    """What a person fills in for a case."""
    return {case.field: case.value, **({"proxy-is": "text"} if case.field == "proxy" else {})}


def test_the_form_shows_what_is_saved_and_takes_ids_where_nothing_is_published(alice: Pages, asked: Log) -> None:
    shown = alice.get(f"{PREVIEW}/edit")
    names = ("title", "basename", "visibility", "proxy-is", "proxy", "agentsContext", "adaptiveContent")
    assert {name: shown.value(name) for name in names} == {
        "title": "Developer preview",
        "basename": "preview",
        "visibility": ["unlisted"],
        "proxy-is": ["text"],
        "proxy": "larkfield.example/developers/preview",
        "agentsContext": ["included"],
        "adaptiveContent": False,
    }
    path = "/orgs/org_larkfield/sites/site_warehouse"
    shown = alice.get(f"{path}/edit")
    assert "Until then, paste their addresses." in shown.main
    shown = alice.submit(f"{path}/edit", {"defaultSiteSpace-other": "sitespace_zebra"})
    assert "sitespace_zebra" in str(shown.value("defaultSiteSpace-other"))
    assert shown.error_at("defaultSiteSpace").startswith("There is no space of a site sitespace_zebra")
    assert asked.writes == []


@for_each("site", ["docs", "help", "handbook", "partners", "preview", "warehouse", "incidents"])
def test_saving_an_untouched_form_sends_nothing(alice: Pages, asked: Log, site: str) -> None:
    path = f"/orgs/org_larkfield/sites/site_{site}"
    alice.get(f"{path}/edit")
    shown = alice.submit(f"{path}/edit")
    assert (shown.path, shown.toasts) == (path, ["Nothing to save. You changed nothing."])
    assert asked.writes == []


@for_each(
    "field, value, after",
    [
        ("title", "  Larkfield\tGuide ", "Larkfield\tGuide"),
        ("title", "<b>& \u202e\U0001f69a</b>", "<b>& \u202e\U0001f69a</b>"),
        ("agentsContext", "excluded", "excluded"),
        ("adaptiveContent", False, {"enabled": False}),
    ],
)
def test_a_field_is_saved_and_shown(
    alice: Pages, service: RunningService, asked: Log, field: str, value: Value, after: object
) -> None:
    start_over(alice, service)
    asked.clear()
    alice.get(EDIT)
    shown = alice.submit(EDIT, {field: value})
    assert (shown.path, shown.status) == (SITE, 200)
    assert asked.writes == [f"PATCH {API}"]
    assert saved(service)[field] == after


def test_who_can_read_it_is_shown_before_it_is_sent(alice: Pages, service: RunningService, asked: Log) -> None:
    alice.get(EDIT)
    shown = alice.submit(EDIT, visibility="share-link")
    assert (shown.h1, asked.writes) == ("Review your changes", [])
    assert "Only people with a secret link can read it." in shown.main
    assert alice.confirm(EDIT).path == SITE
    assert (asked.writes, saved(service)["visibility"]) == ([f"PATCH {API}"], "share-link")


@for_each("typed", [{"basename": "guide"}, {"proxy-is": "text", "proxy": "larkfield.example/docs"}])
def test_a_new_address_is_shown_with_what_depends_on_it_before_it_is_sent(
    alice: Pages, asked: Log, typed: dict[str, Value], service: RunningService
) -> None:
    start_over(alice, service)
    asked.clear()
    alice.get(EDIT)
    shown = alice.submit(EDIT, typed)
    assert (shown.h1, asked.writes) == ("Review your changes", [])
    assert "The addresses of the site change" in shown.main
    assert "The site is published at this address" in shown.main
    assert alice.confirm(EDIT).path == SITE
    assert asked.writes == [f"PATCH {API}"]


def test_a_base_name_is_taken_away(alice: Pages, service: RunningService) -> None:
    alice.get("/orgs/org_larkfield/sites/site_help/edit")
    alice.submit("/orgs/org_larkfield/sites/site_help/edit", title="Help", basename="")
    assert "basename" not in saved(service, "/v1/orgs/org_larkfield/sites/site_help")


def test_a_custom_path_is_set_kept_and_taken_away(alice: Pages, service: RunningService) -> None:
    alice.get(EDIT)
    alice.submit(EDIT, {"proxy-is": "text"}, proxy=" https://larkfield.example/docs/ ")
    shown = alice.confirm(EDIT)
    assert shown.facts["Custom path"].startswith("larkfield.example/docs leads to http://")
    alice.get(EDIT)
    alice.submit(EDIT, title="Guide")
    assert alice.shown.facts["Custom path"].startswith("larkfield.example/docs ")
    alice.get(EDIT)
    alice.submit(EDIT, {"proxy-is": "none"})
    alice.confirm(EDIT)
    assert "proxy" not in saved(service)


def test_the_first_section_and_space_are_chosen_by_name(alice: Pages, service: RunningService) -> None:
    shown = alice.get(EDIT)
    assert shown.offers("defaultSiteSection") == [
        "",
        "section_start",
        "section_guide",
        "section_warehouse",
        "section_api",
        "section_releases",
    ]
    alice.submit(EDIT, defaultSiteSection="section_guide", defaultSiteSpace="sitespace_docs_partners")
    sections = ask(service, ALICE, "GET", f"{API}/published").get_json()["structure"]["structure"]
    assert [each["id"] for each in sections if each["default"]] == ["section_guide"]
    assert [each["id"] for each in sections[1]["siteSpaces"] if each["default"]] == ["sitespace_docs_partners"]


@for_each("case", [*FORBIDDEN, *NOT_A_PATH])
def test_one_past_the_limit_is_refused_at_the_field(
    alice: Pages, asked: Log, case: Case, service: RunningService
) -> None:
    start_over(alice, service)
    asked.clear()
    alice.get(EDIT)
    shown = alice.submit(EDIT, given(case), visibility="unlisted")
    assert shown.status == 422
    assert shown.error_at(case.field) != ""
    assert shown.problems == [shown.error_at(case.field)]
    assert (shown.value(case.field), shown.value("visibility")) == (case.value, ["unlisted"])
    assert asked.writes == []


def test_a_base_name_that_is_taken_is_told_at_the_field(alice: Pages) -> None:
    alice.get(EDIT)
    told = alice.submit(EDIT, basename="handbook").main
    assert "Employee handbook has the base name “handbook”. It may be refused for a second site." in told
    shown = alice.confirm(EDIT)
    assert shown.status == 409
    assert shown.error_at("basename").endswith("refused this: “another site of the organization has it.”")
    assert shown.value("basename") == "handbook"
