"""Changes that give a team a role in a place or remove it, with summaries for people."""

from i18n import gettext
from masthead.store.entries import Subject
from masthead.web.directory.places import COLLECTION, SPACE, AccessPlace
from masthead.web.people import change_titles as role_summaries
from masthead.web.people.team_roles import AccessTeam
from masthead.writes.change import Change
from masthead.writes.roles import IN_COLLECTION, IN_SPACE, assign_role, remove_role

HOLDINGS = {SPACE: IN_SPACE, COLLECTION: IN_COLLECTION}


def give_role_change(
    organization_id: str, place: AccessPlace, team: AccessTeam, role: str | None, was: str | None
) -> Change[None]:
    """Give a team a role in a place; None makes it a guest. `was` is the reported role, None for none."""
    summary = role_summaries.place_role_title(team.title, place.called, role, was)
    return assign_role(
        HOLDINGS[place.kind], (place.id, team.id), _subject(place), summary, role, was, organization=organization_id
    )


def remove_role_change(organization_id: str, place: AccessPlace, team: AccessTeam, was: str | None) -> Change[None]:
    summary = gettext("Remove the role of %(team)s in %(place)s", team=team.title, place=place.called)
    return remove_role(
        HOLDINGS[place.kind], (place.id, team.id), _subject(place), summary, was, organization=organization_id
    )


def _subject(place: AccessPlace) -> Subject:
    return Subject(place.kind, place.id, place.called)
