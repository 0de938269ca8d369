"""`python -m bench.paths`: modules, API calls and write transactions of one saved title and one moved row."""

import logging
import sys
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FrameType
from typing import Any

from flask import Flask
from sqlalchemy import event

from bench.running import ROOT
from bench.tables import heading, say, table
from masthead.web.person.portal import get_portal
from tests.asked import Log, listen
from tests.pages.pages import Pages
from tests.portals import close_portal, make_portal
from tests.world import ALICE, start_service

SITE, STRUCTURE = "/orgs/org_larkfield/sites/site_docs", "/orgs/org_larkfield/sites/site_help/structure"
MOVED = "sitespace_help_releases"
PORTAL = ("app.py", "blueprints/", "contract/", "fetching/", "masthead/")
OF_THE_SERVICE = "process_request_thread"


@dataclass
class Trail:
    """Entered modules, API calls as `METHOD path`, and the number of write transactions."""

    modules: set[str] = field(default_factory=set)
    calls: list[str] = field(default_factory=list)
    transactions: int = 0

    def joined(self, later: "Trail") -> "Trail":
        return Trail(self.modules | later.modules, self.calls + later.calls, self.transactions + later.transactions)

    @property
    def packages(self) -> str:
        """Count the modules of each package, most first."""
        counts = Counter("/".join(Path(each).parts[:2]) for each in self.modules)
        return ", ".join(f"{name} {count}" for name, count in counts.most_common())


def main() -> None:
    say(heading("python -m bench.paths"))
    logging.disable()
    with TemporaryDirectory() as folder, _world(Path(folder)) as (pages, log):
        applied, report = moved_row(pages, log)
        found = {
            "a saved title": saved_title(pages, log),
            "a moved row, applied": applied,
            "a moved row, with its report": report,
        }
    say(table(["", "portal modules", "API calls", "write transactions"], [_row(*each) for each in found.items()]))
    for name, trail in found.items():
        say(f"Modules of {name}: {trail.packages}\n")
        say("".join(f"- {line}\n" for line in trail.calls))


@contextmanager
def _world(folder: Path) -> Iterator[tuple[Pages, Log]]:
    service = start_service(folder)
    app = make_portal(service.url, folder / "portal")
    try:
        yield Pages(app).sign_in(ALICE), listen(service)
    finally:
        close_portal(app)
        service.close()


def saved_title(pages: Pages, log: Log) -> Trail:
    """From the press of Save to the redirect; the form was opened just before."""
    pages.get(f"{SITE}/edit")
    with followed(pages.app, log) as trail:
        page = pages.submit(f"{SITE}/edit", title="Larkfield Guides", follow=False)
    page = pages.get(page.headers["Location"])
    if page.toasts != ["Larkfield Guides was saved."]:
        raise RuntimeError(f"The title was not saved: {page.toasts}")
    return trail


def moved_row(pages: Pages, log: Log) -> tuple[Trail, Trail]:
    """From the press of Apply to the redirect, and on to the report; the draft was made and reviewed before.

    The second trail contains the first one.
    """
    pages.get(STRUCTURE)
    pages.post(STRUCTURE, {"do": "place", "line": "section:", "item": MOVED})
    pages.get(f"{STRUCTURE}/review")
    with followed(pages.app, log) as applied:
        page = pages.submit(f"{STRUCTURE}/review", press="Apply 1 change", follow=False)
    with followed(pages.app, log) as shown:
        page = pages.get(page.headers["Location"])
    if "Undo bulk change" not in page.main:
        raise RuntimeError("The bulk change did not end within its first request")
    return applied, applied.joined(shown)


@contextmanager
def followed(app: Flask, log: Log) -> Iterator[Trail]:
    """Record a trail while the block runs, in every thread except the service's."""
    trail, before = Trail(), len(log.all)
    engine = get_portal(app).store.database._engine  # noqa: SLF001 - transactions have no public hook

    def count(_: Any, __: Any, statement: str, *___: Any) -> None:  # noqa: ANN401 - SQLAlchemy's signature
        trail.transactions += statement == "BEGIN IMMEDIATE"

    event.listen(engine, "before_cursor_execute", count)
    profile = _noting(trail.modules)
    threading.setprofile(profile)
    sys.setprofile(profile)
    try:
        yield trail
    finally:
        sys.setprofile(None)
        threading.setprofile(None)
        event.remove(engine, "before_cursor_execute", count)
        trail.calls = log.lines[before:]


def _noting(modules: set[str]) -> Callable[[FrameType, str, Any], None]:
    beginning = f"{ROOT}/"

    def note(frame: FrameType, kind: str, _: Any) -> None:  # noqa: ANN401 - Python's signature
        file = frame.f_code.co_filename
        if kind == "call" and file.startswith(beginning) and OF_THE_SERVICE not in threading.current_thread().name:
            name = file.removeprefix(beginning)
            if name.startswith(PORTAL):
                modules.add(name)

    return note


def _row(name: str, trail: Trail) -> list[str]:
    return [name, str(len(trail.modules)), str(len(trail.calls)), str(trail.transactions)]


if __name__ == "__main__":
    main()
