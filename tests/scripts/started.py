"""Starts stand-ins for the two programs as `make run` starts them, and finds out who is left."""

import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SIDE_BY_SIDE = (sys.executable, "-m", "tests.scripts.side_by_side")


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port: int = listening.getsockname()[1]
        return port


class Started:
    """A runner with the programs `names`, each given a mood or an empty one."""

    def __init__(self, moods: dict[str, str], command: Sequence[str]) -> None:
        self.ports = {name: free_port() for name in moods}
        self.said = ""
        programs = [f"{name}:{self.ports[name]}:{mood}" for name, mood in moods.items()]
        self.runner = subprocess.Popen(
            [*command, *programs],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )

    def wait_until_up(self) -> None:
        """Read until the programs answer and have said who they are."""
        for line in self.runner.stdout or ():
            self.said += line
            if "all up" in self.said and len(self.pids()) == 2 * len(self.ports):
                return
        raise AssertionError(self.said)

    def pids(self) -> list[int]:
        """Of each program that has said so: its own process, then its worker."""
        return [int(pid) for name in self.ports for pid in self.pids_of(name)]

    def pids_of(self, name: str) -> Sequence[str]:
        found = re.search(rf"{name} is (\d+) over (\d+)", self.said)
        return found.groups() if found else ()

    def ends(self, within: float = 20.0) -> int:
        """The exit code, once all output is read."""
        self.said += self.runner.communicate(timeout=within)[0]
        return self.runner.returncode

    def left(self) -> list[int]:
        """Who still runs after 10 seconds; nobody, as soon as nobody does."""
        deadline = time.monotonic() + 10
        while (left := [pid for pid in self.pids() if is_running(pid)]) and time.monotonic() < deadline:
            time.sleep(0.05)
        return left


@contextmanager
def started(command: Sequence[str] = SIDE_BY_SIDE, **moods: str) -> Iterator[Started]:
    one = Started(moods, command)
    try:
        yield one
    finally:
        for pid in [one.runner.pid, *one.pids()]:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        one.runner.wait()
        if one.runner.stdout:
            one.runner.stdout.close()


def is_running(pid: int) -> bool:
    """Whether a process runs. One that has ended, but that nobody has collected yet, does not."""
    with suppress(FileNotFoundError):
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    return False
