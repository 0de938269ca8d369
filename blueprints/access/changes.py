"""What the pages change of the roles of teams, told in words."""

from blueprints.access.reads import Team
from blueprints.access.words import called
from changes import IN_COLLECTION, IN_SPACE, Change, giving, taking
from store import Subject
from web.places import COLLECTION, SPACE, Place

HOLDINGS = {SPACE: IN_SPACE, COLLECTION: IN_COLLECTION}


def giving_role(organization_id: str, place: Place, team: Team, role: str | None, was: str | None) -> Change[None]:
    """Let a team have a role in a place; None makes it a guest. `was` is the role that was told, None for none."""
    summary = f"Give {team.title} the role {called(role)} in {place.called}"
    if was is not None:
        summary = f"Change the role of {team.title} in {place.called}: {called(was)} to {called(role)}"
    return giving(
        HOLDINGS[place.kind], (place.id, team.id), _subject(place), summary, role, was, organization=organization_id
    )


def taking_role(organization_id: str, place: Place, team: Team, was: str | None) -> Change[None]:
    """Take the role of a team in a place away."""
    summary = f"Take the role of {team.title} in {place.called} away"
    return taking(
        HOLDINGS[place.kind], (place.id, team.id), _subject(place), summary, was, organization=organization_id
    )


def _subject(place: Place) -> Subject:
    return Subject(place.kind, place.id, place.called)
