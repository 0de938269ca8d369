"""Somebody joins like a colleague: the same teams with the same roles, as one bulk change."""

from collections.abc import Sequence
from typing import Annotated, Any

from flask import Blueprint, request, url_for
from pydantic import BaseModel, Field
from werkzeug.wrappers import Response

from masthead.bulk.goals.settings import PEOPLE
from masthead.i18n import N_, gettext
from masthead.store.bulk.steps import Purpose
from masthead.web.descriptions.labels import translate_rows
from masthead.web.forms.forms import ContractForm
from masthead.web.forms.pickers import PeopleField
from masthead.web.frame.organization import has_permission
from masthead.web.frame.pages import page
from masthead.web.people.known_people import KnownPerson, KnownTeams, read_known_teams
from masthead.web.people.roles import TEAM_ROLES, add_title, people_label
from masthead.web.person.guards import keeps_input, signed_in
from masthead.web.person.session import person
from masthead.web.submit.bulk_changes import find_resubmission, store_bulk_change
from masthead.web.submit.review import EDIT, KEEP, pressed_button
from masthead.writes.roles import change_members
from masthead.writes.send import Change

blueprint = Blueprint("joining", __name__, url_prefix="/orgs/<organization_id>/people/join")
MAX_AT_ONCE = 200
ALREADY = N_("These people are already in all of these teams, so nothing was sent.")
CHOOSE = N_("Choose a colleague who is in a team.")


class NewColleagues(BaseModel):
    """People to add to teams, by e-mail address or user id."""

    add: Annotated[list[str], Field(min_length=1, max_length=MAX_AT_ONCE)]


class JoinForm(ContractForm):
    body = NewColleagues
    add = PeopleField(
        N_("E-mail addresses"),
        hint=N_("One or more members of the organization, separated by commas, spaces or line breaks."),
    )


@blueprint.get("")
@signed_in
def ask(organization_id: str) -> Response:
    known = read_known_teams(organization_id)
    return _render(organization_id, known, _find_colleague(known), JoinForm.new())


@blueprint.post("")
@signed_in
@keeps_input
def change(organization_id: str) -> Response:
    """Create a bulk change with a step for each team that some of the new people aren't in."""
    if (made := find_resubmission()) is not None:
        return made
    known, form = read_known_teams(organization_id), JoinForm.new()
    like = _find_colleague(known)
    if form.validate() and pressed_button() not in {EDIT, KEEP}:
        names = NewColleagues.model_validate(form.request_body()).add
        changes = _build_changes(organization_id, like, names) if like else []
        if not changes:
            form.problems.append(gettext(ALREADY if like else CHOOSE))
        elif like is not None:
            title = gettext("Add %(people)s like %(name)s", people=people_label(names), name=like.member.name)
            purpose = Purpose(organization_id, person().owner, title, PEOPLE)
            if stored := store_bulk_change(form, purpose, changes):
                return stored
    return _render(organization_id, known, like, form)


def _find_colleague(known: KnownTeams) -> KnownPerson | None:
    like = request.values.get("like", "")
    return next((each for each in known.list_people() if like in each.ids), None)


def _build_changes(organization_id: str, like: KnownPerson, names: Sequence[str]) -> list[Change[Any]]:
    changes = []
    for at in like.roles:
        team, role = at.team, at.member.role or "member"
        new = {name: role for name in names if team.members.find(name) is None}
        if new:
            summary = add_title(list(new), team.title)
            changes.append(change_members(organization_id, team.id, team.title, new, team.members, summary))
    return changes


def _render(organization_id: str, known: KnownTeams, like: KnownPerson | None, form: JoinForm) -> Response:
    return page(
        "joining/show.html",
        status=form.status,
        form=form,
        known=known,
        like=like,
        colleagues=[(each.member.id, each.member.name) for each in known.list_people()],
        roles=translate_rows(TEAM_ROLES, 2),
        may_own=has_permission("ownTeam"),
        here=url_for(".ask", organization_id=organization_id),
        again=url_for(".ask", organization_id=organization_id, like=like.member.id if like else None),
        back=url_for("people.index", organization_id=organization_id),
    )
