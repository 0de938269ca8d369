"""People and their memberships as they are kept."""

from sqlalchemy import Connection, insert, select, update

from service.permissions import Role
from service.storage.documents import serialize
from service.storage.ids import new_id
from service.tables.identity import membership, person


def add_person(connection: Connection, name: str, email: str, person_id: str = "") -> str:
    """Returns their id."""
    own_id = person_id or new_id("user")
    fields = {"object": "user", "id": own_id, "displayName": name, "email": email}
    document = serialize(fields, {"urls": {"location": f"/v1/users/{own_id}"}})
    connection.execute(insert(person).values(id=own_id, email=email.lower(), document=document))
    return own_id


def find_person(connection: Connection, email: str) -> str | None:
    """Returns their id."""
    return connection.scalar(select(person.c.id).where(person.c.email == email.lower()))


def role_in(connection: Connection, person_id: str, organization_id: str) -> Role:
    """The role of a member in the organization itself."""
    own = (membership.c.person == person_id, membership.c.organization == organization_id)
    role: Role = connection.scalar(select(membership.c.role).where(*own))
    return role


def make_member(connection: Connection, person_id: str, organization_id: str, role: Role, now: str) -> None:
    """Whatever they were before; a role of None is a guest's."""
    own = (membership.c.person == person_id) & (membership.c.organization == organization_id)
    changed = connection.execute(update(membership).where(own).values(role=role))
    if changed.rowcount == 0:
        row = {"person": person_id, "organization": organization_id, "role": role, "joined_at": now}
        connection.execute(insert(membership).values(row))
