"""No room for the file of listings: pages are served live data."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]

FULL = """
import resource, sys, time
from pathlib import Path
from store import ResponseStore
from store.responses.file import ListingsFile
listings = ResponseStore(Path(sys.argv[1]))
listings.put("alice", "/v1/orgs", "", b"old", time.time(), listings.mark("alice"))
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[2]), int(sys.argv[2])))
for number in range(20):
    listings.put("alice", f"/{number}", "", b"x" * 50_000, time.time(), listings.mark("alice"))
    listings.get("alice", f"/{number}", "")
listings.forget("alice", ("/v1/orgs",))
print(listings.get("alice", "/v1/orgs", ""))
"""


@pytest.mark.parametrize("room", [0, 100_000])
def test_no_room_for_more(room: int, tmp_path: Path) -> None:
    file = tmp_path / "instance" / "listings.db"
    command = [sys.executable, "-c", FULL, str(file), str(room)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=30, check=False)
    assert (done.returncode, done.stdout) == (0, "None\n")
    assert set(done.stderr.splitlines()) == {"listings set aside"}
