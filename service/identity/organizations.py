"""Stores organizations, people and memberships, and normalizes e-mail domains."""

import re
from collections.abc import Sequence
from typing import cast

from sqlalchemy import Connection, delete, insert, select, update

from fetching.pinned import encode_host
from service.permissions import RIGHTS, Role, permissions_json
from service.storage.documents import Fields, create_id, find_fields, render_document, serialize_document
from service.tables.identity import email_domain, membership, organization, person

_BILLING = re.compile(r',"billing":\{[^{}]*\}')
"""Matches the member `billing` of a stored text; inside a JSON string its quotes would be escaped."""

MAX_DOMAIN_LENGTH = 253
_DOMAIN = re.compile(r"(?!-)[a-z0-9-]{1,63}(?<!-)(\.(?!-)[a-z0-9-]{1,63}(?<!-))+")


def organization_json(document: str, base: str, role: Role) -> str:
    """Serialize an organization for a member with this role; billing needs the `viewBilling` permission."""
    shown = document if "viewBilling" in RIGHTS[role] else remove_billing(document)
    return render_document(shown, base, permissions_json(role))


def remove_billing(document: str) -> str:
    return _BILLING.sub("", document)


def find_organization(connection: Connection, organization_id: str) -> Fields:
    """Return the fields of an organization. Raises NotFound."""
    return find_fields(connection, organization, "There is no organization with this id.", id=organization_id)


def add_organization(connection: Connection, fields: Fields, logo: str | None = None) -> None:
    row = insert(organization).values(
        id=fields["id"], hostname=fields.get("hostname"), document=_organization_document(fields, logo)
    )
    connection.execute(row)
    _save_domains(connection, fields)


def save_organization(connection: Connection, fields: Fields, logo: str | None) -> str:
    """Store the organization and return its JSON."""
    document = _organization_document(fields, logo)
    row = update(organization).where(organization.c.id == fields["id"])
    connection.execute(row.values(hostname=fields.get("hostname"), document=document))
    _save_domains(connection, fields)
    return document


def get_logo(fields: Fields) -> str | None:
    urls = cast("dict[str, str]", fields["urls"])
    return urls.get("logo")


def is_hostname_taken(connection: Connection, hostname: str, *, by_others_than: object) -> bool:
    others = select(organization.c.id).where(organization.c.hostname == hostname, organization.c.id != by_others_than)
    return connection.scalar(others) is not None


def _organization_document(fields: Fields, logo: str | None) -> str:
    urls = {"location": f"/v1/orgs/{fields['id']}", "app": f"/o/{fields['id']}"}
    return serialize_document(fields, {"urls": urls | ({"logo": logo} if logo else {})}, permissions="organization")


def _save_domains(connection: Connection, fields: Fields) -> None:
    connection.execute(delete(email_domain).where(email_domain.c.organization == fields["id"]))
    domains = cast("Sequence[str]", fields["emailDomains"])
    if domains:
        rows = [{"domain": domain, "organization": fields["id"]} for domain in domains]
        connection.execute(insert(email_domain), rows)


def clear_default_content(connection: Connection, organization_id: str, site_id: str) -> None:
    """Clear the organization's start page if it is this site."""
    fields = find_organization(connection, organization_id)
    if fields.get("defaultContent") == {"type": "site", "site": site_id}:
        del fields["defaultContent"]
        save_organization(connection, fields, get_logo(fields))


def add_person(connection: Connection, name: str, email: str, person_id: str = "") -> str:
    """Store a person and return their id."""
    own_id = person_id or create_id("user")
    fields = {"object": "user", "id": own_id, "displayName": name, "email": email}
    document = serialize_document(fields, {"urls": {"location": f"/v1/users/{own_id}"}})
    connection.execute(insert(person).values(id=own_id, email=email.lower(), document=document))
    return own_id


def find_person(connection: Connection, email: str) -> str | None:
    """Return the id of the person with this e-mail address, or None."""
    return connection.scalar(select(person.c.id).where(person.c.email == email.lower()))


def find_role(connection: Connection, person_id: str, organization_id: str) -> Role:
    """Return a member's role in the organization itself."""
    own = (membership.c.person == person_id, membership.c.organization == organization_id)
    role: Role = connection.scalar(select(membership.c.role).where(*own))
    return role


def make_member(connection: Connection, person_id: str, organization_id: str, role: Role, now: str) -> None:
    """Make the person a member with this role, or change their role; None is a guest."""
    own = (membership.c.person == person_id) & (membership.c.organization == organization_id)
    changed = connection.execute(update(membership).where(own).values(role=role))
    if changed.rowcount == 0:
        row = {"person": person_id, "organization": organization_id, "role": role, "joined_at": now}
        connection.execute(insert(membership).values(row))


def normalize_domain(given: str) -> str | None:
    """Return the domain in lower-case ASCII, such as `xn--bcher-kva.example`; None if it isn't one."""
    trimmed = given.strip()
    if not 0 < len(trimmed) <= MAX_DOMAIN_LENGTH:
        return None
    try:
        domain = encode_host(trimmed)
    except UnicodeError:
        return None
    return domain if len(domain) <= MAX_DOMAIN_LENGTH and _DOMAIN.fullmatch(domain) else None
