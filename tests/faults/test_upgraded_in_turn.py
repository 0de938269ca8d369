"""Two portals share PostgreSQL and are upgraded one after the other, while somebody works."""

import shutil
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from threading import Event

import pytest
from sqlalchemy import create_engine, text

from masthead.store.tables import VERSION
from tests.house.sources import ROOT
from tests.postgresql import PostgresqlServer
from tests.records import ask
from tests.soak.browser import Browser, Exchange, fill
from tests.soak.portals import Portals, portals
from tests.world import ALICE, RunningService

SITES = "/orgs/org_larkfield/sites"
LATER = f"{int(VERSION) + 1:04}"
MIGRATION = f'''"""What a later version adds."""

import sqlalchemy as sa
from alembic import op

revision = "{LATER}"
down_revision = "{VERSION}"


def upgrade() -> None:
    for name in ("sessions", "submissions", "journal", "drafts"):
        op.add_column(name, sa.Column("later", sa.Text))
    op.create_table("later_things", sa.Column("id", sa.Text, primary_key=True))
'''
NOT_CODE = shutil.ignore_patterns(".git", ".venv", "*_cache", "node_modules", "tests", "instance", "docs")


@pytest.fixture
def later(tmp_path: Path) -> Path:
    """The folder of a version whose tables have more."""
    code = tmp_path / "later"
    shutil.copytree(ROOT, code, ignore=NOT_CODE)
    tables = code / "masthead" / "store" / "tables" / "metadata.py"
    tables.write_text(tables.read_text().replace(f'VERSION = "{VERSION}"', f'VERSION = "{LATER}"', 1))
    (code / "masthead" / "store" / "migrations" / "versions" / f"{LATER}_more.py").write_text(MIGRATION)
    return code


def _create_sites(browser: Browser, is_done: Event) -> Iterator[str]:
    """The titles that a page said were saved."""
    number = 0
    while not is_done.is_set():
        number += 1
        typed = {"title": f"Site {number}", "visibility": "public"}
        form = fill(browser.get(f"{SITES}/new"), f"{SITES}/new", typed, "Create site")
        answer = browser.post(f"{SITES}/new", form)
        if answer is not None and answer.location.startswith(f"{SITES}/site_"):
            yield f"Site {number}"


def _version(database: str) -> str:
    engine = create_engine(database.replace("postgresql://", "postgresql+psycopg://"))
    with engine.begin() as connection:
        version = connection.execute(text("SELECT version_num FROM alembic_version")).scalar_one()
    engine.dispose()
    return str(version)


def _upgrade(opened: Portals, database: str, later: Path) -> list[str]:
    """Restart each, the versions of the tables after each restart."""
    opened.upgrade(0, later)
    first = _version(database)
    opened.restart(1)  # the version of before, on the tables of the later one
    second = _version(database)
    opened.upgrade(1, later)
    return [first, second, _version(database)]


@pytest.mark.exhaustive
def test_portals_are_upgraded_one_after_the_other(
    postgresql_server: PostgresqlServer, tmp_path: Path, later: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    exchanges, is_done = list[Exchange](), Event()
    with ExitStack() as stack:
        database = stack.enter_context(postgresql_server.with_store())
        service = RunningService(postgresql_server.with_demo_world())
        stack.callback(service.close)
        opened = stack.enter_context(portals(service.url, tmp_path, database))
        browser = Browser(opened, exchanges.append)
        browser.post("/sign-in", fill(browser.get("/sign-in"), "/sign-in", {"token": ALICE}, "Sign in"))
        with ThreadPoolExecutor(1) as pool:
            working = pool.submit(lambda: [*_create_sites(browser, is_done)])
            try:
                versions = _upgrade(opened, database, later)
            finally:
                is_done.set()
            saved = working.result()
        listed = ask(service, ALICE, "GET", "/v1/orgs/org_larkfield/sites?limit=100").get_json()["items"]
    assert versions == [LATER] * 3
    assert len(saved) > 3
    assert {*saved} <= {each["title"] for each in listed}
    assert max(each.status for each in exchanges) < 500
    assert "Traceback" not in capfd.readouterr().err
