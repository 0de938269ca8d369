"""The command applies files as bulk changes, which continue after a kill, wait for others, and show on the pages."""

import signal
import sqlite3
import subprocess
from collections.abc import Callable, Iterable, Iterator
from io import BytesIO
from pathlib import Path
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any

import pytest
from flask import Flask

from masthead.bulk.goals.organization import KIND, build_goal
from masthead.organization_file.document import MAX_CHARACTERS
from masthead.store.bulk.steps import Purpose
from masthead.web.person.portal import get_portal
from tests.asked import Log
from tests.command_line.terminals import Terminal
from tests.commands.programs import run_in
from tests.pages.pages import Pages
from tests.world import ALICE, BOB, RunningService

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication

ORG = "/v1/orgs/org_larkfield"
MOMENTS = LOST, ARRIVES, CARRIED_OUT = "lost", "arrives", "carried out"
KILLS = 10


class Gate:
    """Stands before the service, and acts when the next write is lost, arrives or is carried out."""

    def __init__(self, inside: "WSGIApplication") -> None:
        self.inside = inside
        self._next: tuple[str, Callable[[], object]] | None = None

    def at_next_write(self, moment: str, act: Callable[[], object]) -> None:
        self._next = moment, act

    def __call__(self, environ: dict[str, Any], start: "StartResponse") -> Iterable[bytes]:
        if environ["REQUEST_METHOD"] == "GET" or self._next is None:
            return self.inside(environ, start)
        (moment, act), self._next = self._next, None
        body = environ["wsgi.input"].read(int(environ.get("CONTENT_LENGTH") or 0))
        environ["wsgi.input"] = BytesIO(body)  # a command that is killed would not send the rest of it
        answer = self.inside(environ, start) if moment == CARRIED_OUT else []
        act()
        if moment == LOST:
            start("503 Service Unavailable", [])
        return self.inside(environ, start) if moment == ARRIVES else answer


@pytest.fixture
def gate(service: RunningService, asked: Log) -> Iterator[Gate]:
    gate = Gate(asked)
    service.app.wsgi_app = gate  # type: ignore[assignment, method-assign]
    yield gate
    service.app.wsgi_app = asked  # type: ignore[assignment, method-assign]


def set_leases(folder: Path, until: float) -> None:
    """Let what runs keep its right to run until then; where it was killed, nothing else ends that."""
    (file,) = folder.rglob("masthead.db")
    with sqlite3.connect(file) as database:
        database.execute("UPDATE bulk_changes SET held_until = ? WHERE holder IS NOT NULL", [until])
    database.close()


def wait_for(command: "subprocess.Popen[str]", words: str) -> None:
    assert command.stderr
    lines: list[str] = []
    while not lines or words not in lines[-1]:
        lines.append(command.stderr.readline())
        assert lines[-1], lines


def end_of(command: "subprocess.Popen[str]") -> int:
    with command:
        command.communicate()
    return command.returncode


def test_a_command_that_is_killed_goes_on_and_sends_nothing_twice(
    file: Path, terminal: Terminal, gate: Gate, asked: Log
) -> None:
    text = file.read_text(encoding="utf-8").replace("title: Help centre\n", "title: Help center\n", 1)
    fields = "".join(f"- {{name: area{n}, title: Area {n}, type: text}}\n" for n in range(4))
    texts = "".join(f"- {{title: Papers {n}}}\n" for n in range(3))
    text = text.replace("customFields:\n", f"customFields:\n{fields}").replace(
        "translations:\n", f"translations:\n{texts}"
    )
    file.write_text(text, encoding="utf-8")
    started: SimpleQueue[subprocess.Popen[str]] = SimpleQueue()
    for number in range(KILLS):
        gate.at_next_write(MOMENTS[number % 3], lambda: started.get().kill())
        command = terminal.start(*(("run", "1") if number % 2 else ("apply", "organization.yaml", "--yes")))
        if number:
            wait_for(command, "Masthead waits for its end.")
            set_leases(terminal.home, 0)
        started.put(command)
        assert end_of(command) == -signal.SIGKILL, number
        set_leases(terminal.home, 1e11)
        asked.wait()
    set_leases(terminal.home, 0)
    assert terminal.run("apply", "organization.yaml", "--yes")[0] == 0
    creations = [f"POST {ORG}/custom-fields"] * 4 + [f"POST {ORG}/translations"] * 3
    assert sorted(asked.writes) == [f"PATCH {ORG}/sites/site_help", *creations]
    assert [terminal.run(*each)[0] for each in (["drift", "organization.yaml"], ["run"], ["run", "2"])] == [0, 0, 1]


