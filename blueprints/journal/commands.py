"""The command that verifies the journal's seals and its end."""

from pathlib import Path

import click
from flask.cli import with_appcontext

from masthead.store.backups.archive import open_backup
from masthead.store.errors import BackupError
from masthead.store.journal.seals import Anchor
from masthead.web.person.portal import portal

WHAT_TO_DO = (
    "Restore the newest backup: docs/guide/backup.md says how. If you replaced the database on purpose, delete "
    "journal-anchor.json in the instance folder and start the portal again."
)


@click.command("verify")
@click.option(
    "--backup",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Check besides that the journal still has what it had when this backup was made.",
)
@with_appcontext
def verify(backup: Path | None) -> None:
    """Check the journal's seals and its end. Exit with status 1 if something is wrong."""
    held, wrong = portal().store.journal.verify_chain()
    if wrong is not None:
        raise click.ClickException(f"{held} seals hold, and then {wrong}.")
    missing = portal().store.anchor.check() or (None if backup is None else _backup_gap_message(backup))
    if missing is not None:
        raise click.ClickException(f"All {held} seals hold, but {missing}. {WHAT_TO_DO}")
    click.echo(f"All {held} seals hold.")


def _backup_gap_message(backup: Path) -> str | None:
    try:
        with open_backup(backup, portal().store.keys.secrets) as reader:
            told = reader.manifest
    except BackupError as fault:
        raise click.ClickException(f"{backup} {fault}.") from None
    end = told.journal
    return (
        portal().store.anchor.missing_lines_message(Anchor(end.number, end.seal, told.made_at)) if end.number else None
    )
