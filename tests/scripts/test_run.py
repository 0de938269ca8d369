"""What `make run` starts, and what it refuses to start."""

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from scripts.run import RefusedError, plan_programs
from tests.loops import for_each
from tests.scripts.started import ROOT, free_port


@pytest.fixture
def settings(tmp_path: Path) -> dict[str, str]:
    return {"PORT": str(free_port()), "SERVICE_PORT": str(free_port()), "MASTHEAD_INSTANCE_PATH": str(tmp_path)}


@pytest.fixture
def taken() -> Iterator[int]:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        yield listening.getsockname()[1]


def test_both_programs_run_and_the_portal_knows_the_service(settings: dict[str, str]) -> None:
    service, portal = plan_programs(settings)[0]
    assert (service.name, service.port) == ("service", int(settings["SERVICE_PORT"]))
    assert service.command[-1] == "--demo"
    assert (portal.name, portal.port) == ("portal", int(settings["PORT"]))
    assert portal.environment["MASTHEAD_API_BASE_URL"] == f"http://127.0.0.1:{service.port}"
    assert portal.environment["MASTHEAD_DEMO"] == "true"


def test_another_api_runs_the_portal_alone_and_without_demo(settings: dict[str, str]) -> None:
    (portal,) = plan_programs({**settings, "MASTHEAD_API_BASE_URL": "https://api.example.com"})[0]
    assert portal.name == "portal"
    assert portal.environment.get("MASTHEAD_DEMO") is None
    assert portal.environment["MASTHEAD_API_BASE_URL"] == "https://api.example.com"


def test_data_of_the_service_stands_with_the_portals(settings: dict[str, str], tmp_path: Path) -> None:
    command = plan_programs(settings)[0][0].command
    assert command[command.index("--database") + 1] == str(tmp_path / "service.db")


def test_demo_size_is_for_a_new_world(settings: dict[str, str], tmp_path: Path) -> None:
    command = plan_programs({**settings, "DEMO_SIZE": "1000"})[0][0].command
    assert command[-2:] == ["--demo-size", "1000"]
    with pytest.raises(RefusedError, match=r"^DEMO_SIZE is 'many'\. Allowed: a number of sites"):
        plan_programs({**settings, "DEMO_SIZE": "many"})
    (tmp_path / "service.db").touch()
    with pytest.raises(RefusedError, match=r"^DEMO_SIZE is for a new demo world\. Delete .+/service\.db"):
        plan_programs({**settings, "DEMO_SIZE": "1000"})


@for_each("variable", ["PORT", "SERVICE_PORT"])
def test_port_in_use_is_one_line_with_its_variable(variable: str, settings: dict[str, str], taken: int) -> None:
    environment = {**os.environ, **settings, variable: str(taken)}
    environment.pop("MASTHEAD_API_BASE_URL", None)
    run = [sys.executable, "-m", "scripts.run"]
    ended = subprocess.run(run, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=10, check=False)
    assert (
        ended.stdout == f"Port {taken} is in use: choose another with {variable}, as in `make run {variable}=5080`.\n"
    )
    assert (ended.returncode, ended.stderr) == (1, "")


@for_each("value", ["0", "65536", "-1", "80a", "\u0665\u0660", "5000 ", "9" * 5000])
def test_what_is_no_port_is_refused(value: str, settings: dict[str, str]) -> None:
    with pytest.raises(RefusedError, match=r"^PORT is '.+'\. Allowed: a port, from 1 to 65535\.$"):
        plan_programs({**settings, "PORT": value})


def test_one_port_for_both_is_refused(settings: dict[str, str]) -> None:
    with pytest.raises(
        RefusedError, match=r"^PORT and SERVICE_PORT are both \d+: give each program a port of its own\.$"
    ):
        plan_programs({**settings, "SERVICE_PORT": settings["PORT"]})


def test_instance_path_that_is_a_file_is_refused(settings: dict[str, str], tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    with pytest.raises(
        RefusedError, match=r"^MASTHEAD_INSTANCE_PATH is '.+/file'\. Allowed: a folder \(File exists\)\.$"
    ):
        plan_programs({**settings, "MASTHEAD_INSTANCE_PATH": str(file)})
