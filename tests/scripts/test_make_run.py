"""`make run` itself, with both real programs: they answer, keep what was saved, and are gone after Ctrl-C."""

import os
import shlex
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http import HTTPStatus
from importlib.util import cache_from_source
from pathlib import Path

import pytest
import requests

from tests.scripts.started import ROOT, free_port

# The environment that runs the tests is set up already.
DONE = (".venv/.ready", ".venv/.ready-service", ".venv/bin/masthead", "static/vendor/.ready")
MAKE_RUN = ("make", "run", f"IN_VENV={shlex.quote(sys.executable)}", *(word for file in DONE for word in ("-o", file)))
TITLE = "Aurora Robotics"


@contextmanager
def running(settings: Mapping[str, str]) -> Iterator[tuple[subprocess.Popen[str], list[str]]]:
    """The run and, once it ends or asks people to sign in, the lines it printed until then."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("MASTHEAD_")}
    run = subprocess.Popen(
        MAKE_RUN,
        cwd=ROOT,
        env={**environment, **settings},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )
    said = []
    try:
        for line in run.stdout or ():
            said.append(line.rstrip())
            if line.startswith("Ctrl-C"):
                break
        yield run, said
    finally:
        if run.poll() is None:
            os.killpg(run.pid, signal.SIGKILL)
        run.communicate(timeout=15)


def settings(folder: Path) -> dict[str, str]:
    ports = {"PORT": str(free_port()), "SERVICE_PORT": str(free_port())}
    return {**ports, "MASTHEAD_INSTANCE_PATH": str(folder)}


@pytest.mark.exhaustive
def test_both_answer_keep_what_was_saved_and_are_gone_after_ctrl_c(tmp_path: Path) -> None:
    chosen = settings(tmp_path)
    service = requests.Session()
    service.headers["Authorization"] = "Bearer demo-alice"
    address = f"http://127.0.0.1:{chosen['SERVICE_PORT']}/v1/orgs"
    compiled = Path(cache_from_source(str(ROOT / "app.py")))
    compiled.unlink(missing_ok=True)
    with running({**chosen, "PYTHONDONTWRITEBYTECODE": "1"}) as (run, said):
        assert compiled.exists()
        assert f"The portal is at   http://127.0.0.1:{chosen['PORT']}" in said
        assert requests.get(f"http://127.0.0.1:{chosen['PORT']}/sign-in", timeout=20).status_code == HTTPStatus.OK
        organization = service.get(address, timeout=20).json()["items"][0]["id"]
        changed = service.patch(f"{address}/{organization}", json={"title": TITLE}, timeout=20)
        assert changed.status_code == HTTPStatus.OK
        os.killpg(run.pid, signal.SIGINT)
        assert run.communicate(timeout=15)[0].count("Traceback") == 0
        assert run.returncode == -signal.SIGINT
    with running(chosen):
        assert service.get(f"{address}/{organization}", timeout=20).json()["title"] == TITLE


@pytest.mark.exhaustive
def test_wrong_setting_is_one_line(tmp_path: Path) -> None:
    with running({**settings(tmp_path), "MASTHEAD_FRESH_SECONDS": "soon"}) as (run, said):
        assert run.wait(timeout=15) != 0
        (wrong,) = [line for line in said if "MASTHEAD_FRESH_SECONDS" in line]
        assert wrong.startswith("portal  | masthead: MASTHEAD_FRESH_SECONDS is 'soon'. Allowed: ")
        assert "The portal ended (exit code 1). Everything is stopped." in said
