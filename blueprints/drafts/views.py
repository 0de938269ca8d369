"""Pages to list, show, discard, restore and take over drafts."""

from flask import Blueprint, abort, flash, request, url_for
from werkzeug.wrappers import Response

from blueprints.drafts.rows import (
    discarded_rows,
    draft_row,
    find_organization_id,
    find_parked_structure,
    list_parked_drafts,
    list_typed_texts,
    read_organization_titles,
    structure_rows,
    typed_text,
)
from masthead.i18n import N_, gettext
from masthead.store.drafts.drafts import DISCARDED, MAX_ITEMS, Draft
from masthead.store.drafts.texts import TooLargeError
from masthead.store.entries import State
from masthead.store.journal.queries import JournalQuery
from masthead.web.frame.layout import mark_as_local
from masthead.web.frame.pages import page, redirect_info, redirect_saved
from masthead.web.http.paths import local_path
from masthead.web.http.responses import redirect_to
from masthead.web.person.guards import signed_in
from masthead.web.person.portal import portal
from masthead.web.person.session import person
from masthead.web.places import draft_actions, draft_fields, draft_forms
from masthead.web.submit import structure_drafts
from masthead.web.submit.drafts import drop_parked, find_form, merge_draft_input, shorten_label
from masthead.web.submit.recorded_changes import list_forms
from masthead.web.submit.structure_drafts import TOO_LARGE, DraftRestoration, count_changes, draft_version
from masthead.writes.send import sent_values

QUOTED = 3
"""The most fields that a refusal to discard names."""
blueprint = Blueprint("drafts", __name__, url_prefix="/drafts")
SAVED_MEANWHILE = N_("This was saved in the meantime, so the draft was not restored.")
NO_DRAFT = N_("Nothing was discarded: Masthead no longer keeps this draft.")
WENT_ON = N_(
    "Nothing was discarded: this draft changed since you opened the page. It now has %(typed)s. Check it, then discard "
    "it again."
)
NO_STRUCTURE = N_("Nothing was discarded: your draft was applied or discarded in another window.")
NOT_KEPT = N_("There is nothing left to restore: the draft was already restored, or it is no longer kept.")
NOT_PARKED = N_("This draft is no longer kept in this browser.")
NEWER = N_("You have a newer draft of this structure. Discard it first. You can restore both.")


class DraftChangedSinceError(Exception):
    """The draft has changed since it was shown, so it was not discarded.

    The message describes its current contents.
    """


def discard_draft(draft_id: str, shown: str) -> bool:
    """Discard the draft if its version is still `shown`. Return False if it no longer exists.

    Raises DraftChangedSinceError.
    """
    owner, drafts = person().owner, portal().store.drafts
    if drafts.discard(owner, draft_id, shown):
        return True
    newer = drafts.get(owner, draft_id)
    if newer is None:
        return False
    typed = ", ".join(f"{name} {shorten_label(f'“{value}”')}" for name, value in list_typed_texts(newer)[:QUOTED])
    raise DraftChangedSinceError(typed or gettext("no text"))


def restore_draft(draft_id: str) -> DraftRestoration:
    """Restore a discarded draft, unless it has expired or all of it was saved since."""
    owner, drafts = person().owner, portal().store.drafts
    draft = drafts.get(owner, draft_id, DISCARDED)
    if draft is None:
        return DraftRestoration.OVER
    if _is_input_saved(draft):
        return DraftRestoration.SAVED
    drafts.restore(owner, draft_id)
    return DraftRestoration.BACK


def _is_input_saved(draft: Draft) -> bool:
    """Return whether the person has saved all input of the draft in another window."""
    endpoint, ids = find_form(draft.page)
    fields, forms = draft_fields(endpoint), set(draft_forms(endpoint))
    typed = {each.name: each.wire for each in merge_draft_input(draft, fields).edited_fields() if not each.is_consent}
    by = person().owner
    wanted = JournalQuery(find_organization_id(draft), owner=by, by=by, states=[State.SAVED], since=draft.at)
    intents = (each.intent for each in (portal().store.journal.entries(wanted) if typed else []))
    return any(
        {*each.ids} <= {*ids.values()}
        and forms.intersection(list_forms(each.endpoint))
        and sent_values(each).items() >= typed.items()
        for each in intents
    )


