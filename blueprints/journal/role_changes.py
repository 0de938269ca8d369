"""Roles that a change gives or takes away, as the page that asks about it shows them: who, now and after."""

from typing import Any

from pydantic import MISSING

from changes import IN_TEAM, Change
from changes.member_calls import roles_sent
from contract.organization.team_members import UPDATE_TEAM_MEMBER, UPDATE_TEAM_MEMBERS
from web.forms.people import names_by_id
from web.saving.recorded_changes import display_recorded, fields_of

NOT_IN_THE_TEAM, NO_ROLE = "not in the team", "no role"


def role_rows(change: Change[Any]) -> list[tuple[str, str, str]]:
    """Whom it is about, the role that they have, and the one that they get."""
    if change.endpoint.name == UPDATE_TEAM_MEMBERS.name:
        roles = roles_sent(change.sent)
        was = {name: each["role"] for told in change.was.values() for name, each in told.items()}
        names = names_by_id(roles)
        return [(names[name], _in_team(was.get(name)), _in_team(role)) for name, role in roles.items()]
    was, sent = change.was.get("role", MISSING), change.sent.get("role", MISSING)
    if change.endpoint.name in {IN_TEAM.set.name, IN_TEAM.remove.name}:
        own = change.ids[-1]
        return [(names_by_id([own])[own], _in_team(was), _in_team(sent))]
    return [("Role", _in_place(change, was), _in_place(change, sent))]


def _in_team(role: Any) -> str:  # noqa: ANN401 - JSON
    fields = fields_of(UPDATE_TEAM_MEMBER.name)
    return NOT_IN_THE_TEAM if role is None or role is MISSING else display_recorded(fields, "role", role)


def _in_place(change: Change[Any], role: Any) -> str:  # noqa: ANN401 - JSON
    return NO_ROLE if role is MISSING else display_recorded(fields_of(change.endpoint.name), "role", role)
