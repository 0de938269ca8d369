"""Reads and changes the roles of people in teams and of teams in places, one by one or many at once."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel
from pydantic_core import from_json

from contract.organization.people import MEMBER_ROLES
from contract.organization.team_members import (
    LIST_TEAM_MEMBERS,
    REMOVE_TEAM_MEMBER,
    UPDATE_TEAM_MEMBER,
    UPDATE_TEAM_MEMBERS,
    TeamMemberItem,
    TeamMembersUpdate,
)
from contract.organization.team_permissions import (
    LIST_COLLECTION_TEAMS,
    LIST_SPACE_TEAMS,
    REMOVE_COLLECTION_TEAM,
    REMOVE_SPACE_TEAM,
    UPDATE_COLLECTION_TEAM,
    UPDATE_SPACE_TEAM,
    TeamPermissionItem,
)
from contract.schema.endpoint import LIMIT_MAX, Endpoint, Listing, ListQuery
from contract.schema.fields import value_or_none
from masthead.client import Api
from masthead.resources.email_addresses import canonical_address
from masthead.resources.organization import Member
from masthead.resources.values import build_body, parse_roles
from masthead.store.entries import Intent, Subject
from masthead.writes.send import Change, sent_values

OWNER = MEMBER_ROLES[0]


@dataclass(frozen=True)
class RoleAssignment:
    """The endpoints that assign, remove and list one kind of role.

    The last id of `set` and `remove` is the role holder's; the ids before it are the listing's. `of` returns the
    holder's id and role from an item of the listing; an unreported role is empty. With `guests`, the role can be set to
    null, and the listing leaves such holders out.
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
CallBack = tuple[Endpoint[Any], BaseModel | None, Mapping[str, Any]]
"""The endpoint and body of a call that reverts another one, and the values before it."""


def assign_role(
    assignment: RoleAssignment,
    ids: tuple[str, ...],
    subject: Subject,
    summary: str,
    role: str | None,
    was: str | None,
    organization: str = "",
) -> Change[None]:
    """Build the change that assigns a role; `was` is the previous role, None for no role or a guest's."""
    body = build_body(assignment.set, {"role": role})
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
    """Build the change that removes a role. It records the person's address, which no listing shows afterwards."""
    known = _role_record(was) | ({"email": email} if email else {})
    return Change(assignment.remove, ids, subject, summary, was=known, organization=organization)


def _role_record(role: str | None) -> dict[str, str]:
    return {} if role is None else {"role": role}


def read_roles(api: Api, assignment: RoleAssignment, place_ids: tuple[str, ...]) -> Roles:
    """Read all listed roles and cache them for the next page. Raises Problem if the read fails."""
    items = api.walk(assignment.listing, *place_ids, query=ListQuery(limit=LIMIT_MAX), keep=True)
    return dict(map(assignment.of, items))


def sent_role(intent: Intent) -> str | None:
    """Return the requested role; None for a removal or a guest's role, which aren't listed."""
    role: str | None = from_json(intent.body)["role"] if intent.body else None
    return role


def is_listed(intent: Intent, now: str | None) -> bool:
    """Return whether a listing can confirm the role. It can't distinguish a guest from somebody without a role."""
    none_told = now is None and intent.was.get("role") is None and sent_role(intent) is None
    return not (none_told and ROLE_ASSIGNMENTS[intent.endpoint].guests)


def restore_role(intent: Intent) -> CallBack | None:
    """Build the call that restores the previous role; None if that is unknown. Raises ValidationError."""
    was, assignment = intent.was.get("role"), ROLE_ASSIGNMENTS[intent.endpoint]
    # A guest's role isn't listed, but this one was sent, so undoing the undo restores it.
    now = {"role": sent_role(intent)} if intent.body else {}
    if was is None and not is_former_guest(intent):
        return (assignment.remove, None, now) if intent.body else None
    return assignment.set, build_body(assignment.set, {"role": was}), now


def is_former_guest(intent: Intent) -> bool:
    """Return whether the holder is known to have been a guest, whose role isn't listed."""
    return "role" in intent.was and intent.was["role"] is None


GIVES_ROLES = frozenset({*ROLE_ASSIGNMENTS, UPDATE_TEAM_MEMBERS.name})
"""Names of the endpoints that give or remove roles, whose answers are empty."""
PLAIN = MEMBER_ROLES[-1]
Wanted = Mapping[str, str | None]
"""The wanted role by id or address; None to remove somebody."""


