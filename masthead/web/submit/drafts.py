"""Form drafts: saved before a page handles the input, labeled, shown again, and parked when the session ends."""

import re
import time
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any
from urllib.parse import unquote

from flask import Flask, current_app, flash, g, make_response, request, url_for
from pydantic import MISSING
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response

from masthead.i18n import N_, gettext, join_and, ngettext
from masthead.store.drafts.drafts import (
    DRAWN_FROM,
    NOT_TYPED,
    PAGE_SHOWN,
    Draft,
    ParkedDraft,
    SendingDraft,
    can_be_parked,
    is_small_enough,
)
from masthead.store.errors import StoreError
from masthead.store.keys import random_id
from masthead.web.forms.fields import WireField
from masthead.web.forms.forms import INVALID, PageForm
from masthead.web.forms.identity_providers import may_contain_private_key
from masthead.web.forms.merge import Snapshot, ThreeWay, open_snapshot
from masthead.web.frame.pages import Feedback, no_content, redirect_info
from masthead.web.http.paths import match_route, request_path
from masthead.web.http.responses import is_fragment_request, redirect_to
from masthead.web.person.guards import SIGNED_IN, get_access
from masthead.web.person.portal import portal
from masthead.web.person.session import (
    PARKED,
    cookie_attributes,
    cookie_name,
    current_session,
    find_ended_session,
    parked_cookie,
    person,
    write_with_session,
)
from masthead.web.places import draft_actions
from masthead.web.submit.review import ASIDE, EDIT, KEEP, pressed_button
from masthead.web.submit.structure_drafts import list_structures

DRAFT = "draft"
"""The hidden field with the id of the draft, from rendering the form until it is saved."""
KEEPS = "keeps"
"""The hidden field of a form without saved values that names its only field worth keeping."""
NAME = re.compile(r"[A-Za-z0-9_-]{22}")
NOT_KEPT = {"csrf_token", "form_key", "step", "draft_shown", "receipt", DRAFT}
"""Fields that are only valid for one request."""
PASTED = {"certificate", "text"}
"""The fields into which a person may paste a private key, which is never stored."""
PARKED_SECONDS = 24 * 3600
SESSION_OVER = N_("You are no longer signed in, so nothing was saved.")
KEPT = N_("Masthead kept what you typed. Sign in again to see it.")
LEFT = N_("Masthead didn't keep what you typed.")
NOT_PARKED = N_("Masthead couldn't keep what you typed.")
SEE_OTHER, NO_CONTENT, NOT_WHOLE = 303, 204, 422


def init_app(app: Flask) -> None:
    """Save input before any page handles it. Call this before guarding the pages."""
    app.before_request(_store_draft)
    app.after_request(_drop_saved_draft)
    app.after_request(_set_parked_cookie)
    app.jinja_env.globals.update(
        draft_label=draft_label,
        draft_name=draft_name,
        drop_untouched=drop_untouched,
        drafts_of=list_drafts_of,
        draft_entry_url=draft_entry_url,
        is_form_address=is_form_address,
        is_input_sent=is_input_sent,
        parked_at=find_parked_draft,
    )


def list_drafts_of(page: str) -> list[Draft]:
    """List the person's drafts of the form posted to `page`, newest first, without the draft on display."""
    return [draft for draft in g.page_context.drafts if draft.page == page and draft.id != g.get("draft")]


def draft_name(page: str) -> str:
    """Return the id of the draft for the form posted to `page`: the submitted id or a new one."""
    return str(g.draft) if is_input_sent(page) else random_id()


def is_input_sent(page: str) -> bool:
    """Return whether this request submitted or opened the input of the form posted to `page`."""
    return "draft" in g and page == request_path()


def drop_untouched(form: PageForm) -> str:
    """Delete the draft if the form was refused because it was not filled in. Returns an empty string."""
    if has_draft() and entry_number() is None and form.status == INVALID and not form.problems and is_untouched(form):
        with suppress(StoreError):
            portal().store.drafts.drop(person().owner, g.draft, sent=False)
            kept = [each for each in g.page_context.drafts if each.id != g.draft]
            g.kept, g.page_context = None, replace(g.page_context, drafts=kept)
    return ""


