"""The service, the portal and the people of the demo world: real HTTP between them, and nothing patched."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from masthead.web.http.settings import ROOT
from masthead.web.person.portal import get_portal
from scripts import assets, postgresql
from tests.asked import Log, listen
from tests.databases import Databases, SqliteFiles
from tests.faults.clock import Clock
from tests.pages.pages import Pages
from tests.portals import PortalFor, close_portal, forget_changes, forget_known, make_portal, session_of
from tests.postgresql import PostgresqlServer
from tests.wire import Wire
from tests.world import ALICE, BOB, CHARLIE, DANA, RunningService, start_service

pytest_plugins = ["tests.quick"]
EVERYTHING = ("/",)


def pytest_configure(config: pytest.Config) -> None:
    """Test the static files as they are now, once for all processes."""
    config.addinivalue_line("markers", "postgresql: run this test on SQLite, then on PostgreSQL")
    if not hasattr(config, "workerinput"):
        assets.main(ROOT / "static")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run on both kinds of database what says that it finds more that way; the rest runs on SQLite."""
    if "databases" in metafunc.fixturenames and metafunc.definition.get_closest_marker("postgresql"):
        metafunc.parametrize("databases", ["sqlite", "postgresql"], indirect=True, scope="session")


@pytest.fixture(scope="session")
def postgresql_server() -> Iterator[PostgresqlServer]:
    """The PostgreSQL of this process."""
    programs = postgresql.find(os.environ)
    assert programs, postgresql.MISSING
    server = PostgresqlServer(programs)
    yield server
    server.close()


@pytest.fixture(scope="session")
def databases(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Databases:
    """Makes databases: files of SQLite, and in a second run of a test marked `postgresql` those of a server."""
    if getattr(request, "param", "sqlite") == "sqlite":
        return SqliteFiles(tmp_path_factory.mktemp("databases"))
    server: PostgresqlServer = request.getfixturevalue("postgresql_server")
    return server


@pytest.fixture
def empty_database(databases: Databases) -> Iterator[str]:
    """The address of a database with nothing in it."""
    with databases.empty() as address:
        yield address


@pytest.fixture(scope="session")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[RunningService, Log]]:
    """The service of this process, and the notes of what it is asked."""
    service = start_service(tmp_path_factory.mktemp("service"))
    yield service, listen(service)
    service.close()


@pytest.fixture(scope="session")
def portal_of_all(running: tuple[RunningService, Log], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """The portal of this process."""
    app = make_portal(running[0].url, tmp_path_factory.mktemp("portal"))
    yield app
    close_portal(app)


@pytest.fixture
def service(running: tuple[RunningService, Log]) -> RunningService:
    """The service with the demo world as it was in the beginning."""
    served, log = running
    served.reset()
    log.clear()
    return served


@pytest.fixture
def asked(running: tuple[RunningService, Log], service: RunningService) -> Log:
    """What the service is asked during this test."""
    assert service is running[0]
    return running[1]


@pytest.fixture
def portal(portal_of_all: Flask, service: RunningService) -> Flask:
    """The portal, with nothing remembered or known from the tests before, and an empty journal."""
    assert portal_of_all.config["API_BASE_URL"] == service.url
    parts = get_portal(portal_of_all)
    for token in (ALICE, BOB, CHARLIE, DANA):
        parts.store.responses.forget(parts.store.keys.owner_of(token), EVERYTHING)
    forget_known(portal_of_all)
    forget_changes(portal_of_all)
    return portal_of_all


@pytest.fixture
def portal_for(service: RunningService, tmp_path: Path) -> Iterator[PortalFor]:
    """Makes a portal of the test's own, with other settings than usual."""
    made: list[Flask] = []

    def make(**settings: object) -> Flask:
        made.append(make_portal(service.url, tmp_path / f"portal-{len(made)}", **settings))
        return made[-1]

    yield make
    for app in made:
        close_portal(app)


@pytest.fixture
def visitor(portal: Flask) -> Pages:
    """A browser of someone who has not signed in."""
    return Pages(portal)


@pytest.fixture
def alice(portal: Flask, asked: Log) -> Pages:
    """The browser of Alice, who administers Larkfield Freight."""
    return _signed_in(portal, ALICE, asked)


@pytest.fixture
def bob(portal: Flask, asked: Log) -> Pages:
    """The browser of Bob, who edits content there and administers nothing."""
    return _signed_in(portal, BOB, asked)


@pytest.fixture
def charlie(portal: Flask, asked: Log) -> Pages:
    """The browser of Charlie, who reads there."""
    return _signed_in(portal, CHARLIE, asked)


@pytest.fixture
def dana(portal: Flask, asked: Log) -> Pages:
    """The browser of Dana, who administers Orchard Street Clinic and is a stranger at Larkfield."""
    return _signed_in(portal, DANA, asked)


@pytest.fixture
def clock() -> Clock:
    """Time that passes when the test says so."""
    return Clock()


def _signed_in(portal: Flask, token: str, asked: Log) -> Pages:
    pages = Pages(portal)
    pages.client.set_cookie(*session_of(portal, token))
    asked.clear()
    return pages


@pytest.fixture
def wire(service: RunningService) -> Iterator[Wire]:
    """The wire between a portal and the service, on which things can go wrong."""
    with Wire(service) as wire:
        yield wire


@pytest.fixture
def distant(portal_for: PortalFor, wire: Wire) -> Pages:
    """The browser of Alice at a portal of her own, at the other end of the wire."""
    return Pages(portal_for(API_BASE_URL=wire.url)).sign_in(ALICE)
