"""Drafts of structures that were discarded: kept aside for a day, so that each can be put back."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from flask import url_for

from changes.structure.telling import count_differences, differences
from changes.structure.tree import from_json
from store import Arrangement
from store.drafts.imports import MAX_BYTES
from web.person.access import person
from web.person.portal import portal

PAGE = "discarded structures"


class Restored(StrEnum):
    """What came of putting a draft back."""

    BACK = "back"
    SAVED = "saved"
    NEWER = "newer"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class DiscardedStructure:
    """A draft that is kept under the id `kept`; `at` is when it was discarded, `changes` what it changes in numbers."""

    kept: str
    place: str
    at: float
    changes: str


def discard_structure(draft: Arrangement) -> str | None:
    """Forget a draft; answers where that is undone, or None if it is another by now. Raises TooLargeError."""
    imports = portal().store.imports
    kept = imports.save(draft.owner, PAGE, _text(draft))
    if portal().store.arrangements.drop(draft):
        return url_for("drafts.restore_structure", kept=kept)
    imports.drop(draft.owner, kept)
    return None


def can_be_restored(draft: Arrangement) -> bool:
    """Whether it is small enough to be kept when it is discarded."""
    return len(_text(draft)) <= MAX_BYTES


def _text(draft: Arrangement) -> bytes:
    return json.dumps({"place": draft.place, "base": draft.base, "now": draft.now}).encode()


def discarded_structures() -> list[DiscardedStructure]:
    """All of the person's that are kept, the newest first."""
    found = portal().store.imports.all_of(person().owner, PAGE)
    return [_discarded(kept, at, json.loads(text)) for kept, at, text in found]


def _discarded(kept: str, at: float, was: Mapping[str, str]) -> DiscardedStructure:
    changed = differences(from_json(was["base"]), from_json(was["now"]))
    return DiscardedStructure(kept, was["place"], at, count_differences(changed))


def restore_structure(kept: str) -> Restored:
    """Put a draft back, without its earlier steps, unless there is a newer one that changes something."""
    owner, arrangements, imports = person().owner, portal().store.arrangements, portal().store.imports
    text = imports.get(owner, PAGE, kept)
    if text is None:
        return Restored.OVER
    was = json.loads(text)
    newer = arrangements.find(owner, was["place"])
    if newer is not None and not changes_something(newer):
        arrangements.drop(newer)
    draft = arrangements.begin(owner, was["place"], was["base"])
    if draft is None or not arrangements.put(draft, was["now"]):
        return Restored.NEWER
    imports.drop(owner, kept)
    return Restored.BACK


def changes_something(draft: Arrangement) -> bool:
    """Whether there is anything to apply or to lose."""
    return bool(differences(from_json(draft.base), from_json(draft.now)))
