"""Link health: a scan by plain forms, each person's own; what it found, and what it could not read is never well."""

import re
from collections.abc import Iterator

import pytest
from flask import Flask

from masthead.web.person.portal import get_portal
from tests.asked import Log
from tests.faults import faults
from tests.faults.hostile import Talk
from tests.faults.link_pages import LinkPages, broken, page_id
from tests.pages.pages import Pages
from tests.portals import PortalFor
from tests.reading import read_all
from tests.wire import Wire
from tests.world import ALICE, BOB, RunningService

ORG = "/orgs/org_larkfield"
LINKS = f"{ORG}/link-health"
REFUSED = "space_api"
PART = {"HX-Request": "true", "HX-Target": "link_health-progress", "Origin": "http://localhost"}


@pytest.fixture(autouse=True)
def no_scan_yet(portal: Flask) -> None:
    parts = get_portal(portal)
    for token in (ALICE, BOB):
        parts.store.link_scans.forget_all(parts.store.keys.owner_of(token))


@pytest.fixture
def pages() -> LinkPages:
    return LinkPages(20)


@pytest.fixture
def reader(service: RunningService, portal_for: PortalFor, pages: LinkPages) -> Iterator[Pages]:
    """Alice, with a service in whose spaces are these pages."""
    with Wire(service) as wire:

        def answer(talk: Talk) -> bool:
            answered = pages.answers(talk)
            return wire.pass_on(talk) if answered is None else answered

        wire.faults["GET"] = answer
        yield Pages(portal_for(API_BASE_URL=wire.url, BREAKER_REST_SECONDS=0.1)).sign_in(ALICE)


def scan(person: Pages, others: str = "space_guide") -> None:
    """Begin one, and go on until it is done or rests."""
    person.get(f"{LINKS}/new")
    go_on(person, {"others": others})


def go_on(person: Pages, typed: dict[str, str]) -> None:
    person.submit(LINKS, typed)
    finish(person)


def finish(person: Pages) -> None:
    for _ in range(50):
        if "Continue" not in person.shown.main:
            return
        person.submit(f"{LINKS}/go-on", press="Continue")


def test_before_the_first_scan_it_says_what_one_is_and_what_it_takes(alice: Pages, asked: Log) -> None:
    alice.get(LINKS)
    assert "Links aren't checked yet" in alice.shown.main
    assert f'href="{LINKS}/new"' in alice.shown.html
    alice.get(f"{LINKS}/new")
    assert alice.shown.h1 == "Check links"
    assert [line for line in asked.lines if "content" in line] == []
    alice.submit(LINKS)
    assert (alice.shown.status, "nothing is selected" in alice.shown.main) == (422, True)
    alice.submit(LINKS, others="https://elsewhere.example/x")
    assert alice.shown.status == 422


def test_all_spaces_are_checked_by_one_click(alice: Pages) -> None:
    read_all(alice)
    alice.get(LINKS)
    alice.submit(LINKS, press="Check all 7 spaces")
    finish(alice)
    assert " of 7 spaces" in alice.shown.main


def test_the_demo_world_from_beginning_to_end(alice: Pages) -> None:
    scan(alice, "space_guide space_partners")
    assert "Check completed" in alice.shown.main
    assert "broken" in alice.shown.main
    assert "Space All" in alice.shown.main
    for by in ("targets", "pages"):
        assert 'data-label="Space">' in alice.get(f"{LINKS}?by={by}").html
    alice.get("/sessions")
    alice.submit("/forget-seen")
    assert "Links aren't checked yet" in alice.get(LINKS).main


def test_targets_come_by_the_pages_that_they_break(reader: Pages, pages: LinkPages) -> None:
    pages.links = {page_id(n): [broken("page", "gone", page={"id": "gone", "title": "Old guide"})] for n in range(5)}
    pages.links[page_id(10)] = []
    pages.links[page_id(7)] = [broken("url", "../nowhere.md")] * 9
    scan(reader)
    main = reader.shown.main
    assert "broken links" in main
    assert main.index("Old guide") < main.index("../nowhere.md")
    assert [row[2] for row in reader.shown.rows][:2] == ["5 pages", "Page 7 Show by page: Page 7"]
    at = f"{ORG}/spaces/space_guide/pages/{page_id(7)}?links=1"
    assert reader.shown.links["Page 7"] == at
    assert reader.shown.links["Show by page: Page 7"].startswith(f"{LINKS}?by=pages&target=")
    reader.get(f"{LINKS}?by=pages")
    main = reader.shown.main
    assert main.index("Page 7") < main.index("Page 0")
    assert "9 of 12" in main
    assert "and 4 more" in main
    assert f'href="{at}">' in reader.shown.html


def test_the_pages_of_one_target(reader: Pages, pages: LinkPages) -> None:
    pages.links = {page_id(0): [broken("url", "a")], page_id(10): [broken("url", "b"), broken("url", "b")]}
    scan(reader)
    (target, *_) = re.findall(r"by=pages&amp;target=([0-9a-f]{64})", reader.shown.html)
    main = reader.get(f"{LINKS}?by=pages&target={target}").main
    assert ("Page 10" in main, "Page 0" in main) == (True, False)
    assert "Show all pages" in main
    assert "Export" in reader.get(LINKS).links
    file = reader.get(f"{LINKS}?by=pages&target={target}").links["Export"]
    assert [line.split(",")[5] for line in reader.get(file).html.splitlines()] == ["target", "b", "b"]


