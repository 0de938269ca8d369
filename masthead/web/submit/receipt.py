"""The receipt for a form of unknown outcome: sent and current values, and the next steps."""

import json
import secrets
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import Any

from flask import g, url_for
from pydantic import MISSING
from werkzeug.wrappers import Response

from contract import BY_NAME
from masthead.client import Problem
from masthead.i18n import N_, gettext
from masthead.resources import BY_UPDATE, CREATIONS
from masthead.resources.values import is_same_value
from masthead.store.entries import MAYBE_SAVED, Entry, Intent, State
from masthead.store.errors import StoreError
from masthead.web.forms.forms import CONFLICT, PageForm
from masthead.web.frame.pages import page
from masthead.web.frame.problems import LinkedText, stopped_checks_message, unknown_outcome_message, unread_message
from masthead.web.http.paths import request_path
from masthead.web.http.responses import replace_whole_page
from masthead.web.person.portal import api, portal
from masthead.web.person.session import person
from masthead.web.submit.drafts import has_draft, holds_input, sent_pairs
from masthead.web.submit.recorded_changes import (
    display_recorded,
    field_label,
    list_fields,
    object_page_url,
    shown_values,
)
from masthead.web.submit.review import RECEIPT, REVIEWED, entry_url, pressed_button
from masthead.writes.check import may_still_arrive, verify_entry
from masthead.writes.observe import read_now

NOT_KNOWN = N_("It isn't known whether this was saved")
NOT_AGAIN = N_("This was not saved again")
SAVED_THEN = N_("You sent “%(summary)s” before. That was saved, and it was changed or undone since. ")
NO_ANSWER_YET = N_("You sent this already, and there is no answer yet. ")
NOT_FOUND = N_("Masthead didn't find this when it looked for what you sent before. ")
STILL_AT_IT = N_("It may still be created: if you send it again now, it may be there twice.")


@dataclass(frozen=True, slots=True)
class ObservedEntry:
    """A journal entry with the current values (`now`) of the fields that it sent.

    `is_looked_for` means that the entry's outcome was checked, too, not only the current values.
    """

    entry: Entry
    now: Mapping[str, Any] = field(default_factory=dict)
    problem: Problem | None = None
    is_looked_for: bool = False

    @property
    def token(self) -> str:
        """Return a digest of the values and outcome known so far."""
        outcome = self.entry.outcome
        known = json.dumps(
            [outcome.state, outcome.cause.to_json(), self.now, self.is_looked_for], default=repr, sort_keys=True
        )
        return f"{self.entry.number}.{sha256(known.encode()).hexdigest()[:16]}"

    @property
    def is_saved(self) -> bool:
        return self.entry.outcome.state is State.SAVED


def may_be_saved(entry: Entry) -> bool:
    """Return whether the entry's change may be saved, in which case sending the form again may repeat it."""
    state = entry.outcome.state
    return state in {State.SAVED, *MAYBE_SAVED} or (state is State.NOT_SAVED and _may_still_be_created(entry))


def observe_entry(entry: Entry, *, looks: bool = True) -> ObservedEntry:
    """Read the current values and check the entry's outcome. If the change was saved, record that in the journal.

    Without `looks`, right after an answer was lost, only the values are read, since the API may still carry out the
    call.
    """
    found = entry
    try:
        if looks and entry.outcome.state is not State.UNDER_WAY:
            found = verify_entry(api(), portal().store.journal, entry)
        if entry.outcome.state is State.CLOSED and found.outcome.state is State.UNKNOWN:
            found = replace(found, outcome=replace(found.outcome, state=State.CLOSED))
        return ObservedEntry(found, _read_now(entry.intent), is_looked_for=looks)
    except Problem as problem:
        return ObservedEntry(entry, {}, problem, is_looked_for=looks)


def _read_now(intent: Intent) -> Mapping[str, Any]:
    sent = shown_values(intent)
    now = read_now(api(), intent.endpoint, intent.ids, sent) if intent.subject.id else {}
    return {name: now.get(name, MISSING) for name in sent} if now and intent.endpoint in BY_UPDATE else now