def entry_number() -> int | None:
    """Return the number of the journal entry of unknown outcome that sent this request's draft, or None."""
    return g.kept.entry if has_draft() else None


def is_form_address(address: str) -> bool:
    """Return whether this page was opened at the form's URL and so shows the form, as after a new sign-in."""
    return request.method == "GET" and request_path() == address


def draft_entry_url(draft: Draft) -> str:
    """Return the page of the journal entry that sent a draft. Empty if it wasn't sent."""
    if draft.entry is None:
        return ""
    _, ids = find_form(draft.page)
    return url_for("journal.show", organization_id=ids["organization_id"], number=draft.entry)


def find_form(address: str) -> tuple[str, Mapping[str, Any]]:
    """Return the POST endpoint for a URL and the ids in the URL. The endpoint is empty if it no longer exists."""
    return match_route(unquote(address), "POST")


def has_draft() -> bool:
    """Return whether this request's input is among the person's drafts."""
    return g.get("kept") is not None


def draft_address() -> str:
    """Return the page that shows the text of this request's draft. Empty if there is no draft."""
    return url_for("drafts.show", draft=g.draft) if has_draft() else ""


def was_not_saved() -> bool:
    """Return whether this request's input is a draft and has certainly not been saved."""
    with suppress(StoreError):
        draft = portal().store.drafts.get(person().owner, g.draft) if has_draft() else None
        return draft is not None and draft.entry is None
    return False


def drop_draft_at_end() -> None:
    """Delete this request's draft at the end of the request, even if the response isn't a redirect."""
    g.saved = True


def release_draft(*, is_saved: bool) -> None:
    """Delete this request's draft if everything in it `is_saved`. Otherwise, keep it if its outcome is unknown."""
    if is_saved:
        drop_draft()
    else:
        g.is_unchanged = True


def draft_hook() -> SendingDraft | None:
    """Return the journal hook for this request's draft. None if there is no draft."""
    return SendingDraft(person().owner, g.draft) if has_draft() else None


def drop_draft() -> None:
    """Delete the saved draft now, since the API may refuse the token before the response is complete."""
    if has_draft():
        with suppress(StoreError):
            portal().store.drafts.drop(person().owner, g.draft)


def drop_stored_draft(draft: str, since: float) -> None:
    """Delete a draft that has turned out to be saved, unless its input has changed `since`."""
    drafts, owner = portal().store.drafts, person().owner
    with suppress(StoreError):
        found = drafts.get(owner, draft)
        if found is not None and found.at <= since:
            drafts.drop(owner, draft)


def keep_for_review() -> str:
    """Keep the draft despite the redirect, since the next page is a review. Returns the draft's id."""
    g.saved = False
    return str(g.draft) if has_draft() else ""


def restore_sent_draft() -> None:
    """Keep this request's input after all: the API accepted it, but it had no effect."""
    if has_draft():
        g.saved = False
        with suppress(StoreError):
            portal().store.drafts.save(person().owner, request_path(), sent_pairs(), draft=g.draft)


def holds_input() -> bool:
    """Return whether the request contains typed input that should not be lost."""
    return "was" in request.form or bool(request.form.get(request.form.get(KEEPS, ""), "").strip())


def is_untouched(form: PageForm) -> bool:
    """Return whether this request's form still has its initial values, which means that nobody filled it in."""
    read = tuple(f"{each.name}-" for each in form)
    typed = (name for name, text in sent_pairs() if text and name not in NOT_TYPED)
    offered = [(each, MISSING if each.object_data is None else each.object_data) for each in form.wire_fields]
    is_read = all(f"{name}-".startswith(read) for name in typed)
    return is_read and all(each.same(each.wire, value) for each, value in offered)


