"""Drafts that were discarded: kept aside for a day, so that each can be put back."""

import json
from dataclasses import asdict, replace

from flask import url_for

from blueprints.drafts.words import facts_of, organization_of
from i18n import gettext
from masthead.store.drafts.inputs import Draft
from masthead.store.entries import State
from masthead.store.journal.finding import JournalQuery
from masthead.web.person.access import person
from masthead.web.person.portal import portal
from masthead.web.places import draft_fields, draft_forms
from masthead.web.submit import discarded_structures
from masthead.web.submit.discarded_structures import Restored, changes_of, draft_version
from masthead.web.submit.draft_labels import as_typed, shortened
from masthead.web.submit.recorded_changes import forms_of
from masthead.web.submit.unsaved import form_at
from masthead.writes.reading import sent

QUOTED = 3
"""Fields that a refusal to discard names."""


class WentOnError(Exception):
    """A draft is not discarded: more was typed after it was shown. Its text says what the draft has now."""


def discard_draft(draft_id: str, shown: str) -> str:
    """Forget the draft whose version was `shown`; answers where that is undone, or an empty text where there is none.

    Raises WentOnError.
    """
    owner, drafts, imports = person().owner, portal().store.drafts, portal().store.imports
    draft = drafts.get(owner, draft_id)
    if draft is None:
        return ""
    kept = imports.add(owner, draft_id, json.dumps(asdict(draft)).encode())
    if drafts.drop(owner, draft_id, shown):
        imports.trim(owner)
        return url_for("drafts.restore", draft=draft_id, kept=kept)
    imports.drop(owner, kept)
    newer = drafts.get(owner, draft_id)
    if newer is None:
        return ""
    typed = ", ".join(f"{name} {shortened(f'“{value}”')}" for name, value in facts_of(newer)[:QUOTED])
    raise WentOnError(typed or gettext("no text"))


def restore_draft(draft_id: str, kept: str) -> Restored:
    """Put a draft back, unless it is over, its form was sent again meanwhile, or what it was sent with was saved."""
    owner, drafts = person().owner, portal().store.drafts
    text = portal().store.imports.get(owner, draft_id, kept)
    if text is None:
        return Restored.OVER
    draft = replace(Draft(**json.loads(text)), id=draft_id)
    state = _state_of(draft)
    if state is State.SAVED or _was_saved_since(draft):
        return Restored.SAVED
    entry = draft.entry if state in {State.UNKNOWN, State.CLOSED} else None
    return Restored.BACK if drafts.restore(owner, replace(draft, entry=entry)) else Restored.OVER


def _state_of(draft: Draft) -> State:
    """Of the change that was sent with it, by now; what has no outcome yet is not known."""
    if draft.entry is None:
        return State.NOT_SENT
    entry = portal().store.journal.entry(organization_of(draft), draft.entry, person().owner)
    open_ = entry is None or entry.outcome.state is State.UNDER_WAY
    return State.UNKNOWN if open_ or entry is None else entry.outcome.state


def _was_saved_since(draft: Draft) -> bool:
    """Whether the person got all of it saved since they typed it, as from another window."""
    endpoint, ids = form_at(draft.page)
    fields, forms = draft_fields(endpoint), set(draft_forms(endpoint))
    typed = {each.name: each.wire for each in as_typed(draft, fields).edited_fields() if not each.is_consent}
    by = person().owner
    wanted = JournalQuery(organization_of(draft), owner=by, by=by, states=[State.SAVED], since=draft.at)
    entries = portal().store.journal.entries(wanted) if typed else []
    of_form = (
        each.intent
        for each in entries
        if {*each.intent.ids} <= {*ids.values()} and forms.intersection(forms_of(each.intent.endpoint))
    )
    return any(sent(each).items() >= typed.items() for each in of_form)


def discard_structure(place: str, shown: str) -> str:
    """Forget the draft of a structure whose version was `shown`; answers where that is undone, or "" for none.

    Raises WentOnError and TooLargeError.
    """
    arrangements = portal().store.arrangements
    while (draft := arrangements.find(person().owner, place)) is not None:
        if draft_version(draft) != shown:
            raise WentOnError(changes_of(draft))
        undo = discarded_structures.discard_structure(draft)
        if undo is not None:  # else another window went on with it
            return undo
    return ""
