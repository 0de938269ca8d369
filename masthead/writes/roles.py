"""Roles of a person in a team and of a team in a space or a collection: read, assigned, removed, undone."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from pydantic import MISSING, ValidationError
from pydantic_core import from_json

from contract.organization.people import MEMBER_ROLES
from contract.organization.team_members import LIST_TEAM_MEMBERS, REMOVE_TEAM_MEMBER, UPDATE_TEAM_MEMBER, TeamMemberItem
from contract.organization.team_permissions import (
    LIST_COLLECTION_TEAMS,
    LIST_SPACE_TEAMS,
    REMOVE_COLLECTION_TEAM,
    REMOVE_SPACE_TEAM,
    UPDATE_COLLECTION_TEAM,
    UPDATE_SPACE_TEAM,
    TeamPermissionItem,
)
from contract.schema.endpoint import Endpoint
from contract.schema.fields import value_or_none
from contract.schema.listing import LIMIT_MAX, Listing, ListQuery
from masthead.client import Api, Problem, Read
from masthead.store.entries import Entry, Intent, Subject
from masthead.writes.change import Change, summary_of_undo

OWNER = MEMBER_ROLES[0]


@dataclass(frozen=True)
class RoleAssignment:
    """The endpoints that assign, remove and list one kind of role.

    The last id of `set` and `remove` is the holder's, those before it lead to the listing. `of` reads an item of the
    listing: the holder's id and the role, which is empty where it is not told. With `guests` a null role can be set,
    and who has it is not listed.
    """

    set: Endpoint[None]
    remove: Endpoint[None]
    listing: Endpoint[Listing[Any]]
    of: Callable[[Any], tuple[str, str]]
    guests: bool = False


def _member_role(item: TeamMemberItem) -> tuple[str, str]:
    team = value_or_none(item.team)
    return item.organization.id, (value_or_none(team.role) if team is not None else None) or ""


def _team_role(item: TeamPermissionItem) -> tuple[str, str]:
    return item.team.id, item.permission


IN_TEAM = RoleAssignment(UPDATE_TEAM_MEMBER, REMOVE_TEAM_MEMBER, LIST_TEAM_MEMBERS, _member_role)
IN_SPACE = RoleAssignment(UPDATE_SPACE_TEAM, REMOVE_SPACE_TEAM, LIST_SPACE_TEAMS, _team_role, guests=True)
IN_COLLECTION = RoleAssignment(
    UPDATE_COLLECTION_TEAM, REMOVE_COLLECTION_TEAM, LIST_COLLECTION_TEAMS, _team_role, guests=True
)
ROLE_ASSIGNMENTS: Mapping[str, RoleAssignment] = {
    endpoint.name: each for each in (IN_TEAM, IN_SPACE, IN_COLLECTION) for endpoint in (each.set, each.remove)
}
"""Role assignments by the name of the endpoint that assigns or removes the role."""
Roles = Mapping[str, str]
"""Roles by the holder's id."""


def assign_role(
    assignment: RoleAssignment,
    ids: tuple[str, ...],
    subject: Subject,
    summary: str,
    role: str | None,
    was: str | None,
    organization: str = "",
) -> Change[None]:
    """Build the change that assigns a role; `was` is the one before, None for none or a guest's."""
    assert assignment.set.body is not None  # noqa: S101 - each of the three has one
    body = assignment.set.body.model_validate({"role": role})
    return Change(assignment.set, ids, subject, summary, body, _role_record(was), organization=organization)


def remove_role(
    assignment: RoleAssignment,
    ids: tuple[str, ...],
    subject: Subject,
    summary: str,
    was: str | None,
    organization: str = "",
    email: str = "",
) -> Change[None]:
    """Build the change that removes a role. It records a person's address, which no listing tells afterwards."""
    known = _role_record(was) | ({"email": email} if email else {})
    return Change(assignment.remove, ids, subject, summary, was=known, organization=organization)


def _role_record(role: str | None) -> dict[str, str]:
    return {} if role is None else {"role": role}


def read_roles(api: Api, assignment: RoleAssignment, place_ids: tuple[str, ...]) -> Roles:
    """Read all listed roles and cache them for the next page. Raises the Problem."""
    items = api.walk(assignment.listing, *place_ids, query=ListQuery(limit=LIMIT_MAX), keep=True)
    return dict(map(assignment.of, items))


def read_all_roles(api: Api, intents: Sequence[Intent]) -> list[Roles | Problem]:
    """Read the listed roles at the place of each intent; each place is read once."""
    places = dict.fromkeys((ROLE_ASSIGNMENTS[each.endpoint].listing.name, each.ids[:-1]) for each in intents)
    assignments = {ROLE_ASSIGNMENTS[each.endpoint].listing.name: ROLE_ASSIGNMENTS[each.endpoint] for each in intents}
    first = api.gather(*(Read(assignments[name].listing, ids, ListQuery(limit=LIMIT_MAX)) for name, ids in places))
    found = {
        (name, ids): _all_roles(api, assignments[name], ids, answer)
        for (name, ids), answer in zip(places, first, strict=True)
    }
    return [found[ROLE_ASSIGNMENTS[each.endpoint].listing.name, each.ids[:-1]] for each in intents]


def _all_roles(
    api: Api, assignment: RoleAssignment, ids: tuple[str, ...], first: Listing[Any] | Problem
) -> Roles | Problem:
    if isinstance(first, Problem):
        return first
    try:
        return dict(map(assignment.of, first.items)) if first.next is MISSING else read_roles(api, assignment, ids)
    except Problem as problem:
        return problem


def sent_role(intent: Intent) -> str | None:
    """Return the requested role; None for none or a guest's, neither of which is listed."""
    role: str | None = from_json(intent.body)["role"] if intent.body else None
    return role


def is_listed(intent: Intent, now: str | None) -> bool:
    """Return whether a listing can confirm the role: neither guests nor the lack of a role are listed."""
    none_told = now is None and intent.was.get("role") is None and sent_role(intent) is None
    return not (none_told and ROLE_ASSIGNMENTS[intent.endpoint].guests)


def undo_role(entry: Entry) -> Change[None] | None:
    """Build the change that restores the role before; None if that isn't known."""
    intent, assignment = entry.intent, ROLE_ASSIGNMENTS[entry.intent.endpoint]
    was, guest = intent.was.get("role"), was_guest(intent)
    if was is None and intent.body is None and not guest:
        return None
    summary, now = summary_of_undo(intent.summary), sent_role(intent)
    if was is None and not guest:
        back = remove_role(assignment, intent.ids, intent.subject, summary, now, intent.organization)
    else:
        try:
            back = assign_role(assignment, intent.ids, intent.subject, summary, was, now, intent.organization)
        except ValidationError:  # a role that can be read, and not sent
            return None
    # A guest's role is not listed, but this one was sent: who undoes the undo gives it again.
    return replace(back, was={"role": now} if intent.body else {}, undoes=entry.number)


def was_guest(intent: Intent) -> bool:
    """True if the holder is known to have been a guest, whose role isn't listed."""
    return "role" in intent.was and intent.was["role"] is None
