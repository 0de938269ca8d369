"""Pages to list, add, change and remove the teams that have a role in a space or collection."""

from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

from flask import Blueprint, g, request, url_for
from pydantic import MISSING
from werkzeug.wrappers import Response

from blueprints.access.filters import role_choices
from blueprints.access.forms import AddTeamForm, RemoveTeamForm, RoleForm
from blueprints.access.place_people import PeopleFilters, PlacePerson, read_team_people
from blueprints.access.reads import (
    AccessTeamPage,
    find_requested_place,
    get_rights,
    read_place_page,
    read_team,
    team_size_labels,
)
from blueprints.access.role_changes import build_role_assignment, build_role_removal
from contract.organization.team_permissions import TeamPermissionItem
from masthead.i18n import N_, gettext, sort_key
from masthead.web.descriptions.labels import translate_rows
from masthead.web.directory.entries import find_object_titles
from masthead.web.directory.places import COLLECTION, WORDS, AccessPlace, list_spaces
from masthead.web.forms.forms import CONFLICT
from masthead.web.forms.pickers import verify_named
from masthead.web.frame.pages import page
from masthead.web.frame.problems import LinkedText
from masthead.web.people.access_ends import map_ends
from masthead.web.people.place_roles import READ, AccessTeam, PlaceRoles, RoleSource, Teams, read_all_team_roles
from masthead.web.people.roles import ROLES, role_label
from masthead.web.people.team_members import organization_role_label
from masthead.web.person.guards import keeps_input, signed_in
from masthead.web.submit.outcome_messages import success_message
from masthead.web.submit.submission import answer_duplicate, redirect_unchanged, refuse_form, refuse_if_unread, save

blueprint = Blueprint(
    "place_access", __name__, url_prefix="/orgs/<organization_id>/<any(spaces, collections):places>/<place_id>/access"
)
SIZE = N_("A team's role counts for all its members. %(team)s: %(size)s.")
NOT_SEEN = N_("More teams have a role here than Masthead reads, and this team may be one of them. ")


@blueprint.get("")
@signed_in
def show(organization_id: str, places: str, place_id: str) -> Response:
    """Show the teams with a role in the place, a hundred per page, and a form to add one."""
    place = find_requested_place(organization_id, places, place_id)
    above, teams = read_place_page(organization_id, place, request.args.get("page"))
    return _list_page(organization_id, place, above, teams, _add_form(organization_id, place))


@blueprint.post("")
@signed_in
@keeps_input
def add(organization_id: str, places: str, place_id: str) -> Response:
    place = find_requested_place(organization_id, places, place_id)
    above, teams = read_place_page(organization_id, place, None, anew=True)
    form = _add_form(organization_id, place)
    if form.validate() and verify_named(form, organization_id) and not refuse_if_unread(form, teams):
        team_id, role = form.team.chosen, form.changes()["role"]
        team = AccessTeam(team_id, find_object_titles("team", organization_id, [team_id])[0])
        form.size = _team_size_label(organization_id, team)
        change = build_role_assignment(organization_id, place, team, role, None)
        here = place.access_url(organization_id)
        if saved := answer_duplicate(form, change, here):
            return saved
        if _has_no_role_yet(form, place, teams) and (
            saved := save(form, change, lambda _: (success_message(change), here))
        ):
            return saved
    return _list_page(organization_id, place, above, teams, form)


def _add_form(organization_id: str, place: AccessPlace) -> AddTeamForm:
    form = AddTeamForm.new(role=MISSING)
    form.place = place.called
    form.team.nothing = gettext("Select a team")
    form.team.offer_known(organization_id)
    form.team.details = team_size_labels(organization_id, [each for each, _ in form.team.known])
    return form


def _has_no_role_yet(form: AddTeamForm, place: AccessPlace, teams: Teams) -> bool:
    """Return whether the team is known to have no role in the place. If not, add a message to the form."""
    team_id = form.team.chosen
    held = read_all_team_roles(place, teams, anew=True)
    role = held.roles.get(team_id, MISSING)
    if role is MISSING and refuse_if_unread(form, held.remembered):
        return False
    if role is not MISSING or held.more:
        address = url_for(".team", **(request.view_args or {}), team_id=team_id)
        told = (
            gettext(NOT_SEEN)
            if role is MISSING
            else gettext("This team is already %(role)s here. ", role=role_label(role))
        )
        why = LinkedText(told, gettext("Change its role"), gettext(" on the page of the team."), address)
        refuse_form(form, why, CONFLICT)
    return role is MISSING and not held.more


class PlaceTeam(NamedTuple):
    """A team with a role in the place, and the form that changes it. `people` is None if its members weren't read."""

    item: TeamPermissionItem
    form: RoleForm
    people: Sequence[PlacePerson] | None


def _list_page(
    organization_id: str, place: AccessPlace, above: PlaceRoles | None, teams: Teams, form: AddTeamForm
) -> Response:
    read_above = above if above is not None and above.state == READ else None
    items, filters = teams.value.items, PeopleFilters.from_request(request.args)
    whole = not request.args.get("page") and teams.value.next is MISSING and not teams.value.unreadable_items
    return page(
        "place_access/show.html",
        fragment="rows",
        form=form,
        teams=teams,
        rows=_list_rows(organization_id, place, items, filters),
        ends=map_ends(organization_id, place.kind, place.id, teams if whole else None),
        filters=filters,
        at_least=role_choices(),
        organization_role_label=organization_role_label,
        roles=translate_rows(ROLES, 2),
        first=not request.args.get("page"),
        above_roles={each: role_label(role) for each, role in read_above.roles.items()} if read_above else None,
        above_unread=above.why if above and not read_above else "",
        above_more=read_above is not None and read_above.more,
        only_above=_collection_only_teams(read_above, {item.team.id for item in items}) if read_above and whole else [],
        spaces=list_spaces(organization_id, place.id) if place.kind == COLLECTION else [],
        newcomers=role_label(g.organization.defaultRole),
        **_place_context(organization_id, place, above, [each.permission for each in items], whole=whole),
    )


