"""Structure drafts: found for other pages, discarded, parked, and restored."""

import json
import time
from enum import StrEnum
from hashlib import sha256

from flask import url_for

from masthead.i18n import N_, gettext
from masthead.store.drafts.drafts import BASE, PLACE, UNREADABLE
from masthead.store.drafts.drafts import Draft as ParkedInput
from masthead.store.drafts.structure_drafts import StoredDraft
from masthead.store.drafts.texts import TooLargeError
from masthead.store.errors import DraftChangedError
from masthead.structure.describe import count_differences, list_differences
from masthead.structure.draft import EditHistory, read_draft
from masthead.structure.tree import UnreadableStructureError, structure_json
from masthead.web.person.portal import portal
from masthead.web.person.session import person

PAGE = "discarded structures"
TOO_LARGE = N_("This draft is too large to be restored later, so it was not discarded. Undo its changes instead.")


class DraftRestoration(StrEnum):
    """Outcomes of restoring a draft. OVER means that the draft is no longer stored."""

    BACK = "back"
    SAVED = "saved"
    NEWER = "newer"
    OVER = "over"


def draft_key(organization: str, site: str) -> str:
    """Return the key for a site's draft."""
    return f"{organization}/{site}"


def find_draft(organization_id: str, site_id: str) -> StoredDraft | None:
    """Find the person's draft for a site."""
    return portal().store.structure_drafts.find(person().owner, draft_key(organization_id, site_id))


def draft_version(stored: StoredDraft | None) -> str:
    """Return a digest of the structure in a draft. Empty if the draft changes nothing."""
    if stored is None or not changes_something(stored):
        return ""
    draft = _parse_draft(stored)
    text = stored.content if draft is None else structure_json(draft.now)
    return sha256(text.encode()).hexdigest()[:16]


def changes_something(stored: StoredDraft) -> bool:
    """Return whether the draft changes anything; True if it can't be read."""
    draft = _parse_draft(stored)
    return draft is None or draft.changes_something


def count_changes(stored: StoredDraft) -> str:
    """Count a draft's changes: `1 move and 2 removals`."""
    draft = _parse_draft(stored)
    if draft is None:
        return gettext("changes that can't be read, because another version of Masthead saved them")
    counted = count_differences(list_differences(draft.seen, draft.now))
    return counted or (gettext("all changes undone") if draft.can_redo else gettext("no changes"))


def parked_changes_text(draft: ParkedInput) -> str:
    """Describe a parked draft's changes, one per line, or in a single sentence if they can't be read."""
    found = _parse_draft(_convert_parked(draft))
    if found is None:
        return count_changes(_convert_parked(draft))
    return "\n".join(each.text for each in list_differences(found.seen, found.now))


def _parse_draft(stored: StoredDraft) -> EditHistory | None:
    """Return a draft's edits. None if another version of Masthead stored them in another format."""
    try:
        return read_draft(stored)
    except UnreadableStructureError:
        return None


def list_structures(owner: str) -> list[ParkedInput]:
    """List a person's structure drafts, ready to be parked. Raises StoreError."""
    arrangements = portal().store.structure_drafts
    found = (arrangements.find(owner, place) for place, _ in arrangements.all_of(owner))
    return [
        ParkedInput(_structure_url(each), time.time(), [(PLACE, each.place), (BASE, _current_format(each))])
        for each in found
        if each is not None and changes_something(each)
    ]


def _structure_url(stored: StoredDraft) -> str:
    organization, _, site = stored.place.partition("/")
    return url_for("structure.show", organization_id=organization, site_id=site)


def _convert_parked(draft: ParkedInput) -> StoredDraft:
    parts = dict(draft.pairs)
    return StoredDraft("", parts[PLACE], 0, 0.0, parts[BASE])


def adopt_parked_structure(draft: ParkedInput) -> bool:
    """Make a parked draft the person's own. False if the person has a newer draft."""
    return _restore_draft(_convert_parked(draft))


def discard_structure(stored: StoredDraft, onward: str | None = None) -> str | None:
    """Discard a draft. Returns the URL for undoing this, or None if the draft has changed. Raises TooLargeError.

    `onward` is the page to show after the undo instead of the list of drafts.
    """
    kept = _set_aside(stored, trims=True)
    return None if kept is None else url_for("drafts.restore_structure", kept=kept, next=onward)


def _set_aside(stored: StoredDraft, *, trims: bool) -> str | None:
    """Move a draft to the discarded drafts. Returns its new id, or None if the draft has changed."""
    store = portal().store
    drop = store.structure_drafts.build_drop_hook(stored)
    try:
        return store.temporary_texts.save(stored.owner, PAGE, _pack_edits(stored), drop, trims=trims)
    except DraftChangedError:
        return None


def _pack_edits(stored: StoredDraft) -> bytes:
    kept = {"place": stored.place, "content": _current_format(stored), "takes_back": stored.takes_back}
    return json.dumps(kept).encode()


def _current_format(stored: StoredDraft) -> str:
    """Return the draft in this version's format, or unchanged if it can't be read."""
    draft = _parse_draft(stored)
    return stored.content if draft is None else draft.dump()


def discarded_structures() -> list[tuple[str, float, str, str]]:
    """List the person's discarded drafts, newest first, with place, time, id, and counted changes."""
    found = portal().store.temporary_texts.all_of(person().owner, PAGE)
    unpacked = [(at, kept, was) for kept, at, text in found if (was := _parse_discarded_draft(text)) is not None]
    return [(was.place, at, kept, count_changes(was)) for at, kept, was in unpacked]


def _parse_discarded_draft(text: bytes) -> StoredDraft | None:
    """Parse a discarded draft; None if another version of Masthead stored it in another format."""
    try:
        was = json.loads(text)
        return StoredDraft("", was["place"], 0, 0.0, was["content"], was.get("takes_back"))
    except UNREADABLE:
        return None


def restore_structure(kept: str) -> DraftRestoration:
    """Restore a discarded draft, unless there is a newer one that changes something."""
    owner, texts = person().owner, portal().store.temporary_texts
    text = texts.get(owner, PAGE, kept)
    was = None if text is None else _parse_discarded_draft(text)
    if was is None:
        return DraftRestoration.OVER
    if not _restore_draft(was):
        return DraftRestoration.NEWER
    texts.drop(owner, kept)
    return DraftRestoration.BACK


def _restore_draft(was: StoredDraft) -> bool:
    """Make a stored draft the person's current one. False if the person has a newer draft."""
    owner, arrangements = person().owner, portal().store.structure_drafts
    newer = arrangements.find(owner, was.place)
    if newer is not None and (changes_something(newer) or not _drop_unchanged(newer)):
        return False
    return arrangements.begin(owner, was.place, _current_format(was), was.takes_back) is not None


def _drop_unchanged(stored: StoredDraft) -> bool:
    """Delete a draft that changes nothing, or discard it if it has edits to redo. False if it has changed."""
    draft = _parse_draft(stored)
    if draft is None or not draft.can_redo:
        return portal().store.structure_drafts.drop(stored)
    try:
        return _set_aside(stored, trims=False) is not None
    except TooLargeError:
        return False
