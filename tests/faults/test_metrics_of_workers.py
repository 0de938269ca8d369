"""Several workers count together, whatever becomes of one of them."""

import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.faults.program import SECONDS, Program
from tests.world import RunningService

TOKEN = "a token of 16 or more"
PAGE = 'masthead_requests_total{method="GET",page="account.sign_in",status="200"} '


@pytest.fixture
def program(service: RunningService, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Program]:
    monkeypatch.setenv("MASTHEAD_METRICS_TOKEN", TOKEN)
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    found = Program(service.url, tmp_path / "instance")
    yield found
    found.kill()


def shown(program: Program) -> float:
    """How often the sign-in page was answered, as each worker reports it: they must agree."""
    headers = {"Authorization": f"Bearer {TOKEN}", "Connection": "close"}
    texts = [program.browser.get(f"{program.url}/metrics", headers=headers, timeout=SECONDS).text for _ in range(8)]
    (value,) = {line.removeprefix(PAGE) for text in texts for line in text.splitlines() if line.startswith(PAGE)}
    return float(value)


def test_a_killed_worker_takes_no_count_along_and_nothing_is_left_behind(program: Program, tmp_path: Path) -> None:
    program.open("/sign-in")
    for _ in range(19):
        program.browser.get(f"{program.url}/sign-in", headers={"Connection": "close"}, timeout=SECONDS)
    assert shown(program) == 20
    (folder,) = tmp_path.glob("masthead-metrics-*")
    assert folder.stat().st_mode & 0o077 == 0
    before = program.workers
    os.kill(before[0], signal.SIGKILL)
    until = time.monotonic() + SECONDS
    while before[0] in program.workers or len(program.workers) < len(before):
        assert time.monotonic() < until, "no new worker"
        time.sleep(0.05)
    assert shown(program) == 20
    program.stop()
    assert not folder.exists()
