"""A portal that is killed while it saves: afterwards the journal tells the truth, and a look settles what is open."""

import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
import requests

from tests.faults.hostile import Talk
from tests.pages.pages import Pages
from tests.portals import close_portal, make_portal
from tests.records import ask
from tests.wire import Wire
from tests.world import ALICE, RunningService

EDIT = "/orgs/org_larkfield/sites/site_docs/edit"
JOURNAL = "/orgs/org_larkfield/journal"
SECONDS = 20
LONGER_THAN_ANY_CALL = 60
INPUT = re.compile(r'name="(csrf_token|was|form_key)" value="([^"]*)"')


class Program:
    """The portal as it is run, with its files in a folder."""

    def __init__(self, api: str, folder: Path) -> None:
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.url = f"http://127.0.0.1:{free.getsockname()[1]}"
        settings = {"MASTHEAD_API_BASE_URL": api, "MASTHEAD_INSTANCE_PATH": str(folder), "MASTHEAD_DEMO": "true"}
        command = [sys.executable, "-m", "gunicorn", "--bind", self.url.removeprefix("http://"), "app:create_app()"]
        self._process = subprocess.Popen(command, env={**os.environ, **settings}, start_new_session=True)
        self.browser = requests.Session()

    def open(self, path: str) -> dict[str, str]:
        """The hidden inputs of a page; waits for a portal that starts."""
        until = time.monotonic() + SECONDS
        while True:
            try:
                answer = self.browser.get(self.url + path, timeout=SECONDS)
            except requests.ConnectionError:
                assert time.monotonic() < until, "the portal does not start"
                time.sleep(0.05)
            else:
                return dict(INPUT.findall(answer.text))

    def send(self, path: str, values: dict[str, str]) -> None:
        """Send a form, whatever becomes of it."""
        try:
            self.browser.post(self.url + path, values, timeout=SECONDS, allow_redirects=False)
        except requests.ConnectionError:
            return

    def kill(self) -> None:
        """End all its processes at once."""
        if self._process.poll() is None:
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait(SECONDS)


@pytest.fixture
def wire(service: RunningService) -> Iterator[Wire]:
    with Wire(service) as wire:
        yield wire


@pytest.fixture
def program(wire: Wire, tmp_path: Path) -> Iterator[Program]:
    program = Program(wire.url, tmp_path)
    yield program
    program.kill()


def before_the_call(_wire: Wire, program: Program, _: Path) -> Callable[[Talk], bool]:
    """Killed when the request arrives, and nobody carries it out."""

    def happen(_talk: Talk) -> bool:
        program.kill()
        return False

    return happen


def before_the_answer(wire: Wire, program: Program, _: Path) -> Callable[[Talk], bool]:
    """Killed when it was carried out, and nobody heard of it."""

    def happen(talk: Talk) -> bool:
        wire.hang_up(talk)
        program.kill()
        return False

    return happen


def before_the_outcome(wire: Wire, program: Program, folder: Path) -> Callable[[Talk], bool]:
    """Killed when the answer has come, and while its outcome waits to be written."""

    def happen(talk: Talk) -> bool:
        with closing(sqlite3.connect(folder / "masthead.db", isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            wire.pass_on(talk)
            time.sleep(0.3)
            program.kill()
        return False

    return happen


@pytest.mark.parametrize(
    ("killed", "title", "outcome"),
    [
        (before_the_call, "Larkfield Docs", "Not saved"),
        (before_the_answer, "Guide", "Saved"),
        (before_the_outcome, "Guide", "Saved"),
    ],
)
def test_the_journal_tells_the_truth(
    program: Program,
    wire: Wire,
    service: RunningService,
    tmp_path: Path,
    killed: Callable[[Wire, Program, Path], Callable[[Talk], bool]],
    title: str,
    outcome: str,
) -> None:
    program.send("/sign-in", program.open("/sign-in") | {"token": ALICE})
    wire.faults["PATCH"] = killed(wire, program, tmp_path)
    program.send(EDIT, program.open(EDIT) | {"title": "Guide"})
    assert ask(service, ALICE, "GET", "/v1/orgs/org_larkfield/sites/site_docs").get_json()["title"] == title
    with closing(sqlite3.connect(tmp_path / "masthead.db", isolation_level=None)) as other:
        other.execute("UPDATE journal SET at = at - ?", (LONGER_THAN_ANY_CALL,))
    again = make_portal(wire.url, tmp_path)
    alice = Pages(again).sign_in(ALICE)
    assert alice.get(f"{JOURNAL}/1").facts["Outcome"].startswith("Not known")
    assert alice.submit(f"{JOURNAL}/1/check").facts["Outcome"].startswith(f"{outcome} It was")
    assert wire.seen["PATCH"] == 1
    alice.get(EDIT)
    assert alice.submit(EDIT, press="Show what I typed").value("title") == "Guide"
    close_portal(again)
