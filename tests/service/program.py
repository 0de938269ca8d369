"""The service as a program of its own."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import requests

from tests.world import ALICE

PROGRAM = [sys.executable, "-m", "service"]
ANSWERS = "The service answers at "
SECONDS = 20


@dataclass(frozen=True)
class ServiceProgram:
    """A running service, which leads a process group of its own."""

    process: subprocess.Popen[str]
    url: str

    def ask(self, method: str, path: str, token: str = ALICE, **request: Any) -> requests.Response:  # noqa: ANN401
        own: dict[str, str] = request.pop("headers", {})
        headers = {"Authorization": f"Bearer {token}"} | own
        return requests.request(method, self.url + path, headers=headers, timeout=SECONDS, **request)

    def kill(self) -> None:
        """End all of it at once, with no chance to finish anything."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait(SECONDS)

    def end(self, how: signal.Signals) -> int:
        """Ask it to stop; gives its exit status."""
        self.process.send_signal(how)
        return self.process.wait(SECONDS)


def run(*options: str) -> subprocess.CompletedProcess[str]:
    """Run to its end a program that is not to serve."""
    return subprocess.run([*PROGRAM, *options], capture_output=True, text=True, timeout=SECONDS, check=False)


@contextmanager
def serving(*options: str) -> Iterator[ServiceProgram]:
    """The program on a free port, once it answers; it is ended with the block."""
    command = [*PROGRAM, "--port", "0", *options]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, start_new_session=True) as process:
        try:
            said = process.stdout.readline() if process.stdout else ""
            assert said.startswith(ANSWERS), said
            yield ServiceProgram(process, said.removeprefix(ANSWERS).strip())
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
