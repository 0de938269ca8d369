"""Two workers whose threads come and go use one file of listings, and neither breaks it for the other."""

import subprocess
import sys
from pathlib import Path

ROUNDS = 250


def test_two_workers_set_no_file_aside(tmp_path: Path) -> None:
    file = tmp_path / "listings.db"
    command = [sys.executable, "-m", "tests.store.responses.traffic", str(file), str(ROUNDS)]
    workers = [subprocess.Popen(command) for _ in range(2)]
    assert [worker.wait() for worker in workers] == [0, 0]
    assert sorted(each.name for each in tmp_path.glob("*.broken-*")) == []
