"""Cleans, once, the API's messages that a version before 1.0.0 stored as they were."""

import json
import time
from collections.abc import Callable

from sqlalchemy import Column, Connection, Table, delete, select, update

from masthead.store.causes import Cause, Reason, parse_cause
from masthead.store.database import LONG_IDLE_SECONDS, Database
from masthead.store.journal.seals import Seals
from masthead.store.keys import Keys
from masthead.store.tables.directory import scans
from masthead.store.tables.records import (
    bulk_changes,
    bulk_steps,
    journal_outcomes,
    journal_redactions,
    pending_cleanups,
    submissions,
)
from masthead.store.tables.sso import enforcements

Clean = Callable[[str], str]
MESSAGES = "messages"
NOT_SEALED = (
    (bulk_changes, bulk_changes.c.message),
    (bulk_steps, bulk_steps.c.message),
    (enforcements, enforcements.c.message),
    (submissions, submissions.c.message),
    (scans, scans.c.note),
)


def clean_messages(database: Database, keys: Keys, clean: Clean, clock: Callable[[], float] = time.time) -> None:
    """Clean all messages if that is still pending. `clean` returns a harmless text unchanged."""
    with database.reading() as connection:
        if connection.scalar(select(pending_cleanups.c.name)) is None:
            return
    with database.writing(idle_seconds=LONG_IDLE_SECONDS) as connection:
        if connection.execute(delete(pending_cleanups)).rowcount == 0:
            return  # another process was first
        if connection.dialect.name == "sqlite":
            connection.exec_driver_sql("PRAGMA secure_delete = ON")  # what is overwritten must not stay in the file
        _clean_outcomes(connection, Seals(keys), clean, clock())
        _clean_differences(connection, clean)
        for table, column in NOT_SEALED:
            _clean_column(connection, table, column, clean)


def _clean_outcomes(connection: Connection, seals: Seals, clean: Clean, now: float) -> None:
    columns = journal_outcomes.c
    redacted = select(journal_redactions.c.outcome)
    lines = select(columns.number, columns.message).where(columns.message != "", columns.number.not_in(redacted))
    rows = connection.execute(lines).all()
    for number, message in rows:
        text = parse_cause(message).text
        if (cleaned := clean(text)) != text:
            seals.redact(connection, number, Cause(Reason.CLEANED, {"cleaned": cleaned}).to_json(), now)


def _clean_differences(connection: Connection, clean: Clean) -> None:
    for (text,) in connection.execute(select(bulk_changes.c.differences).distinct()).all():
        cleaned = json.dumps([clean(each) for each in json.loads(text)])
        connection.execute(update(bulk_changes).where(bulk_changes.c.differences == text).values(differences=cleaned))


def _clean_column(connection: Connection, table: Table, column: Column[str], clean: Clean) -> None:
    for (text,) in connection.execute(select(column).where(column != "").distinct()).all():
        if (cleaned := clean(text)) != text:
            connection.execute(update(table).where(column == text).values({column.name: cleaned}))
