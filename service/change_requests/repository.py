"""Stores and serializes change requests."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from pydantic import JsonValue
from sqlalchemy import Connection, Row, Select, func, insert, select, update
from werkzeug.exceptions import Conflict

from service.content.links import change_request_url
from service.content.revisions import build_revision, copy_revision
from service.content.spaces import Version, find_space, save_space
from service.storage.documents import Fields, as_json, extend_json, find_row, new_id, parse_fields, serialize
from service.tables.change_requests import change_request
from service.tables.identity import person

CLOSED = frozenset({"merged", "archived"})
UNTITLED = "Untitled change request"

_DIGITS = 9
"""Most digits of a change request's number; more would overflow the column."""


@dataclass(frozen=True)
class StoredChangeRequest:
    """A stored change request: its contract fields without computed ones, and its number (`place`)."""

    id: str
    space: Fields
    place: int
    revision: str
    ancestor: str
    fields: Fields

    @property
    def status(self) -> str:
        return str(self.fields["status"])

    @property
    def version(self) -> Version:
        return Version(str(self.space["organization"]), str(self.space["id"]), self.revision, self.id, self.place)

    @property
    def is_outdated(self) -> bool:
        return self.ancestor != self.space["revision"]

    def ensure_open(self) -> None:
        """Raise Conflict for a closed change request."""
        if self.status in CLOSED:
            raise Conflict(f"This change request is {self.status}; nothing was changed.")

    def with_fields(self, now: str, **fields: JsonValue) -> "StoredChangeRequest":
        return replace(self, fields={**self.fields, **fields, "updatedAt": now})


def change_request_rows() -> Select[Any]:
    """Select the columns that `change_request_json` reads."""
    stored = change_request.c
    columns = (stored.document, stored.status, stored.ancestor, stored.comments, person.c.document.label("creator"))
    return select(*columns).join(person, person.c.id == change_request.c.created_by)


def change_request_json(row: Row[Any], current: str) -> str:
    """Serialize a row; `current` is the id of the space's current revision."""
    outdated = row.status != "merged" and row.ancestor != current
    return extend_json(row.document, createdBy=row.creator, comments=as_json(row.comments), outdated=as_json(outdated))


def find_change_request(connection: Connection, space_id: str, given: str) -> StoredChangeRequest:
    """Find a change request by its id or its number in the space. Raises NotFound."""
    rows = select(change_request).where(change_request.c.space == space_id)
    if given.isascii() and given.isdigit() and len(given) <= _DIGITS:
        rows = rows.where(change_request.c.place == int(given))
    else:
        rows = rows.where(change_request.c.id == given)
    row = find_row(connection, rows, "This space has no change request with this id or number.")
    fields = parse_fields(row.document)
    return StoredChangeRequest(row.id, find_space(connection, space_id), row.place, row.revision, row.ancestor, fields)


def stored_json(connection: Connection, found: StoredChangeRequest) -> str:
    row = connection.execute(change_request_rows().where(change_request.c.id == found.id)).one()
    return change_request_json(row, str(find_space(connection, str(found.space["id"]))["revision"]))


def add_change_request(
    connection: Connection,
    space: Fields,
    by: str,
    now: str,
    *,
    subject: str = UNTITLED,
    ids: Mapping[str, str] | None = None,
    agent_task: str | None = None,
) -> StoredChangeRequest:
    """Create a change request from the space's content. `ids` may preset its `id` and its `revision`."""
    given = {"id": new_id("change"), "revision": new_id("revision"), **(ids or {})}
    initial = str(space["revision"])
    copy_revision(connection, space, build_revision(given["revision"], "edits", [initial], now), initial)
    # Writes run one at a time (see storage/database.py), so no other write can take this number.
    highest = select(func.max(change_request.c.place)).where(change_request.c.space == space["id"])
    place = (connection.scalar(highest) or 0) + 1
    fields: Fields = {"subject": subject, "status": "draft", "createdAt": now, "updatedAt": now}
    fields["revisionInitial"] = initial
    made = StoredChangeRequest(given["id"], space, place, given["revision"], initial, fields)
    own = {"space": space["id"], "place": place, "created_by": by, "comments": 0, "agent_task": agent_task}
    connection.execute(insert(change_request).values(**own, **_columns(made)))
    _update_space_counts(connection, space)
    return made


def save_change_request(connection: Connection, changed: StoredChangeRequest) -> None:
    """Save a change request and update the counts of its space."""
    own = update(change_request).where(change_request.c.id == changed.id)
    connection.execute(own.values(**_columns(changed)))
    _update_space_counts(connection, changed.space)


def _columns(stored: StoredChangeRequest) -> dict[str, Any]:
    fields: Fields = {"object": "change-request", "id": stored.id, "number": stored.place, **stored.fields}
    fields["revision"] = stored.revision
    own = (stored.space["organization"], stored.space["id"])
    urls = {
        "app": change_request_url(*own, stored.place),
        "location": f"/v1/spaces/{stored.space['id']}/change-requests/{stored.id}",
    }
    return {
        "id": stored.id,
        "status": stored.status,
        "revision": stored.revision,
        "ancestor": stored.ancestor,
        "document": serialize(fields, {"urls": urls}),
    }


def _update_space_counts(connection: Connection, space: Fields) -> None:
    rows = select(change_request.c.status, func.count().label("found")).where(change_request.c.space == space["id"])
    counts = {row.status: row.found for row in connection.execute(rows.group_by(change_request.c.status))}
    space |= {
        "changeRequests": sum(counts.values()),
        "changeRequestsOpen": counts.get("open", 0),
        "changeRequestsDraft": counts.get("draft", 0),
    }
    save_space(connection, space)
