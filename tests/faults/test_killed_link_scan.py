"""A portal that is killed while it scans links: no page is lost, and none is counted twice."""

import random
import sqlite3
from contextlib import closing
from pathlib import Path

from masthead.lookup.link_scan import AT_ONCE
from masthead.store.link_scans.scans import LinkScan
from masthead.web.person.portal import get_portal
from tests.faults.hostile import Talk
from tests.faults.link_pages import LINKS, LinkPages, page_id
from tests.faults.program import Program
from tests.portals import close_portal, make_portal
from tests.wire import Wire
from tests.world import ALICE, RunningService

HERE = "/orgs/org_larkfield/link-health"
PAGES, KILLS = 120, 4


def start(wire: Wire, folder: Path, before: Program | None = None) -> Program:
    """A portal in which Alice is signed in, and in which nobody holds the scan any more."""
    program = Program(wire.url, folder)
    if before is None:
        program.send("/sign-in", program.open("/sign-in") | {"token": ALICE})
    else:
        program.browser = before.browser
    with closing(sqlite3.connect(folder / "masthead.db", timeout=20)) as store, store:
        store.execute("UPDATE link_scans SET lease_until = 0")
    return program


def state_in(folder: Path) -> str:
    with closing(sqlite3.connect(folder / "masthead.db", timeout=20)) as store:
        (state,) = store.execute("SELECT state FROM link_scans").fetchone()
    return str(state)


def scanned(service: RunningService, folder: Path, pages: LinkPages, seed: int) -> LinkScan:
    """A scan in a portal that was killed at random moments, before an answer and after one in turn."""
    chance = random.Random(seed)  # noqa: S311 - the same moments each time
    points = set(chance.sample(range(pages.count), KILLS))
    with Wire(service) as wire:
        program = start(wire, folder)

        def answer(talk: Talk) -> bool:
            if LINKS.fullmatch(talk.asked.path) and sum(pages.asked.values()) in points:
                points.remove(sum(pages.asked.values()))
                if len(points) % 2:
                    pages.answers(talk)
                program.kill()
                return False
            answered = pages.answers(talk)
            return wire.pass_on(talk) if answered is None else answered

        wire.faults["GET"] = answer
        program.send(HERE, program.open(f"{HERE}/new") | {"others": "space_guide"})
        for _ in range(pages.count):
            if state_in(folder) != "running":
                break
            if program.is_killed:
                program = start(wire, folder, program)
            program.send(f"{HERE}/go-on", program.open(HERE))
        program.kill()
        app = make_portal(wire.url, folder)
        store = get_portal(app).store
        (scan,) = store.link_scans.list_scans(store.keys.owner_of(ALICE), "org_larkfield")
        found = [each.page.id for each in store.link_findings.iterate_breaks(scan.number)]
        close_portal(app)
    assert points == set()
    assert found == [page_id(number) for number in range(0, pages.count, 10)]
    return scan


def test_killed_at_some_points_and_resumed(service: RunningService, tmp_path: Path) -> None:
    pages = LinkPages(PAGES)
    pages.gone = {page_id(33), page_id(44)}
    scan = scanned(service, tmp_path, pages, seed=120)
    assert (scan.state, scan.pages, scan.read, scan.gone, scan.unread) == ("done", PAGES, PAGES - 2, 2, 0)
    assert (scan.broken, scan.calls) == (PAGES // 10, PAGES + 1)
    assert set(pages.asked) == {page_id(number) for number in range(PAGES)}
    assert sum(pages.asked.values()) - PAGES <= KILLS * AT_ONCE, "only what was under way is asked for again"
