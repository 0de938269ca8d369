"""Signing in and out, where it leads, the open sessions of a person, and the theme."""

from flask import Flask

from masthead.web.person.portal import get_portal
from tests.asked import Log
from tests.loops import for_each
from tests.pages.pages import Pages
from tests.portals import PortalFor
from tests.records import add_organizations
from tests.world import ALICE, RunningService

SIGN_IN = "/sign-in"
LOOKS_WRONG = "This isn't an access token: a token has no spaces and no special characters. Copy it again."
NOT_ACCEPTED = "The documentation service doesn't accept this token. Check that you copied all of it."
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0"


def test_a_good_token_opens_a_session(visitor: Pages, asked: Log) -> None:
    visitor.get(SIGN_IN)
    assert visitor.submit(SIGN_IN, token=f"  {ALICE}\t").path == "/orgs/org_larkfield"
    assert asked.lines[0] == "GET /v1/orgs"


@for_each("name", ["Alice", "Lena", "Bob", "Charlie", "Dana"])
def test_demo_people_come_in_with_a_button(portal: Flask, name: str) -> None:
    visitor = Pages(portal)
    visitor.get(SIGN_IN)
    shown = visitor.submit(SIGN_IN, press=name)
    assert shown.path in {"/orgs/org_larkfield", "/orgs/org_orchard"}
    assert name in shown.document.by_id["main"].itertext() or name in shown.html


def test_without_demo_mode_there_are_no_demo_people(portal_for: PortalFor) -> None:
    shown = Pages(portal_for(DEMO=False)).get(SIGN_IN)
    assert "Alice" not in shown.main
    assert "demo-" not in shown.html


def test_a_refused_token_is_told_and_the_way_back_survives_it(visitor: Pages) -> None:
    visitor.get(SIGN_IN)
    shown = visitor.submit(SIGN_IN, token="demo-nobody")
    assert (shown.status, shown.problems) == (422, [NOT_ACCEPTED])
    assert "demo-nobody" not in shown.html
    visitor.get("/sessions")
    visitor.submit(SIGN_IN, token="demo-nobody")
    assert visitor.submit(SIGN_IN, token=ALICE).path == "/sessions"


@for_each(
    "typed, problem",
    [
        ("", "Paste your access token."),
        ("demo alice", LOOKS_WRONG),
        ("demo\x00alice", LOOKS_WRONG),
        ("x" * 4097, LOOKS_WRONG),
    ],
)
def test_what_cannot_be_a_token_is_refused_before_the_call(
    visitor: Pages, asked: Log, typed: str, problem: str
) -> None:
    visitor.get(SIGN_IN)
    shown = visitor.submit(SIGN_IN, token=typed)
    assert (shown.status, shown.problems, asked.lines) == (422, [problem], [])


@for_each(
    "place", ["/orgs/org_larkfield/sites/site_docs", "/orgs/org_larkfield/sites?title=docs&published=true", "/sessions"]
)
def test_the_way_back_leads_to_where_a_person_was_going(portal: Flask, place: str) -> None:
    visitor = Pages(portal)
    visitor.get(place)
    assert visitor.submit(SIGN_IN, token=ALICE).address == place


@for_each(
    "past, words",
    [
        ("UPDATE sessions SET seen_at = seen_at - 1800", "You were signed out after 30 minutes without use."),
        ("UPDATE sessions SET created_at = 0", "You were signed out 12 hours after you had signed in."),
        ("UPDATE sessions SET revoked_at = seen_at", "Your session was ended."),
    ],
)
def test_who_was_signed_out_reads_why_and_comes_back(portal_for: PortalFor, past: str, words: str) -> None:
    app = portal_for()
    alice = Pages(app).sign_in(ALICE)
    with get_portal(app).store.database.writing() as connection:
        connection.exec_driver_sql(past)
    shown = alice.get("/sessions")
    assert (shown.path, f"{words} After you sign in, you come back to where you were." in shown.main) == (SIGN_IN, True)
    assert words in alice.get(SIGN_IN).main
    assert "come back" not in alice.shown.main
    alice.get("/sessions")
    assert words not in alice.submit(SIGN_IN, token="demo-nobody").main
    assert alice.submit(SIGN_IN, token=ALICE).path == "/sessions"


def test_whoever_is_signed_in_goes_on_and_who_signed_out_reads_of_no_end(alice: Pages, visitor: Pages) -> None:
    assert alice.get(f"{SIGN_IN}?next=/sessions").path == "/sessions"
    alice.get("/sessions")
    alice.submit("/sign-out")
    assert ["signed out" in pages.get(SIGN_IN).main for pages in (alice, visitor)] == [False, False]


