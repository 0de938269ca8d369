"""Runs bulk changes from a terminal, with the records of a portal or, without a portal, with records of its own."""

import time
from argparse import Namespace
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import partial
from urllib.parse import quote

from flask import Config

from masthead.bulk.goal import call_key
from masthead.bulk.goals.organization import KIND, build_goal, list_sendable
from masthead.bulk.reconcile import MAX_STEPS, Runner, compare_again
from masthead.command_line.connection import Connection, config_folder
from masthead.command_line.terminal import DIFFERENT, SAME, CommandError, print_json, print_progress, print_table
from masthead.organization_file.matching import Values
from masthead.organization_file.plan import Action, Plan
from masthead.organization_file.stored_file import StoredFile
from masthead.store.bulk.steps import SETTLED, STUCK, BulkChange, Purpose, Step, StepState
from masthead.store.drafts.texts import TooLargeError
from masthead.store.entries import Reason
from masthead.store.errors import StoreError, WeakKeyError
from masthead.store.keys import read_secrets
from masthead.store.store import Store, open_store
from masthead.web.descriptions.outcome_text import cause_text
from masthead.web.http.settings import SettingsError, read_settings
from masthead.writes.send import build_intent

ORIGIN = "From the command line"
"""The reason that pages show with each change."""
PORTAL_RECORDS = ("INSTANCE_PATH", "DATABASE_URL", "DATABASE_URL_FILE")
MAX_WAITS, LOOK_SECONDS, SLICE_SECONDS = 12, 1.0, 1.0
"""Failures in a row after which a command ends; seconds between looks at what runs elsewhere; seconds of a slice."""


def run_bulk_change(connection: Connection, arguments: Namespace) -> int:
    """Continue a bulk change or, without a number, list the unfinished ones."""
    with open_records(connection) as records:
        if arguments.number is not None:
            return records.run(records.get(arguments.number))
        found = records.list_unfinished()
    if arguments.json:
        print_json([{"number": each.number, "title": each.purpose.title, **each.counts} for each in found])
    elif found:
        rows = [(each.number, each.purpose.title, f"{each.finished_steps} of {each.steps}") for each in found]
        print_table(("NUMBER", "TITLE", "CHANGES"), rows)
    else:
        print_progress("All your bulk changes have ended.")
    return DIFFERENT if found else SAME


@contextmanager
def open_records(connection: Connection) -> Iterator["PersonalBulkChanges"]:
    """Open the records of the portal that the settings name or, without one, this person's own for the API."""
    config = Config("")
    config.from_prefixed_env("MASTHEAD")
    if not any(config.get(name) for name in PORTAL_RECORDS):
        own = config_folder() / quote(connection.base_url, safe="")
        config.update(INSTANCE_PATH=str(own), API_BASE_URL=connection.base_url)
    try:
        settings = read_settings(config)
        if settings.api_base_url != connection.base_url:
            raise CommandError(f"The portal is one of {settings.api_base_url}. Set MASTHEAD_API_BASE_URL.")
        folder = settings.instance_path
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        secrets = read_secrets(folder, settings.secret_key, settings.secret_key_fallbacks)
        days, seconds = settings.known_days, settings.keep_enforcement_seconds
        store = open_store(folder, secrets, url=settings.database_url, known_days=days, keep_seconds=seconds)
        with closing(store):
            yield PersonalBulkChanges(connection, store)
    except (SettingsError, StoreError, WeakKeyError) as fault:
        raise CommandError(str(fault)) from None


