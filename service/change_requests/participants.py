"""Contributors and reviewers of a change request."""

from collections.abc import Iterable
from typing import Any

from sqlalchemy import Connection, Row, Select, delete, insert, select, update

from service.change_requests.repository import StoredChangeRequest
from service.storage.documents import as_json, extend_json, find_row
from service.tables.change_requests import contribution, requested_reviewer
from service.tables.identity import membership, person

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
