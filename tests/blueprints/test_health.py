"""What machines that watch are told."""

import sqlite3
from contextlib import closing

import pytest
from flask import Flask

from tests.pages.pages import Pages
from tests.portals import PortalFor
from tests.wire import Wire
from tests.world import RunningService
from web.person.portal import portal_of


def test_the_portal_is_alive_without_the_api(visitor: Pages, service: RunningService) -> None:
    service.stop()
    try:
        shown = visitor.get("/healthz")
    finally:
        service.start()
    assert (shown.status, shown.response.get_json()) == (200, {"status": "alive"})


def test_it_is_ready_with_all_that_it_needs(visitor: Pages) -> None:
    shown = visitor.get("/readyz")
    assert (shown.status, shown.response.get_json()) == (200, {"database": "ready", "api": "ready"})


def test_the_api_is_asked_once_however_often_the_page_is(portal_for: PortalFor, wire: Wire) -> None:
    watcher = Pages(portal_for(API_BASE_URL=wire.url))
    for _ in range(5):
        watcher.get("/readyz")
    assert wire.seen == {"GET": 1}


@pytest.mark.exhaustive
def test_it_is_not_ready_where_the_database_cannot_be_written(portal_for: PortalFor) -> None:
    app: Flask = portal_for()
    with closing(sqlite3.connect(portal_of(app).settings.instance_path / "masthead.db")) as other:
        other.execute("BEGIN IMMEDIATE")
        shown = Pages(app).get("/readyz")
    assert (shown.status, shown.response.get_json()["database"]) == (503, "not ready")


def test_it_is_ready_without_the_api(portal_for: PortalFor, service: RunningService) -> None:
    watcher = Pages(portal_for())
    service.stop()
    try:
        shown = watcher.get("/readyz")
    finally:
        service.start()
    assert (shown.status, shown.response.get_json()) == (200, {"database": "ready", "api": "not ready"})


def test_it_is_not_ready_without_its_database(portal_for: PortalFor) -> None:
    app: Flask = portal_for()
    folder = portal_of(app).settings.instance_path
    portal_of(app).store.database.close()
    for file in folder.glob("masthead.db*"):
        file.unlink()
    (folder / "masthead.db").mkdir()
    shown = Pages(app).get("/readyz")
    assert (shown.status, shown.response.get_json()) == (503, {"database": "not ready", "api": "ready"})
