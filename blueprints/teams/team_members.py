"""Changes a team's members: adds people, changes roles and removes members, one or several at once."""

import hashlib

from flask import Blueprint, request, url_for
from werkzeug.wrappers import Response

from blueprints.teams.forms import AddPeopleForm, ChosenForm, PeopleToAdd, Picked
from blueprints.teams.reads import TeamListPage, read_team
from blueprints.teams.views import team_page
from masthead.i18n import N_, gettext, ngettext
from masthead.resources.organization import Member
from masthead.store.entries import State, Subject
from masthead.store.journal.queries import JournalQuery
from masthead.web.descriptions.labels import translate_rows
from masthead.web.directory.entries import find_object_titles
from masthead.web.frame.pages import page, redirect_info
from masthead.web.http.paths import quote_query, request_path
from masthead.web.people.lost_roles import read_lost_roles
from masthead.web.people.organization_members import match_current_member
from masthead.web.people.roles import TEAM_ROLES, add_title, people_with_verb, remove_title, role_phrase, role_title
from masthead.web.person.guards import keeps_input, signed_in
from masthead.web.person.portal import portal
from masthead.web.person.session import person
from masthead.web.submit.outcome_messages import success_message
from masthead.web.submit.review import EDIT, MAX_REASON_LENGTH, pressed_button
from masthead.web.submit.submission import refuse_if_unread, save
from masthead.writes.roles import IN_TEAM, assign_role, change_members, remove_role
from masthead.writes.send import Change

blueprint = Blueprint("team_members", __name__, url_prefix="/orgs/<organization_id>/teams/<team_id>/members")
NOBODY = N_("Select one or more people first.")
ALREADY = N_("These people are already in the team, so nothing was sent.")
HOW_TO_OWN = N_(" %(are)s %(role)s. To make somebody an owner, select “Make owner” in their row.")


@blueprint.get("")
@signed_in
def index(organization_id: str, team_id: str) -> Response:
    """Redirect to the team's page, which lists the members. People get here after a sign-in that interrupted adding."""
    return redirect_info(gettext("This is the page of the team."), _team_url(organization_id, team_id))


@blueprint.get("/chosen")
@signed_in
def ask(organization_id: str, team_id: str) -> Response:
    """Redirect to the team's page, after a sign-in that interrupted a selection."""
    message = gettext("This is the page of the team. Select people to change them.")
    return redirect_info(message, _team_url(organization_id, team_id))


@blueprint.post("")
@signed_in
@keeps_input
def add(organization_id: str, team_id: str) -> Response:
    """Add people with one request. Those who are already members keep their roles."""
    team = read_team(organization_id, team_id, anew=True)
    form = AddPeopleForm.new(role="member")
    if form.validate() and not refuse_if_unread(form, team.remembered) and pressed_button() != EDIT:
        asked = PeopleToAdd.model_validate(form.request_body())
        new: dict[str, str | None] = {name: asked.role for name in asked.add if team.members.find(name) is None}
        if not new:
            return redirect_info(
                gettext(ALREADY) + _still_members_message(asked, team), _team_url(organization_id, team_id)
            )
        summary = add_title(list(new), team.title)
        change = change_members(organization_id, team_id, team.title, new, team.members, summary)
        already, onward = len(asked.add) - len(new), _team_url(organization_id, team_id)
        more = (
            ngettext(
                " %(n)s of the people that you named was already in the team.",
                " %(n)s of the people that you named were already in the team.",
                already,
            )
            if already
            else ""
        )
        more += _still_members_message(asked, team)
        if saved := save(form, change, lambda _: (success_message(change).followed_by(more), onward)):
            return saved
    return team_page(team, form)


def _still_members_message(asked: PeopleToAdd, team: TeamListPage) -> str:
    """Name the people who should become owners but stay plain members, and explain how to change that."""
    found = [team.members.find(name) for name in asked.add] if asked.role == "owner" else []
    less = list({each.id: each.name for each in found if each is not None and each.role == "member"}.values())
    return (
        gettext(HOW_TO_OWN, are=people_with_verb(less), role=role_phrase("member", one=len(less) == 1)) if less else ""
    )


