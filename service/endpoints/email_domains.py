"""Looks up organizations by e-mail domain, for people who sign in."""

from sqlalchemy import and_, select

from contract.organization.organizations import GROUP, LIST_ORGANIZATIONS_OF_DOMAIN, Organization
from service.http.request_context import RequestContext
from service.http.routing import RouteGroup
from service.identity.organizations import organization_text
from service.permissions import NO_PERMISSIONS
from service.sso.email_domains import normalize_domain
from service.storage.documents import fields_of, render, serialize
from service.tables.identity import email_domain, membership, organization

group = RouteGroup(GROUP, __name__)

_STRANGERS_SEE = {name for name, field in Organization.model_fields.items() if field.is_required()} | {"object"}


@group.serves(LIST_ORGANIZATIONS_OF_DOMAIN)
def list_organizations_of_domain(call: RequestContext, email_domain_: str) -> str:
    """The organizations with this e-mail domain; of those that the caller is no member of, the required fields."""
    member = and_(membership.c.organization == organization.c.id, membership.c.person == call.person)
    rows = (
        select(organization.c.document, membership.c.organization.label("member"), membership.c.role)
        .join(email_domain)
        .outerjoin(membership, member)
        .where(email_domain.c.domain == normalize_domain(email_domain_))
        .order_by(organization.c.number)
    )
    found = [
        organization_text(row.document, call.base, row.role) if row.member else _for_strangers(row.document)
        for row in call.connection.execute(rows)
    ]
    return f'{{"organizations":[{",".join(found)}]}}'


def _for_strangers(document: str) -> str:
    fields = fields_of(document)
    shown = {name: value for name, value in fields.items() if name in _STRANGERS_SEE}
    return render(serialize(shown, {}, permissions="organization"), "", NO_PERMISSIONS)
