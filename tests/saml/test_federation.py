"""A federation of 90 MB is read in little memory, and one of its providers is found."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.saml.published import large_federation

PROVIDERS, SIZE, MIB = 8000, 90_000_000, 1024 * 1024
READS = """
import json, sys
from blueprints.sso.imported_metadata import ImportedMetadata, MetadataSource
import masthead.saml.safe_xml
def held(name):
    lines = open("/proc/self/status").read().splitlines()
    return next(int(line.split()[1]) * 1024 for line in lines if line.startswith(name))
before = held("VmRSS")
with open(sys.argv[1], "rb") as file:
    found = ImportedMetadata(file)
most, index = held("VmHWM"), found.to_index("")
source = MetadataSource.parse("", "", index)
rows = source.find_providers(sys.argv[2])
print(json.dumps([most - before, len(source.index.rows), len(found.parts), len(index), rows]))
"""


@pytest.mark.exhaustive
def test_it_is_read_in_sixty_megabytes_and_searched(tmp_path: Path) -> None:
    file = tmp_path / "federation.xml"
    with file.open("wb") as writing:
        writing.writelines(large_federation(PROVIDERS, SIZE))
    assert file.stat().st_size > SIZE
    command = [sys.executable, "-c", READS, str(file), "EMBER7999.example"]
    grown, count, parts, index, rows = json.loads(subprocess.check_output(command))
    ((number, (name, entity_id, _)),) = rows
    assert (count, parts, number, name) == (PROVIDERS, PROVIDERS // 50 + 1, PROVIDERS - 1, "Member7999")
    assert "member7999" in entity_id
    assert grown < 60 * MIB
    assert index < 4 * MIB
