"""The page on which people choose until when somebody is in a team, or a team has a role in a space or collection."""

from datetime import date
from typing import Any, NamedTuple

from flask import Blueprint
from pydantic import BaseModel
from werkzeug.wrappers import Response

from blueprints.access.reads import get_rights, read_team
from masthead.client import Cached, NotFound
from masthead.i18n import N_, gettext
from masthead.store.notes import AccessEnd, AccessKey
from masthead.web.directory.entries import find_object_titles
from masthead.web.directory.places import access_url, find_place
from masthead.web.forms.field_types import Day
from masthead.web.forms.forms import ContractForm
from masthead.web.frame.alerts import day_label
from masthead.web.frame.navigation import select_area_of
from masthead.web.frame.organization import or_raise, read_further_pages, read_in_organization
from masthead.web.frame.pages import page, redirect_saved
from masthead.web.people.access_ends import TEAM, access_read, build_end_url, build_removal_url
from masthead.web.people.organization_members import read_only_message
from masthead.web.people.roles import role_label, team_role_label
from masthead.web.person.guards import keeps_input, signed_in
from masthead.web.person.portal import portal
from masthead.web.person.session import person
from masthead.web.submit.review import should_send
from masthead.web.submit.submission import redirect_unchanged, refuse_form, refuse_if_unread
from masthead.writes.roles import Members

blueprint = Blueprint(
    "access_ends",
    __name__,
    url_prefix="/orgs/<organization_id>/access-ends/<any(team, space, collection):access_kind>/<place>/<subject>",
)
MAX_PAGES, FORBIDDEN = 100, 403


class LastDay(BaseModel):
    due: date | None = None


class AccessEndForm(ContractForm):
    """The last day of an access, stored in Masthead and visible to everybody who can see the access."""

    body = LastDay
    kept_here = True
    due = Day(N_("Last day"), hint=N_("Masthead reminds you; it doesn't remove anybody by itself. Empty for no end."))

    def check(self) -> None:
        if "due" in self.changes():
            self.due.ensure_not_past()


class CurrentAccess(NamedTuple):
    """An access as just read. `role` is its label. `why_not` says why the person can't change it."""

    key: AccessKey
    title: str
    place_title: str
    role: str
    remembered: Cached[Any]
    why_not: str


def _read_membership(key: AccessKey) -> CurrentAccess:
    asked = access_read(key, anew=True)
    first = read_in_organization(key.organization, asked)
    select_area_of(build_removal_url(key))
    read = read_further_pages(asked, or_raise(first), MAX_PAGES)
    members = Members.from_items(read.items, whole=not (read.more or read.unread))
    if (member := members.find(key.subject)) is None:
        raise NotFound(gettext("This person isn't in the team."))
    (team,) = find_object_titles("team", key.organization, [key.place])
    return CurrentAccess(key, member.name, team, team_role_label(member.role), read.oldest, read_only_message(members))


def _read_role(key: AccessKey) -> CurrentAccess:
    place = find_place(key.organization, key.kind, key.place)
    found = read_team(key.organization, place, key.subject)
    held = found.held
    if found.reported_role is None:
        raise NotFound(gettext("This team has no role here."))
    rights = get_rights(place, held.roles.values(), whole=not held.more)
    label, why_not = role_label(found.role), "" if rights.can_edit else rights.reason
    return CurrentAccess(key, found.team.title, place.called, label, held.remembered, why_not)


@blueprint.get("")
@signed_in
def show(organization_id: str, access_kind: str, place: str, subject: str) -> Response:
    return _page(*_open_form(AccessKey(organization_id, access_kind, place, subject)))


@blueprint.post("")
@signed_in
@keeps_input
def save(organization_id: str, access_kind: str, place: str, subject: str) -> Response:
    """Save the last day in Masthead. Nothing is sent to the API."""
    key, ends = AccessKey(organization_id, access_kind, place, subject), portal().store.access_ends
    found, form = _open_form(key)
    titles = {"title": found.title, "place": found.place_title}
    if found.why_not:
        refuse_form(form, found.why_not, FORBIDDEN)
    elif form.validate() and should_send(form) and not refuse_if_unread(form, found.remembered):
        if form.is_unchanged:
            return redirect_unchanged(form, _back_url(key))
        due = LastDay.model_validate(form.changes()).due
        if due is None:
            ends.drop(key)
            return redirect_saved(gettext("%(title)s has no last day in %(place)s any more.", **titles), _back_url(key))
        ends.save(AccessEnd(key, found.title, found.place_title, due, person().owner))
        message = gettext("The last day of %(title)s in %(place)s is %(day)s.", day=day_label(due), **titles)
        return redirect_saved(message, _back_url(key))
    return _page(found, form)


def _open_form(key: AccessKey) -> tuple[CurrentAccess, AccessEndForm]:
    found = _read_membership(key) if key.kind == TEAM else _read_role(key)
    end = next(iter(portal().store.access_ends.find(**key._asdict())), None)
    # The title may be unknown to this person, and was stored with the day.
    if end and found.place_title == key.place:
        found = found._replace(place_title=end.place_title)
    return found, AccessEndForm.from_values({"due": end.due.isoformat() if end else None})


def _back_url(key: AccessKey) -> str:
    return build_removal_url(key) if key.kind == TEAM else access_url(*key[:3])


def _page(found: CurrentAccess, form: AccessEndForm) -> Response:
    urls: dict[str, Any] = {
        "here": build_end_url(found.key),
        "back": _back_url(found.key),
        "remove": build_removal_url(found.key),
    }
    return page("access_ends/show.html", form=form, found=found, **urls)
