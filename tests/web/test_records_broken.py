"""The portal cannot read or write its own records: pages say so as pages, and a save that was done is told as done."""

import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from tests.pages.pages import Pages
from tests.portals import PortalFor
from tests.records import ask
from tests.world import ALICE, RunningService

ORG = "/orgs/org_larkfield"
SETTINGS = f"{ORG}/settings"
NO_RECORDS = "Masthead can't reach its own records"
NOT_WRITABLE = "CREATE TRIGGER full BEFORE UPDATE ON sessions BEGIN SELECT RAISE(FAIL, 'disk full'); END"
Break = Callable[[str], None]


@pytest.fixture
def kept(portal_for: PortalFor, tmp_path: Path) -> tuple[Pages, Break]:
    """Alice's browser at a portal of her own, and a way to break its records by SQL."""
    pages = Pages(portal_for(INSTANCE_PATH=tmp_path / "kept")).sign_in(ALICE)

    def by(statement: str) -> None:
        with closing(sqlite3.connect(tmp_path / "kept" / "masthead.db")) as connection:
            connection.execute(statement)

    return pages, by


@pytest.mark.parametrize("address", ["/", "/orgs", SETTINGS, "/sessions", "/sign-in"])
def test_a_page_that_needs_to_know_who_asks_says_so(kept: tuple[Pages, Break], address: str) -> None:
    pages, break_by = kept
    break_by("DROP TABLE sessions")
    shown = pages.get(address)
    assert (shown.status, shown.h1) == (503, NO_RECORDS)


@pytest.mark.parametrize("address", ["/sign-out", "/theme", f"{SETTINGS}/profile"])
def test_so_does_a_form(kept: tuple[Pages, Break], address: str) -> None:
    pages, break_by = kept
    pages.get(SETTINGS)
    break_by("DROP TABLE sessions")
    shown = pages.post(address, {"title": "Larkfield Air"})
    assert (shown.status, shown.h1) == (503, NO_RECORDS)


@pytest.mark.parametrize(
    ("address", "status"), [("/healthz", 200), ("/readyz", 503), ("/static/portal.css", 200), ("/nope", 404)]
)
def test_what_does_not_depend_on_who_asks_is_answered(kept: tuple[Pages, Break], address: str, status: int) -> None:
    pages, break_by = kept
    break_by("DROP TABLE sessions")
    assert pages.get(address).status == status


def test_a_visitor_still_gets_to_the_sign_in(kept: tuple[Pages, Break]) -> None:
    kept[1]("DROP TABLE sessions")
    visitor = Pages(kept[0].app)
    assert visitor.get("/sign-in").status == 200
    shown = visitor.submit("/sign-in", token=ALICE)
    assert (shown.status, shown.h1) == (503, NO_RECORDS)


def test_pages_are_read_when_nothing_can_be_written(kept: tuple[Pages, Break]) -> None:
    pages, break_by = kept
    break_by(NOT_WRITABLE)
    assert pages.get(SETTINGS).status == 200


@pytest.mark.exhaustive
def test_a_save_that_was_done_is_no_failure(kept: tuple[Pages, Break], service: RunningService) -> None:
    pages, break_by = kept
    pages.get(SETTINGS)
    break_by(NOT_WRITABLE)
    shown = pages.submit(f"{SETTINGS}/profile", title="Larkfield Air")
    assert (shown.status, shown.value("title")) == (200, "Larkfield Air")
    assert ask(service, ALICE, "GET", "/v1/orgs/org_larkfield").get_json()["title"] == "Larkfield Air"


def test_pages_need_no_folder_for_compiled_templates(portal_for: PortalFor, tmp_path: Path) -> None:
    app = portal_for(INSTANCE_PATH=tmp_path / "kept")
    shutil.rmtree(tmp_path / "kept" / "templates")
    assert Pages(app).get("/sign-in").status == 200
