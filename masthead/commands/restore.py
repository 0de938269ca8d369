"""The command that makes a store of a backup."""

from pathlib import Path

import click
from flask import current_app
from flask.cli import with_appcontext

from masthead.commands.backup import contents_label
from masthead.commands.records import database_location, moment_label
from masthead.store.backups.restore import Restored, restore_backup
from masthead.store.errors import BackupError, StoreError
from masthead.web.person.portal import secrets_of, settings_of

AFTER = (
    "People sign in again. Bulk changes that were not finished are paused. What was changed after the backup is not in "
    "the journal, which says so. Start the portal now."
)


@click.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option(
    "--replace", is_flag=True, help="Put the backup in the place of records that are there; keep those aside."
)
@with_appcontext
def restore(file: Path, *, replace: bool) -> None:
    """Make Masthead's records those of the backup in FILE. The portal must not be running."""
    try:
        restored = restore_backup(database_location(), file, secrets_of(current_app), replace=replace)
    except BackupError as fault:
        raise click.ClickException(f"{file} {fault}. Nothing was changed.") from None
    except (StoreError, OSError) as fault:
        raise click.ClickException(f"{file} was not restored: {fault}. Nothing was changed.") from None
    (settings_of(current_app).instance_path / "listings.db").unlink(missing_ok=True)  # it may remember what came later
    _tell(restored)


def _tell(restored: Restored) -> None:
    manifest = restored.manifest
    click.echo(f"Restored the backup of {moment_label(manifest.made_at)}: {contents_label(manifest)}.")
    if restored.kept_aside:
        click.echo(f"The records that were there before are in {restored.kept_aside}.")
    if manifest.journal.problem:
        click.echo(f"A seal of the journal was broken when the backup was made: {manifest.journal.problem}.", err=True)
    else:
        click.echo("The seals of the journal hold.")
    click.echo(AFTER)
