"""`python -m bench.structure`: showing, planning and rearranging a site of 500 spaces."""

import gzip
import os
from contextlib import closing
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Page, expect, sync_playwright

from bench.asking import ask, get, once
from bench.measuring import ROUNDS, best, least_seconds
from bench.portal import cookie, portal
from bench.running import RunningServer
from bench.service import service
from bench.sites import ORGANIZATION, SITES_BEFORE, database_of
from bench.tables import heading, say, table
from bench.tracing import Busy, busiest
from masthead.structure.calls import Allowed, plan_next_calls
from masthead.structure.describe import list_differences
from masthead.structure.requests import PlannedCalls
from masthead.structure.tree import SiteStructure, SpaceItem
from scripts import chromium
from service.content.spaces import create_space
from service.sites.spaces import link_spaces
from service.storage.database import ServiceDatabase, database_url

SPACES = 500
SITE = "site_000000"
PAGE = f"/orgs/{ORGANIZATION}/sites/{SITE}/structure"
MADE = "2025-02-03T07:00:00.000Z"
SECONDS = 4.0
PATIENCE = 120_000.0  # ms
READY = ".board-ready"


def main() -> None:
    say(heading("python -m bench.structure"))
    with TemporaryDirectory() as folder:
        file = database_of(Path(folder), SITES_BEFORE + 1)
        fill(file)
        with service(file) as api, portal(api, Path(folder)) as server:
            alice = cookie(Path(folder))
            say(table([f"A site of {SPACES} spaces", "found"], [*showing(server, alice), *planning()]))
            say(table(["In Chromium", "longest task", "of it scripts"], browsing(server, alice)))


def fill(file: Path, count: int = SPACES) -> None:
    """Link this many spaces to a site without sections."""
    with closing(ServiceDatabase(database_url(str(file)))) as database, database.writing() as connection:
        titles = [f"Depot {number:03}" for number in range(1, count + 1)]
        made = [(create_space(connection, ORGANIZATION, title, MADE, sample=False), title) for title in titles]
        link_spaces(connection, SITE, made)


def showing(server: RunningServer, alice: str) -> list[list[str]]:
    """Measure the page, with reads that the service answers afresh."""
    request = get(PAGE, Cookie=alice)
    once(server, request)
    found = [ask(server, request, connections=1, seconds=SECONDS) for _ in range(ROUNDS)]
    alone = min(each.time(0.5) for each in found)
    body = once(server, request)[1]
    return [
        ["the page: processor of the portal", f"{best(found).cost:.0f} ms"],
        ["the page: until it is there, reads of the service included", f"{alone:.0f} ms"],
        ["the page: HTML; gzip", f"{len(body) / 1000:.0f} kB; {len(gzip.compress(body, 1)) / 1000:.0f} kB"],
    ]


def planning() -> list[list[str]]:
    """Measure the planning of calls for an order, and their description."""
    ids = [f"space-{number}" for number in range(SPACES)]
    base = SiteStructure(held={"": ids}, spaces={each: SpaceItem(each, each, space=each) for each in ids})
    calls = PlannedCalls(ORGANIZATION, SITE, "Depots", {})
    said = []
    for words, order in (("one space moved", [*ids[1:], ids[0]]), ("all the other way round", ids[::-1])):
        wanted = base.copy()
        wanted.held[""] = order
        planned = plan_next_calls(base, wanted, calls, Allowed())
        took = least_seconds(partial(plan_next_calls, base, wanted, calls, Allowed())) * 1000
        described = least_seconds(partial(list_differences, base, wanted)) * 1000
        said += [[f"the plan: {words}, {len(planned.changes)} calls", f"{took:.1f} ms"]]
        said += [[f"what changes, in words: {words}", f"{described:.1f} ms"]]
    return said


def browsing(server: RunningServer, alice: str) -> list[list[str]]:
    """Measure a drag, keyboard steps and the filter in the browser, task by task."""
    name, value = alice.split("=", 1)
    url = f"http://{server.host}:{server.port}"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium.find(os.environ))
        context = browser.new_context(base_url=url, viewport={"width": 1280, "height": 800})
        context.set_default_timeout(PATIENCE)
        expect.set_options(timeout=PATIENCE)
        context.add_cookies([{"name": name, "value": value, "url": url}])
        page = context.new_page()
        page.goto(PAGE)
        page.locator(READY).wait_for()
        found = _dragging(page) | _with_keys(page) | _filtering(page)
        browser.close()
    return [[what, f"{busy.task:.0f} ms", f"{busy.script:.0f} ms"] for what, busy in found.items()]


def _dragging(page: Page) -> dict[str, Busy]:
    mouse = page.mouse
    at = page.locator("[data-handle]").nth(8).bounding_box() or {"x": 0, "y": 0}
    x, y = at["x"] + 10, at["y"] + 10

    def take() -> None:
        mouse.down()
        mouse.move(x + 2, y + 12, steps=3)

    def carry() -> None:
        take()
        mouse.move(x, y - 190, steps=20)

    def carry_and_let_go() -> None:
        carry()
        let_go()

    def let_go() -> None:
        mouse.up()
        expect(page.locator("[data-saved]")).not_to_contain_text("Saving")  # six rounds bring the first order back

    def back() -> None:
        mouse.move(x, y)

    def let_go_and_back() -> None:
        let_go()
        back()

    def put_back() -> None:
        mouse.up()  # at its original place, so nothing is saved
        back()

    back()
    return {
        "a drag starts": busiest(page, take, put_back),
        "a drag goes over five rows": busiest(page, carry, let_go_and_back),
        "a drag ends, and the draft is saved": busiest(page, carry_and_let_go, back),
    }


def _with_keys(page: Page) -> dict[str, Busy]:
    press = page.keyboard.press
    page.locator("[data-handle]").nth(2).focus()
    press("Space")
    found = {
        "a step with the keys": busiest(page, lambda: press("ArrowDown")),
        "from the first place to the last": busiest(page, lambda: press("End"), lambda: press("Home")),
        "from the last place to the first": busiest(page, lambda: press("Home"), lambda: press("End")),
    }
    press("Escape")
    return found


def _filtering(page: Page) -> dict[str, Busy]:
    search = page.locator("[data-filter]")
    return {"the filter hides all rows but ten": busiest(page, lambda: search.fill("12"), lambda: search.fill(""))}


if __name__ == "__main__":
    main()
