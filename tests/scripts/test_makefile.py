"""What make says when a machine lacks something, and what it offers."""

import shutil
import subprocess
import sys
from pathlib import Path

from tests.scripts.started import ROOT


def make(folder: Path, *arguments: str) -> str:
    """What make prints in a folder that holds the Makefile alone, less what it says of its own ending."""
    shutil.copy(ROOT / "Makefile", folder)
    output = subprocess.run(
        ["make", "--no-print-directory", *arguments],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=20,
        check=False,
    ).stdout
    return "".join(line for line in output.splitlines(keepends=True) if not line.startswith("make"))


def test_make_alone_says_what_there_is(tmp_path: Path) -> None:
    offered = [line.split()[1] for line in make(tmp_path).splitlines()]
    for_people = ["help", "run", "setup", "setup-portal", "setup-test", "test", "test-all", "soak"]
    assert offered == [*for_people, "lint", "format", "audit", "sbom", "lock", "clean"]


def test_missing_python_is_told_in_one_line(tmp_path: Path) -> None:
    said = make(tmp_path, "PYTHON=", ".venv/bin/python")
    assert said == "Masthead needs Python 3.11 or newer, and there is none on the PATH.\n"


def test_the_command_runs_from_any_folder(tmp_path: Path) -> None:
    for place, target in {"masthead": ROOT / "masthead", ".venv/bin/python": Path(sys.executable)}.items():
        (tmp_path / place).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / place).symlink_to(target)
    for done in ("requirements.txt", ".venv/.ready"):
        (tmp_path / done).touch()
    assert make(tmp_path, ".venv/bin/masthead") == ""
    said = subprocess.run(
        [tmp_path / ".venv/bin/masthead", "--version"], cwd="/", capture_output=True, text=True, check=True
    )
    assert said.stdout.startswith("masthead ")
