"""Stores OpenAPI specifications, and reads their sources in a background thread, one at a time, oldest first.

Queued sources are in the database, so that none is lost when the service stops.
"""

import hashlib
import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal, cast

from sqlalchemy import Connection, Row, delete, func, insert, select, update

from contract.authoring.openapi_specs import SourceText, SourceUrl
from fetching.failures import FailureKind, FetchError
from fetching.fetcher import FetchedDocument
from service.http.request_context import format_time
from service.openapi.outline import ParseError, decode_text, detect_file_name
from service.storage.database import ServiceDatabase
from service.storage.documents import (
    Fields,
    as_json,
    create_id,
    extend_json,
    parse_fields,
    serialize_document,
    urls_json,
)
from service.tables.content import openapi_source, openapi_spec, openapi_version


@dataclass(frozen=True)
class SpecContent:
    """The file and text of a specification; `url` is None if the text itself was sent."""

    file: str
    text: str
    url: str | None = None

    @property
    def digest(self) -> str:
        return hashlib.sha256(self.text.encode()).hexdigest()


def find_spec(connection: Connection, organization_id: str, slug: str) -> Fields | None:
    own = (openapi_spec.c.organization == organization_id, openapi_spec.c.slug == slug)
    document = connection.scalar(select(openapi_spec.c.document).where(*own))
    return None if document is None else parse_fields(document)


def add_spec(connection: Connection, organization_id: str, fields: Fields) -> str:
    """Store the specification and return its JSON."""
    document = spec_json(organization_id, fields)
    row = {"id": fields["id"], "organization": organization_id, "slug": fields["slug"], "document": document}
    connection.execute(insert(openapi_spec).values(row))
    return document


def save_spec(connection: Connection, organization_id: str, fields: Fields) -> str:
    """Store the specification and return its JSON."""
    document = spec_json(organization_id, fields)
    own = update(openapi_spec).where(openapi_spec.c.id == fields["id"])
    connection.execute(own.values(document=document))
    return document


def queue_source(connection: Connection, spec_id: object, source: SourceUrl | SourceText) -> None:
    """Queue a source for the reader, replacing one that is still queued."""
    connection.execute(delete(openapi_source).where(openapi_source.c.openapi_spec == spec_id))
    row = {"openapi_spec": spec_id, "url": None, "content": None}
    row |= {"url": source.url} if isinstance(source, SourceUrl) else {"content": source.text}
    connection.execute(insert(openapi_source).values(row))


def add_version(
    connection: Connection, organization_id: str, spec: Fields, content: SpecContent, now: str, own_id: str = ""
) -> str:
    """Add a version unless the newest one has this content; return the id of the newest."""
    of_spec = openapi_version.c.openapi_spec == spec["id"]
    newest = select(openapi_version.c.id, openapi_version.c.digest).where(of_spec).order_by(openapi_version.c.place)
    last = connection.execute(newest.limit(1)).first()
    if last is not None and last.digest == content.digest:
        return cast("str", last.id)
    version_id = own_id or create_id("version")
    # Counted down, so that the newest comes first in ascending order.
    place = connection.scalar(select(func.coalesce(func.min(openapi_version.c.place), 0)).where(of_spec))
    row = {
        "id": version_id,
        "openapi_spec": spec["id"],
        "place": cast("int", place) - 1,
        "digest": content.digest,
        "file": content.file,
        "content": content.text,
        "document": _version_json(organization_id, spec, version_id, content, now),
    }
    connection.execute(insert(openapi_version).values(row))
    return version_id


def spec_json(organization_id: str, fields: Fields) -> str:
    own = f"{organization_id}/openapi/{fields['slug']}"
    urls = {"location": f"/v1/orgs/{own}", "app": f"/o/{own}"}
    return serialize_document(fields, {"urls": urls}, permissions="spec")


def _version_json(organization_id: str, spec: Fields, version_id: str, content: SpecContent, now: str) -> str:
    own = f"/v1/orgs/{organization_id}/openapi/{spec['slug']}/versions/{version_id}"
    fields = {"object": "openapi-spec-version", "id": version_id, "createdAt": now}
    return extend_json(
        urls_json({"url": content.url or f"{own}/content"}),
        **{name: as_json(value) for name, value in fields.items()},
        urls=urls_json({"location": own}),
    )


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
