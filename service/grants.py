"""Grants and revokes access tokens, and links people to the subjects of a token issuer."""

from sqlalchemy import delete, select

from service.http.request_context import format_time
from service.identity.organizations import add_organization, add_person, find_person, make_member
from service.identity.tokens import create_token, hash_subject, hash_token, link_subject
from service.permissions import Role
from service.settings import utc_now
from service.storage.database import ServiceDatabase
from service.storage.documents import Fields, create_id
from service.tables.identity import organization, token


def grant_token(database: ServiceDatabase, email: str, name: str | None, organization_given: str, role: Role) -> str:
    """Make the person a member with this role (None for a guest) and return a new token.

    An unknown person is created. If no organization has this id, one is created with the id as its title.
    """
    now = format_time(utc_now())
    with database.writing() as connection:
        person = find_person(connection, email) or add_person(connection, name or email, email)
        found = connection.scalar(select(organization.c.id).where(organization.c.id == organization_given))
        if found is None:
            found = create_id("org")
            add_organization(connection, _organization_fields(found, organization_given, now))
        make_member(connection, person, found, role, now)
        return create_token(connection, person, now)


def link_issuer(database: ServiceDatabase, email: str, issuer: str, subject: str) -> bool:
    """Let tokens of this issuer with this subject identify the person. Return False if nobody has the address."""
    with database.writing() as connection:
        person = find_person(connection, email)
        if person is not None:
            link_subject(connection, person, issuer, subject, format_time(utc_now()))
        return person is not None


def unlink_issuer(database: ServiceDatabase, issuer: str, subject: str) -> bool:
    """Undo `link_issuer`. Return False if nobody has this subject."""
    return _delete_hash(database, hash_subject(issuer, subject))


def revoke_token(database: ServiceDatabase, given: str) -> bool:
    """Delete a token. Return False if it is unknown."""
    return _delete_hash(database, hash_token(given))


def _delete_hash(database: ServiceDatabase, known: str) -> bool:
    with database.writing() as connection:
        return connection.execute(delete(token).where(token.c.hash == known)).rowcount > 0


def _organization_fields(organization_id: str, title: str, now: str) -> Fields:
    return {
        "object": "organization",
        "id": organization_id,
        "title": title,
        "createdAt": now,
        "emailDomains": [],
        "type": "business",
        "defaultRole": "read",
        "sso": False,
        "ai": False,
        "inviteLinks": False,
        "plan": "free_2024",
        "trial": {"status": "notapplicable"},
    }
