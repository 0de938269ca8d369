"""Organizations as they are kept."""

import re
from collections.abc import Sequence
from typing import cast

from sqlalchemy import Connection, delete, insert, select, update
from werkzeug.exceptions import NotFound

from service.permissions import RIGHTS, Role, permissions_of
from service.storage.documents import Fields, fields_of, render, serialize
from service.tables.identity import email_domain, organization

_BILLING = re.compile(r',"billing":\{[^{}]*\}')
"""An object of numbers, dates and flags. In a text the quotes would be escaped."""


def organization_text(document: str, base: str, role: Role) -> str:
    """The organization as JSON for a member with this role. Billing needs the right to view it."""
    shown = document if "viewBilling" in RIGHTS[role] else without_billing(document)
    return render(shown, base, permissions_of(role))


def without_billing(document: str) -> str:
    return _BILLING.sub("", document)


def organization_fields(connection: Connection, organization_id: str) -> Fields:
    """Raises NotFound."""
    rows = select(organization.c.document).where(organization.c.id == organization_id)
    document = connection.scalar(rows)
    if document is None:
        raise NotFound("There is no organization with this id.")
    return fields_of(document)


def add_organization(connection: Connection, fields: Fields, logo: str | None = None) -> None:
    row = insert(organization).values(
        id=fields["id"], hostname=fields.get("hostname"), document=_document(fields, logo)
    )
    connection.execute(row)
    _save_domains(connection, fields)


def save_organization(connection: Connection, fields: Fields, logo: str | None) -> str:
    """Returns its stored text."""
    document = _document(fields, logo)
    row = update(organization).where(organization.c.id == fields["id"])
    connection.execute(row.values(hostname=fields.get("hostname"), document=document))
    _save_domains(connection, fields)
    return document


def logo_of(fields: Fields) -> str | None:
    urls = cast("dict[str, str]", fields["urls"])
    return urls.get("logo")


def hostname_is_taken(connection: Connection, hostname: str, *, by_others_than: object) -> bool:
    others = select(organization.c.id).where(organization.c.hostname == hostname, organization.c.id != by_others_than)
    return connection.scalar(others) is not None


def _document(fields: Fields, logo: str | None) -> str:
    kept = {name: value for name, value in fields.items() if name != "urls"}
    urls = {"location": f"/v1/orgs/{fields['id']}", "app": f"/o/{fields['id']}"}
    return serialize(kept, {"urls": urls | ({"logo": logo} if logo else {})}, permissions="organization")


def _save_domains(connection: Connection, fields: Fields) -> None:
    connection.execute(delete(email_domain).where(email_domain.c.organization == fields["id"]))
    domains = cast("Sequence[str]", fields["emailDomains"])
    if domains:
        rows = [{"domain": domain, "organization": fields["id"]} for domain in domains]
        connection.execute(insert(email_domain), rows)


def forget_default_content(connection: Connection, organization_id: str, site_id: str) -> None:
    """No longer show the site first, if it is what the organization shows."""
    fields = organization_fields(connection, organization_id)
    if fields.get("defaultContent") == {"type": "site", "site": site_id}:
        del fields["defaultContent"]
        save_organization(connection, fields, logo_of(fields))
