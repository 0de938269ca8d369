"""Commands for organization files: export, plan, drift and apply."""

import fcntl
import sys
import time
from argparse import Namespace
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

from masthead.client import OutcomeUnknown, Problem, TooMany, Unavailable
from masthead.command_line.connection import Connection, config_folder
from masthead.command_line.terminal import (
    DIFFERENT,
    SAME,
    CommandError,
    confirm,
    print_json,
    print_progress,
    print_text,
)
from masthead.organization_file import document
from masthead.organization_file.document import FileDocument
from masthead.organization_file.export import export, read_for
from masthead.organization_file.merge import Merge, narrow
from masthead.organization_file.plan import Action, OrganizationChange, Plan, Values, describe, plan
from masthead.organization_file.schema import TOP

SECONDS_OF_A_CALL = 30.0
MAX_BYTES = 16 * 1024 * 1024
PAUSES = (1, 4, 15, 60)
"""Seconds to wait before Masthead reads again after a call that wasn't answered."""


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
    return DIFFERENT if found.changes or found.refused else SAME


def find_drift(connection: Connection, arguments: Namespace) -> int:
    wanted = _load(arguments.file)
    found = plan(_read(connection, wanted), wanted.values)
    _print_plan(found, as_json=arguments.json)
    return DIFFERENT if found.changes or found.refused or found.kept else SAME


def apply_file(connection: Connection, arguments: Namespace) -> int:
    wanted = _load(arguments.file)
    with _lock(connection.organization()):
        live = _read(connection, wanted)
        found = plan(live, wanted.values, arguments.allow_delete)
        _print_plan(found, as_json=arguments.json)
        if not found.changes:
            return DIFFERENT if found.refused else SAME
        if not arguments.yes and not confirm(f"Apply {_count_label(len(found.changes), 'change')}?"):
            raise CommandError("Nothing was sent.")
        left = _Apply(connection, live, wanted.values, found).run()
    print_progress("\n".join(["All changes are saved.", *(f"Not changed: {each}" for each in left)]))
    return DIFFERENT if left else SAME


def _read(connection: Connection, wanted: FileDocument) -> Values:
    people = any("members" in team for team in wanted.values.get("teams", ()))
    return export(connection.api(), connection.organization(), wanted.sections, people=people)


class _Apply:
    """Gives an organization the values in a file, and keeps what others change in the meantime.

    It reads and plans again before each call. This shows whether an unanswered call took effect, and an apply that was
    killed repeats no call when it is run again.
    """

    def __init__(self, connection: Connection, live: Values, wanted: Values, reviewed: Plan) -> None:
        self._connection = connection
        self._before, self._file = narrow(live, wanted)
        # What a colleague adds after the review isn't deleted.
        self._delete = {each.ids[-1] for each in reviewed.changes if each.action is Action.DELETE}
        self._saved: list[OrganizationChange] = []

    def run(self) -> list[str]:
        """Send the changes one after the other. Returns a description of each change that wasn't made."""
        pauses = iter(PAUSES)
        while True:
            changes, left = self._plan()
            if not changes:
                return left
            change = next((each for each in changes if not each.waits), changes[0])
            if change.waits or change in self._saved:
                raise self._stop(f"{change.summary}: what was saved for this doesn't show when Masthead reads it.")
            number = len(self._saved) + 1
            print_progress(f"{number} of {number - 1 + len(changes)}: {change.summary}")
            try:
                self._connection.api(SECONDS_OF_A_CALL).write(change.endpoint, *change.ids, body=change.body)
            except (OutcomeUnknown, TooMany, Unavailable) as problem:
                self._wait(problem, next(pauses, None))
            except Problem as problem:
                raise self._stop(f"{change.summary}: {self._connection.explain(problem)}") from None
            else:
                self._saved.append(change)
                pauses = iter(PAUSES)

    def _plan(self) -> tuple[Sequence[OrganizationChange], list[str]]:
        live = read_for(self._connection.api(), self._connection.organization(), self._before, self._file)
        merge = Merge()
        found = plan(live, merge.merge(live, self._before, self._file), self._delete)
        return found.changes, [*merge.conflicts, *found.refused]

    def _wait(self, problem: Problem, seconds: int | None) -> None:
        if seconds is None:
            raise self._stop(self._connection.explain(problem))
        pause = max(seconds, problem.retry_after or 0)
        print_progress(f"{problem.message} Masthead reads again in {pause:.0f} s.")
        time.sleep(pause)

    def _stop(self, why: str) -> CommandError:
        saved = _count_label(len(self._saved), "change")
        return CommandError(f"{why}\n{saved} saved before that. Run the command again to go on from there.")


@contextmanager
def _lock(organization: str) -> Iterator[None]:
    """Keep other `apply` commands on this machine from changing the organization at the same time."""
    path = config_folder() / f"apply-{quote(organization, safe='')}"
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with path.open("w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise CommandError(f"Another apply for {organization} is running here. Nothing was sent.") from None
        yield


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
