"""What stands around every page: where a person is, where else to go, and the addresses of files."""

import re

import pytest

from tests.loops import for_each
from tests.pages.document import read_aloud
from tests.pages.page import Page
from tests.pages.pages import Pages
from tests.world import ALICE

ORG = "/orgs/org_larkfield"
LINKS = f"{ORG}/sites/site_partners/links"
GUIDE = f"{ORG}/spaces/space_guide"


def current(page: Page) -> list[tuple[str, str]]:
    """The links that say that this is the page, or the area, that a person is in; those of a phone's bar apart."""
    marked = [each for each in page.document.with_attribute("aria-current") if each.tag == "a"]
    bar = {id(each) for nav in page.document.with_attribute("aria-label", "Main areas") for each in nav.iter("a")}
    return [(read_aloud(page.document, each), each.attrib["aria-current"]) for each in marked if id(each) not in bar]


@for_each(
    "address, marked",
    [
        (ORG, [("Home", "page")]),
        (f"{ORG}/search", []),
        (f"{ORG}/sites", [("Sites", "page")]),
        (f"{ORG}/sites/site_docs/edit", [("Sites", "true"), ("Settings", "page")]),
        (f"{ORG}/sites/site_docs/delete", [("Sites", "true")]),
        (LINKS, [("Sites", "true"), ("Share links", "page")]),
        (f"{LINKS}/link_carriers/rotate", [("Sites", "true")]),
        (f"{ORG}/links/new", [("Share links", "true")]),
        (f"{ORG}/spaces/space_guide/access", [("Spaces", "true"), ("Access", "page"), ("Teams", "page")]),
        (f"{GUIDE}/comments", [("Spaces", "true"), ("Comments", "page"), ("Open", "page")]),
        (
            f"{GUIDE}/comments?request=2",
            [("Spaces", "true"), ("Comments 1", "page"), ("Open", "page")],
        ),
        (f"{ORG}/translations/translation_api/edit", [("Translations", "true"), ("Settings", "page")]),
        (f"{ORG}/invites/inv_welcome", [("Settings", "true")]),
        (f"{ORG}/journal", [("Activity", "page"), ("Changes", "page")]),
        (f"{ORG}/bulk-changes", [("Activity", "true"), ("Bulk changes", "page")]),
        (f"{ORG}/fields", [("Settings", "true"), ("Custom fields", "page")]),
        (f"{ORG}/known", [("Settings", "true"), ("All items", "page")]),
        (f"{ORG}/certificates", [("Single sign-on", "true"), ("Certificates", "page")]),
        ("/orgs", []),
    ],
)
def test_it_marks_where_a_person_is(alice: Pages, address: str, marked: list[tuple[str, str]]) -> None:
    assert current(alice.get(address)) == marked


@for_each("address", [ORG, f"{ORG}/sites/site_docs/edit", "/orgs", "/sessions", "/drafts", "/nope"])
def test_each_page_of_a_person_can_sign_out(alice: Pages, address: str) -> None:
    assert alice.get(address).forms_to("/sign-out")


def test_the_parts_of_a_site_are_one_line_on_each_of_its_pages(alice: Pages) -> None:
    for page in ("", "/edit", "/adaptive", "/conditions", "/audience"):
        alice.get(f"{ORG}/sites/site_docs{page}")
        parts = alice.shown.document.with_attribute("aria-label", "Parts of Larkfield Docs")
        assert [read_aloud(alice.shown.document, each) for part in parts for each in part.iter("a")] == [
            "Overview",
            "Structure",
            "Published view",
            "Share links",
            "Adaptive content",
            "Settings",
            "History",
        ]


def test_the_areas_stand_in_groups_each_with_its_heading(alice: Pages) -> None:
    page = alice.get(ORG).document
    areas = page.with_attribute("aria-label", "Areas of Larkfield Freight")[0]
    groups = {
        "".join(page.by_id[each.attrib["aria-labelledby"]].itertext() if "aria-labelledby" in each.attrib else ""): [
            read_aloud(page, one) for one in each.iter("a")
        ]
        for each in areas.iter("ul")
    }
    assert groups == {
        "": ["Home", "Inbox"],
        "Content": ["Sites", "Spaces", "Share links", "API specs", "Translations", "Link health"],
        "People": ["Teams", "Access", "Single sign-on"],
        "Organization": ["Activity", "Settings"],
    }
    banner = " ".join(alice.get(ORG).document.all("header")[0].itertext())
    assert re.search(r"Larkfield Freight.*Alice", banner, re.DOTALL)


def test_a_visitor_sees_no_area_and_no_name(visitor: Pages) -> None:
    shown = visitor.get("/sign-in")
    assert [each.get("aria-label") for each in shown.document.all("nav")] == []
    assert shown.forms_to("/sign-out") == []


PAGES = (
    "search settings invites invites/inv_welcome invites/inv_welcome/delete sites sites/new links "
    "sites/site_partners/links sites/site_partners/links/link_carriers "
    "sites/site_partners/links/link_carriers/delete sites/site_partners/links/link_carriers/rotate "
    "sites/site_docs sites/site_docs/edit sites/site_docs/delete translations translations/new "
    "translations/translation_api translations/translation_api/edit translations/translation_api/delete "
    "translations/coverage translations/coverage/wanted translations/coverage/wanted/translation_api"
)
TITLES = ["/orgs", "/orgs/of-domain", "/sessions", "/nope", ORG, *(f"{ORG}/{page}" for page in PAGES.split())]


def test_each_page_has_a_title_of_its_own(alice: Pages, visitor: Pages) -> None:
    titles = [alice.get(address).title for address in TITLES] + [visitor.get("/sign-in").title]
    assert sorted(set(titles)) == sorted(titles)


@pytest.mark.exhaustive
def test_a_boosted_page_is_whole(alice: Pages) -> None:
    boosted = Pages(alice.app, boosted=True).sign_in(ALICE)
    for address in TITLES:
        assert boosted.get(address).h1 == alice.get(address).h1


def test_a_refusal_before_anyone_knows_who_asks_looks_like_any_page(visitor: Pages) -> None:
    visitor.get("/sign-in")
    usual = visitor.post("/theme", {"theme": "dark", "next": "/sign-in"})
    refused = visitor.post("/sign-in", {"token": ALICE}, headers={"Origin": "https://evil.example"})
    assert refused.status == 403
    for name in ("htmx-config", "color-scheme"):
        (here,), (there,) = (page.document.with_attribute("name", name) for page in (usual, refused))
        assert there.attrib["content"] == here.attrib["content"] != ""
