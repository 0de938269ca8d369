"""Reads the sources of specifications in a background thread, one at a time, oldest first.

Queued sources are in the database, so that none is lost when the service stops.
"""

import logging
import threading
from collections.abc import Callable
from datetime import datetime
from typing import Any, Literal

from sqlalchemy import Connection, Row, delete, select

from fetching import FailureKind, FetchedDocument, FetchError
from service.http.request_context import format_time
from service.openapi.outline import ParseError, decode_text, detect_file_name
from service.openapi.specs import SpecContent, add_version, save_spec
from service.storage.database import ServiceDatabase
from service.storage.documents import parse_fields
from service.tables.content import openapi_source, openapi_spec

_log = logging.getLogger(__name__)

Failure = Literal["FETCH_TIMEOUT", "FETCH_ERROR", "PARSE_ERROR"]

_OLDEST = (
    select(openapi_source, openapi_spec.c.organization, openapi_spec.c.document)
    .join(openapi_spec)
    .order_by(openapi_source.c.number)
    .limit(1)
)


class OpenAPIReader:
    """Reads sources in a thread. `fetch` gets a document from a URL."""

    def __init__(
        self, database: ServiceDatabase, fetch: Callable[[str], FetchedDocument], clock: Callable[[], datetime]
    ) -> None:
        self._database, self._fetch, self._clock = database, fetch, clock
        self._lock = threading.Lock()
        self._is_reading = False
        self._was_woken = False

    def wake(self) -> None:
        """Start a thread that reads until the queue is empty, and return at once."""
        with self._lock:
            self._was_woken = True
            if not self._is_reading:
                self._is_reading = True
                threading.Thread(target=self._read_all, name="openapi-reader", daemon=True).start()

    def _should_continue(self) -> bool:
        with self._lock:
            self._is_reading, self._was_woken = self._was_woken, False
            return self._is_reading

    def _read_all(self) -> None:
        while self._should_continue():
            try:
                while self.read_next():
                    pass
            except Exception:  # noqa: BLE001 - one failure must not stop the queue
                # The source is still in the database, and is tried again at the next wake.
                _log.exception("A specification could not be read")

    def read_next(self) -> bool:
        """Read the oldest queued source. Return False if there is none."""
        with self._database.writing() as connection:
            source = connection.execute(_OLDEST).first()
            if source is None:
                return False
            spec = parse_fields(source.document)
            save_spec(connection, source.organization, spec | {"processingState": "progress"})
        # Outside a transaction: fetching may take seconds, and would block other writes.
        outcome = self._read_source(source)
        with self._database.writing() as connection:
            self._save_outcome(connection, source, outcome)
        return True

    def _read_source(self, source: Row[Any]) -> SpecContent | Failure:
        try:
            text = source.content if source.url is None else decode_text(self._fetch(source.url).content)
            return SpecContent(detect_file_name(text), text, source.url)
        except FetchError as error:
            return "FETCH_TIMEOUT" if error.kind is FailureKind.TIME else "FETCH_ERROR"
        except ParseError:
            return "PARSE_ERROR"

    def _save_outcome(self, connection: Connection, source: Row[Any], outcome: SpecContent | Failure) -> None:
        same = (openapi_source.c.number == source.number, openapi_source.c.openapi_spec == source.openapi_spec)
        # No row: the specification was deleted or its source replaced during the read.
        if connection.execute(delete(openapi_source).where(*same)).rowcount == 0:
            return
        rows = select(openapi_spec.c.organization, openapi_spec.c.document)
        row = connection.execute(rows.where(openapi_spec.c.id == source.openapi_spec)).one()
        now = format_time(self._clock())
        fields = parse_fields(row.document) | {"processingState": "complete", "lastProcessedAt": now}
        if isinstance(outcome, SpecContent):
            fields["lastVersion"] = add_version(connection, row.organization, fields, outcome, now)
            fields.pop("lastProcessErrorCode", None)
        else:
            fields["lastProcessErrorCode"] = outcome
        save_spec(connection, row.organization, fields)
