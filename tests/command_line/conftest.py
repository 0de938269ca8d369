"""A terminal for the service of the tests, and a file to apply."""

from pathlib import Path

import pytest

from tests.command_line.terminals import Terminal
from tests.world import RunningService

EDITS = {
    "title: Larkfield Freight\n": "title: Larkfield Freight Ltd\n",
    "title: Help centre\n": "title: Help center\n",
    "customFields:\n": "customFields:\n- {name: area, title: Area, type: text}\n",
    "translations:\n": "translations:\n- {title: Board papers}\n",
}


@pytest.fixture
def terminal(service: RunningService, tmp_path: Path) -> Terminal:
    """Alice's terminal, whose token is in a variable."""
    return Terminal(tmp_path, {"MASTHEAD_API_BASE_URL": service.url})


@pytest.fixture
def file(terminal: Terminal) -> Path:
    """The file of the organization, as it was exported."""
    code, text, said = terminal.run("export")
    assert (code, said) == (0, "Reading org_larkfield\n")
    written = terminal.home / "organization.yaml"
    written.write_text(text, encoding="utf-8")
    return written


@pytest.fixture
def edited(file: Path) -> Path:
    """The file with four edits."""
    text = file.read_text(encoding="utf-8")
    for before, after in EDITS.items():
        assert before in text
        text = text.replace(before, after, 1)
    file.write_text(text, encoding="utf-8")
    return file