@blueprint.post("/chosen")
@signed_in
@keeps_input
def choose(organization_id: str, team_id: str) -> Response:
    """Change or remove the selected people. Changes to several people, owners or oneself are reviewed first."""
    team = read_team(organization_id, team_id, anew=True)
    form = _build_form(team)
    if form is None:
        return redirect_info(gettext(NOBODY), _team_url(organization_id, team_id))
    fine = form.validate() and not refuse_if_unread(form, team.remembered)
    if fine and not form.changing_members:
        return redirect_info(form.no_change_message, _team_url(organization_id, team_id))
    if not fine or form.problems or (form.picked and form.needs_review):
        return _render_review(team, form)
    # All buttons of the page share one form key, so derive a key for each of them.
    ids = " ".join(each.id for each in form.changing_members)
    button = f"{form.form_key.data} {form.to} {_newest_change_number(team)} {ids}"
    form.form_key.data = hashlib.sha256(button.encode()).hexdigest()
    change, onward = _build_change(team, form), _team_url(organization_id, team_id)
    return save(form, change, lambda _: (success_message(change), onward)) or _render_review(team, form)


def _build_form(team: TeamListPage) -> ChosenForm | None:
    if "seen" in request.form:
        return ChosenForm(team.members, None)
    picked = _parse_row(team) if "one" in request.form else _parse_selection(team)
    chosen = picked.to in ChosenForm.TO and (picked.people or picked.gone)
    return ChosenForm(team.members, picked) if chosen else None


def _parse_selection(team: TeamListPage) -> Picked:
    chosen = list(dict.fromkeys(request.form.getlist("who")))
    people, gone = _find_members(team, chosen)
    return Picked(request.form.get("to", ""), people, gone, ticked=True)


def _parse_row(team: TeamListPage) -> Picked:
    """Parse a row's button: the new role, and the person with the role that was shown."""
    to, _, rest = request.form["one"].partition(" ")
    shown, _, id_ = rest.partition(" ")
    people, gone = _find_members(team, [id_] if id_ else [])
    return Picked(to, people, gone, changed=any(quote_query(each.role) != shown for each in people))


def _find_members(team: TeamListPage, ids: list[str]) -> tuple[list[Member], list[str]]:
    """Find members by id. Also returns the names of those not found, from the person's directory if it has them."""
    found = {id_: team.members.find(id_) for id_ in ids}
    gone = [id_ for id_, member in found.items() if member is None]
    return [each for each in found.values() if each is not None], find_object_titles("user", team.organization, gone)


def _newest_change_number(team: TeamListPage) -> int:
    """Return the number of the person's last saved change to the team, which makes the next form key unique."""
    wanted = JournalQuery(team.organization, person().owner, object_id=team.id, states=[State.SAVED])
    return next((each.number for each in portal().store.journal.entries(wanted, limit=1)), 0)


def _build_change(team: TeamListPage, form: ChosenForm) -> Change[None]:
    people, summary = form.changing_members, _change_summary(team, form)
    if len(people) > 1:
        wanted = {each.id: form.role for each in people}
        return change_members(team.organization, team.id, team.title, wanted, team.members, summary)
    (one,) = people
    ids, subject = (team.organization, team.id, one.id), Subject("team", team.id, team.title)
    if form.role is None:
        return remove_role(IN_TEAM, ids, subject, summary, one.role, email=one.email)
    return assign_role(IN_TEAM, ids, subject, summary, form.role, one.role)


def _change_summary(team: TeamListPage, form: ChosenForm) -> str:
    whom = [each.name for each in form.changing_members]
    return remove_title(whom, team.title) if form.role is None else role_title(whom, form.role, team.title)


def _team_url(organization_id: str, team_id: str) -> str:
    return url_for("teams.show", organization_id=organization_id, team_id=team_id)


def _render_review(team: TeamListPage, form: ChosenForm) -> Response:
    removes = form.role is None and form.changing_members and not form.has_no_owner_left
    return page(
        "team_members/review.html",
        team=team,
        form=form,
        own=match_current_member(team.members).certain,
        here=request_path(),
        back=_team_url(team.organization, team.id),
        roles=translate_rows(TEAM_ROLES, 2),
        title=_change_summary(team, form) if form.changing_members else gettext("Nobody left to change"),
        longest_reason=MAX_REASON_LENGTH,
        lost=read_lost_roles(team.organization, team.id, form.changing_members) if removes else None,
    )
