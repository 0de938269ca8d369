"""The command that writes a backup."""

from pathlib import Path

import click
from flask import current_app
from flask.cli import with_appcontext

from masthead.commands.records import count_label, masthead_version, open_database
from masthead.store.backups.backup import write_backup
from masthead.store.backups.manifest import Manifest
from masthead.store.errors import BackupError, StoreError
from masthead.web.person.portal import secrets_of

KEY = (
    "The file holds no keys. Keep MASTHEAD_SECRET_KEY, or the file secret_key of the instance folder, in another "
    "place: without that key, nothing can be restored. The journal and notes are readable in the file. Keep it private."
)


@click.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@with_appcontext
def backup(file: Path) -> None:
    """Write all of Masthead's records into FILE. Portals may be running."""
    try:
        with open_database() as database:
            made = write_backup(database, secrets_of(current_app), file, masthead=masthead_version())
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
    """How many rows a backup has, as text."""
    rows = {part.table: part.rows for part in made.parts}
    others = sum(number for table, number in rows.items() if not table.startswith("journal"))
    entries = count_label(rows.get("journal", 0), "journal entry", "journal entries")
    return f"{entries} and {count_label(others, 'other record', 'other records')}"
