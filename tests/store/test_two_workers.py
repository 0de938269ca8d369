"""Two workers of sixteen threads share a folder and a database, and nobody ever sees that a database is locked."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = 400


@pytest.mark.exhaustive
def test_two_workers_of_sixteen_threads(tmp_path: Path, empty_database: str) -> None:
    command = [sys.executable, "-m", "tests.store.mixed_load", str(tmp_path), empty_database, "16", str(PAGES)]
    workers = [subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE) for _ in range(2)]
    for worker in workers:
        told, complaints = worker.communicate(timeout=60)
        assert (worker.returncode, complaints) == (0, b"")
        assert json.loads(told)["failed"] == []
