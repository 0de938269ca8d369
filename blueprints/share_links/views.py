"""Pages of a site's share links: list, create, edit, switch on and off, note, delete."""

import hashlib
from typing import Any

from flask import Blueprint, request, url_for
from werkzeug.wrappers import Response

from blueprints.share_links.forms import EditLinkForm, LinkSwitchForm, NewLinkForm, NoteForm, NoteOfLink
from blueprints.share_links.links import (
    LinkPage,
    build_link_deletion,
    build_link_switch,
    build_link_update,
    create_link,
    read_link,
    read_links,
    switch_report,
)
from contract.publishing.share_links import UPDATE_SHARE_LINK, ShareLink, ShareLinkUpdate
from contract.publishing.sites import Site
from contract.schema.endpoint import Listing, ListQuery
from contract.schema.fields import value_or_none
from masthead.client import Cached, NotFound
from masthead.i18n import gettext
from masthead.resources import SHARE_LINK
from masthead.store.notes import LinkNote, LinkPlace
from masthead.web.directory.share_links import (
    attention_rank,
    is_unreadable,
    is_unreadable_by_listing,
    list_notes,
    report_unreadable,
)
from masthead.web.forms.fields import ON
from masthead.web.forms.forms import ConfirmForm, PageForm
from masthead.web.forms.share_links import link_label
from masthead.web.frame.organization import ROWS, has_permission, page_query
from masthead.web.frame.pages import Feedback, Report, page, redirect_already_done, redirect_saved
from masthead.web.http.paths import local_path
from masthead.web.person.guards import keeps_input, signed_in
from masthead.web.person.locale import today
from masthead.web.person.portal import portal
from masthead.web.person.session import person
from masthead.web.submit.bulk_changes import SelectAll
from masthead.web.submit.outcome_messages import deletion_report
from masthead.web.submit.review import should_send
from masthead.web.submit.submission import redirect_unchanged, refuse_if_unread, save, save_changes
from masthead.writes.send import Change

blueprint = Blueprint("share_links", __name__, url_prefix="/orgs/<organization_id>/sites/<site_id>/links")
OF_ANOTHER: dict[str, Any] = {"formdata": None}
"""Arguments for a form that isn't the submitted one, since the page has several."""


@blueprint.get("")
@signed_in
def index(organization_id: str, site_id: str) -> Response:
    return _list_page(organization_id, NewLinkForm.new(), *read_links(organization_id, site_id, page_query()))


@blueprint.post("")
@signed_in
@keeps_input
def create(organization_id: str, site_id: str) -> Response:
    form = NewLinkForm.new()
    site, links = read_links(organization_id, site_id, page_query(), anew=True)
    saved = create_link(form, organization_id, site) if form.validate() else None
    return saved or _list_page(organization_id, form, site, links)


def _list_page(
    organization_id: str, form: NewLinkForm, site: Cached[Site], links: Cached[Listing[ShareLink]]
) -> Response:
    notes = list_notes(organization_id, site.value.id)
    due = {place.link: note.due for place, note in notes.items()}
    return page(
        "share_links/index.html",
        fragment="rows",
        form=form,
        listing=links,
        links=sorted(links.value.items, key=lambda link: attention_rank(link, site.value, due.get(link.id), today())),
        notes={place.link: note for place, note in notes.items()},
        key=form.form_key.data,
        first=not request.args.get("page"),
        all=SelectAll(
            None,
            {"site": site.value.id},
            pages=bool(request.args.get("page") or value_or_none(links.value.next)),
        ),
        unreadable=not request.args.get("page") and is_unreadable_by_listing(site.value, links.value),
        **_site_context(site.value),
    )


@blueprint.get("/<link_id>")
@signed_in
def show(organization_id: str, site_id: str, link_id: str) -> Response:
    found = read_link(organization_id, site_id, link_id, anew=bool(request.args.get("made")))
    return _link_page(found, _edit_form(found), _note_form(found.note))


@blueprint.post("/<link_id>")
@signed_in
@keeps_input
def update(organization_id: str, site_id: str, link_id: str) -> Response:
    found = read_link(organization_id, site_id, link_id)
    form = _edit_form(found)
    onward = _list_url(found.place)

    def change() -> Change[ShareLink]:
        summary = gettext(
            "Change the share link %(link)s of %(site)s: %(fields)s",
            link=link_label(found.link.value),
            site=found.site.title,
            fields=form.changed_labels,
        )
        return build_link_update(
            found.place, found.link.value, ShareLinkUpdate.model_validate(form.request_body()), summary
        )

    def after(link: ShareLink) -> tuple[Report, str]:
        report = Report(Feedback.SAVED, gettext("%(name)s was saved.", name=link_label(link)))
        if "active" in form.changes():
            report = report_unreadable(report, found.site, [link, *found.others])
        return report, onward

    saved = save_changes(form, found.link, change, after, onward)
    return saved or _link_page(found, form, _note_form(found.note, sent=False))


