"""What the pages change of the roles of teams, told in words."""

from collections.abc import Mapping
from typing import Any

from pydantic import MISSING

from blueprints.access.reads import AccessTeam
from blueprints.access.words import called
from changes import IN_COLLECTION, IN_SPACE, Change, giving, taking
from changes.roles import role_sent
from store import Intent, Subject
from web.pages.places import COLLECTION, SPACE, Place

HOLDINGS = {SPACE: IN_SPACE, COLLECTION: IN_COLLECTION}


def giving_role(
    organization_id: str, place: Place, team: AccessTeam, role: str | None, was: str | None
) -> Change[None]:
    """Let a team have a role in a place; None makes it a guest. `was` is the role that was told, None for none."""
    summary = f"Give {team.title} the role {called(role)} in {place.called}"
    if was is not None:
        summary = f"Change the role of {team.title} in {place.called}: {called(was)} to {called(role)}"
    return giving(
        HOLDINGS[place.kind], (place.id, team.id), _subject(place), summary, role, was, organization=organization_id
    )


def replacing(intent: Intent, found: Mapping[str, Any]) -> str:
    """The summary of giving a role where another one than was seen is replaced; empty where it names none."""
    to = called(role_sent(intent)) if "role" in found else ""
    seen = f"{called(intent.was.get('role'))} to {to}"
    if not to or not intent.summary.endswith(f": {seen}"):
        return ""
    met = MISSING if found["role"] is None else found["role"]
    return f"{intent.summary.removesuffix(seen)}{called(met)} to {to}"


def taking_role(organization_id: str, place: Place, team: AccessTeam, was: str | None) -> Change[None]:
    """Take the role of a team in a place away."""
    summary = f"Take the role of {team.title} in {place.called} away"
    return taking(
        HOLDINGS[place.kind], (place.id, team.id), _subject(place), summary, was, organization=organization_id
    )


def _subject(place: Place) -> Subject:
    return Subject(place.kind, place.id, place.called)
