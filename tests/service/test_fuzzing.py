"""The API document against the service: requests that it allows and requests that it does not, by the thousand."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from contract import ENDPOINTS
from tests.world import ALICE, RunningService, start_service

pytestmark = pytest.mark.exhaustive

HERE = Path(__file__).parent

SECONDS = 300
"""How long a run may take, however busy the machine is."""


@pytest.fixture
def in_file(tmp_path: Path) -> Iterator[RunningService]:
    service = start_service(tmp_path)
    yield service
    service.close()


def fuzz(service: RunningService, folder: Path, config: str, phases: str, examples: int, *endpoints: str) -> None:
    """Let the fuzzer ask; it must find nothing."""
    command = [sys.executable, "-m", "schemathesis.cli", "--config-file", str(HERE / config), "run"]
    options = ["--max-examples", str(examples), "--seed", "1", "--phases", phases, "--no-color", *endpoints]
    address = [f"{service.url}/openapi.json", "-H", f"Authorization: Bearer {ALICE}", "--generation-database", "none"]
    hooks = {"SCHEMATHESIS_HOOKS": "tests.service.fuzzing_hooks", "PYTHONPATH": str(HERE.parents[1])}
    ended = subprocess.run(
        [*command, *options, *address],
        capture_output=True,
        text=True,
        cwd=folder,
        env=os.environ | hooks,
        timeout=SECONDS,
        check=False,
    )
    assert ended.returncode == 0, ended.stdout + ended.stderr
    assert f"selected / {len(ENDPOINTS)} total" in ended.stdout


def test_no_request_gets_what_the_document_does_not_say(in_file: RunningService, tmp_path: Path) -> None:
    # On one database alone: these are most of the requests, and most end before a database is asked.
    fuzz(in_file, tmp_path, "schemathesis.toml", "coverage,fuzzing", 1, "--exclude-method", "DELETE")


def test_no_deletion_does_either(world: RunningService, tmp_path: Path) -> None:
    # Apart, so that what is asked of the demo world's ids finds something until then.
    fuzz(world, tmp_path, "schemathesis.toml", "coverage,fuzzing", 3, "--include-method", "DELETE")


def test_nor_does_what_links_lead_to(world: RunningService, tmp_path: Path) -> None:
    fuzz(world, tmp_path, "schemathesis_links.toml", "stateful", 30)