HREF = re.compile(r'href="([^"]*)"')
ADDRESSES = (
    "javascript:alert(1)",
    "data:text/html,<script>x</script>",
    "vbscript:x",
    "file:///etc/passwd",
    "//evil.example",
    "https://user:secret@evil.example",
    "<img src=x onerror=alert(1)>",
    '"><script>alert(1)</script>',
    "=cmd|' /C calc'!A0",
    "\u202eevil",
    "\0",
    "",
    "x" * 100_000,
)


def test_hostile_links_are_text(reader: Pages, pages: LinkPages) -> None:
    pages.links = {page_id(0): [broken("url", each) for each in ADDRESSES]}
    pages.app_address = "javascript:alert(2)"
    scan(reader)
    for view in (LINKS, f"{LINKS}?by=pages"):
        reader.get(view)
        assert [each for each in HREF.findall(reader.shown.html) if not each.startswith(("/", "#"))] == []
        assert "<img" not in reader.shown.html
    answer = reader.client.get(f"{LINKS}/export.csv")
    assert "'=cmd" in answer.text
    assert answer.headers["Content-Disposition"].startswith('attachment; filename="broken-links-Larkfield-Freight-20')


def test_pause_and_resume(reader: Pages, pages: LinkPages) -> None:
    reader.get(f"{LINKS}/new")
    reader.submit(LINKS, others="space_guide")
    assert "Check paused" in reader.submit(f"{LINKS}/pause").main
    reader.post(f"{LINKS}/go-on", {})
    assert not pages.asked
    reader.get(LINKS)
    reader.submit(f"{LINKS}/go-on", press="Resume check")
    finish(reader)
    assert "20 of 20 pages" in reader.shown.main


def test_it_waits_as_told_and_htmx_gets_the_progress_alone(reader: Pages, pages: LinkPages) -> None:
    pages.before = [faults.answer(429, b"", "Retry-After: 3600")] * 4
    reader.get(f"{LINKS}/new")
    reader.submit(LINKS, others="space_guide")
    shown = reader.submit(f"{LINKS}/go-on", press="Continue")
    assert "Waiting for the documentation service" in shown.main
    assert "Select Continue after" in shown.main
    pages.before.clear()
    reader.submit(f"{LINKS}/go-on", press="Continue")
    assert not pages.asked
    reader.get(LINKS)
    assert 'hx-trigger="load' in reader.shown.html
    sent = {"csrf_token": reader.csrf_token()}
    part = reader.client.post(f"{LINKS}/go-on", data=sent, headers=PART)
    assert (part.status_code, b"<html" in part.data, b'id="link_health-progress"' in part.data) == (200, False, True)
    part = reader.client.post(f"{LINKS}/pause", data=sent, headers=PART)
    assert part.headers["HX-Redirect"] == LINKS


def test_pages_that_vanish_are_counted(reader: Pages, pages: LinkPages) -> None:
    pages.gone = {page_id(1), page_id(2)}
    scan(reader)
    assert "2 pages disappeared during the check." in reader.shown.main


def test_what_is_unread_is_named_and_the_rest_counted(reader: Pages, pages: LinkPages) -> None:
    pages.count, pages.garbled, pages.before = 25, {page_id(number) for number in range(25)}, [faults.answer(403)]
    scan(reader, "space_x space_guide")
    assert reader.shown.links["What could not be read"] == "#unread"
    told = ("25 pages could not be read.", "Page 18.", "And 6 more.", "Page 19.")
    assert [each in reader.shown.main for each in told] == [True, True, True, False]


def test_nobody_sees_or_goes_on_with_another_s(alice: Pages, bob: Pages, asked: Log) -> None:
    alice.get(f"{LINKS}/new")
    alice.submit(LINKS, others="space_guide")
    asked.clear()
    bob.get(LINKS)
    assert "Links aren't checked yet" in bob.shown.main
    bob.post(f"{LINKS}/go-on", {"do": "resume"})
    bob.post(f"{LINKS}/pause", {})
    assert [line for line in asked.lines if "content" in line] == []
    assert "Continue" in alice.get(LINKS).main


def test_the_scan_before_is_compared_and_the_trend_drawn(reader: Pages, pages: LinkPages) -> None:
    pages.links = {page_id(0): [broken("url", "old")], page_id(10): []}
    scan(reader)
    assert "Nothing to compare yet" in reader.get(f"{LINKS}/compare").main
    pages.links = {page_id(0): [broken("url", "fresh"), broken("url", "fresh too")], page_id(10): []}
    scan(reader)
    assert "Figures of 2 checks" in reader.shown.main
    shown = reader.get(f"{LINKS}/compare").main
    assert "New broken links: 2" in shown
    assert "Fixed or removed: 1" in shown