def test_a_second_apply_waits_for_the_first(edited: Path, terminal: Terminal, gate: Gate, asked: Log) -> None:
    second: list[subprocess.Popen[str]] = []

    def apply_again() -> None:
        second.append(terminal.start("apply", str(edited), "--yes"))
        wait_for(second[0], "Bulk change 1 (Apply the file organization.yaml) is running. Masthead waits for its end.")

    gate.at_next_write(ARRIVES, apply_again)
    assert terminal.run("apply", "organization.yaml", "--yes")[0] == 0
    assert end_of(second[0]) == 0
    assert len(asked.writes) == len(set(asked.writes)) == 4


def test_pages_and_commands_show_and_run_the_same_bulk_changes(
    edited: Path, terminal: Terminal, gate: Gate, portal: Flask, alice: Pages
) -> None:
    folder, store = get_portal(portal).settings.instance_path, get_portal(portal).store
    goal = build_goal({"settings": {"title": "Larkfield Freight"}}, {"settings": {"title": "Larkfield"}}, ())
    mine, theirs = (
        store.bulk_changes.add(Purpose("org_larkfield", store.keys.owner_of(token), title, KIND, goal), ())
        for token, title in ((ALICE, "Of Alice"), (BOB, "Of Bob"))
    )
    terminal.variables = {**terminal.variables, "MASTHEAD_INSTANCE_PATH": str(folder)}
    said: list[str] = []
    address = f"/orgs/org_larkfield/bulk-changes/{mine}"
    gate.at_next_write(ARRIVES, lambda: said.append(alice.post(address, {"do": "run"}).main))
    assert terminal.run("apply", "organization.yaml", "--yes")[0] == 0
    assert "It waits until “Apply the file organization.yaml” has ended" in said[0]
    listed = alice.get("/orgs/org_larkfield/bulk-changes").main
    assert "Apply the file organization.yaml From the command line Done" in listed
    assert "Of Alice" in listed  # it waits for two seconds, and is paused then
    assert "From the command line" in alice.get("/orgs/org_larkfield/journal").main
    drift = alice.get("/orgs/org_larkfield/file/applied").main
    assert "What differs from the file organization.yaml, which you applied" in drift
    assert "The organization is as the file says." in drift
    assert "title: Larkfield Freight Ltd" in str(alice.get("/orgs/org_larkfield/file?file=applied").value("text"))
    assert terminal.run("run")[:2] == (2, f"NUMBER  TITLE     CHANGES\n{mine:<6}  Of Alice  0 of 0\n")
    assert terminal.run("run", str(theirs))[0] == 1
    code, _, progress = terminal.run("run", str(mine))
    assert (code, progress) == (2, "Not changed: Somebody changed title of the organization Larkfield Freight Ltd.\n")
    assert "Done with differences" in alice.get(address).main
    edited.write_text(edited.read_text().replace("Help center", "Help").ljust(MAX_CHARACTERS, "#"))
    code, _, progress = terminal.run("apply", "organization.yaml", "--yes")
    assert (code, "it compares with the one before" in progress) == (0, True)


def test_a_portal_has_the_commands_too(edited: Path, terminal: Terminal, service: RunningService) -> None:
    folder, settings = terminal.home / "instance", {"API_BASE_URL": service.url, "TOKEN": ALICE}
    assert run_in(folder, "organization", "apply", str(edited), "--yes", **settings).returncode == 0
    terminal.variables = {**terminal.variables, "MASTHEAD_INSTANCE_PATH": str(folder)}
    assert terminal.run("run", "1") == (0, "", "All changes are saved.\n")
    terminal.variables = {**terminal.variables, "MASTHEAD_SECRET_KEY": "another key of the tests: 5f1c9e07b2d84a63"}
    assert "its keys are sealed with another secret key" in terminal.run("run")[2]
