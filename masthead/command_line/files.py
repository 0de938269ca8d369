"""Commands for organization files: export, plan, drift and apply."""

import sys
from argparse import Namespace
from pathlib import Path

from masthead.command_line.connection import Connection
from masthead.command_line.terminal import (
    DIFFERENT,
    FAILED,
    SAME,
    CommandError,
    confirm,
    print_json,
    print_progress,
    print_text,
)
from masthead.organization_file import document
from masthead.organization_file.document import FileDocument
from masthead.organization_file.export import export
from masthead.organization_file.matching import Values
from masthead.organization_file.plan import Plan, describe, plan
from masthead.organization_file.schema import TOP
from masthead.organization_file.stored_file import StoredFile

MAX_BYTES = 16 * 1024 * 1024


def export_file(connection: Connection, arguments: Namespace) -> int:
    organization, known = connection.organization(), [each.key for each in TOP]
    only = [each for each in (arguments.only or "").split(",") if each]
    if unknown := [each for each in only if each not in known]:
        raise CommandError(f"There is no section {', '.join(unknown)}. Sections are {', '.join(known)}.")
    print_progress(f"Reading {organization}")
    values = export(connection.api(), organization, only, people=arguments.people)
    if arguments.json:
        print_json(values)
    else:
        sys.stdout.write(document.dump(values))
    return SAME


def plan_file(connection: Connection, arguments: Namespace) -> int:
    wanted = _load(arguments.file)
    found = plan(_read(connection, wanted), wanted.values, arguments.allow_delete)
    _print_plan(found, as_json=arguments.json)
    if found.refused:
        return FAILED
    return DIFFERENT if found.changes else SAME


def find_drift(connection: Connection, arguments: Namespace) -> int:
    wanted = _load(arguments.file)
    found = plan(_read(connection, wanted), wanted.values)
    _print_plan(found, as_json=arguments.json)
    return DIFFERENT if found.changes or found.refused or found.kept else SAME


def apply_file(connection: Connection, arguments: Namespace) -> int:
    from masthead.command_line.bulk_changes import open_records  # noqa: PLC0415 - other commands keep no records

    wanted = _load(arguments.file)
    with open_records(connection) as records:
        earlier = records.find_unfinished_apply()
        live = _read(connection, wanted)
        found = plan(live, wanted.values, arguments.allow_delete)
        _print_plan(found, as_json=arguments.json)
        if not found.changes and earlier is None:
            return FAILED if found.refused else SAME
        if found.changes and not arguments.yes and not confirm(f"Apply {_count_label(len(found.changes), 'change')}?"):
            raise CommandError("Nothing was sent.")
        source = "standard input" if arguments.file == "-" else f"the file {Path(arguments.file).name}"
        file = StoredFile(wanted.values, source, text=wanted.text)
        code = records.run(records.add_apply(file, live, found, earlier))
        return FAILED if found.refused else code


def _read(connection: Connection, wanted: FileDocument) -> Values:
    people = any("members" in team for team in wanted.values.get("teams", ()))
    return export(connection.api(), connection.organization(), wanted.values, people=people)


def _load(path: str) -> FileDocument:
    with Path("/dev/stdin" if path == "-" else path).open("rb") as file:
        raw = file.read(MAX_BYTES)
    try:
        found = document.load(raw.decode())
    except UnicodeDecodeError:
        raise CommandError(f"{path} isn't text in UTF-8.") from None
    if found.errors:
        lines = "\n".join(map(str, found.errors))
        raise CommandError(f"{path} has {_count_label(len(found.errors), 'error')}. Nothing was sent.\n{lines}")
    return found


def _print_plan(found: Plan, *, as_json: bool) -> None:
    if not as_json:
        print_text("\n".join(describe(found)))
        return
    fields = ("action", "kind", "title", "ids", "before", "after")
    changes = [{name: getattr(each, name) for name in fields} for each in found.changes]
    print_json({"changes": changes, "refused": found.refused, "kept": found.kept})


def _count_label(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
