"""The teams of one person, among known teams: the API can't list a person's teams."""

from collections.abc import Sequence
from typing import NamedTuple

from flask import Blueprint, url_for
from werkzeug.wrappers import Response

from blueprints.teams.reads import TeamRow, member_row
from contract.organization.team_members import TeamMemberItem
from contract.schema.fields import value_or_none
from contract.schema.listing import Listing, NextPage
from masthead.client import Cached, Problem
from masthead.store.directory.objects import DirectoryQuery
from masthead.web.descriptions.labels import translated_rows
from masthead.web.directory.entries import DirectoryEntry, list_entries, titles_of
from masthead.web.frame.organization import load_organization
from masthead.web.frame.pages import page
from masthead.web.frame.problems import unread_message
from masthead.web.http.paths import get_page_number
from masthead.web.people.place_roles import team_members_read
from masthead.web.people.roles import TEAM_ROLES
from masthead.web.person.guards import signed_in
from masthead.web.person.portal import api

blueprint = Blueprint("person_teams", __name__, url_prefix="/orgs/<organization_id>/people/<user_id>")
TEAMS = 12
"""Teams whose members one page reads."""


class PersonTeams(NamedTuple):
    """Teams that a person is in, among those that were read.

    `unread` has teams whose members could not be read, with reasons. `cut` has teams with more members than were read
    and without the person among these. `oldest` is the oldest response, None if there is none.
    """

    rows: Sequence[tuple[DirectoryEntry, TeamRow]]
    unread: Sequence[tuple[DirectoryEntry, str]]
    cut: Sequence[DirectoryEntry]
    oldest: Cached[Listing[TeamMemberItem]] | None


@blueprint.get("")
@signed_in
def show(organization_id: str, user_id: str) -> Response:
    load_organization(organization_id)
    api().save_observations()
    number = get_page_number()
    sought = DirectoryQuery(organization_id, ("team",))
    teams = list_entries(sought, offset=(number - 1) * TEAMS, limit=TEAMS + 1)
    found = _read(organization_id, user_id, teams[:TEAMS])
    (known,) = titles_of("user", organization_id, [user_id])
    return page(
        "person_teams/show.html",
        fragment="rows",
        user=user_id,
        name=found.rows[0][1].name if found.rows else known,
        found=found,
        teams=len(teams[:TEAMS]),
        number=number,
        more=len(teams) > TEAMS,
        roles=translated_rows(TEAM_ROLES, 2),
        here=url_for(".show", organization_id=organization_id, user_id=user_id),
    )


def _read(organization_id: str, user_id: str, teams: Sequence[DirectoryEntry]) -> PersonTeams:
    answers = api().gather(*(team_members_read(organization_id, team.id) for team in teams))
    rows, unread, cut = [], [], []
    for team, answer in zip(teams, answers, strict=True):
        if isinstance(answer, Problem):
            unread.append((team, unread_message(answer)))
            continue
        item = next((each for each in answer.value.items if user_id in _ids(each)), None)
        if item is not None:
            rows.append((team, member_row(item, frozenset())))
        elif isinstance(answer.value.next, NextPage) or answer.value.unread:
            cut.append(team)
    read = [each for each in answers if not isinstance(each, Problem)]
    return PersonTeams(rows, unread, cut, max(read, key=lambda each: each.age, default=None))


def _ids(item: TeamMemberItem) -> set[str]:
    """The ids of a person: as a member, and as a user, which other pages use."""
    user = value_or_none(item.organization.user)
    return {item.organization.id} | ({user.id} if user is not None else set())
