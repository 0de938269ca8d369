"""Starts real_provider.mjs, a program of its own."""

import json
import shutil
import subprocess
import sys
from http.client import HTTPConnection
from pathlib import Path
from typing import Self

from masthead.web.person.portal import CALLBACK, ENDED, provider_path
from tests.oidc.provider import API, CLIENT, SECRET
from tests.world import HOST

PROGRAM = Path(__file__).with_name("real_provider.mjs")
SECONDS = 20


class RealProvider:
    """At `url`, its issuer, for the portal at this address. Access tokens live so many seconds.

    `number` is the one that the portal's settings give it.
    """

    def __init__(self, folder: Path, portal: str, seconds: int, *, name: str = "Larkfield ID", number: int = 1) -> None:
        file = folder / f"real_provider_{number}.json"
        known = {"client": CLIENT, "secret": SECRET, "audience": API, "portal": portal, "seconds": seconds}
        known |= {"name": name, **{each: f"{portal}{provider_path(each, number)}" for each in (CALLBACK, ENDED)}}
        file.write_text(json.dumps(known), encoding="utf-8")
        node = shutil.which("node") or shutil.which("node", path=Path(sys.executable).parent)
        assert node, "There is no Node: `make test` installs one"
        command = [node, "--no-warnings", str(PROGRAM), str(file)]
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        port = self._port()
        assert port, "The provider did not start"
        self.place = f"{HOST}:{port}"
        self.url = f"http://{self.place}"

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_raised: object) -> None:
        self._process.terminate()
        self._process.communicate(timeout=SECONDS)

    @property
    def renewed(self) -> int:
        """How often it gave new tokens for old ones."""
        connection = HTTPConnection(self.place)
        connection.request("GET", "/renewed")
        said = connection.getresponse().read()
        connection.close()
        return int(said)

    def _port(self) -> str:
        """It may print warnings before."""
        while line := self._process.stdout.readline() if self._process.stdout else "":
            if line.strip().isdigit():
                return line.strip()
        return ""
