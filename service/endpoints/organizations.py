"""Organizations: which ones there are for the caller, and their settings."""

import re
from typing import cast

from pydantic import MISSING
from sqlalchemy import bindparam, select
from werkzeug.exceptions import BadRequest, Conflict

from contract.organization.organizations import (
    GET_ORGANIZATION,
    GROUP,
    LIST_ORGANIZATIONS,
    UPDATE_ORGANIZATION,
    DefaultContentUpdate,
    OrganizationUpdate,
)
from contract.schema.listing import ListQuery
from service.http.paging import PagedListing
from service.http.request_context import RequestContext
from service.http.routing import RouteGroup
from service.identity.organizations import (
    hostname_is_taken,
    logo_of,
    organization_fields,
    organization_text,
    save_organization,
)
from service.sites.repository import site_fields
from service.sso.email_domains import normalize_domain
from service.storage.documents import Fields
from service.tables.identity import membership, organization

group = RouteGroup(GROUP, __name__)

_HOSTNAME = re.compile("[a-z0-9]([a-z0-9-]*[a-z0-9])?")


LISTING = PagedListing(
    "organizations",
    select(organization.c.document, membership.c.role)
    .join(membership)
    .where(membership.c.person == bindparam("person")),
    [organization.c.number],
)


@group.serves(LIST_ORGANIZATIONS)
def list_organizations(call: RequestContext, query: ListQuery) -> str:
    """The organizations that the caller is a member of, in the order in which they were made."""
    return LISTING.page(
        call,
        query,
        {"person": call.person},
        document=lambda row: organization_text(row.document, call.base, row.role),
    )


@group.serves(GET_ORGANIZATION)
def get_organization(call: RequestContext, organization_id: str) -> str:
    """The organization."""
    document = call.connection.scalar(select(organization.c.document).where(organization.c.id == organization_id))
    return organization_text(cast("str", document), call.base, call.role)


@group.serves(UPDATE_ORGANIZATION, conflicts=True)
def update_organization(call: RequestContext, organization_id: str, body: OrganizationUpdate) -> str:
    """Change the settings that are given; the others stay as they are."""
    fields = organization_fields(call.connection, organization_id)
    logo = logo_of(fields) if body.logo is MISSING else body.logo
    fields |= body.model_dump(include={"title", "defaultRole", "sso", "ai", "inviteLinks"})
    if body.emailDomains is not MISSING:
        fields["emailDomains"] = list(_domains(body.emailDomains))
    if body.hostname is not MISSING:
        fields["hostname"] = _hostname(call, organization_id, body.hostname)
    if body.defaultContent is not MISSING:
        _set_default_content(call, fields, body.defaultContent)
    return call.render(save_organization(call.connection, fields, logo))


def _domains(given: list[str]) -> dict[str, None]:
    domains = {domain: normalize_domain(domain) for domain in given}
    for as_given, domain in domains.items():
        if domain is None:
            raise BadRequest(f"emailDomains: “{as_given:.80}” is not an e-mail domain such as example.com.")
    return dict.fromkeys(domain for domain in domains.values() if domain is not None)


def _hostname(call: RequestContext, organization_id: str, given: str) -> str:
    hostname = given.lower()
    if not _HOSTNAME.fullmatch(hostname):
        raise BadRequest("hostname: takes letters, digits and, between them, hyphens.")
    if hostname_is_taken(call.connection, hostname, by_others_than=organization_id):
        raise Conflict("hostname: another organization has it.")
    return hostname


def _set_default_content(call: RequestContext, fields: Fields, content: DefaultContentUpdate | None) -> None:
    if content is None:
        fields.pop("defaultContent", None)
        return
    site_fields(call.connection, cast("str", fields["id"]), content.site, field="defaultContent")
    fields["defaultContent"] = content.model_dump()