def comparison_rows(seen: ObservedEntry) -> list[tuple[str, str, str, bool]]:
    """List each field's label, sent value and current value, and whether the values differ."""
    intent = seen.entry.intent
    if BY_NAME[intent.endpoint].method == "DELETE":
        return []
    fields = list_fields(intent.endpoint)
    return [
        (
            field_label(fields, name),
            display_recorded(fields, name, value),
            display_recorded(fields, name, seen.now[name]) if name in seen.now else "",
            name in seen.now and not is_same_value(seen.now[name], value),
        )
        for name, value in shown_values(intent).items()
    ]


def render_receipt(seen: ObservedEntry, *, status: int = CONFLICT, form: PageForm | None = None) -> Response:
    """Show the input of a form or of its draft without sending anything. `form` is this request's form.

    For a saved entry, the page explains that the values were changed or undone since.
    """
    action, pairs = _read_sent_input(form) if form is not None else _find_input(seen.entry)
    shown = page(
        "journal/receipt.html",
        status=status,
        title=gettext(NOT_AGAIN if seen.is_saved else NOT_KNOWN),
        is_unknown=not seen.is_saved,
        why=_reason_message(seen),
        problem=unread_message(seen.problem) if seen.problem is not None else "",
        entry=seen.entry,
        rows=comparison_rows(seen),
        is_read=bool(seen.now),
        place=object_page_url(seen.entry),
        look_again=url_for(
            "journal.look_again", organization_id=seen.entry.intent.organization, number=seen.entry.number
        ),
        action=action,
        pairs=pairs,
        has_input=holds_input() if form is not None else bool(pairs),
        is_reviewed=form is not None and pressed_button() == REVIEWED,
        token=seen.token,
        key=secrets.token_urlsafe(16),
    )
    return replace_whole_page(shown)


def _reason_message(seen: ObservedEntry) -> str | LinkedText:
    entry, url = seen.entry, entry_url(seen.entry)
    if seen.is_saved:
        before = gettext(SAVED_THEN, summary=entry.intent.summary)
        return LinkedText(before, gettext("See what was sent"), gettext(", or send it again."), url)
    if entry.outcome.state is State.CLOSED:
        return stopped_checks_message(url)
    if entry.outcome.state is State.UNDER_WAY:
        return LinkedText(gettext(NO_ANSWER_YET), gettext("Check now"), gettext(" before you send it again."), url)
    may_come = f" {gettext(STILL_AT_IT)}" if _may_still_be_created(entry) else ""
    if entry.outcome.state is State.NOT_SAVED and entry.intent.endpoint in CREATIONS:
        return LinkedText(gettext(NOT_FOUND), gettext("View change"), f".{may_come}", url)
    why = unknown_outcome_message(url)
    return LinkedText(why.before, why.link, f"{why.after}{may_come}", url)


def _may_still_be_created(entry: Entry) -> bool:
    return entry.intent.endpoint in CREATIONS and may_still_arrive(entry)


def _read_sent_input(form: PageForm) -> tuple[str, Sequence[tuple[str, str]]]:
    """Return this request's URL and input, and store the input as its draft."""
    uploaded = {each.name: each.data for each in form.wire_fields if each.uploaded}
    own = {"was": form.sealed} if form.sealed else {}
    pairs = [(name, own.get(name, uploaded.get(name, value))) for name, value in sent_pairs() if name != RECEIPT]
    if has_draft():
        with suppress(StoreError):
            portal().store.drafts.save(person().owner, request_path(), pairs, draft=g.draft)
        pairs.append(("draft", str(g.draft)))
    return request_path(), pairs


def _find_input(entry: Entry) -> tuple[str, Sequence[tuple[str, str]]]:
    for draft in portal().store.drafts.of_owner(person().owner):
        if draft.entry == entry.number:
            return draft.page, [*draft.pairs, ("draft", draft.id)]
    return "", ()
