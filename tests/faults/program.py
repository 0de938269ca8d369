"""The portal as it is run, by gunicorn, with its files in a folder; it can be killed."""

import os
import re
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import IO

import requests

SECONDS = 20
START_SECONDS = 60
INPUT = re.compile(r'name="(csrf_token|was|form_key|reviewed|seen)" value="([^"]*)"')


class Program:
    """One that talks to the API at this address, and a browser in front of it.

    `more` are settings by name, `said` is the file of its log, `code` the folder of a version that is not this one.
    """

    def __init__(
        self, api: str, folder: Path, said: IO[str] | None = None, *, code: Path | None = None, **more: str
    ) -> None:
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.url = f"http://127.0.0.1:{free.getsockname()[1]}"
        settings = {"MASTHEAD_API_BASE_URL": api, "MASTHEAD_INSTANCE_PATH": str(folder), "MASTHEAD_DEMO": "true"}
        settings |= {f"MASTHEAD_{name}": value for name, value in more.items()}
        command = [sys.executable, "-m", "gunicorn", "--bind", self.url.removeprefix("http://"), "app:create_app()"]
        self._process = subprocess.Popen(
            command, env={**os.environ, **settings}, start_new_session=True, stderr=said, cwd=code
        )
        self.browser = requests.Session()
        self.is_killed = False

    def open(self, path: str) -> dict[str, str]:
        """The hidden inputs of a page; waits for a portal that starts."""
        until = time.monotonic() + START_SECONDS
        while True:
            assert self._process.poll() is None or self.is_killed, "the portal ended"
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

    @property
    def pid(self) -> int:
        """The id of the process that starts the others."""
        return self._process.pid

    @property
    def workers(self) -> list[int]:
        """The ids of the processes that answer."""
        children = Path(f"/proc/{self.pid}/task/{self.pid}/children").read_text(encoding="ascii")
        return [int(each) for each in children.split()]

    def stop(self) -> None:
        """End it as a server's manager does."""
        self._process.terminate()
        self._process.wait(SECONDS)

    def kill(self) -> None:
        """End all its processes at once."""
        self.is_killed = True
        if self._process.poll() is None:
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait(SECONDS)