def sent_pairs() -> list[tuple[str, str]]:
    """Return the input of this request as far as it may be stored."""
    left_out = NOT_KEPT - {request.form.get(KEEPS)}
    sent = [(name, value) for name, value in request.form.items(multi=True) if name not in left_out]
    kept = [(name, value) for name, value in sent if name not in PASTED or not may_contain_private_key(value)]
    # If both are too large, as for a large site, keep the input without the snapshot of its page.
    return kept if is_small_enough(kept) else [(name, value) for name, value in kept if name != PAGE_SHOWN]


def sent_draft() -> Draft:
    """Return this request's input as a draft that can be parked."""
    return Draft(request_path(), time.time(), sent_pairs())


def park_drafts(owner: str, drafts: Iterable[Draft]) -> bool:
    """Park the drafts of `owner`, whose session has ended, for this browser. False if some can't be parked."""
    drafts = list(drafts)
    kept = [each for each in drafts if can_be_parked(each)]
    try:
        if kept:
            g.parked_cookie = portal().store.parked_drafts.park(parked_cookie(), owner, kept)
    except StoreError:
        return False
    return kept == drafts


def park_all_drafts() -> bool:
    """Park all drafts from a session that is about to end. False if some can't be parked."""
    stored = current_session().stored
    if stored is None:
        return True
    try:
        drafts = portal().store.drafts.of_owner(stored.owner)
        return park_drafts(stored.owner, [*drafts, *list_structures(stored.owner)])
    except StoreError:
        return False


def adopt_parked_drafts(owner: str) -> None:
    """Give the person who just signed in their parked drafts from this browser."""
    with suppress(StoreError):  # the sign-in must not fail, and the drafts stay parked
        mine = [each for each in list_parked() if each.owner == owner]
        for each in (one for one in mine if not one.draft.is_structure):  # discarded drafts belong to the person, too
            portal().store.drafts.save(owner, each.draft.page, each.draft.pairs, at=each.draft.at)
        drop_parked([each.id for each in mine])


def list_parked() -> list[ParkedDraft]:
    """List this browser's parked drafts. Raises StoreError."""
    return portal().store.parked_drafts.list_by_cookie(parked_cookie())


def find_parked_draft(page: str) -> ParkedDraft | None:
    """Return this browser's parked draft of the form posted to `page`."""
    if g.get("person") is None or request.method != "GET":
        return None
    return next((each for each in g.page_context.parked if each.draft.page == page), None)


def drop_parked(ids: Iterable[str]) -> None:
    """Delete parked drafts by id, and the cookie once none are left. Raises StoreError."""
    ids = list(ids)
    if ids:
        portal().store.parked_drafts.drop(parked_cookie(), ids)
    if parked_cookie() and not list_parked():
        g.parked_cookie = ""


def drop_all_parked() -> None:
    """Delete all parked drafts when the person leaves this browser."""
    try:
        drop_parked([each.id for each in list_parked()])
    except StoreError:  # without the cookie, nobody can open them
        g.parked_cookie = ""


def _set_parked_cookie(response: Response) -> Response:
    value, name = g.get("parked_cookie"), cookie_name(current_app, PARKED)
    if value:
        response.set_cookie(name, value, max_age=PARKED_SECONDS, **cookie_attributes(current_app))
    elif value is not None:
        response.delete_cookie(name, **cookie_attributes(current_app))
    return response


def _store_draft() -> Response | None:
    if request.method != "POST" or request.endpoint is None:
        return None
    if get_access(current_app.view_functions[request.endpoint]) != SIGNED_IN:
        return None
    stored = current_session().stored
    if stored is None:
        _flash_session_over()
        return None
    # A form that edits an object has its saved values. Others, such as a name that confirms a deletion, or an access
    # token, aren't worth keeping.
    if not holds_input():
        return None
    name = request.form.get(DRAFT, "")
    g.draft = name if NAME.fullmatch(name) else random_id()
    with suppress(StoreError):  # then nothing is sent, either, and the page still shows the input
        opened = pressed_button() in {ASIDE, EDIT}
        g.kept = portal().store.drafts.save(stored.owner, request_path(), sent_pairs(), draft=g.draft, opened=opened)
    return _answer_draft_button()


