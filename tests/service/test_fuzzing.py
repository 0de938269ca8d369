"""The API document against the service: requests that it allows and requests that it does not, by the thousand."""

import subprocess
import sys
from pathlib import Path

from contract import organizations, sites
from tests.world import ALICE, RunningService

CONFIG = Path(__file__).with_name("schemathesis.toml")


def test_no_request_gets_what_the_document_does_not_say(world: RunningService, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "schemathesis.cli", "--config-file", str(CONFIG), "run"]
    options = ["--max-examples", "20", "--seed", "1", "--phases", "coverage,fuzzing,stateful", "--no-color"]
    groups = ["--include-tag", organizations.GROUP, "--include-tag", sites.GROUP]
    address = [f"{world.url}/openapi.json", "-H", f"Authorization: Bearer {ALICE}", "--generation-database", "none"]
    ended = subprocess.run(
        [*command, *options, *groups, *address], capture_output=True, text=True, cwd=tmp_path, timeout=120, check=False
    )
    assert ended.returncode == 0, ended.stdout + ended.stderr
