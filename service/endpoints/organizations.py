"""The organizations of the caller and of an e-mail domain, with their settings and invite links."""

import re
from typing import cast

from pydantic import MISSING
from sqlalchemy import and_, bindparam, delete, select, update
from werkzeug.exceptions import BadRequest, Conflict

from contract.organization import organizations
from contract.schema.endpoint import ListQuery
from service.http.paging import PagedListing
from service.http.request_context import RequestContext
from service.http.routing import RouteGroup
from service.identity.organizations import (
    find_organization,
    get_logo,
    is_hostname_taken,
    normalize_domain,
    organization_json,
    save_organization,
)
from service.permissions import NO_PERMISSIONS, RIGHTS, Role
from service.sites.repository import find_site
from service.storage.documents import (
    Fields,
    array_json,
    as_json,
    extend_json,
    find_fields,
    parse_fields,
    render_document,
    serialize_document,
)
from service.tables.identity import email_domain, invite, membership, organization

group = RouteGroup(__name__)

_HOSTNAME = re.compile("[a-z0-9]([a-z0-9-]*[a-z0-9])?")

LISTING = PagedListing(
    "organizations",
    select(organization.c.document, membership.c.role)
    .join(membership)
    .where(membership.c.person == bindparam("person")),
    [organization.c.number],
)

_PUBLIC_FIELDS = {name for name, field in organizations.Organization.model_fields.items() if field.is_required()} | {
    "object"
}


@group.serves(organizations.LIST_ORGANIZATIONS)
def list_organizations(call: RequestContext, query: ListQuery) -> str:
    """List the organizations that the caller is a member of, oldest first."""
    return LISTING.page(
        call,
        query,
        {"person": call.person},
        document=lambda row: organization_json(row.document, call.base, row.role),
    )


@group.serves(organizations.GET_ORGANIZATION)
def get_organization(call: RequestContext) -> str:
    """Return the organization."""
    document = call.connection.scalar(select(organization.c.document).where(organization.c.id == call.organization))
    return organization_json(cast("str", document), call.base, call.role)


@group.serves(organizations.UPDATE_ORGANIZATION, conflicts=True)
def update_organization(call: RequestContext, body: organizations.OrganizationUpdate) -> str:
    """Update the given settings."""
    fields = find_organization(call.connection, call.organization)
    logo = get_logo(fields) if body.logo is MISSING else body.logo
    fields |= body.model_dump(include={"title", "defaultRole", "sso", "ai", "inviteLinks"})
    if body.emailDomains is not MISSING:
        fields["emailDomains"] = list(_parse_domains(body.emailDomains))
    if body.hostname is not MISSING:
        fields["hostname"] = _parse_hostname(call, body.hostname)
    if body.defaultContent is not MISSING:
        _set_default_content(call, fields, body.defaultContent)
    return save_organization(call.connection, fields, logo)


@group.serves(organizations.GET_INVITE)
def get_invite(call: RequestContext, invite_id: str) -> str:
    """Return the invite link. It is `redundant` if the default role grants at least as much."""
    return _invite_json(call, _find_invite(call, invite_id))


@group.serves(organizations.UPDATE_INVITE)
def update_invite(call: RequestContext, invite_id: str, body: organizations.InviteUpdate) -> str:
    """Change the role that the invite link grants."""
    fields = _find_invite(call, invite_id) | body.model_dump()
    call.connection.execute(update(invite).where(invite.c.id == invite_id).values(document=as_json(fields)))
    return _invite_json(call, fields)


@group.serves(organizations.DELETE_INVITE)
def delete_invite(call: RequestContext, invite_id: str) -> None:
    """Delete the invite link, so that nobody can join with it any more."""
    _find_invite(call, invite_id)
    call.connection.execute(delete(invite).where(invite.c.id == invite_id))


@group.serves(organizations.LIST_ORGANIZATIONS_OF_DOMAIN)
def list_organizations_of_domain(call: RequestContext, email_domain_: str) -> str:
    """List the organizations with this e-mail domain; non-members see only required fields."""
    member = and_(membership.c.organization == organization.c.id, membership.c.person == call.person)
    rows = (
        select(organization.c.document, membership.c.organization.label("member"), membership.c.role)
        .join(email_domain)
        .outerjoin(membership, member)
        .where(email_domain.c.domain == normalize_domain(email_domain_))
        .order_by(organization.c.number)
    )
    found = [
        organization_json(row.document, call.base, row.role) if row.member else _public_json(row.document)
        for row in call.connection.execute(rows)
    ]
    return extend_json("{}", organizations=array_json(found))


def _parse_domains(given: list[str]) -> dict[str, None]:
    domains = {domain: normalize_domain(domain) for domain in given}
    for as_given, domain in domains.items():
        if domain is None:
            raise BadRequest(f"emailDomains: “{as_given:.80}” is not an e-mail domain such as example.com.")
    return dict.fromkeys(domain for domain in domains.values() if domain is not None)


def _parse_hostname(call: RequestContext, given: str) -> str:
    hostname = given.lower()
    if not _HOSTNAME.fullmatch(hostname):
        raise BadRequest("hostname: takes letters, digits and, between them, hyphens.")
    if is_hostname_taken(call.connection, hostname, by_others_than=call.organization):
        raise Conflict("hostname: another organization has it.")
    return hostname


def _set_default_content(
    call: RequestContext, fields: Fields, content: organizations.DefaultContentUpdate | None
) -> None:
    if content is None:
        fields.pop("defaultContent", None)
        return
    find_site(call, content.site, field="defaultContent")
    fields["defaultContent"] = content.model_dump()


def _find_invite(call: RequestContext, invite_id: str) -> Fields:
    missing = "No invite link of this organization has this id."
    return find_fields(call.connection, invite, missing, organization=call.organization, id=invite_id)


def _invite_json(call: RequestContext, fields: Fields) -> str:
    by_default = cast("Role", find_organization(call.connection, call.organization).get("defaultRole"))
    redundant = RIGHTS[cast("Role", fields["role"])] <= RIGHTS[by_default]
    return as_json(fields | {"redundant": redundant})


def _public_json(document: str) -> str:
    fields = parse_fields(document)
    shown = {name: value for name, value in fields.items() if name in _PUBLIC_FIELDS}
    return render_document(serialize_document(shown, {}, permissions="organization"), "", NO_PERMISSIONS)
