"""Discards drafts and puts them back."""

from blueprints.drafts.rows import find_organization_id, list_typed_texts
from masthead.i18n import gettext
from masthead.store.drafts.drafts import DISCARDED, Draft
from masthead.store.entries import State
from masthead.store.journal.queries import JournalQuery
from masthead.web.person.portal import portal
from masthead.web.person.session import person
from masthead.web.places import draft_fields, draft_forms
from masthead.web.submit import structure_drafts
from masthead.web.submit.drafts import find_form, merge_draft_input, shorten_label
from masthead.web.submit.recorded_changes import list_forms
from masthead.web.submit.structure_drafts import DraftRestoration, count_changes, draft_version
from masthead.writes.send import sent_values

QUOTED = 3
"""Fields that a refusal to discard names."""


class DraftChangedSinceError(Exception):
    """The draft has changed since it was shown, so it was not discarded.

    The message describes its current contents.
    """


def discard_draft(draft_id: str, shown: str) -> bool:
    """Discard the draft if its version is still `shown`; False if it is gone.

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
    """Restore a discarded draft, unless it is over or all of it was saved since."""
    owner, drafts = person().owner, portal().store.drafts
    draft = drafts.get(owner, draft_id, DISCARDED)
    if draft is None:
        return DraftRestoration.OVER
    if _is_input_saved(draft):
        return DraftRestoration.SAVED
    drafts.restore(owner, draft_id)
    return DraftRestoration.BACK


def _is_input_saved(draft: Draft) -> bool:
    """True if the person saved all of it in another window since then."""
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


def discard_structure(place: str, shown: str) -> str:
    """Discard a structure draft if its version is still `shown`.

    Returns the URL that restores it; empty if there was no draft. Raises DraftChangedSinceError and TooLargeError.
    """
    arrangements = portal().store.arrangements
    while (draft := arrangements.find(person().owner, place)) is not None:
        if draft_version(draft) != shown:
            raise DraftChangedSinceError(count_changes(draft))
        undo = structure_drafts.discard_structure(draft)
        if undo is not None:  # else another window changed it: look again
            return undo
    return ""
