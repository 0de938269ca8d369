"""Who worked on a change request, when, and how many times."""

from sqlalchemy import Connection, insert, select, update

from service.storage.documents import extended, text
from service.tables.change_requests import contribution
from service.tables.identity import person


def record_contribution(connection: Connection, change_request_id: str, by: str, now: str) -> None:
    own = (contribution.c.change_request == change_request_id, contribution.c.person == by)
    more = update(contribution).where(*own).values(count=contribution.c.count + 1, updated_at=now)
    if connection.execute(more).rowcount == 0:
        row = {"change_request": change_request_id, "person": by, "first_at": now, "updated_at": now, "count": 1}
        connection.execute(insert(contribution).values(row))


def contributors(connection: Connection, change_request_id: str) -> list[str]:
    """Texts, in the order in which people began."""
    rows = select(contribution.c.updated_at, contribution.c.count, person.c.document).join(person)
    own = rows.where(contribution.c.change_request == change_request_id)
    return [
        extended(text({"updatedAt": row.updated_at, "count": row.count}), user=row.document)
        for row in connection.execute(own.order_by(contribution.c.first_at, contribution.c.person))
    ]
