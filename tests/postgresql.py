"""A PostgreSQL server of the tests' own, in a temporary folder, that ends when they end, however they end."""

import os
import pwd
import subprocess
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from functools import cached_property
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

import psycopg

from masthead.store.database import Database
from tests.databases import make_demo_world
from tests.restored import KEEP, RestoredDatabase

OWNER = "masthead"
START_SECONDS = 30.0

# The end of the tests is the end of the shell's input.
RUN_UNTIL_THE_TESTS_END = """
"$@" & server=$!
read -r _
kill -QUIT "$server"
wait "$server"
"""

# What is kept here is of no use after the tests, so it need not survive a power cut.
QUICK = ("-c", "fsync=off", "-c", "full_page_writes=off", "-c", "max_connections=200")


class PostgresqlServer:
    """Makes databases. Reached by a socket in its folder, so it is in nobody's way."""

    def __init__(self, programs: Path) -> None:
        self._programs = programs
        self._temporary = TemporaryDirectory(prefix="masthead-")
        self._folder = Path(self._temporary.name)
        self._names = (f"masthead_{number}" for number in count(1))
        self._user = _user()
        if self._user is not None:
            os.chown(self._folder, pwd.getpwnam(self._user).pw_uid, -1)
        self._set_up("-U", OWNER, "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync")
        self._process = self._start("-k", str(self._folder), "-h", "", *QUICK)
        self._connections = ExitStack()
        self._connection = self._first_connection()

    def _set_up(self, *options: str) -> None:
        command = [str(self._programs / "initdb"), "-D", str(self._folder / "data"), *options]
        subprocess.run(command, user=self._user, cwd="/", check=True, capture_output=True)

    def _start(self, *options: str) -> subprocess.Popen[bytes]:
        server = [str(self._programs / "postgres"), "-D", str(self._folder / "data"), *options]
        with self._log.open("wb") as said:
            return subprocess.Popen(
                ["/bin/sh", "-c", RUN_UNTIL_THE_TESTS_END, "sh", *server],
                stdin=subprocess.PIPE,
                stdout=said,
                stderr=said,
                user=self._user,
                cwd="/",
                start_new_session=True,
            )

    def _first_connection(self) -> psycopg.Connection:
        deadline = time.monotonic() + START_SECONDS
        while True:
            try:
                return self._connected("postgres")
            except psycopg.OperationalError as error:
                if self._process.poll() is not None or time.monotonic() > deadline:
                    raise RuntimeError(f"PostgreSQL does not start: {self._log.read_text()}") from error
                time.sleep(0.02)

    @property
    def _log(self) -> Path:
        return self._folder / "log"

    def _connected(self, name: str) -> psycopg.Connection:
        return self._connections.enter_context(psycopg.connect(self._address_of(name), autocommit=True))

    def _address_of(self, name: str) -> str:
        return f"postgresql://{OWNER}@/{name}?host={self._folder}"

    def empty(self) -> AbstractContextManager[str]:
        return self._for_a_while("template1")

    def with_store(self) -> AbstractContextManager[str]:
        return self._for_a_while(self._store)

    @contextmanager
    def _for_a_while(self, template: str) -> Iterator[str]:
        name = next(self._names)
        self._make(name, template)
        yield self._address_of(name)
        # Whoever is still connected is cut off.
        self._connection.execute(f"DROP DATABASE {name} WITH (FORCE)")

    def with_demo_world(self) -> RestoredDatabase:
        name = next(self._names)
        self._make(name, self._demo_world)
        return RestoredDatabase(self._address_of(name), self._connected(name))

    @cached_property
    def _demo_world(self) -> str:
        """The name of a database that others are copied from."""
        name = next(self._names)
        self._make(name)
        make_demo_world(self._address_of(name))
        with psycopg.connect(self._address_of(name)) as connection:
            connection.execute(KEEP)
        return name

    @cached_property
    def _store(self) -> str:
        """The name of another."""
        name = next(self._names)
        self._make(name)
        Database(self._address_of(name)).close()
        return name

    def _make(self, name: str, template: str = "template1") -> None:
        self._connection.execute(f"CREATE DATABASE {name} TEMPLATE {template}")

    def content(self) -> bytes:
        self._connection.execute("CHECKPOINT")
        return b"".join(file.read_bytes() for file in (self._folder / "data").rglob("*") if file.is_file())

    def close(self) -> None:
        """End it, and leave nothing of it."""
        self._connections.close()
        self._process.communicate()
        self._temporary.cleanup()


def _user() -> str | None:
    """Whom it runs as: it refuses to run as root."""
    if os.geteuid() != 0:
        return None
    names = [entry.pw_name for entry in pwd.getpwall()]
    return next(name for name in ("postgres", "nobody") if name in names)
