"""Change requests: storage, participants, merge and update."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from pydantic import JsonValue
from sqlalchemy import Connection, Row, Select, delete, func, insert, select, update
from werkzeug.exceptions import Conflict

from service.content.files import list_file_numbers
from service.content.links import change_request_url
from service.content.merge import MergeConflictError, merge_pages, merge_sets
from service.content.pages import Leaf, list_leaves
from service.content.revisions import add_revision, build_revision, copy_revision
from service.content.spaces import Version, find_space, save_space, set_current_revision
from service.storage.documents import (
    Fields,
    as_json,
    create_id,
    extend_json,
    find_row,
    parse_fields,
    serialize_document,
)
from service.tables.change_requests import change_request, contribution, requested_reviewer
from service.tables.identity import membership, person

CLOSED = frozenset({"merged", "archived"})
UNTITLED = "Untitled change request"

_DIGITS = 9
"""Most digits of a change request's number; more would overflow the column."""


@dataclass(frozen=True)
class StoredChangeRequest:
    """A stored change request: the contract's fields, except computed ones, and its number (`place`)."""

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
        """Raise Conflict if the change request is closed."""
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
    given = {"id": create_id("change"), "revision": create_id("revision"), **(ids or {})}
    initial = str(space["revision"])
    copy_revision(connection, space, build_revision(given["revision"], "edits", [initial], now), initial)
    # Writes run one at a time (see storage/database.py), so no other write can take this number.
    highest = select(func.max(change_request.c.place)).where(change_request.c.space == space["id"])
    place = (connection.scalar(highest) or 0) + 1
    fields: Fields = {"subject": subject, "status": "draft", "createdAt": now, "updatedAt": now}
    fields["revisionInitial"] = initial
    made = StoredChangeRequest(given["id"], space, place, given["revision"], initial, fields)
    own = {"space": space["id"], "place": place, "created_by": by, "comments": 0, "agent_task": agent_task}
    connection.execute(insert(change_request).values(**own, **_change_request_columns(made)))
    _update_space_counts(connection, space)
    return made


def save_change_request(connection: Connection, changed: StoredChangeRequest) -> None:
    """Save a change request and update the counts of its space."""
    own = update(change_request).where(change_request.c.id == changed.id)
    connection.execute(own.values(**_change_request_columns(changed)))
    _update_space_counts(connection, changed.space)


def _change_request_columns(stored: StoredChangeRequest) -> dict[str, Any]:
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
        "document": serialize_document(fields, {"urls": urls}),
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


_asker = person.alias()


def record_contribution(connection: Connection, change_request_id: str, by: str, now: str) -> None:
    own = (contribution.c.change_request == change_request_id, contribution.c.person == by)
    more = update(contribution).where(*own).values(count=contribution.c.count + 1, updated_at=now)
    if connection.execute(more).rowcount == 0:
        row = {"change_request": change_request_id, "person": by, "first_at": now, "updated_at": now, "count": 1}
        connection.execute(insert(contribution).values(row))


def contributors_json(connection: Connection, change_request_id: str) -> list[str]:
    """List contributors as JSON, in order of their first contribution."""
    rows = select(contribution.c.updated_at, contribution.c.count, person.c.document).join(person)
    own = rows.where(contribution.c.change_request == change_request_id)
    return [
        extend_json(as_json({"updatedAt": row.updated_at, "count": row.count}), user=row.document)
        for row in connection.execute(own.order_by(contribution.c.first_at, contribution.c.person))
    ]


def reviewer_rows() -> Select[Any]:
    """Select the columns that `reviewer_json` reads."""
    rows = select(
        requested_reviewer.c.document,
        requested_reviewer.c.person,
        person.c.document.label("user"),
        _asker.c.document.label("asked_by"),
    )
    reviewers = rows.join(person, person.c.id == requested_reviewer.c.person)
    return reviewers.join(_asker, _asker.c.id == requested_reviewer.c.requested_by)


