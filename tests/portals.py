"""Portals for the tests: real ones, each with a folder of its own."""

from collections.abc import Callable
from functools import cache
from http.cookies import SimpleCookie
from pathlib import Path
from tempfile import TemporaryDirectory

from flask import Flask, Response
from sqlalchemy import delete, select

from app import create_app
from blueprints.account import DEMO_PEOPLE
from masthead.store.journal.seals import ANCHOR_FILE
from masthead.store.tables import metadata
from masthead.store.tables.records import attempts, generations, key_ring, known_objects, sessions
from masthead.web.person import sign_in
from masthead.web.person.portal import get_portal
from tests.disk import do_not_wait_for_the_disk, no_waiting_for_the_disk
from tests.stores import make_store

KEPT = {attempts, generations, key_ring, known_objects, sessions}
"""What a portal that runs relies on; what is known is forgotten by `forget_known`."""
PortalFor = Callable[..., Flask]
"""Makes a portal with these settings, by name."""


def make_portal(api: str, folder: Path, **settings: object) -> Flask:
    """A portal in demo mode, for the API at this address; signing in is not limited unless `settings` say so."""
    folder.mkdir(mode=0o700, exist_ok=True)
    make_store(folder / "masthead.db")
    if not (folder / "templates").exists():
        (folder / "templates").symlink_to(_compiled_templates().name)
    usual = {
        "API_BASE_URL": api,
        "INSTANCE_PATH": folder,
        "DEMO": True,
        "SIGN_IN_LIMIT": "1000/second",
        "BACKGROUND_READING": False,  # its calls would come between those that tests count
    }
    with no_waiting_for_the_disk():
        app = create_app(usual | settings)
    with get_portal(app).store.database.reading() as connection:
        do_not_wait_for_the_disk(connection)
    return app


@cache
def _compiled_templates() -> TemporaryDirectory[str]:
    """Where all portals of this process keep them: compiling takes most of the time of a page that is drawn once."""
    return TemporaryDirectory(prefix="masthead-templates-")


def forget_changes(app: Flask) -> None:
    """Begin with empty records, but for what is KEPT."""
    with get_portal(app).store.database.writing() as connection:
        for table in reversed(metadata.sorted_tables):
            if table not in KEPT:
                connection.execute(delete(table))
    (get_portal(app).settings.instance_path / ANCHOR_FILE).unlink(missing_ok=True)


def forget_known(app: Flask) -> None:
    """Begin with nothing known to anybody."""
    parts = get_portal(app)
    with parts.store.database.reading() as connection:
        owners = connection.scalars(select(known_objects.c.owner).distinct()).all()
    for owner in owners:
        parts.store.directory.forget_all(owner)


def session_of(app: Flask, token: str) -> tuple[str, str]:
    """The cookie of somebody who has signed in, name and value, as the sign-in page would give it: it takes longer."""
    name = next(person.name for person in DEMO_PEOPLE if person.token == token)
    with app.test_request_context(headers={"User-Agent": "Tests"}):
        response = sign_in.sign_in(Response(), sign_in.token_credentials(token), name)
    ((cookie, morsel),) = SimpleCookie(response.headers["Set-Cookie"]).items()
    return cookie, morsel.value


def close_portal(app: Flask) -> None:
    """Let go of what the portal holds open."""
    parts = get_portal(app)
    parts.transport.close()
    parts.store.close()
