"""The API document against the service: requests that it allows and requests that it does not, by the thousand."""

import subprocess
import sys
from pathlib import Path

import pytest

from contract import custom_fields, organizations, section_groups, share_links, site_spaces, sites
from tests.world import ALICE, RunningService

CONFIG = Path(__file__).with_name("schemathesis.toml")

TOGETHER = [
    (organizations.GROUP, sites.GROUP),
    (section_groups.GROUP, site_spaces.GROUP, share_links.GROUP, custom_fields.GROUP),
]
"""Groups of endpoints, asked in one run each."""


@pytest.mark.parametrize("groups", TOGETHER, ids="-".join)
def test_no_request_gets_what_the_document_does_not_say(
    world: RunningService, tmp_path: Path, groups: tuple[str, ...]
) -> None:
    command = [sys.executable, "-m", "schemathesis.cli", "--config-file", str(CONFIG), "run"]
    options = ["--max-examples", "20", "--seed", "1", "--phases", "coverage,fuzzing,stateful", "--no-color"]
    tags = [argument for group in groups for argument in ("--include-tag", group)]
    address = [f"{world.url}/openapi.json", "-H", f"Authorization: Bearer {ALICE}", "--generation-database", "none"]
    ended = subprocess.run(
        [*command, *options, *tags, *address], capture_output=True, text=True, cwd=tmp_path, timeout=120, check=False
    )
    assert ended.returncode == 0, ended.stdout + ended.stderr
