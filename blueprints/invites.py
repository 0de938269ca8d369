"""Pages for an invite link. The API can't list invite links, so a person enters the id or URL."""

import re

from flask import Blueprint, g, request, url_for
from werkzeug.wrappers import Response

from contract.organization.organizations import (
    DELETE_INVITE,
    GET_INVITE,
    UPDATE_INVITE,
    Invite,
    InviteUpdate,
    Organization,
)
from masthead.client import Cached, CachedRead, NotFound
from masthead.i18n import N_, gettext
from masthead.resources import INVITE
from masthead.store.entries import Subject
from masthead.web.forms.consequences import Consequence, unreported_consequence
from masthead.web.forms.fields import RoleChoice
from masthead.web.forms.forms import INVALID, ContractForm, PageForm
from masthead.web.frame.navigation import Destination
from masthead.web.frame.organization import has_permission, load_organization, or_raise, read_in_organization
from masthead.web.frame.pages import page, redirect_info
from masthead.web.http.responses import redirect_to
from masthead.web.person.guards import keeps_input, signed_in
from masthead.web.places import Place, RecordedChange, entry_page
from masthead.web.submit.outcome_messages import deletion_report
from masthead.web.submit.submission import refuse_if_unread, save, save_changes
from masthead.writes.send import Change

blueprint = Blueprint("invites", __name__, url_prefix="/orgs/<organization_id>/invites")
# An id, alone or as the last part of a URL.
ID = re.compile(r"(?:.*/)?(?!\.{1,2}/?$)([A-Za-z0-9_.~-]{1,200})/?")


class InviteForm(ContractForm):
    body = InviteUpdate
    role = RoleChoice(N_("Role"), hint=N_("The role that people get when they join with this link."))


@blueprint.get("")
@signed_in
def find(organization_id: str) -> Response:
    typed = request.args.get("invite", "").strip()
    found = ID.fullmatch(typed.split("?")[0])
    if found:
        return redirect_to(url_for("invites.show", organization_id=organization_id, invite_id=found[1]))
    load_organization(organization_id)
    return page("invites/find.html", status=INVALID if typed else 200, typed=typed)


@blueprint.get("/<invite_id>")
@signed_in
def show(organization_id: str, invite_id: str) -> Response:
    invite = _read_invite(organization_id, invite_id)
    if isinstance(invite, NotFound):
        message = gettext("This organization has no such invite link, or you don't have access to it.")
        return page("invites/find.html", status=404, typed=invite_id, problem=message)
    return _render(InviteForm.from_values(INVITE.settings_of(invite.value)), invite)


@blueprint.post("/<invite_id>")
@signed_in
@keeps_input
def update(organization_id: str, invite_id: str) -> Response:
    invite = or_raise(_read_invite(organization_id, invite_id))
    form = InviteForm.from_values(INVITE.settings_of(invite.value), about=invite_id)
    onward = url_for("invites.show", organization_id=organization_id, invite_id=invite_id)

    def change() -> Change[Invite]:
        subject, summary = (
            Subject(INVITE.one, invite_id, invite_id),
            gettext("Change the role of the invite link %(invite_id)s", invite_id=invite_id),
        )
        ids = (organization_id, invite_id)
        return Change(UPDATE_INVITE, ids, subject, summary, form.request_body(), was=form.now)

    told = gettext("The invite link was saved.")
    saved = save_changes(form, invite, change, lambda _: (told, onward), onward)
    return saved or _render(form, invite)


@blueprint.get("/<invite_id>/delete")
@signed_in
def ask_delete(organization_id: str, invite_id: str) -> Response:
    invite = or_raise(_read_invite(organization_id, invite_id)).value
    return _delete_page(PageForm(), invite)


@blueprint.post("/<invite_id>/delete")
@signed_in
@keeps_input
def delete(organization_id: str, invite_id: str) -> Response:
    onward = url_for("settings.show", organization_id=organization_id, _anchor="invite-link")
    read = _read_invite(organization_id, invite_id)
    if isinstance(read, NotFound):
        return redirect_info(gettext("This invite link was already deleted."), onward)
    invite = read.value
    form = PageForm()
    subject = Subject(INVITE.one, invite_id, invite_id)
    change = Change(
        DELETE_INVITE,
        (organization_id, invite_id),
        subject,
        gettext("Delete the invite link %(invite_id)s", invite_id=invite_id),
    )
    ready = form.validate() and not refuse_if_unread(form, read)
    saved = ready and save(form, change, lambda _: (deletion_report(change, gettext("The invite link")), onward))
    return saved or _delete_page(form, invite)


def _delete_page(form: PageForm, invite: Invite) -> Response:
    depends = _list_dependents(g.organization)
    return page(
        "invites/delete.html",
        form=form,
        invite=invite,
        dependents=depends,
        may=has_permission("admin"),
    )


def _read_invite(organization_id: str, invite_id: str) -> Cached[Invite] | NotFound:
    link = CachedRead(GET_INVITE, (organization_id, invite_id), refresh=True)
    invite = read_in_organization(organization_id, link)
    return invite if isinstance(invite, NotFound) else or_raise(invite)


def _render(form: InviteForm, invite: Cached[Invite]) -> Response:
    return page(
        "invites/show.html",
        form=form,
        remembered=invite,
        invite=invite.value,
        may=has_permission("admin"),
    )


def _list_dependents(organization: Organization) -> list[Consequence]:
    """Say whether invite links are switched on, which is all that the API reports about them."""
    settings = [(gettext("Settings"), url_for("settings.show", organization_id=organization.id, _anchor="part-access"))]
    text = gettext("Invite links are switched off in the organization")
    if organization.inviteLinks:
        text = gettext("Invite links are switched on in the organization")
    return [
        Consequence(text, links=settings),
        unreported_consequence(gettext("Who has the link, and who joined with it")),
    ]


PLACE = Place(
    blueprints=(blueprint,),
    needs="admin",
    within=N_("Settings"),
    changes={
        UPDATE_INVITE.name: RecordedChange(entry_page("invites.show", "invite_id"), (InviteForm,)),
        DELETE_INVITE.name: RecordedChange(entry_page("settings.show")),
    },
    drafts={"invites.update": (N_("Invite link"), InviteForm)},
    destinations=(
        Destination(
            N_("Invite link"),
            "invites.find",
            "envelope",
            N_("invite, invite people, invitation, join link, add people"),
        ),
    ),
)
