"""`make sbom` lists what the programs and the pages consist of; `make audit` never passes without an answer."""

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.scripts.started import ROOT
from tests.scripts.test_lock_files import pins

NEEDED = ("Makefile", "pyproject.toml", "LICENSE", "README.md", "package.json", "package-lock.json", ".npmrc")
NOWHERE = "http://127.0.0.1:1"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("checkout")
    for file in (*map(ROOT.joinpath, NEEDED), *ROOT.glob("requirements*.txt")):
        shutil.copy(file, folder)
    make(folder, "sbom")
    return folder


def make(folder: Path, target: str, **more: str) -> subprocess.CompletedProcess[str]:
    """`more` goes into the environment."""
    command = ["make", "--no-print-directory", target]
    env = {**os.environ, **more}
    return subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, timeout=300, check=False)


def listed(file: Path) -> dict[str, str]:
    """Of each package its version."""
    found: dict[str, Any] = json.loads(file.read_text())
    assert found["bomFormat"] == "CycloneDX"
    assert all(each["purl"].startswith("pkg:") for each in found["components"])
    return {each["name"]: each["version"] for each in found["components"]}


@pytest.mark.exhaustive
def test_the_list_has_each_package_that_the_programs_run_with(folder: Path) -> None:
    wanted = pins("requirements-service.txt") | pins("requirements-postgresql.txt")
    assert listed(folder / "sbom" / "python.json") == {name.split(" ;")[0]: each for name, each in wanted.items()}


@pytest.mark.exhaustive
def test_the_list_has_each_package_that_the_pages_load(folder: Path) -> None:
    locked = json.loads((ROOT / "package-lock.json").read_text())["packages"]
    wanted = {name.removeprefix("node_modules/"): each for name, each in locked.items() if name and "dev" not in each}
    assert listed(folder / "sbom" / "npm.json") == {name: each["version"] for name, each in wanted.items()}


@pytest.mark.exhaustive
def test_an_audit_without_an_answer_fails(folder: Path) -> None:
    done = make(folder, "audit", HTTPS_PROXY=NOWHERE, https_proxy=NOWHERE)
    assert done.returncode != 0
    assert "No known vulnerabilities" not in done.stdout + done.stderr
