"""The example for systemd: a unit that it understands, and that lets a portal do little else than its work."""

import os
import re
import shutil
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from masthead.web.http.settings import ROOT
from tests.faults.program import START_SECONDS

pytestmark = pytest.mark.exhaustive
UNIT = ROOT / "docs" / "deploy" / "masthead.service"
EXPOSURE = 20
"""In tenths, of 100."""


@pytest.fixture(scope="module")
def analyze() -> str:
    found = shutil.which("systemd-analyze")
    assert found, "systemd-analyze is missing: install it (on Debian and Ubuntu: apt-get install systemd)."
    return found


def said(*command: str) -> tuple[int, str]:
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    return done.returncode, done.stdout


def test_systemd_understands_it(analyze: str, tmp_path: Path) -> None:
    text = UNIT.read_text(encoding="utf-8").replace("/opt/masthead/.venv/bin/gunicorn", sys.executable)
    (tmp_path / UNIT.name).write_text(text, encoding="utf-8")
    status, told = said(analyze, "verify", "--man=no", str(tmp_path / UNIT.name))
    assert (status, [line for line in told.splitlines() if UNIT.name in line]) == (0, [])


def test_it_lets_a_portal_do_little_else_than_its_work(analyze: str) -> None:
    status, told = said(analyze, "security", "--offline=true", "--no-pager", f"--threshold={EXPOSURE}", str(UNIT))
    assert status == 0, told


def test_gunicorn_tells_systemd_when_it_serves(tmp_path: Path) -> None:
    command = re.findall(r"^ExecStart=\S+ (.*)$", UNIT.read_text(encoding="utf-8"), re.MULTILINE)
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(str(tmp_path / "notify"))
        manager.settimeout(START_SECONDS)
        own = {"NOTIFY_SOCKET": str(tmp_path / "notify"), "MASTHEAD_INSTANCE_PATH": str(tmp_path)}
        started = [sys.executable, "-m", "gunicorn", *command, "--bind", "127.0.0.1:0"]
        with subprocess.Popen(started, env={**os.environ, **own}) as program:
            try:
                assert manager.recv(1024).startswith(b"READY=1")
            finally:
                program.terminate()


def test_secrets_come_as_files_of_the_service_alone_and_the_history_of_the_code_is_out_of_reach() -> None:
    text = UNIT.read_text(encoding="utf-8")
    assert "\nInaccessiblePaths=-/opt/masthead/.git\n" in text
    loaded = set(re.findall(r"^LoadCredential=(\w+):", text, re.MULTILINE))
    assert loaded == set(re.findall(r"^Environment=MASTHEAD_\w+_FILE=%d/(\w+)$", text, re.MULTILINE)) == {"secret_key"}
