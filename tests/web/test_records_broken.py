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


def test_a_page_that_needs_to_know_who_asks_says_so(kept: tuple[Pages, Break]) -> None:
    pages, break_by = kept
    break_by("DROP TABLE sessions")
    for address in ("/", "/orgs", SETTINGS, "/sessions", "/sign-in"):
        shown = pages.get(address)
        assert (address, shown.status, shown.h1) == (address, 503, NO_RECORDS)
    for address, status in (("/healthz", 200), ("/readyz", 503), ("/static/portal.css", 200), ("/nope", 404)):
        assert (address, pages.get(address).status) == (address, status)  # who asks does not matter there


def test_so_does_a_form(kept: tuple[Pages, Break]) -> None:
    pages, break_by = kept
    form = pages.get(SETTINGS)
    break_by("DROP TABLE sessions")
    for address in ("/sign-out", "/theme", f"{SETTINGS}/profile"):
        pages.page = form
        shown = pages.post(address, {"title": "Larkfield Air"})
        assert (address, shown.status, shown.h1) == (address, 503, NO_RECORDS)
    visitor = Pages(pages.app)
    assert visitor.get("/sign-in").status == 200
    shown = visitor.submit("/sign-in", token=ALICE)
    assert (shown.status, shown.h1) == (503, NO_RECORDS)


@pytest.mark.exhaustive
def test_a_save_that_was_done_is_no_failure(kept: tuple[Pages, Break], service: RunningService) -> None:
    pages, break_by = kept
    break_by(NOT_WRITABLE)
    assert pages.get(SETTINGS).status == 200
    shown = pages.submit(f"{SETTINGS}/profile", title="Larkfield Air")
    assert (shown.status, shown.value("title")) == (200, "Larkfield Air")
    assert ask(service, ALICE, "GET", "/v1/orgs/org_larkfield").get_json()["title"] == "Larkfield Air"


def test_pages_need_no_folder_for_compiled_templates(portal_for: PortalFor, tmp_path: Path) -> None:
    app = portal_for(INSTANCE_PATH=tmp_path / "kept")
    shutil.rmtree(tmp_path / "kept" / "templates")
    assert Pages(app).get("/sign-in").status == 200


REPLACED = "Masthead's records were deleted or replaced"


@pytest.fixture
def file(kept: tuple[Pages, Break], tmp_path: Path) -> Path:
    """The file of the database of a portal that runs, and has answered a page."""
    assert kept[0].get(SETTINGS).status == 200
    return tmp_path / "kept" / "masthead.db"


@pytest.fixture(params=["deleted", "replaced"])
def lost(request: pytest.FixtureRequest, file: Path) -> Path:
    """Where its file is now."""
    moved = file.rename(file.with_name("moved.db"))
    if request.param == "replaced":
        shutil.copy(moved, file)
    return moved


def test_a_file_that_is_gone_is_told_and_used_again_when_it_is_put_back(
    kept: tuple[Pages, Break], lost: Path, file: Path, service: RunningService, capsys: pytest.CaptureFixture[str]
) -> None:
    pages, _ = kept
    before = lost.read_bytes()
    shown = pages.get(SETTINGS)
    assert (shown.status, shown.h1) == (503, REPLACED)
    assert "restored a backup and started Masthead again" in shown.main
    sent = pages.post(f"{SETTINGS}/profile", {"title": "Larkfield Air"})
    assert (sent.status, sent.h1) == (503, REPLACED)
    assert ask(service, ALICE, "GET", "/v1/orgs/org_larkfield").get_json()["title"] == "Larkfield Freight"
    assert pages.get("/readyz").status == 503
    assert capsys.readouterr().err.count("the file of the database was deleted or replaced") == 1
    assert lost.read_bytes() == before
    lost.replace(file)
    assert pages.get(SETTINGS).status == 200