class Members:
    """The members of a team, in listing order. `whole` is False if the team has more than were read."""

    def __init__(self, members: Iterable[Member], *, whole: bool = True) -> None:
        self.whole = whole
        self._by_id = {each.id: each for each in members}
        self._by_email = {canonical_address(each.email): each for each in self._by_id.values() if each.email}
        self._told_all = all(each.email for each in self._by_id.values())

    @classmethod
    def from_items(cls, items: Iterable[TeamMemberItem], *, whole: bool = True) -> "Members":
        return cls(map(_build_member, items), whole=whole)

    def __iter__(self) -> Iterator[Member]:
        return iter(self._by_id.values())

    def __len__(self) -> int:
        return len(self._by_id)

    def find(self, name: str) -> Member | None:
        """Find the member with this id or address."""
        return self._by_id.get(name) or (self._by_email.get(canonical_address(name)) if "@" in name else None)

    def is_no_member(self, name: str) -> bool:
        """Return whether certainly no member has this id or address. An unreported address may be any address."""
        return self.whole and ("@" not in name or self._told_all) and self.find(name) is None

    def roles_of(self, names: Iterable[str]) -> dict[str, str | None]:
        """Return roles by id or address: None for a non-member, empty if the API doesn't report the role."""
        return {name: there.role if (there := self.find(name)) else None for name in names}

    @property
    def addresses(self) -> dict[str, str]:
        """Return the known addresses by id."""
        return {each.id: each.email for each in self if each.email}

    @property
    def owners(self) -> list[Member]:
        return [each for each in self if each.role == "owner"]


def _build_member(item: TeamMemberItem) -> Member:
    person, user = item.organization, value_or_none(item.organization.user)
    email = (value_or_none(user.email) if user is not None else None) or ""
    return Member(
        person.id,
        (user.displayName.strip() if user is not None else "") or email or person.id,
        email,
        IN_TEAM.of(item)[1],
        value_or_none(person.disabled) is True,
        person.role,
        user.id if user is not None else person.id,
        value_or_none(person.lastSeenAt),
        value_or_none(person.sso),
    )


def read_members(api: Api, organization: str, team: str, *, refresh: bool = True) -> Members:
    """Read all members of a team and cache them. Without `refresh`, use the cache. Raises Problem if the read fails."""
    query = ListQuery(limit=LIMIT_MAX)
    return Members.from_items(api.walk(LIST_TEAM_MEMBERS, organization, team, query=query, keep=True, refresh=refresh))


def read_cached_members(api: Api, organization: str, team: str) -> Members:
    """Return all members of a team, from the cache while it is fresh. Raises Problem if a read fails."""
    return read_members(api, organization, team, refresh=False)


def change_members(
    organization: str, team: str, title: str, wanted: Wanted, members: Members, summary: str
) -> Change[None]:
    """Build a single call that gives these people the wanted roles.

    The role of a new member is sent only if it is higher than `member`, so that a person who has joined in the meantime
    loses nothing.
    """
    found = {name: members.find(name) for name in wanted}
    stays = {name: role for name, role in wanted.items() if role is not None}
    gone = {there.id: there for name, role in wanted.items() if role is None and (there := found[name]) is not None}
    there_already = {there.id: _member_record(there) for name in stays if (there := found[name]) is not None}
    told_roles = {name: role for name, role in stays.items() if found[name] is not None or role != PLAIN}
    body = _build_body(
        add=[name for name in stays if found[name] is None],
        remove=list(gone),
        memberships={there.id if (there := found[name]) else name: {"role": role} for name, role in told_roles.items()},
    )
    was = {
        "add": {name: {"role": ""} for name in stays if found[name] is None and not members.is_no_member(name)},
        "memberships": there_already,
        "remove": {each.id: _member_record(each) for each in gone.values()},
    }
    return Change(UPDATE_TEAM_MEMBERS, (organization, team), Subject("team", team, title), summary, body, was)


def _member_record(member: Member) -> dict[str, str]:
    """Return the values to record. They include the address, which the API doesn't report once the person has left."""
    return {"role": member.role} | ({"email": member.email} if member.email else {})


def _build_body(*, add: list[str], remove: list[str], memberships: dict[str, dict[str, str]]) -> TeamMembersUpdate:
    lists = {"add": add, "remove": remove, "memberships": memberships}
    return TeamMembersUpdate.model_validate({name: value for name, value in lists.items() if value})


def roles_before(intent: Intent) -> dict[str, str | None]:
    """Return people's roles before a change, by the id or address in it; None for non-members, empty if unknown."""
    was = {name: each["role"] for told in intent.was.values() for name, each in told.items()}
    return {name: was.get(name) for name in parse_roles(sent_values(intent))}


def recorded_addresses(was: Mapping[str, Any]) -> dict[str, str]:
    """Return the recorded addresses, by id, of the people whom a change names."""
    return {name: each["email"] for told in was.values() for name, each in told.items() if "email" in each}


def leaves_no_owner(members: Members, roles: Wanted) -> bool:
    """Return whether the team has an owner now but wouldn't have one with these roles."""
    changed = {(there.id if (there := members.find(name)) else name): role for name, role in roles.items()}
    after = {each.id: each.role for each in members} | changed
    return bool(members.owners) and OWNER not in after.values()


def restore_roles(intent: Intent, roles: Wanted) -> CallBack:
    """Build the call that gives people these roles back. Raises ValidationError."""
    sent = parse_roles(sent_values(intent))
    there = {name: {"role": role} for name, role in roles.items() if role is not None}
    gone = [name for name, role in roles.items() if role is None]
    body = _build_body(add=[name for name in there if sent[name] is None], remove=gone, memberships=there)
    was = {
        "memberships": {name: {"role": sent[name]} for name in there if sent[name] is not None},
        "remove": {name: {"role": sent[name]} for name in gone},
    }
    return UPDATE_TEAM_MEMBERS, body, was
