"""`python -m bench.start`: time to the first answer, imported modules, and memory of the portal."""

import os
import subprocess
import sys
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager
from http.client import HTTPConnection
from itertools import cycle, islice
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.peer_environment import install_portal
from bench.portal import cookie
from bench.running import ROOT, RunningServer, gunicorn
from bench.service import service
from bench.sites import ORGANIZATION, database_of
from bench.tables import heading, say, table

ROUNDS = 5
PAGES = 1000
AT_ONCE = 4
IMPORTED = "import sys, app; app.create_app(); print(len(sys.modules))"
PATHS = (
    "",
    "/sites",
    "/teams",
    "/settings",
    "/sso",
    "/sites/site_docs",
    "/sites/site_docs/structure",
    "/sites/site_docs/links",
    "/journal",
    "/translations",
)


def main() -> None:
    say(heading("python -m bench.start"))
    with TemporaryDirectory() as scratch, service(database_of(Path(scratch), 100)) as api:
        folder = Path(scratch)
        python = install_portal(folder / "as_it_is_run")
        settings = {
            "MASTHEAD_API_BASE_URL": f"http://{api.host}:{api.port}",
            "MASTHEAD_INSTANCE_PATH": str(folder / "portal"),
            "PYTHONPYCACHEPREFIX": str(folder / "bytecode"),
        }
        without = _first_answer(settings | {"PYTHONDONTWRITEBYTECODE": "1"}, python)
        _first_answer(settings | {"PYTHONDONTWRITEBYTECODE": ""}, python)  # which writes it
        rows = [
            ["first answer without bytecode", f"{without:.2f} s"],
            ["first answer with bytecode", f"{min(_first_answer(settings, python) for _ in range(ROUNDS)):.2f} s"],
            ["modules imported at start", _imported(settings, python)],
            *_memory(settings, python, folder / "portal"),
        ]
        say(table(["Start", "found"], rows))


def _first_answer(settings: Mapping[str, str], python: str) -> float:
    with _portal(settings, python) as server:
        return server.first_answer


def _portal(settings: Mapping[str, str], python: str) -> AbstractContextManager[RunningServer]:
    return gunicorn("app:create_app()", settings, ("--config", "gunicorn.conf.py"), python)


def _imported(settings: Mapping[str, str], python: str) -> str:
    done = subprocess.run(
        [python, "-c", IMPORTED], cwd=ROOT, env={**os.environ, **settings}, capture_output=True, text=True, check=True
    )
    return done.stdout.strip()


def _memory(settings: Mapping[str, str], python: str, folder: Path) -> list[list[str]]:
    with _portal(settings, python) as server:
        before, who = server.memory_of_all(), cookie(folder)
        paths = list(islice(cycle(PATHS), PAGES))
        with ThreadPoolExecutor(AT_ONCE) as crew:
            statuses = set(crew.map(lambda path: _get(server, f"/orgs/{ORGANIZATION}{path}", who), paths))
        if statuses != {200}:
            sys.exit(f"Pages answered {sorted(statuses)}")
        return [
            ["master and two workers at first", f"{before:.0f} MiB"],
            [f"after {PAGES} mixed pages", f"{server.memory_of_all():.0f} MiB"],
        ]


def _get(server: RunningServer, path: str, who: str) -> int:
    connection = HTTPConnection(server.host, server.port, timeout=60)
    connection.request("GET", path, headers={"Cookie": who})
    answer = connection.getresponse()
    answer.read()
    connection.close()
    return answer.status


if __name__ == "__main__":
    main()
