"""Portals that share a database, each with a folder of its own; any of them may be killed, stopped and started."""

import os
import random
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from threading import Lock
from typing import IO
from urllib.parse import urlsplit

from tests.faults.program import SECONDS, Program

KEY = "4f1d7c0a9b83e652d1c7f0b6a5948e3372615fd0c9be8a47"
PORTALS = 2


class Portals:
    """Two programs. `said` is the file that they write their log into, where that is not the one of the tests."""

    def __init__(self, api: str, folder: Path, database: str, said: IO[str] | None = None, **more: str) -> None:
        self._api, self._folder, self._said = api, folder, said
        self._settings = {"DATABASE_URL": database, "SECRET_KEY": KEY, "SIGN_IN_LIMIT": "1000/second"} | more
        self._code: dict[int, Path] = {}
        self._lock = Lock()
        self._turn = count()
        self._programs = [self._start(place) for place in range(PORTALS)]

    def _start(self, place: int) -> Program:
        return Program(self._api, self.folder(place), self._said, code=self._code.get(place), **self._settings)

    def folder(self, place: int) -> Path:
        """Where the files of one are."""
        return self._folder / f"portal-{place}"

    def next(self) -> tuple[str, int]:
        """Host and port of the one whose turn it is."""
        with self._lock:
            url = urlsplit(self._programs[next(self._turn) % PORTALS].url)
        return str(url.hostname), int(url.port or 0)

    def kill(self, place: int) -> None:
        """End one with a SIGKILL, and start it again."""
        self._programs[place].kill()
        self._start_again(place)

    def restart(self, place: int) -> None:
        """End one as a server's manager does, and start it again."""
        self._programs[place].stop()
        self._start_again(place)

    def upgrade(self, place: int, code: Path) -> None:
        """Restart one with the version in this folder."""
        self._code[place] = code
        self.restart(place)

    def kill_worker(self, place: int) -> None:
        """End one of the processes that answer; gunicorn starts another."""
        before = self._programs[place].workers
        os.kill(random.choice(before), signal.SIGKILL)  # noqa: S311 - any of them
        until = time.monotonic() + SECONDS
        while self._programs[place].workers == before or len(self._programs[place].workers) < len(before):
            if time.monotonic() > until:
                raise RuntimeError("no new worker")
            time.sleep(0.05)

    def _start_again(self, place: int) -> None:
        program = self._start(place)
        program.open("/healthz")
        with self._lock:
            self._programs[place] = program

    def wait(self) -> None:
        """Until both answer."""
        for program in self._programs:
            program.open("/healthz")

    def close(self) -> None:
        """End both at once."""
        for program in self._programs:
            program.kill()


@contextmanager
def portals(api: str, folder: Path, database: str, said: IO[str] | None = None, **more: str) -> Iterator[Portals]:
    """They end with the block."""
    opened = Portals(api, folder, database, said, **more)
    try:
        opened.wait()
        yield opened
    finally:
        opened.close()
