"""Portals reach PostgreSQL through PgBouncer, which gives each transaction whatever connection is free."""

import os
import subprocess
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import parse_qs, urlsplit

import pytest
from sqlalchemy import select

from masthead.store.database import Database
from masthead.store.tables.records import sessions
from scripts import programs
from tests.deploy.proxies import free_port, wait_for
from tests.pages.pages import Pages
from tests.portals import PortalFor
from tests.postgresql import PostgresqlServer
from tests.records import ask
from tests.world import ALICE, RunningService

SETTINGS = """
[databases]
{name} = host={host} dbname={name} user={user}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = {port}
unix_socket_dir =
auth_type = any
auth_file = {folder}/users
pool_mode = transaction
default_pool_size = 4
logfile = {folder}/log
"""
EDIT = "/orgs/org_larkfield/sites/site_docs/edit"
SITE = "/v1/orgs/org_larkfield/sites/site_docs"
PEOPLE, ROUNDS = 6, 200


@contextmanager
def pgbouncer(address: str) -> Iterator[str]:
    """The address of the database through it."""
    parts, port = urlsplit(address), free_port()
    name, host, user = parts.path.removeprefix("/"), parse_qs(parts.query)["host"][0], parts.username
    program = programs.find("pgbouncer", os.environ)
    assert program, programs.missing_message("pgbouncer")
    with TemporaryDirectory(prefix="masthead-pgbouncer-") as made:
        folder = Path(made)
        folder.chmod(0o777)  # it refuses to run as root
        (folder / "users").write_text(f'"{user}" ""\n')
        (folder / "ini").write_text(SETTINGS.format(name=name, host=host, user=user, port=port, folder=folder))
        command = [str(program), *(["-u", "postgres"] if os.geteuid() == 0 else []), str(folder / "ini")]
        environment = {**os.environ, "LD_LIBRARY_PATH": programs.library_path()}
        with subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL) as process:
            try:
                wait_for(port, process, folder / "log")
                yield f"postgresql://{user}@127.0.0.1:{port}/{name}?prepare_threshold=none"
            finally:
                process.terminate()


@pytest.mark.exhaustive
def test_people_work_at_once(postgresql_server: PostgresqlServer) -> None:
    with postgresql_server.with_store() as address, pgbouncer(address) as through:
        database = Database(through)

        def read_and_write(_: int) -> list[bool]:
            with database.reading() as connection:
                connection.execute(select(sessions.c.id)).all()
            return [database.is_ready(), database.is_ready()]

        with ThreadPoolExecutor(PEOPLE) as pool:
            worked = [*pool.map(read_and_write, range(ROUNDS))]
        database.close()
    assert worked == [[True, True]] * ROUNDS


def test_a_portal_works(postgresql_server: PostgresqlServer, portal_for: PortalFor, service: RunningService) -> None:
    with postgresql_server.with_store() as address, pgbouncer(address) as through:
        pages = Pages(portal_for(DATABASE_URL=through)).sign_in(ALICE)
        assert [pages.get(EDIT).status for _ in range(10)] == [200] * 10
        pages.submit(EDIT, {"title": "Docs behind a pooler"}, press="Save changes")
        assert ask(service, ALICE, "GET", SITE).get_json()["title"] == "Docs behind a pooler"
