"""A backup is made while the portal runs, and restored elsewhere: the same journal, verified."""

import shutil
from pathlib import Path

import pytest
from flask import Flask

from tests.commands.programs import run_in
from tests.pages.pages import Pages
from tests.portals import PortalFor, close_portal
from tests.world import ALICE

EDIT = "/orgs/org_larkfield/sites/site_docs/edit"
JOURNAL = "/orgs/org_larkfield/journal"


@pytest.fixture
def running(portal_for: PortalFor, tmp_path: Path) -> Flask:
    """A portal that runs, in which Alice has saved something."""
    app = portal_for(INSTANCE_PATH=tmp_path / "here")
    pages = Pages(app).sign_in(ALICE)
    pages.get(EDIT)
    pages.submit(EDIT, title="Guide", press="Save changes")
    return app


@pytest.mark.exhaustive
def test_a_backup_is_restored_elsewhere(running: Flask, tmp_path: Path, portal_for: PortalFor) -> None:
    here, there, file = tmp_path / "here", tmp_path / "there", tmp_path / "masthead.backup"
    made = run_in(here, "backup", str(file))
    assert (made.returncode, made.stderr) == (0, "")
    assert made.stdout.startswith(f"{file} has 1 journal entry and ")
    assert "The file holds no keys" in made.stdout
    there.mkdir()
    shutil.copy(here / "secret_key", there)
    restored = run_in(there, "restore", str(file))
    assert (restored.returncode, restored.stderr) == (0, "")
    assert "1 journal entry and " in restored.stdout
    assert "The seals of the journal hold." in restored.stdout
    assert run_in(there, "journal", "verify").stdout == "All 3 seals hold.\n"
    close_portal(running)
    shown = Pages(portal_for(INSTANCE_PATH=there)).sign_in(ALICE).get(JOURNAL)
    assert "Guide" in shown.main


@pytest.mark.exhaustive
def test_what_is_refused_says_why(running: Flask, tmp_path: Path) -> None:
    here, file = tmp_path / "here", tmp_path / "masthead.backup"
    (tmp_path / "there").mkdir()
    assert run_in(here, "backup", str(file)).returncode == 0
    other_keys = run_in(tmp_path / "there", "restore", str(file))
    assert other_keys.returncode == 1
    assert f"Error: {file} was made with another key" in other_keys.stderr
    assert "Nothing was changed." in other_keys.stderr
    used = run_in(here, "restore", str(file), "--replace")
    assert used.returncode == 1
    assert used.stderr == (
        f"Error: {file} was not restored: the portal is running, or another command uses its records. Stop it first. "
        "Nothing was changed.\n"
    )
    close_portal(running)
    replaced = run_in(here, "restore", str(file), "--replace")
    assert (replaced.returncode, replaced.stderr) == (0, "")
    assert "The records that were there before are in masthead.db.replaced-" in replaced.stdout