@blueprint.post("/<link_id>/active")
@signed_in
def switch(organization_id: str, site_id: str, link_id: str) -> Response:
    found = read_link(organization_id, site_id, link_id)
    link, on = found.link.value, request.form.get("active") == ON
    onward = local_path(request.form.get("next"), _list_url(found.place))
    form = LinkSwitchForm()
    form.last = "" if on else _site_needing_link(found)
    if form.validate() and not refuse_if_unread(form, found.link):
        if link.active is on:
            told = gettext("%(link)s is already on.") if on else gettext("%(link)s is already off.")
            return redirect_already_done(told % {"link": link_label(link)}, onward, UPDATE_SHARE_LINK, *found.place)
        # All buttons of the list share one form key, so derive a key for each of them.
        form.form_key.data = hashlib.sha256(f"{form.form_key.data} {link.id} {on}".encode()).hexdigest()
        change = build_link_switch(found.place, found.site.title, link, on=on)

        def after(answer: ShareLink) -> tuple[Report, str]:
            report = switch_report(link_label(link), answer, on=on)
            return (report if on else report_unreadable(report, found.site, found.others)), onward

        if saved := save(form, change, after):
            return saved
    return _link_page(found, _edit_form(found, sent=False), _note_form(found.note, sent=False), form)


@blueprint.post("/<link_id>/note")
@signed_in
@keeps_input
def note(organization_id: str, site_id: str, link_id: str) -> Response:
    """Save the note, or only its review date, in Masthead. Nothing is sent to the API."""
    found = read_link(organization_id, site_id, link_id)
    form = _note_form(found.note)
    onward = local_path(request.form.get("next"), _list_url(found.place))
    if form.validate() and should_send(form) and not refuse_if_unread(form, found.link):
        if form.is_unchanged:
            return redirect_unchanged(form, onward)
        noted = NoteOfLink.model_validate({**form.now, **form.changes()})
        portal().store.link_notes.save(found.place, person().owner, note=noted.note, due=noted.due)
        return redirect_saved(gettext("The note on %(link)s was saved.", link=link_label(found.link.value)), onward)
    return _link_page(found, _edit_form(found, sent=False), form)


@blueprint.get("/<link_id>/delete")
@signed_in
def ask_delete(organization_id: str, site_id: str, link_id: str) -> Response:
    found = read_link(organization_id, site_id, link_id)
    return _delete_page(found, ConfirmForm(link_label(found.link.value)))


@blueprint.post("/<link_id>/delete")
@signed_in
@keeps_input
def delete(organization_id: str, site_id: str, link_id: str) -> Response:
    place = LinkPlace(organization_id, site_id, link_id)
    try:
        found = read_link(*place)
    except NotFound:
        read_links(organization_id, site_id, ListQuery(limit=ROWS))  # raises if it is the site that doesn't exist
        return redirect_already_done(
            gettext("This share link was already deleted."), _list_url(place), UPDATE_SHARE_LINK, *place
        )
    name = link_label(found.link.value)
    form = ConfirmForm(name)
    change = build_link_deletion(place, found.site.title, found.link.value)

    def after(_: None) -> tuple[Report, str]:
        report = deletion_report(change, name)
        return report_unreadable(report, found.site, found.others), _list_url(place)

    ready = form.validate() and not refuse_if_unread(form, found.link)
    saved = ready and save(form, change, after)
    return saved or _delete_page(found, form)


def _edit_form(found: LinkPage, *, sent: bool = True) -> EditLinkForm:
    """Build the form that edits a link. `sent` is false if the request submitted another of the page's forms."""
    form = EditLinkForm.from_values(
        SHARE_LINK.settings_of(found.link.value), about=found.place.link, **({} if sent else OF_ANOTHER)
    )
    form.last = _site_needing_link(found)
    return form


def _site_needing_link(found: LinkPage) -> str:
    """Return the site's title if nobody can read the site without the link; else empty."""
    return found.site.title if is_unreadable(found.site, found.others) else ""


def _note_form(note: LinkNote, *, sent: bool = True) -> NoteForm:
    values = {"note": note.note, "due": note.due.isoformat() if note.due else None}
    return NoteForm.from_values(values, **({} if sent else OF_ANOTHER))


def _link_page(
    found: LinkPage, form: EditLinkForm, note_form: NoteForm, switch_form: PageForm | None = None
) -> Response:
    status = max(each.status for each in (form, note_form, switch_form) if each is not None)
    return page(
        "share_links/show.html",
        status=status,
        remembered=found.link,
        link=found.link.value,
        note=found.note,
        name=link_label(found.link.value),
        form=form,
        note_form=note_form,
        switch_form=switch_form,
        switched={"active": request.form.get("active", ""), "next": request.form.get("next", "")},
        made=bool(request.args.get("made")),
        **_site_context(found.site),
    )


def _delete_page(found: LinkPage, form: ConfirmForm) -> Response:
    return page(
        "share_links/delete.html",
        form=form,
        link=found.link.value,
        name=link_label(found.link.value),
        last=is_unreadable(found.site, found.others),
        **_site_context(found.site),
    )


def _site_context(site: Site) -> dict[str, Any]:
    return {
        "site": site,
        "today": today(),
        "may": has_permission("createContent"),
    }


def _list_url(place: LinkPlace) -> str:
    return url_for(".index", organization_id=place.organization, site_id=place.site)
