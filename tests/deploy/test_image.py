"""What the image is made of, step by step in an empty folder: the files that it takes are enough for a portal."""

import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest
import requests

from masthead.web.http.settings import ROOT
from tests.deploy.proxies import free_port
from tests.faults.program import SECONDS, START_SECONDS

pytestmark = pytest.mark.exhaustive
CONTAINERFILE = (ROOT / "docs" / "deploy" / "Containerfile").read_text(encoding="utf-8")
TAKEN = re.findall(r"^!(\S+)$", (ROOT / ".dockerignore").read_text(encoding="utf-8"), re.MULTILINE)
BUILT = ("vendor", "built", "__pycache__", "node_modules")


@pytest.fixture
def image(tmp_path: Path) -> Path:
    """The folder of the portal, as the last step of the build leaves it."""
    folder = tmp_path / "image"
    folder.mkdir()
    for place in (each for name in TAKEN for each in ROOT.glob(name)):
        copied = folder / place.name
        if place.is_dir():
            shutil.copytree(place, copied, ignore=shutil.ignore_patterns(*BUILT))
        else:
            shutil.copy(place, copied)
    (folder / "node_modules").symlink_to(ROOT / "node_modules")
    for module in re.findall(r"-m (scripts\.\w+)", CONTAINERFILE):
        subprocess.run([sys.executable, "-m", module], cwd=folder, check=True)
    (folder / "node_modules").unlink()
    shutil.rmtree(folder / "scripts")
    return folder


def test_a_portal_runs_of_what_the_image_takes_and_writes_nothing_there(image: Path, tmp_path: Path) -> None:
    port, before = free_port(), sorted(image.rglob("*"))
    own = {"MASTHEAD_INSTANCE_PATH": str(tmp_path / "instance"), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-m", "gunicorn", "--bind", f"127.0.0.1:{port}", "app:create_app()"]
    with subprocess.Popen(command, cwd=image, env={**os.environ, **own}) as program:
        try:
            assert _answer(f"http://127.0.0.1:{port}/sign-in").status_code == 200
        finally:
            program.terminate()
    assert sorted(image.rglob("*")) == before


def test_the_image_names_no_processor_runs_as_nobody_special_and_takes_no_records() -> None:
    assert re.search(r"amd64|arm64|x86_64|aarch64|--platform", CONTAINERFILE) is None
    last = CONTAINERFILE.rpartition("FROM ")[2]
    assert re.findall(r"^USER (\d+):(\d+)$", last, re.MULTILINE) == [("10001", "10001")]
    assert re.search(r"apt-get|npm|pip install|make", last) is None
    assert {"instance", "tests", ".git", ".venv"} & set(TAKEN) == set()


def _answer(url: str) -> requests.Response:
    until = time.monotonic() + START_SECONDS
    while True:
        try:
            return requests.get(url, timeout=SECONDS)
        except requests.ConnectionError:
            assert time.monotonic() < until, "the portal does not start"
            time.sleep(0.05)
