"""Somebody joins like a colleague: the same teams with the same roles, as one bulk change."""

import hashlib
from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from flask import Blueprint, request, url_for
from pydantic import BaseModel, Field
from werkzeug.wrappers import Response
from wtforms import HiddenField

from masthead.bulk.goals.settings import PEOPLE
from masthead.i18n import N_, gettext
from masthead.resources.email_addresses import canonical_address
from masthead.store.bulk.steps import Purpose
from masthead.store.directory.objects import KnownObject
from masthead.web.descriptions.labels import translate_rows
from masthead.web.forms.forms import ContractForm
from masthead.web.forms.pickers import PeopleField
from masthead.web.frame.organization import has_permission
from masthead.web.frame.pages import page
from masthead.web.people.known_people import (
    KnownPerson,
    KnownTeams,
    read_known_teams,
    read_known_users,
    unseen_message,
)
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
CHANGED = N_("This isn't what the page showed you. Nothing was sent. Check it again.")


class NewColleagues(BaseModel):
    """People to add to teams, by e-mail address or user id."""

    add: Annotated[list[str], Field(min_length=1, max_length=MAX_AT_ONCE)]


class JoinForm(ContractForm):
    """Adds people to the teams of the colleague `like`. `seen` is the digest of the reviewed changes."""

    body = NewColleagues
    like = HiddenField()
    seen = HiddenField()
    add = PeopleField(
        N_("E-mail addresses"),
        hint=N_("One or more members of the organization, separated by commas, spaces or line breaks."),
    )


@blueprint.get("")
@signed_in
def ask(organization_id: str) -> Response:
    known = read_known_teams(organization_id)
    return _render(organization_id, known, known.find_member(request.values.get("like", "")), JoinForm.new())


@blueprint.post("")
@signed_in
@keeps_input
def change(organization_id: str) -> Response:
    """Show what each person gets. Once that was seen, create a bulk change with a step for each team."""
    if (made := find_resubmission()) is not None:
        return made
    known, form = read_known_teams(organization_id), JoinForm.new()
    like = known.find_member(request.values.get("like", ""))
    if not form.validate() or pressed_button() in {EDIT, KEEP}:
        return _render(organization_id, known, like, form)
    names = NewColleagues.model_validate(form.request_body()).add
    changes = _build_changes(organization_id, like, names) if like else []
    if like is None or not changes:
        form.problems.append(gettext(ALREADY if like else CHOOSE))
        return _render(organization_id, known, like, form)
    users = read_known_users(organization_id)
    titles = {name: _find_title(users, name) for name in names}
    digest = hashlib.sha256("\n".join(f"{each.ids} {each.sent}" for each in changes).encode()).hexdigest()
    if form.seen.data == digest:
        title = gettext("Add %(people)s like %(name)s", people=people_label([*titles.values()]), name=like.member.name)
        if stored := store_bulk_change(form, Purpose(organization_id, person().owner, title, PEOPLE), changes):
            return stored
    elif form.seen.data:
        form.problems.append(gettext(CHANGED))
    form.seen.data = digest
    unseen = [] if users is None else [name for name in names if canonical_address(name) not in users]
    plan = [(title, _list_teams(like, name)) for name, title in titles.items()]
    return _render(organization_id, known, like, form, plan, unseen_message(unseen))


def _find_title(users: Mapping[str, KnownObject] | None, name: str) -> str:
    found = (users or {}).get(canonical_address(name))
    return (found.title if found else "") or name


def _list_teams(like: KnownPerson, name: str) -> list[tuple[str, str, bool]]:
    """Return each team's title with the role that a person gets or has there, and whether they are in it."""
    found = [(at, at.team.members.find(name)) for at in like.roles]
    return [(at.team.title, (there or at.member).role or "member", there is not None) for at, there in found]


def _build_changes(organization_id: str, like: KnownPerson, names: Sequence[str]) -> list[Change[Any]]:
    changes = []
    for at in like.roles:
        team, role = at.team, at.member.role or "member"
        new = {name: role for name in names if team.members.find(name) is None}
        if new:
            summary = add_title(list(new), team.title)
            changes.append(change_members(organization_id, team.id, team.title, new, team.members, summary))
    return changes


def _render(
    organization_id: str,
    known: KnownTeams,
    like: KnownPerson | None,
    form: JoinForm,
    plan: Sequence[tuple[str, Sequence[tuple[str, str, bool]]]] = (),
    unseen: str = "",
) -> Response:
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
        plan=plan,
        unseen=unseen,
    )
