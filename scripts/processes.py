"""Runs programs in parallel until one ends or somebody stops them, then ends them all."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from http import HTTPStatus
from http.client import HTTPConnection, HTTPException
from pathlib import Path

DIE_WITH_PARENT = Path(__file__).with_name("die_with_parent.py")
LOOK_EVERY = 0.1  # s
START_WITHIN = 60.0  # s
STOP_WITHIN = 10.0  # s; a page's calls of the API are over after 8

SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


@dataclass(frozen=True, slots=True)
class Program:
    """A command that serves HTTP on a port of 127.0.0.1 and answers GET /healthz once it is up."""

    name: str
    command: Sequence[str]
    environment: Mapping[str, str]
    port: int


class RunningProcess:
    """A running program in its own process group, so that Ctrl-C doesn't reach it directly."""

    def __init__(self, program: Program, width: int) -> None:
        self.name = program.name
        self._port = program.port
        self._process = subprocess.Popen(
            [sys.executable, "-ISB", str(DIE_WITH_PARENT), str(os.getpid()), *program.command],
            env=dict(program.environment),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        self._output = threading.Thread(target=self._copy_output, args=(f"{program.name:<{width}} | ",), daemon=True)
        self._output.start()

    def is_up(self) -> bool:
        connection = HTTPConnection("127.0.0.1", self._port, timeout=1)
        try:
            connection.request("GET", "/healthz")
            return connection.getresponse().status == HTTPStatus.OK
        except (OSError, HTTPException):
            return False
        finally:
            connection.close()

    def describe_ending(self) -> str | None:
        """Describe how the process ended; return None while it is running."""
        code = self._process.poll()
        if code is None:
            return None
        return f"exit code {code}" if code >= 0 else f"killed by {signal.Signals(-code).name}"

    def ask_to_stop(self) -> None:
        self._signal_group(signal.SIGTERM)

    def has_stopped(self) -> bool:
        """Return whether the process and its children have ended, which closes their output."""
        self._output.join(LOOK_EVERY)
        return not self._output.is_alive()

    def kill(self) -> None:
        self._signal_group(signal.SIGKILL)
        self._process.wait()

    def _signal_group(self, number: signal.Signals) -> None:
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, number)

    def _copy_output(self, prefix: str) -> None:
        for line in self._process.stdout or ():
            print_line(prefix + line.decode(errors="replace").rstrip())


def print_line(text: str) -> None:
    # A single write keeps lines whole. If the terminal is gone, the programs' output must still be read.
    with suppress(OSError):
        os.write(sys.stdout.fileno(), f"{text}\n".encode())


class StopSignals:
    """Catches stop signals, including those that only `make` received."""

    def __init__(self) -> None:
        self._received: list[int] = []
        self._parent = Path(f"/proc/{os.getppid()}/status")
        self._caught_by_parent = _caught_signals(self._parent)
        for number in SIGNALS:
            signal.signal(number, self._receive)

    def _receive(self, number: int, _frame: object) -> None:
        self._received.append(number)

    def stop_requested(self) -> bool:
        return bool(self._received) or self._parent_was_asked()

    def hurry_requested(self) -> bool:
        """Return whether there was a second Ctrl-C."""
        return self._received.count(signal.SIGINT) > 1

    def _parent_was_asked(self) -> bool:
        # make forwards SIGTERM, but not SIGINT and SIGHUP. If such a signal went to make alone (a terminal signals all
        # processes), make only waits for us. But it stops catching the signal, which /proc shows.
        lost = self._caught_by_parent & ~_caught_signals(self._parent)
        return any(lost >> (number - 1) & 1 for number in SIGNALS)


def _caught_signals(status: Path) -> int:
    """Return the bit mask of the signals that a process catches; 0 without /proc, that is, except on Linux."""
    try:
        lines = status.read_text(encoding="ascii", errors="replace").splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1], 16) for line in lines if line.startswith("SigCgt:")), 0)


def run(programs: Sequence[Program], announce: Callable[[], None]) -> int:
    """Run the programs. Return 0 if somebody stops them, 1 if one ends or doesn't start."""
    signals = StopSignals()
    width = max(len(program.name) for program in programs)
    running = [RunningProcess(program, width) for program in programs]
    try:
        problem = _start(running, signals)
        if problem is None and not signals.stop_requested():
            announce()
            problem = _watch(running, signals)
    finally:
        _stop(running, signals)
    if problem:
        print_line(f"{problem}{' Everything is stopped.' if len(running) > 1 else ''}")
    return 1 if problem else 0


def _start(running: Sequence[RunningProcess], signals: StopSignals) -> str | None:
    """Wait until all programs answer. Return an error message, or None."""
    deadline = time.monotonic() + START_WITHIN
    while not signals.stop_requested():
        if problem := _find_ended_program(running):
            return problem
        late = [one.name for one in running if not one.is_up()]
        if not late:
            return None
        if time.monotonic() > deadline:
            return f"The {late[0]} did not answer within {START_WITHIN:.0f} seconds."
        time.sleep(LOOK_EVERY)
    return None


def _watch(running: Sequence[RunningProcess], signals: StopSignals) -> str | None:
    while not signals.stop_requested():
        if problem := _find_ended_program(running):
            return problem
        time.sleep(LOOK_EVERY)
    return None


def _find_ended_program(running: Sequence[RunningProcess]) -> str | None:
    return next((f"The {one.name} ended ({ending})." for one in running if (ending := one.describe_ending())), None)


def _stop(running: Sequence[RunningProcess], signals: StopSignals) -> None:
    deadline = time.monotonic() + STOP_WITHIN
    for one in running:
        # Signal all before waiting for any, so that they end in parallel.
        one.ask_to_stop()
    for one in running:
        while not one.has_stopped() and time.monotonic() < deadline and not signals.hurry_requested():
            pass
        one.kill()
