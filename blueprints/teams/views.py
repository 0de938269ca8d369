"""Team pages: the known teams, since the API can't list teams; one team's members; and one person's teams."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any

from flask import Blueprint, g, url_for
from werkzeug.wrappers import Response

from blueprints.teams.forms import AddPeopleForm
from blueprints.teams.reads import TeamFilters, TeamListPage, list_members, read_team
from masthead.i18n import format_number, gettext, ngettext, sort_key
from masthead.resources.organization import Member
from masthead.store.directory.objects import DirectoryQuery, KnownObject
from masthead.store.errors import StoreError
from masthead.web.descriptions.labels import translate_labels, translate_rows
from masthead.web.directory.entries import (
    build_entries,
    get_search_text,
)
from masthead.web.directory.places import list_places, title_order
from masthead.web.forms.forms import PageForm
from masthead.web.forms.merge import Snapshot, seal_snapshot
from masthead.web.frame.organization import MOST_CALLS, has_permission, load_organization
from masthead.web.frame.pages import page
from masthead.web.frame.sorting import requested_order, sort_rows
from masthead.web.http.paths import get_page_number
from masthead.web.people.access_ends import TEAM, map_ends
from masthead.web.people.organization_members import match_current_member, read_only_message
from masthead.web.people.place_roles import PlaceRolesReader
from masthead.web.people.roles import TEAM_ROLES
from masthead.web.people.team_members import COUNTED, STATES, organization_role_label
from masthead.web.person.guards import signed_in
from masthead.web.person.portal import api, portal
from masthead.web.person.session import person

blueprint = Blueprint("teams", __name__, url_prefix="/orgs/<organization_id>/teams")
ROWS = 100
MAX_TEAMS = 20_000
"""The most objects that the directory stores for one person."""
ORDERS: Mapping[str, Callable[[KnownObject], Any]] = {
    "title": lambda team: sort_key(team.title or team.id),
    "seen": lambda team: -team.last_seen,
}


@blueprint.get("")
@signed_in
def index(organization_id: str) -> Response:
    load_organization(organization_id)
    api().save_observations()
    words, number = get_search_text(), get_page_number()
    sought = DirectoryQuery(organization_id, ("team",), text=words)
    teams = _list_teams(sought)
    if not (teams or words or number > 1):
        _read_roles(organization_id)
        teams = _list_teams(sought)
    rows = build_entries(teams[(number - 1) * ROWS : number * ROWS])
    return page(
        "teams/index.html",
        fragment="rows",
        rows=rows,
        order=requested_order(ORDERS),
        may_own=has_permission("ownTeam"),
        words=words,
        number=number,
        more=number + 1 if len(teams) > number * ROWS else None,
        was=seal_snapshot(Snapshot({"name": g.organization.title})),
    )


def _list_teams(sought: DirectoryQuery) -> list[KnownObject]:
    """List matching teams in the person's directory, by title unless the request asks for another order."""
    found = portal().store.directory.find(person().owner, sought, limit=MAX_TEAMS)
    return sort_rows(sorted(found, key=title_order), ORDERS)


def _read_roles(organization_id: str) -> None:
    with suppress(StoreError):
        PlaceRolesReader(organization_id).read(list_places(organization_id, MOST_CALLS))
        api().save_observations()


@blueprint.get("/<team_id>")
@signed_in
def show(organization_id: str, team_id: str) -> Response:
    return team_page(read_team(organization_id, team_id), AddPeopleForm.new(role="member"))


def team_page(team: TeamListPage, form: AddPeopleForm, chosen: PageForm | None = None) -> Response:
    """Render a team's page. `form` adds people; `chosen` has the errors of a failed change to members."""
    filters, number = TeamFilters.from_request(), get_page_number()
    everyone, now = list_members(team), datetime.now(UTC)
    lines = [line for line in everyone if filters.matches(line, now)]
    return page(
        "teams/show.html",
        fragment="members",
        status=max(each.status for each in (form, chosen) if each is not None),
        team=team,
        here=url_for("teams.show", organization_id=team.organization, team_id=team.id),
        form=form,
        chosen=chosen,
        filters=filters,
        own=match_current_member(team.members).certain,
        organization_role_label=organization_role_label,
        lines=lines[(number - 1) * ROWS : number * ROWS],
        found=len(lines),
        number=number,
        more=len(lines) > number * ROWS,
        ends=map_ends(team.organization, TEAM, team.id, team.remembered),
        may_own=has_permission("ownTeam"),
        why_not=read_only_message(team.members),
        roles=translate_rows(TEAM_ROLES, 2),
        states=translate_labels(STATES),
        figures=_build_figures(team, everyone, now),
    )


def _build_figures(team: TeamListPage, everyone: list[Member], now: datetime) -> list[tuple[str, dict[str, Any]]]:
    by_state = {state: sum(TeamFilters("", "", state).matches(line, now) for line in everyone) for state in STATES}
    owners, count = len(team.members.owners), f"{format_number(len(everyone))}{'+' if team.more else ''}"
    return [
        (ngettext("%(count)s member", "%(count)s members", len(everyone), count=count), {}),
        (ngettext("%(n)s owner", "%(n)s owners", owners), {"role": "owner"}),
        *(
            (f"{format_number(count)} {gettext(COUNTED[state])}", {"state": state})
            for state, count in by_state.items()
            if count
        ),
    ]