def reviewer_json(row: Row[Any]) -> str:
    return extend_json(row.document, requestedBy=row.asked_by, user=row.user)


def request_reviews(
    connection: Connection, found: StoredChangeRequest, people: Iterable[str], by: str, now: str
) -> list[str]:
    """Request reviews of the current revision and return the requests as JSON.

    `people` are ids. A new request replaces an older one. Raises NotFound for a person outside the
    organization.
    """
    person_ids = list(dict.fromkeys(people))
    for person_id in person_ids:
        _ensure_member(connection, str(found.space["organization"]), person_id)
        own = (requested_reviewer.c.change_request == found.id, requested_reviewer.c.person == person_id)
        connection.execute(delete(requested_reviewer).where(*own))
        fields = {
            "object": "change-request-requested-reviewer",
            "revision": found.revision,
            "createdAt": now,
            "kind": "user",
        }
        row = {"change_request": found.id, "person": person_id, "requested_by": by, "document": as_json(fields)}
        connection.execute(insert(requested_reviewer).values(row))
    rows = connection.execute(reviewer_rows().where(requested_reviewer.c.change_request == found.id))
    texts = {row.person: reviewer_json(row) for row in rows}
    return [texts[person_id] for person_id in person_ids]


def _ensure_member(connection: Connection, organization_id: str, person_id: str) -> None:
    rows = select(membership.c.person).where(
        membership.c.organization == organization_id, membership.c.person == person_id
    )
    find_row(connection, rows, "users: No member of this organization has this id.")


_SHOWN = 3
"""Number of page titles in the message of a conflict."""


def pull_from_space(
    connection: Connection, found: StoredChangeRequest, now: str, revision_id: str = ""
) -> StoredChangeRequest:
    """Merge the space's content into the change request and return the new state. Raises Conflict."""
    found.ensure_open()
    if not found.is_outdated:
        return found
    current = str(found.space["revision"])
    own = revision_id or create_id("revision")
    pages, files = _merge_content(connection, found)
    fields = build_revision(own, "update", [found.revision, current], now)
    add_revision(connection, found.space, fields, pages, files)
    taken = found.with_fields(now, revisionMergedAncestor=current)
    changed = replace(taken, revision=own, ancestor=current)
    save_change_request(connection, changed)
    return changed


def merge_into_space(connection: Connection, found: StoredChangeRequest, now: str, revision_id: str = "") -> str:
    """Merge the change request into its space and return the id of the new revision. Raises Conflict."""
    found.ensure_open()
    current = str(found.space["revision"])
    own = revision_id or create_id("revision")
    before = list_leaves(connection, current)
    pages, files = _merge_content(connection, found)
    merged = found.with_fields(now, status="merged", revisionMerged=own)
    save_change_request(connection, merged)
    fields = build_revision(own, "merge", [current, found.revision], now)
    source = stored_json(connection, merged)
    made = add_revision(connection, found.space, fields, pages, files, merged_from=source)
    set_current_revision(connection, found.space, own, before, made, now)
    return own


def _merge_content(connection: Connection, found: StoredChangeRequest) -> tuple[Sequence[Leaf], list[int]]:
    revisions = (found.ancestor, str(found.space["revision"]), found.revision)
    if not found.is_outdated:
        return list_leaves(connection, found.revision), list_file_numbers(connection, found.revision)
    try:
        pages = merge_pages(*(list_leaves(connection, each) for each in revisions))
    except MergeConflictError as conflict:
        titles = ", ".join(f"“{title:.40}”" for title in conflict.titles[:_SHOWN])
        more = f" and {len(conflict.titles) - _SHOWN} more" if len(conflict.titles) > _SHOWN else ""
        message = f"The space and this change request have both changed the same part of {titles}{more}."
        raise Conflict(f"{message} Nothing was changed.") from conflict
    return pages, merge_sets(*(list_file_numbers(connection, each) for each in revisions))
