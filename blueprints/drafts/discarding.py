"""Drafts that were discarded: kept aside for a day, so that each can be put back."""

import json
from contextlib import suppress

from flask import url_for

from store import TooLargeError
from web.person.access import person
from web.person.portal import portal


def discard_draft(draft_id: str) -> str:
    """Forget a draft; answers where that is undone, or an empty text."""
    owner, drafts = person().owner, portal().store.drafts
    draft = drafts.get(owner, draft_id)
    if draft is None:
        return ""
    text = json.dumps({"page": draft.page, "at": draft.at, "pairs": list(draft.pairs)})
    kept = portal().store.imports.save(owner, draft_id, text.encode())
    drafts.drop(owner, draft_id)
    return url_for("drafts.restore", draft=draft_id, kept=kept)


def restore_draft(draft_id: str, kept: str) -> bool:
    """Put a draft back; False if it is over, or its form was sent again meanwhile."""
    owner, drafts = person().owner, portal().store.drafts
    text = portal().store.imports.get(owner, draft_id, kept)
    if text is None or drafts.get(owner, draft_id) is not None:
        return False
    was = json.loads(text)
    pairs = [(name, value) for name, value in was["pairs"]]
    return drafts.save(owner, was["page"], pairs, draft=draft_id, at=was["at"])


def discard_structure(place: str) -> str:
    """Forget a draft of a site's structure; answers where that is undone, or an empty text."""
    owner, arrangements, undo = person().owner, portal().store.arrangements, ""
    while (draft := arrangements.find(owner, place)) is not None:
        undo = ""
        with suppress(TooLargeError):
            text = json.dumps({"base": draft.base, "now": draft.now}).encode()
            kept = portal().store.imports.save(owner, place, text)
            undo = url_for("drafts.restore_structure", place=place, kept=kept)
        if arrangements.drop(draft):  # else another window went on with it: what it did is kept aside too
            break
    return undo


def restore_structure(place: str, kept: str) -> bool:
    """Put a draft of a structure back, without its earlier steps; False if it is over, or there is a newer one."""
    owner, arrangements = person().owner, portal().store.arrangements
    text = portal().store.imports.get(owner, place, kept)
    if text is None:
        return False
    was = json.loads(text)
    draft = arrangements.begin(owner, place, was["base"])
    return draft is not None and arrangements.put(draft, was["now"])
