"""Replaces a share link: create a new one, hand it out, switch the old one off."""

from flask import Blueprint, request, url_for
from werkzeug.wrappers import Response

from blueprints.share_links.forms import FinishForm, SuccessorForm
from blueprints.share_links.links import (
    LinkPage,
    build_link_switch,
    read_link,
    switch_report,
)
from contract.publishing.share_links import ShareLink, ShareLinkCreate
from masthead.i18n import gettext
from masthead.store.notes import LinkPlace
from masthead.web.forms.share_links import build_link_creation, get_note, link_label
from masthead.web.frame.organization import has_permission
from masthead.web.frame.pages import Report, page, redirect_info, redirect_saved
from masthead.web.person.guards import keeps_input, signed_in
from masthead.web.person.portal import portal
from masthead.web.person.session import person
from masthead.web.submit.review import should_send
from masthead.web.submit.submission import refuse_if_unread, save

blueprint = Blueprint("rotation", __name__, url_prefix="/orgs/<organization_id>/sites/<site_id>/links/<link_id>/rotate")
KEEP_BOTH = "keep"


@blueprint.get("")
@signed_in
def show(organization_id: str, site_id: str, link_id: str) -> Response:
    found = read_link(organization_id, site_id, link_id)
    return _rotation_page(found, _find_successor(found), SuccessorForm.new(name=link_label(found.link.value)))


@blueprint.post("")
@signed_in
@keeps_input
def make(organization_id: str, site_id: str, link_id: str) -> Response:
    """Create the new link. Stores the rotation first, so that it can continue if the response is lost."""
    found = read_link(organization_id, site_id, link_id)
    form = SuccessorForm.new()
    successor = _find_successor(found)
    if successor is not None:
        return redirect_info(
            gettext("%(link)s was already created.", link=link_label(successor)), _rotation_url(found.place)
        )
    if form.validate() and not refuse_if_unread(form, found.link):
        body = ShareLinkCreate.model_validate(form.request_body())
        if should_send(form):
            newest = max(link.createdAt.timestamp() for link in found.links)
            portal().store.link_notes.begin_rotation(found.place, body.name, newest)
        change = build_link_creation(organization_id, found.site, body, instead_of=link_label(found.link.value))
        if saved := save(
            form,
            change,
            lambda link: (gettext("%(link)s was created.", link=link_label(link)), _rotation_url(found.place)),
        ):
            return saved
    return _rotation_page(found, None, form)


@blueprint.post("/finish")
@signed_in
def finish(organization_id: str, site_id: str, link_id: str) -> Response:
    """Switch the old link off, or keep both. The old link's note moves to the new one."""
    found = read_link(organization_id, site_id, link_id)
    old, successor = found.link.value, _find_successor(found)
    form = FinishForm(found.note.successor, old, successor, submitted=True)
    onward = url_for("share_links.index", organization_id=organization_id, site_id=site_id)

    def after(answer: ShareLink) -> tuple[Report, str]:
        return switch_report(link_label(old), answer, on=False), onward

    if form.validate() and not refuse_if_unread(form, found.link):
        if request.form.get("old") == KEEP_BOTH or old.active is False:
            _move_note(found, successor)
            return redirect_saved(gettext("The rotation is complete."), onward)
        change = build_link_switch(found.place, found.site.title, old, on=False)
        if saved := save(form, change, after, once_saved=lambda: _move_note(found, successor)):
            return saved
    return _rotation_page(found, successor, SuccessorForm.new(name=link_label(old), formdata=None), form)


def _find_successor(found: LinkPage) -> ShareLink | None:
    """Return the link that an unfinished rotation created; None if there is none."""
    note = found.note
    made = (link for link in found.links if link.name == note.successor and link.createdAt.timestamp() > note.since)
    return next(made, None) if note.successor else None


def _move_note(found: LinkPage, successor: ShareLink | None) -> None:
    notes, note = portal().store.link_notes, found.note
    if successor is not None and note.note:
        place = found.place._replace(link=successor.id)
        notes.save(place, person().owner, note=note.note, due=get_note(place).due)
    notes.end_rotation(found.place)


def _rotation_url(place: LinkPlace) -> str:
    return url_for(".show", organization_id=place.organization, site_id=place.site, link_id=place.link)


def _rotation_page(
    found: LinkPage, successor: ShareLink | None, form: SuccessorForm, finish_form: FinishForm | None = None
) -> Response:
    return page(
        "rotation/show.html",
        status=max(form.status, finish_form.status if finish_form else 0),
        remembered=found.link,
        site=found.site,
        link=found.link.value,
        name=link_label(found.link.value),
        begun=found.note.successor,
        successor=successor,
        form=form,
        finish_form=finish_form or FinishForm(found.note.successor, found.link.value, successor, submitted=False),
        may=has_permission("createContent"),
    )
