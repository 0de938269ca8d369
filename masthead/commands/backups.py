"""The commands `backup` and `restore`."""

from pathlib import Path

import click
from flask import current_app
from flask.cli import with_appcontext

from masthead.command_line.program import read_version
from masthead.commands.records import count_label, database_location, moment_label, open_database
from masthead.store.backups.archive import Manifest
from masthead.store.backups.backup import write_backup
from masthead.store.backups.restore import RestoredBackup, restore_backup
from masthead.store.errors import BackupError, StoreError
from masthead.web.person.portal import get_secrets, get_settings

KEY = (
    "The file holds no keys. Keep MASTHEAD_SECRET_KEY, or the file secret_key of the instance folder, in another "
    "place: without that key, nothing can be restored. The journal and notes are readable in the file. Keep it private."
)


@click.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@with_appcontext
def backup(file: Path) -> None:
    """Write all of Masthead's records to FILE. Portals may be running."""
    try:
        with open_database() as database:
            made = write_backup(database, get_secrets(current_app), file, masthead=read_version())
    except FileExistsError:
        raise click.ClickException(f"{file} is there already. Nothing was written.") from None
    except BlockingIOError:
        raise click.ClickException(f"Another backup is writing {file}. Nothing was written.") from None
    except (BackupError, StoreError, OSError) as fault:
        why = fault.strerror if isinstance(fault, OSError) else fault
        raise click.ClickException(f"No backup was made: {why}.") from None
    click.echo(f"{file} has {contents_label(made)}.")
    click.echo(KEY)
    if made.journal.problem:
        raise click.ClickException(
            f"The backup is whole, but a seal of the journal is broken: {made.journal.problem}. "
            "See `flask --app app journal verify`."
        )


def contents_label(made: Manifest) -> str:
    """Describe the number of rows in a backup."""
    rows = {part.table: part.rows for part in made.parts}
    others = sum(number for table, number in rows.items() if not table.startswith("journal"))
    entries = count_label(rows.get("journal", 0), "journal entry", "journal entries")
    return f"{entries} and {count_label(others, 'other record', 'other records')}"


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
    """Replace Masthead's records with those in the backup FILE. The portal must not be running."""
    try:
        restored = restore_backup(database_location(), file, get_secrets(current_app), replace=replace)
    except BackupError as fault:
        raise click.ClickException(f"{file} {fault}. Nothing was changed.") from None
    except (StoreError, OSError) as fault:
        raise click.ClickException(f"{file} was not restored: {fault}. Nothing was changed.") from None
    # The cache may have responses from after the backup.
    (get_settings(current_app).instance_path / "listings.db").unlink(missing_ok=True)
    _print_result(restored)


def _print_result(restored: RestoredBackup) -> None:
    manifest = restored.manifest
    click.echo(f"Restored the backup of {moment_label(manifest.made_at)}: {contents_label(manifest)}.")
    if restored.kept_aside:
        click.echo(f"The records that were there before are in {restored.kept_aside}.")
    if manifest.journal.problem:
        click.echo(f"A seal of the journal was broken when the backup was made: {manifest.journal.problem}.", err=True)
    else:
        click.echo("The seals of the journal hold.")
    click.echo(AFTER)
