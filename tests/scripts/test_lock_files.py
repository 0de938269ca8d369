"""The lock files name packages and hashes, never where they come from, and agree with each other."""

import ast
import json
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.metadata import distribution, packages_distributions
from pathlib import Path

import pytest

from tests.loops import for_each
from tests.scripts.started import ROOT

GROUPS = ("", "-service", "-test", "-postgresql", "-audit", "-node")
PYTHON_LOCKS = tuple(f"requirements{group}.txt" for group in GROUPS)
NPM_FOLDERS = (".", "scripts/npm-chromium")
PORTAL = ("app.py", "gunicorn.conf.py", "blueprints", "contract", "fetching", "masthead")
NOT_IMPORTED = {"flask-openapi-swagger", "tzdata"}
"""Only their files are read."""


def pins(name: str) -> dict[str, str]:
    """Package, with its marker, to version."""
    found = re.findall(r"^([a-z0-9-]+)==(\S+)( ; [^\\]+)?", (ROOT / name).read_text(), re.MULTILINE)
    return {package + marker.rstrip(): version for package, version, marker in found}


def asked_for(name: str) -> set[str]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    groups = {"": project["project"]["dependencies"], **project["project"]["optional-dependencies"]}
    groups |= project["dependency-groups"]
    return {re.split(r"[\[=>]", each)[0] for each in groups[name.removeprefix("requirements").removeprefix("-")]}


def imports(file: Path) -> set[str]:
    """The modules that a file imports, and what it takes out of them, which may be modules too."""
    nodes = list(ast.walk(ast.parse(file.read_text())))
    direct = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    partial = [node for node in nodes if isinstance(node, ast.ImportFrom) and not node.level]
    return direct | {f"{node.module}.{alias.name}" for node in partial for alias in node.names}


@for_each("name", PYTHON_LOCKS)
def test_every_python_package_has_a_hash_and_no_host(name: str) -> None:
    text = (ROOT / name).read_text()
    packages = re.split(r"^(?=\S)", text, flags=re.MULTILINE)[1:]
    assert len(packages) == len(pins(name)) > 0
    assert [each for each in packages if "--hash=sha256:" not in each] == []
    assert "://" not in text


@for_each("folder", NPM_FOLDERS)
def test_every_npm_package_has_a_hash_and_no_host(folder: str) -> None:
    packages = json.loads((ROOT / folder / "package-lock.json").read_text())["packages"]
    del packages[""]
    assert packages != {}
    assert [name for name, package in packages.items() if "integrity" not in package] == []
    assert [name for name, package in packages.items() if "resolved" in package] == []


@for_each("folder", NPM_FOLDERS)
def test_npm_lock_belongs_to_its_package_file(folder: str) -> None:
    asked = json.loads((ROOT / folder / "package.json").read_text())
    locked = json.loads((ROOT / folder / "package-lock.json").read_text())["packages"][""]
    for kind in ("dependencies", "devDependencies"):
        assert locked.get(kind) == asked.get(kind)


def test_both_package_files_name_one_version() -> None:
    python = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    assert json.loads((ROOT / "package.json").read_text())["version"] == python
    assert json.loads((ROOT / "package-lock.json").read_text())["version"] == python


@for_each("name", [Path(lock).stem for lock in PYTHON_LOCKS])
def test_python_lock_holds_everything_that_is_asked_for(name: str) -> None:
    assert asked_for(name) - {package.split(" ;")[0] for package in pins(f"{name}.txt")} == set()


def test_tests_run_with_the_versions_that_the_programs_run_with() -> None:
    tests = pins("requirements-test.txt")
    for programs in (pins("requirements-service.txt"), pins("requirements-postgresql.txt")):
        shared = programs.keys() & tests.keys()
        assert {name: tests[name] for name in shared} == {name: programs[name] for name in shared}


def test_both_programs_run_with_the_same_versions() -> None:
    assert pins("requirements.txt").items() < pins("requirements-service.txt").items()


@cache
def _packages() -> Mapping[str, list[str]]:
    return packages_distributions()


def packages_of(module: str) -> list[str]:
    """The packages that it comes with; of those that share its first name, the ones that have its file."""
    sharing = _packages().get(module.partition(".")[0], [])
    if len(sharing) < 2:
        return sharing
    paths = [Path(module.replace(".", "/")), Path(module.replace(".", "/")).parent]
    names = {str(path / "__init__.py") for path in paths} | {f"{path}.py" for path in paths}
    return [each for each in sharing if names & {str(file) for file in distribution(each).files or ()}]


def imported_packages(*rooms: str) -> set[str]:
    """The packages of what these files and folders import."""
    files = [file for room in rooms for file in [ROOT / room, *(ROOT / room).rglob("*.py")] if file.is_file()]
    modules = {module for file in files for module in imports(file)}
    found = {module for module in modules if module.partition(".")[0] not in sys.stdlib_module_names}
    return {package.lower().replace("_", "-") for module in found for package in packages_of(module)}


@pytest.mark.exhaustive
def test_what_the_programs_import_is_asked_for_and_nothing_else() -> None:
    portal, service = imported_packages(*PORTAL), imported_packages("service")
    assert portal == asked_for("requirements") - NOT_IMPORTED
    assert service - portal == asked_for("requirements-service") - NOT_IMPORTED


BLOCK = """
import sys
class Blocked:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in BLOCKED:
            raise ModuleNotFoundError(name)
sys.meta_path.insert(0, Blocked())
from app import create_app
assert create_app().test_client().get("/sign-in").status_code == 200
"""


@pytest.mark.exhaustive
def test_a_portal_starts_without_the_packages_of_the_service(tmp_path: Path) -> None:
    extra = pins("requirements-service.txt").keys() - pins("requirements.txt").keys()
    names = {name for name, packages in _packages().items() for each in packages if each.lower() in extra}
    assert {"lxml", "fpdf", "flask_openapi", "markdown_it"} < names
    environment = {**os.environ, "MASTHEAD_INSTANCE_PATH": str(tmp_path), "MASTHEAD_API_BASE_URL": "http://127.0.0.1:1"}
    command = [sys.executable, "-c", f"BLOCKED = {sorted(names | {'service'})}{BLOCK}"]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