def test_where_a_person_is_signed_in_is_listed(portal: Flask, visitor: Pages) -> None:
    laptop = Pages(portal, agent=FIREFOX).sign_in("demo-charlie")
    rows = laptop.get("/sessions").rows
    assert rows[0][0] == "Firefox on Linux"
    assert [row[-1] for row in rows].count("This session") == 1
    assert visitor.get("/sessions").path == SIGN_IN


def test_another_session_is_ended_from_here(portal_for: PortalFor) -> None:
    app = portal_for()
    here, there = Pages(app).sign_in(ALICE), Pages(app).sign_in(ALICE)
    shown = here.get("/sessions")
    (action,) = {form.get("action") for form in shown.document.all("form") if str(form.get("action")).endswith("/end")}
    assert here.submit(str(action)).toasts == ["The session was ended."]
    assert there.get("/orgs").path == SIGN_IN
    assert here.get("/orgs").path == "/orgs"


def test_all_other_sessions_are_ended_at_once(portal_for: PortalFor) -> None:
    portal = portal_for()
    here, *others = [Pages(portal).sign_in(ALICE) for _ in range(3)]
    here.get("/sessions")
    shown = here.submit("/sessions/end-others")
    assert (shown.toasts, len(shown.rows)) == (["All other sessions were ended."], 1)
    assert not shown.forms_to("/sessions/end-others")
    assert [other.get("/orgs").path for other in others] == ["/sign-in", "/sign-in"]


@for_each("name, theme", [("Light", "light"), ("Dark", "dark")])
def test_a_theme_is_kept_and_leads_back(visitor: Pages, name: str, theme: str) -> None:
    visitor.get(f"{SIGN_IN}?next=/sessions")
    shown = visitor.submit("/theme", press=name)
    assert shown.address == f"{SIGN_IN}?next=/sessions"
    assert shown.document.root.get("data-bs-theme") == theme
    visitor.submit("/theme", press="System")
    assert "data-bs-theme" not in visitor.get(SIGN_IN).document.root.attrib


def test_what_is_remembered_in_the_browser_is_for_this_host_alone(portal_for: PortalFor) -> None:
    pages = Pages(portal_for(HTTPS=True), https=True).sign_in(ALICE)
    pages.post("/theme", {"theme": "dark"})
    pages.post("/time-zone", {"time_zone": "Asia/Tokyo"})
    assert pages.get("/sessions").document.root.get("data-bs-theme") == "dark"
    assert pages.shown.value("time_zone") == ["Asia/Tokyo"]
    pages.post("/theme", {"theme": ""})
    pages.post("/time-zone", {"time_zone": ""})
    assert "data-bs-theme" not in pages.get("/sessions").document.root.attrib
    assert pages.shown.value("time_zone") == []


@for_each("theme", ["purple", "", '"><script>'])
def test_an_unknown_theme_is_the_system_s(visitor: Pages, theme: str) -> None:
    visitor.client.set_cookie("theme", theme)
    shown = visitor.get(SIGN_IN)
    assert "data-bs-theme" not in shown.document.root.attrib
    visitor.post("/theme", {"theme": theme})
    assert "data-bs-theme" not in visitor.get(SIGN_IN).document.root.attrib


def test_it_leads_to_the_only_organization_and_the_list_stays_a_list_of_one(alice: Pages) -> None:
    assert alice.get("/").path == "/orgs/org_larkfield"
    assert alice.get("/orgs").h1 == "Organizations"


def test_it_leads_to_the_list_of_several(dana: Pages, service: RunningService) -> None:
    add_organizations(service, "user_dana", 1)
    shown = dana.get("/")
    assert (shown.path, len(shown.rows)) == ("/orgs", 2)


def test_a_visitor_signs_in_first(visitor: Pages) -> None:
    assert visitor.get("/").address == "/sign-in?next=/"


@for_each("way", ["open", "link", "unlink"])
def test_who_pasted_a_token_has_nothing_to_link(alice: Pages, portal: Flask, way: str) -> None:
    shown = {
        "open": lambda: alice.get("/linked-token"),
        "link": lambda: alice.post("/linked-token", {"token": ALICE}),
        "unlink": lambda: alice.post("/linked-token/unlink", {}),
    }[way]()
    assert shown.path == "/sessions"
    assert "Linked token" not in shown.main
    parts = get_portal(portal)
    linked = parts.store.linked_tokens.linked_at(parts.store.keys.owner_of(ALICE), parts.settings.api_base_url)
    assert linked is None
