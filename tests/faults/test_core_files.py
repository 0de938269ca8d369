"""A program that crashes leaves none of its memory behind in a file: it may hold keys and tokens."""

import os
import resource
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.faults.program import SECONDS, Program
from tests.service.program import serving

pytestmark = pytest.mark.exhaustive


@pytest.fixture(autouse=True)
def allowed() -> Iterator[None]:
    """Whoever starts the program lets it write core files."""
    soft, hard = resource.getrlimit(resource.RLIMIT_CORE)
    resource.setrlimit(resource.RLIMIT_CORE, (hard, hard))
    yield
    resource.setrlimit(resource.RLIMIT_CORE, (soft, hard))


def crash(pid: int) -> list[str]:
    """The names of the core files that are there once a process has crashed; they are deleted."""
    folder = Path(f"/proc/{pid}/cwd").readlink()
    os.kill(pid, signal.SIGSEGV)  # gunicorn's workers take SIGABRT for a wish to end
    until = time.monotonic() + SECONDS
    while Path(f"/proc/{pid}/exe").exists():
        assert time.monotonic() < until, "it runs on"
        time.sleep(0.05)
    found = list(folder.glob("core*"))
    for file in found:
        file.unlink()
    return [file.name for file in found]


def test_a_crash_of_the_portal_leaves_no_core_file(program: Program) -> None:
    program.open("/sign-in")
    assert crash(program.workers[0]) == []
    assert crash(program.pid) == []


def test_a_crash_of_the_service_leaves_no_core_file(tmp_path: Path) -> None:
    with serving("--database", str(tmp_path / "service.db"), "--demo") as service:
        assert crash(service.process.pid) == []