def _list_rows(
    organization_id: str, place: AccessPlace, items: Sequence[TeamPermissionItem], filters: PeopleFilters
) -> list[PlaceTeam]:
    sources = [RoleSource(AccessTeam(each.team.id, each.team.title or each.team.id), each.permission) for each in items]
    people = read_team_people(organization_id, sources)
    return [
        PlaceTeam(item, RoleForm.from_values({"role": item.permission}, about=place.id), people.get(item.team.id))
        for item, source in zip(items, sources, strict=True)
        if filters.matches_role(source.rank)
        and filters.matches_words(*people.get(item.team.id, ()), title=source.team.title)
    ]


def _collection_only_teams(above: PlaceRoles, here: set[str]) -> list[tuple[str, str, str]]:
    found = [(above.titles[each], each, role_label(role)) for each, role in above.roles.items() if each not in here]
    return [(each, title, role) for title, each, role in sorted(found, key=lambda each: sort_key(each[0]))]


@blueprint.get("/<team_id>")
@signed_in
def team(organization_id: str, places: str, place_id: str, team_id: str) -> Response:
    """Show one team's role in the place, where the role comes from, and a form to change it."""
    found = read_team(organization_id, find_requested_place(organization_id, places, place_id), team_id)
    return _team_page(organization_id, found, _role_form(organization_id, found))


@blueprint.post("/<team_id>")
@signed_in
@keeps_input
def update(organization_id: str, places: str, place_id: str, team_id: str) -> Response:
    found = read_team(organization_id, find_requested_place(organization_id, places, place_id), team_id)
    form, place = _role_form(organization_id, found), found.held.place
    here = place.access_url(organization_id)
    if form.validate() and not refuse_if_unread(form, found.held.remembered):
        if form.is_unchanged:
            return redirect_unchanged(form, here)
        role = form.changes()["role"]
        change = build_role_assignment(organization_id, place, found.team, role, found.reported_role)
        if saved := save(form, change, lambda _: (success_message(change), here)):
            return saved
    return _team_page(organization_id, found, form)


def _role_form(organization_id: str, found: AccessTeamPage) -> RoleForm:
    form = RoleForm.from_values({"role": found.role}, about=found.held.place.id)
    form.place = found.held.place.called
    form.size = _team_size_label(organization_id, found.team)
    return form


def _team_size_label(organization_id: str, team: AccessTeam) -> str:
    return gettext(SIZE, team=team.title, size=team_size_labels(organization_id, [team.id])[team.id])


def _team_page(organization_id: str, found: AccessTeamPage, form: RoleForm) -> Response:
    return page("place_access/team.html", form=form, **_team_context(organization_id, found))


@blueprint.get("/<team_id>/remove")
@signed_in
def ask_remove(organization_id: str, places: str, place_id: str, team_id: str) -> Response:
    found = read_team(organization_id, find_requested_place(organization_id, places, place_id), team_id)
    return _remove_page(organization_id, found, _removal_form(found))


@blueprint.post("/<team_id>/remove")
@signed_in
@keeps_input
def remove(organization_id: str, places: str, place_id: str, team_id: str) -> Response:
    found = read_team(organization_id, find_requested_place(organization_id, places, place_id), team_id)
    form, place = _removal_form(found), found.held.place
    here = place.access_url(organization_id)
    change = build_role_removal(organization_id, place, found.team, found.reported_role)
    if saved := answer_duplicate(form, change, here):
        return saved
    if form.validate() and not refuse_if_unread(form, found.held.remembered):
        saved = save(form, change, lambda _: (success_message(change), here))
    return saved or _remove_page(organization_id, found, form)


def _removal_form(found: AccessTeamPage) -> RemoveTeamForm:
    return RemoveTeamForm(f"{found.held.place.key} {found.team.id}", found.reported_role)


def _remove_page(organization_id: str, found: AccessTeamPage, form: RemoveTeamForm) -> Response:
    return page("place_access/remove.html", form=form, **_team_context(organization_id, found))


def _team_context(organization_id: str, found: AccessTeamPage) -> dict[str, Any]:
    held = found.held
    return {
        "team": found.team,
        "held": held,
        "role": role_label(found.role),
        "above_role": "" if found.collection_role is MISSING else role_label(found.collection_role),
        "has_role": found.reported_role is not None,
        "size": _team_size_label(organization_id, found.team),
        **_place_context(organization_id, held.place, held.above, held.roles.values(), whole=not held.more),
    }


def _place_context(
    organization_id: str, place: AccessPlace, above: PlaceRoles | None, roles: Collection[str], *, whole: bool
) -> dict[str, Any]:
    """Return template values about the place. `roles` are those that teams have there, all of them if `whole`."""
    rights = get_rights(place, roles, whole=whole)
    return {
        "place": place,
        "places": WORDS[place.kind],
        "collection": above.place if above else None,
        "collection_at": above.place.access_url(organization_id) if above else "",
        "rights": rights,
        "may": rights.can_edit,
    }
