"""The command that checks the seals of the journal."""

from pathlib import Path

import pytest
from flask import Flask

from tests.commands.programs import run_in
from tests.pages.pages import Pages
from web.person.portal import portal_of

EDIT = "/orgs/org_larkfield/sites/site_docs/edit"


def test_a_command_checks_the_seals(alice: Pages, portal: Flask) -> None:
    alice.get(EDIT)
    alice.submit(EDIT, title="Guide", press="Save changes")
    run = portal.test_cli_runner().invoke
    assert run(args=["journal", "verify"]).output == "All 2 seals hold.\n"
    with portal_of(portal).store.database.writing() as connection:
        connection.exec_driver_sql("UPDATE journal SET summary = 'Nothing'")
    broken = run(args=["journal", "verify"])
    assert (broken.exit_code, broken.output) == (1, "Error: 0 seals hold, and then entry 1 is not what was sealed.\n")


def test_a_journal_that_was_cut_off_is_found(alice: Pages, portal: Flask) -> None:
    alice.get(EDIT)
    alice.submit(EDIT, title="Guide", press="Save changes")
    with portal_of(portal).store.database.writing() as connection:
        for table in ("journal_seals", "journal_outcomes", "journal"):
            connection.exec_driver_sql(f"DELETE FROM {table}")  # noqa: S608 - a table of ours
    told = portal.test_cli_runner().invoke(args=["journal", "verify"])
    assert told.exit_code == 1
    assert "All 0 seals hold, but the journal had the seal 2 on " in told.output
    assert "Restore the newest backup" in told.output


@pytest.mark.exhaustive
def test_a_backup_knows_what_there_was(alice: Pages, portal: Flask, tmp_path: Path) -> None:
    folder, file = portal_of(portal).settings.instance_path, str(tmp_path / "b")
    alice.get(EDIT)
    alice.submit(EDIT, title="Guide", press="Save changes")
    assert run_in(folder, "backup", file).returncode == 0
    run = portal.test_cli_runner().invoke
    assert run(args=["journal", "verify", "--backup", file]).output == "All 2 seals hold.\n"
    with portal_of(portal).store.database.writing() as connection:
        for table in ("journal_seals", "journal_outcomes", "journal"):
            connection.exec_driver_sql(f"DELETE FROM {table}")  # noqa: S608 - a table of ours
    (folder / "journal-anchor.json").unlink()
    assert run(args=["journal", "verify"]).output == "All 0 seals hold.\n"
    told = run(args=["journal", "verify", "--backup", file])
    assert (told.exit_code, "the journal had the seal 2 on " in told.output) == (1, True)