def test_a_change_request_is_compared_with_its_space(reader: Pages, pages: LinkPages) -> None:
    pages.requests["12"] = {page_id(4): [broken("url", "by the request")], page_id(0): []}
    reader.get(f"{LINKS}/new")
    reader.post(LINKS, [("request", "space_guide 12")])
    reader.get(LINKS)
    finish(reader)
    assert "Content All" in reader.get(LINKS).main
    shown = reader.get(f"{LINKS}/compare").main
    assert "Broken by the change request: 1" in shown
    assert "by the request" in shown
    assert "Fixed by the change request: 1" in shown


def test_what_was_not_read_is_not_said_to_be_well(reader: Pages, pages: LinkPages) -> None:
    pages.links, pages.refused = {page_id(0): [], page_id(10): []}, {REFUSED}
    scan(reader, f"space_guide {REFUSED}")
    assert "No broken links in the pages that were read" in reader.shown.main
    shown = reader.get(f"{ORG}/spaces/{REFUSED}/links")
    assert "Could not be read" in shown.main
    assert "Your role doesn't let you read this." in shown.main
    assert "No broken links" not in shown.main
    assert "No broken links" not in reader.get(f"{LINKS}?content=1").main
    assert "No broken links" in reader.get(f"{ORG}/spaces/space_guide/links").main
    pages.garbled = {page_id(3)}
    scan(reader)
    shown = reader.get(f"{ORG}/spaces/space_guide/links")
    assert "No broken links in the pages that were read" in shown.main
    assert "Page 3." in shown.main


def test_what_one_scan_did_not_read_is_neither_new_nor_fixed(reader: Pages, pages: LinkPages) -> None:
    pages.links = {page_id(0): [], page_id(10): []} | {page_id(n): [broken("url", f"old {n}")] for n in (1, 2)}
    scan(reader)
    pages.garbled, pages.links[page_id(2)] = {page_id(1)}, []
    scan(reader)
    shown = reader.get(f"{LINKS}/compare").main
    assert "Not read now: 1 page. 1 broken link of these pages is in neither list." in shown
    assert ("New broken links: 0" in shown, "Fixed or removed: 1" in shown, "old 2" in shown) == (True, True, True)
    pages.garbled = set()
    scan(reader)
    shown = reader.get(f"{LINKS}/compare").main
    assert "Not read before: 1 page. 1 broken link of these pages is in neither list." in shown
    assert ("New broken links: 0" in shown, "Fixed or removed: 0" in shown) == (True, True)


def test_a_scan_that_did_not_read_a_space_says_so_with_its_figures(reader: Pages, pages: LinkPages) -> None:
    pages.refused = {REFUSED}
    scan(reader, f"space_guide {REFUSED}")
    assert "1 space could not be read." in reader.shown.main
    assert "2 broken links in the pages that were read" in reader.shown.main
    (*_, last) = reader.get(f"{LINKS}/export.csv").html.splitlines()
    assert "1 space could not be read." in last
    pages.refused = set()
    reader.get(LINKS)
    reader.submit(f"{LINKS}/go-on", press="Try unread pages again")
    assert "could not be read" not in reader.get(LINKS).main


def test_only_what_the_newest_scan_left_unread_is_tried_again(reader: Pages, pages: LinkPages) -> None:
    pages.refused = {REFUSED}
    scan(reader, REFUSED)
    shown = reader.shown.main
    assert ("No pages were read." in shown, "0 broken links" in shown) == (True, False)
    assert "Try unread pages again" in reader.shown.buttons
    store = get_portal(reader.app).store
    (older,) = [each.number for each in store.link_scans.list_scans(store.keys.owner_of(ALICE), "org_larkfield")]
    pages.refused = set()
    scan(reader, REFUSED)
    assert "Try unread pages again" not in reader.get(f"{LINKS}?scan={older}").buttons


def test_the_trend_leaves_out_a_scan_that_missed_a_space(reader: Pages, pages: LinkPages) -> None:
    scan(reader)
    pages.refused = {"space_guide"}
    scan(reader)
    assert "Figures of" not in reader.shown.main
    pages.refused, pages.garbled = set(), {page_id(10)}
    scan(reader)
    assert "Figures of 2 checks" in reader.shown.main
    assert ": at least 1 broken" in reader.shown.html
    assert ": 0 broken" not in reader.shown.html


def test_a_scan_of_one_space_hides_no_other(reader: Pages) -> None:
    scan(reader, "space_guide space_partners")
    for _ in range(4):
        reader.get(f"{LINKS}/new?space=space_guide")
        go_on(reader, {})
    shown = reader.get(LINKS)
    assert "4 broken links in 2 of 2 spaces" in shown.main
    assert [row[1] for row in shown.rows if row[0] in {"space_guide", "space_partners"}] == ["2", "2"]
    listed = reader.get(shown.links["space_partners"])
    assert "it keeps only the figures" not in listed.main
    assert reader.get(f"{LINKS}/export.csv").html.count("space_partners") == 2
    assert "Not checked yet" not in reader.get(f"{ORG}/spaces/space_partners/links").main
    assert [row[-1] for row in shown.rows if "in space_" in row[1]] == ["2", "2", "2", "2", "4"]