def _answer_draft_button() -> Response | None:
    """Handle buttons that save nothing: set aside, edit, or keep as a draft."""
    if pressed_button() == EDIT and draft_actions(str(request.endpoint)):
        return redirect_to(draft_address() or url_for("drafts.index"))
    if pressed_button() == ASIDE:
        return no_content() if has_draft() and _is_fully_stored() else make_response("", NOT_WHOLE)
    if pressed_button() == KEEP and has_draft():
        return redirect_info(gettext("Kept as a draft. Nothing was sent."), url_for("drafts.index"))
    return None


def _is_fully_stored() -> bool:
    """Return whether the entire input is stored. Possible secrets are never stored."""
    typed = [name for name, _ in sent_pairs() if name != PAGE_SHOWN]
    return len(typed) == sum(name not in {*NOT_KEPT, PAGE_SHOWN} for name, _ in request.form.items(multi=True))


def _flash_session_over() -> None:
    """Flash that the session has ended, unless a script sent a request without input."""
    if holds_input():
        flash(f"{gettext(SESSION_OVER)} {gettext(_park_sent_draft())}", Feedback.NOT_SAVED)
    elif not is_fragment_request():
        flash(gettext(SESSION_OVER), Feedback.NOT_SAVED)


def _park_sent_draft() -> str:
    ended = find_ended_session()
    if ended is None:
        return LEFT
    return KEPT if park_drafts(ended.owner, [sent_draft(), *list_structures(ended.owner)]) else NOT_PARKED


def _drop_saved_draft(response: Response) -> Response:
    who, is_draft = g.get("person"), "draft" in g and pressed_button() not in {ASIDE, EDIT, KEEP}
    # A redirect to the sign-in page means that the API refused the token, and nothing was saved.
    went_on = g.get("saved", response.status_code in {SEE_OTHER, NO_CONTENT}) and current_session().stored is not None
    if request.method == "POST" and who is not None and went_on and is_draft:
        drop = partial(portal().store.drafts.drop, who.owner, g.draft, sent=not g.get("is_unchanged"))
        write_with_session(drop)  # if this fails, the draft is offered again, and changes nothing
    return response


MAX_QUOTED, QUOTED = 60, 2
"""Limits of characters of a value, and of values, in a label."""


def draft_label(draft: Draft, form: PageForm | None = None) -> str:
    """Label a draft by the first fields of its `form` that it changes. Empty if they are unknown."""
    edited = merge_draft_input(draft, form.wire_fields if form else []).edited_fields()
    changed = [each for each in edited if not each.is_consent]
    words = [f"{each.label.text} {shorten_label(each.display_value(each.wire))}" for each in changed[:QUOTED]]
    left = len(changed) - QUOTED
    more = [ngettext("%(n)s more field", "%(n)s more fields", left)] if left > 0 else []
    return join_and([*words, *more])


def merge_draft_input(draft: Draft, fields: Sequence[WireField]) -> ThreeWay:
    """Merge a draft's input into a form's fields."""
    pairs = MultiDict(draft.pairs)
    shown = open_snapshot(pairs.get(DRAWN_FROM, "")) or Snapshot({})
    typed = ThreeWay([_build_typed_field(each, pairs, shown) for each in fields], shown, dict(shown.values))
    typed.apply_answers()
    return typed


def _build_typed_field(drawn: WireField, pairs: MultiDict[str, str], shown: Snapshot) -> WireField:
    """Build the field from the draft's input, or else from the value shown on the page."""
    field: WireField = object.__new__(type(drawn))  # WTForms creates fields only within a form
    field.__dict__.update(drawn.__dict__)
    field.process(pairs, shown.values.get(field.name, MISSING))
    return field


def shorten_label(text: str) -> str:
    """Shorten a quoted text to a length at which drafts can still be told apart."""
    return text if len(text) <= MAX_QUOTED else f"{text[:MAX_QUOTED]}…{'”' if text.endswith('”') else ''}"
