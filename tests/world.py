"""The service with its demo world, running within the tests: real HTTP, a real database, fresh in a millisecond."""

import json
import random
import socket
import threading
import time
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any

from werkzeug.serving import BaseWSGIServer, WSGIRequestHandler, make_server

from service.app import create_service
from service.identity.tokens import TokenIssuer
from service.rehearsal.middleware import Switchboard
from service.rehearsal.switches import Switches, parse_switches
from service.settings import ServiceSettings, utc_now
from service.storage.database import database_url
from tests.databases import DemoDatabase, SqliteFile
from tests.disk import do_not_wait_for_the_disk

HOST = "127.0.0.1"
PORTS = (10_000, 29_999)
MAX_SECONDS_IN_USE = 10.0

ALICE, BOB, CHARLIE, DANA = "demo-alice", "demo-bob", "demo-charlie", "demo-dana"
"""Tokens: Alice administers the first organization, Bob edits, Charlie reads; Dana administers the second."""


class _QuietHandler(WSGIRequestHandler):
    def log_request(self, code: int | str = "-", size: int | str = "-") -> None:
        """Say nothing: what matters to a test, it asserts."""


class RunningService:
    """The service at `url`, with a database of the demo world, as a WSGI application too: `app`.

    `stop` and `start` take it off the network and back to the same address.
    """

    def __init__(
        self,
        database: DemoDatabase,
        clock: Callable[[], datetime] = utc_now,
        switches: Switches | None = None,
        token_issuer: TokenIssuer | None = None,
    ) -> None:
        self._kept_port = _keep_port()
        self.port: int = self._kept_port.getsockname()[1]
        self.url = f"http://{HOST}:{self.port}"
        self.database = database
        settings = ServiceSettings(
            database_url(database.address),
            self.url,
            demo=True,
            clock=clock,
            switches=switches,
            token_issuer=token_issuer,
        )
        self.app = create_service(settings)
        with self.app.extensions["runtime"].database.reading() as connection:
            do_not_wait_for_the_disk(connection)
        self._server: BaseWSGIServer | None = None
        self.start()

    def start(self) -> None:
        """Answer again, at the same address."""
        if self._server is None:
            self._serve(_listen(self.port))

    def stop(self) -> None:
        """Refuse connections from now on; what is kept stays."""
        if self._server is not None:
            self._server.shutdown()
            self._server.server_close()
            self._server = None

    def reset(self) -> None:
        """Bring the demo world back to what it was. No request may be under way."""
        self.database.restore()

    def turn(self, **switches: Any) -> None:  # noqa: ANN401 - as JSON has them
        """Turn the switches of a service that was started with some; what is not said is as usual again."""
        self.switchboard.set_switches(parse_switches(json.dumps(switches).encode()))

    @property
    def switchboard(self) -> Switchboard:
        """How the switches stand, where there are any."""
        board: Switchboard = self.app.extensions["switchboard"]
        return board

    def close(self) -> None:
        """Stop for good, and let go of the database."""
        self.stop()
        self._kept_port.close()
        self.app.extensions["runtime"].database.close()
        self.database.close()

    def _serve(self, listening: socket.socket) -> None:
        with listening:  # the server makes a copy
            self._server = make_server(
                HOST, self.port, self.app, threaded=True, request_handler=_QuietHandler, fd=listening.fileno()
            )
        # The server looks this often, in seconds, whether it shall stop.
        threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True).start()


def _listen(port: int) -> socket.socket:
    """Listen at the port again; on a busy machine it was seen to be in use for a moment after it was let go."""
    until = time.monotonic() + MAX_SECONDS_IN_USE
    while True:
        try:
            return socket.create_server((HOST, port))
        except OSError:
            if time.monotonic() > until:
                raise
            time.sleep(0.02)


def _keep_port() -> socket.socket:
    """A port that stays ours while the service is stopped: bound, never listening.

    It is none of those that systems give to connections and to servers that ask for any free port.
    """
    while True:
        kept = socket.socket()
        try:
            kept.bind((HOST, random.randint(*PORTS)))  # noqa: S311 - chance is to avoid others, not to be secret
        except OSError:
            kept.close()
            continue
        # Only now: with it we would be given a port that another test keeps in the same way.
        kept.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        return kept


def start_service(folder: Path) -> RunningService:
    """Serve the demo world on a free port of this machine, from a file in the folder; `close` it at the end."""
    return RunningService(SqliteFile(folder / "service.db"))