class PersonalBulkChanges:
    """One person's bulk changes in one organization."""

    def __init__(self, connection: Connection, store: Store) -> None:
        self._connection, self._store, self._bulk_changes = connection, store, store.bulk_changes
        self._organization, token = connection.organization(), connection.token
        self._owner = store.linked_tokens.find_owner(connection.base_url, token) or store.keys.owner_of(token)
        self._printed = ""

    def get(self, number: int) -> BulkChange:
        """Return a bulk change. Raises CommandError if the person has none with this number."""
        found = self._bulk_changes.get(self._organization, number, self._owner)
        if found is None:
            raise CommandError(f"You have no bulk change {number} in {self._organization}. See `masthead run`.")
        return found

    def list_unfinished(self) -> list[BulkChange]:
        return self._bulk_changes.list_unfinished(self._organization, self._owner, limit=MAX_STEPS)

    def find_unfinished_apply(self) -> BulkChange | None:
        """Find a command's apply that didn't end, with the changes that are left. Waits while it is running."""
        found = next((each for each in self.list_unfinished() if _is_apply(each)), None)
        while found is not None and found.finished_at is None and (found.runs or _seconds_to_wait(found)):
            self._print_once(f"{_name(found)} is running. Masthead waits for its end.")
            time.sleep(LOOK_SECONDS)
            found = self.get(found.number)
        if found is None or found.finished_at is not None:
            return None
        self._create_runner().compute_steps(self.get(found.number), ends=False)
        return self.get(found.number)

    def add_apply(self, file: StoredFile, live: Values, found: Plan, earlier: BulkChange | None) -> BulkChange:
        """Store the planned changes, or return the `earlier` apply if these are left of it. It ends otherwise.

        The file becomes the one applied last, with which the portal's page “Drift” compares the organization.
        """
        calls = [build_intent(each, self._owner) for each in list_sendable(found, self._organization)]
        if earlier is not None:
            left = [step.intent for step in self._list_steps(earlier, StepState.WAITING)]
            if [*map(call_key, left)] == [*map(call_key, calls)]:
                return earlier
            self._bulk_changes.stop(earlier)
            print_progress(f"{_name(earlier)} has ended: this plan replaces what was left of it.")
        # What a colleague adds after the review isn't deleted.
        delete = {each.ids[-1] for each in found.changes if each.action is Action.DELETE}
        goal = build_goal(live, file.wanted, delete)
        purpose = Purpose(self._organization, self._owner, f"Apply {file.source}", KIND, goal, ORIGIN)
        mark = partial(file.save_applied, self._store.temporary_texts, self._owner, self._organization)
        try:
            return self.get(self._bulk_changes.add(purpose, calls, mark))
        except TooLargeError:
            print_progress("The file is too large for the page “Drift” of a portal: it compares with the one before.")
            return self.get(self._bulk_changes.add(purpose, calls))

    def run(self, bulk: BulkChange) -> int:
        """Run a bulk change to its end. Returns the exit code. Raises CommandError if it can't go on by itself."""
        for step in self._list_steps(bulk, StepState.FAILED):
            compare_again(self._bulk_changes, bulk, step)
        after = max((step.position for step in self._list_steps(bulk, *SETTLED)), default=0)
        is_first, waits = True, 0
        while bulk.finished_at is None:
            has_run = self._create_runner().run(bulk, resume=is_first)
            is_first, bulk = False, self.get(bulk.number)
            after = self._print_steps(bulk, after)
            seconds = _seconds_to_wait(bulk)
            waits = waits + 1 if seconds and bulk.cause.reason is not Reason.ANOTHER_RUNS else 0
            if reason := cause_text(bulk.cause) if waits > MAX_WAITS else self._find_halt(bulk):
                raise self._create_error(bulk, reason)
            if seconds:
                self._print_once(f"{cause_text(bulk.cause)} Masthead tries again every few seconds.")
            elif not has_run and bulk.finished_at is None:
                self._print_once(f"{_name(bulk)} is running elsewhere. Masthead waits for its end.")
                seconds = LOOK_SECONDS
            time.sleep(seconds)
        if bulk.cause:
            raise self._create_error(bulk, cause_text(bulk.cause))
        left = [f"Not changed: {cause_text(each)}" for each in bulk.differences]
        print_progress("\n".join(left) or "All changes are saved.")
        return DIFFERENT if left else SAME

    def _find_halt(self, bulk: BulkChange) -> str:
        if bulk.finished_at is not None or bulk.waits_until is not None:
            return ""
        if bulk.is_stuck:
            step = self._list_steps(bulk, *STUCK)[0]
            return f"{step.intent.summary}: {cause_text(step.cause)}"
        return "It was paused on its page." if bulk.paused_at is not None else cause_text(bulk.cause)

    def _create_error(self, bulk: BulkChange, reason: str) -> CommandError:
        count = bulk.counts.get(StepState.DONE, 0)
        saved = f"{count:,} change{'' if count == 1 else 's'} saved before that."
        return CommandError(f"{reason}\n{saved} Run `masthead run {bulk.number}` to go on from there.")

    def _print_steps(self, bulk: BulkChange, after: int) -> int:
        for step in self._list_steps(bulk, *SETTLED, after=after):
            state = "" if step.state is StepState.DONE else f" ({step.state}) {cause_text(step.cause)}"
            print_progress(f"{step.position} of {bulk.steps}: {step.intent.summary}{state}")
            after = step.position
        return after

    def _print_once(self, text: str) -> None:
        if text != self._printed:
            print_progress(text)
        self._printed = text

    def _list_steps(self, bulk: BulkChange, *states: StepState, after: int = 0) -> list[Step]:
        return self._bulk_changes.steps(bulk, after=after, states=states, limit=MAX_STEPS)

    def _create_runner(self) -> Runner:
        api = self._connection.api(self._owner)
        return Runner(api, self._store.journal, self._bulk_changes, seconds=SLICE_SECONDS)


def _is_apply(bulk: BulkChange) -> bool:
    return bulk.purpose.kind == KIND and bulk.purpose.reason == ORIGIN


def _name(bulk: BulkChange) -> str:
    return f"Bulk change {bulk.number} ({bulk.purpose.title})"


def _seconds_to_wait(bulk: BulkChange) -> float:
    return max((bulk.waits_until or 0.0) - time.time(), 0.0)