def discard_structure_draft(place: str, shown: str) -> str:
    """Discard a structure draft if its version is still `shown`.

    Returns the URL that restores it; empty if there was no draft. Raises DraftChangedSinceError and TooLargeError.
    """
    arrangements = portal().store.structure_drafts
    while (draft := arrangements.find(person().owner, place)) is not None:
        if draft_version(draft) != shown:
            raise DraftChangedSinceError(count_changes(draft))
        undo = structure_drafts.discard_structure(draft)
        if undo is not None:  # else another window changed it: look again
            return undo
    return ""


@blueprint.get("")
@signed_in
def index() -> Response:
    named = read_organization_titles()
    mark_as_local()
    return page(
        "drafts/index.html",
        lines=[draft_row(draft, named) for draft in portal().store.drafts.of_owner(person().owner)],
        structures=structure_rows(named),
        discarded=discarded_rows(named),
        most_discarded=MAX_ITEMS,
        **list_parked_drafts(),
    )


@blueprint.get("/draft")
@signed_in
def show() -> Response:
    """Show the text of a draft, to copy, or to open in its form if it has a page."""
    draft = portal().store.drafts.get(person().owner, request.args.get("draft", ""))
    if draft is None:
        abort(404)
    row = draft_row(draft, read_organization_titles())
    mark_as_local()
    has_form_page = not draft_actions(find_form(draft.page)[0])
    return page(
        "drafts/show.html", line=row, facts=list_typed_texts(draft), text=typed_text(draft), has_form_page=has_form_page
    )


@blueprint.post("/parked/discard")
@signed_in
def discard_parked() -> Response:
    drop_parked([request.form.get("id", "")])
    return redirect_saved(gettext("The text was discarded."), url_for("drafts.index"))


@blueprint.post("/parked/take-over")
@signed_in
def take_over() -> Response:
    """Take over a structure draft made in this browser with another token."""
    one = find_parked_structure(request.form.get("id", ""))
    if one is None:
        return redirect_info(gettext(NOT_PARKED), url_for("drafts.index"))
    if not structure_drafts.adopt_parked_structure(one.draft):
        return redirect_info(gettext(NEWER), url_for("drafts.index"))
    drop_parked([one.id])
    return redirect_saved(gettext("The draft is yours now. Nothing was sent."), one.draft.page)


@blueprint.post("/discard")
@signed_in
def discard() -> Response:
    onward, draft = local_path(request.form.get("next"), url_for("drafts.index")), request.form.get("draft", "")
    try:
        is_discarded = discard_draft(draft, request.form.get("version", ""))
    except DraftChangedSinceError as newer:
        return redirect_info(gettext(WENT_ON, typed=newer), onward)
    if not is_discarded:
        return redirect_info(gettext(NO_DRAFT), onward)
    return redirect_saved(gettext("The draft was discarded."), onward, url_for("drafts.restore", draft=draft))


@blueprint.post("/restore")
@signed_in
def restore() -> Response:
    found = restore_draft(request.args.get("draft", ""))
    if found is DraftRestoration.BACK:
        return redirect_saved(gettext("The draft was restored."), url_for("drafts.index"))
    if found is DraftRestoration.SAVED:
        flash(gettext(SAVED_MEANWHILE), "info")
    else:
        flash(gettext("The draft could not be restored: it is no longer kept, or there is a newer one."), "warning")
    return redirect_to(url_for("drafts.index"))


@blueprint.post("/structure/discard")
@signed_in
def discard_structure() -> Response:
    try:
        undo = discard_structure_draft(request.form.get("place", ""), request.form.get("version", ""))
    except DraftChangedSinceError as newer:
        return redirect_info(gettext(WENT_ON, typed=newer), url_for("drafts.index"))
    except TooLargeError:
        return redirect_info(gettext(TOO_LARGE), url_for("drafts.index"))
    if not undo:
        return redirect_info(gettext(NO_STRUCTURE), url_for("drafts.index"))
    return redirect_saved(gettext("The unsent structure changes were discarded."), url_for("drafts.index"), undo)


@blueprint.post("/structure/restore")
@signed_in
def restore_structure() -> Response:
    found = structure_drafts.restore_structure(request.values.get("kept", ""))
    if found is DraftRestoration.NEWER:
        return redirect_info(gettext(NEWER), url_for("drafts.index"))
    if found is DraftRestoration.BACK:
        return redirect_saved(
            gettext("The draft was restored."), local_path(request.args.get("next"), url_for("drafts.index"))
        )
    return redirect_info(gettext(NOT_KEPT), url_for("drafts.index"))
