"""What a call about many members of a team asks for, and what it found them as, told from what was sent."""

from collections.abc import Mapping
from typing import Any

from contract.organization.people import MEMBER_ROLES
from contract.organization.team_members import TeamMembersUpdate
from masthead.resources.values import roles_sent
from masthead.store import Entry, Intent

PLAIN = MEMBER_ROLES[-1]


def member_lists(entry: Entry) -> dict[str, Any]:
    return _lists(entry.intent)


def _lists(intent: Intent) -> dict[str, Any]:
    return TeamMembersUpdate.model_validate_json(intent.body or "{}").model_dump(mode="json")


def roles_before(entry: Entry) -> dict[str, str | None]:
    return roles_met(entry.intent)


def roles_met(intent: Intent) -> dict[str, str | None]:
    """What each of those whom a change names was before it, by the same names; None for nobody of the team.

    Empty for a role that was not told, and for somebody of whom it was not known whether they were there.
    """
    was = {name: each["role"] for told in intent.was.values() for name, each in told.items()}
    return {name: was.get(name) for name in roles_sent(_lists(intent))}


def recorded_addresses(was: Mapping[str, Any]) -> dict[str, str]:
    """The addresses that a change kept of those whom it names by id."""
    return {name: each["email"] for told in was.values() for name, each in told.items() if "email" in each}
