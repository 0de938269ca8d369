"""Invite links of an organization."""

from typing import cast

from sqlalchemy import delete, select, update
from werkzeug.exceptions import NotFound

from contract.organization.organizations import DELETE_INVITE, GET_INVITE, GROUP, UPDATE_INVITE, InviteUpdate
from service.http.request_context import RequestContext
from service.http.routing import RouteGroup
from service.identity.organizations import organization_fields
from service.permissions import RIGHTS, Role
from service.storage.documents import Fields, fields_of, text
from service.tables.identity import invite

group = RouteGroup(GROUP, __name__)


@group.serves(GET_INVITE)
def get_invite(call: RequestContext, organization_id: str, invite_id: str) -> str:
    """The invite link. It is `redundant` if the default role gives as much."""
    return _answered(call, organization_id, _fields(call, organization_id, invite_id))


@group.serves(UPDATE_INVITE)
def update_invite(call: RequestContext, organization_id: str, invite_id: str, body: InviteUpdate) -> str:
    """Change the role that the invite link gives."""
    fields = _fields(call, organization_id, invite_id) | body.model_dump()
    call.connection.execute(update(invite).where(invite.c.id == invite_id).values(document=text(fields)))
    return _answered(call, organization_id, fields)


@group.serves(DELETE_INVITE)
def delete_invite(call: RequestContext, organization_id: str, invite_id: str) -> None:
    """Delete the invite link: nobody joins by it any more."""
    _fields(call, organization_id, invite_id)
    call.connection.execute(delete(invite).where(invite.c.id == invite_id))


def _fields(call: RequestContext, organization_id: str, invite_id: str) -> Fields:
    rows = select(invite.c.document).where(invite.c.organization == organization_id, invite.c.id == invite_id)
    document = call.connection.scalar(rows)
    if document is None:
        raise NotFound("No invite link of this organization has this id.")
    return fields_of(document)


def _answered(call: RequestContext, organization_id: str, fields: Fields) -> str:
    by_default = cast("Role", organization_fields(call.connection, organization_id).get("defaultRole"))
    redundant = RIGHTS[cast("Role", fields["role"])] <= RIGHTS[by_default]
    return text(fields | {"redundant": redundant})
