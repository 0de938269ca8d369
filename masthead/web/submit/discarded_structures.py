"""Drafts of structures that were discarded: kept aside for a day, so that each can be put back."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from hashlib import sha256
from itertools import accumulate
from typing import Any

from flask import url_for

from i18n import gettext
from masthead.store.drafts.imports import MAX_BYTES, TooLargeError
from masthead.store.drafts.structure_drafts import Arrangement, ArrangementStep
from masthead.structure.describe import Difference, count_differences, differences
from masthead.structure.tree import UnreadableStructureError, from_json
from masthead.web.person.access import person
from masthead.web.person.portal import portal

PAGE = "discarded structures"

KeptStep = tuple[int, str, str]
"""A step of a draft: its number, what it makes of the structure, and of what, if that is not the draft's base."""


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


def discard_structure(draft: Arrangement, onward: str | None = None) -> str | None:
    """Forget a draft; answers where that is undone, or None if it is another by now. Raises TooLargeError.

    `onward` is the page to go on to once it was undone, if not that of all drafts.
    """
    kept = _set_aside(draft)
    if kept is None:
        return None
    portal().store.imports.trim(draft.owner)
    return url_for("drafts.restore_structure", kept=kept, next=onward)


def _set_aside(draft: Arrangement) -> str | None:
    """Keep it among the discarded, and take it away; the id that it is kept under, or None if it is another by now."""
    imports = portal().store.imports
    kept = imports.add(draft.owner, PAGE, _text(draft, _steps_that_fit(draft)))
    if portal().store.arrangements.drop(draft):
        return kept
    imports.drop(draft.owner, kept)
    return None


def draft_version(draft: Arrangement | None) -> str:
    """Names what a draft makes of the site, to see later whether it is another; empty while it changes nothing."""
    if draft is None or not _is_changed(draft):
        return ""
    return sha256(draft.now.encode()).hexdigest()[:16]


def _is_changed(draft: Arrangement) -> bool:
    try:
        return from_json(draft.now) != from_json(draft.base)
    except UnreadableStructureError:
        return True


def can_be_restored(draft: Arrangement) -> bool:
    """Whether it is small enough to be kept when it is discarded."""
    return len(_text(draft)) <= MAX_BYTES


def _text(draft: Arrangement, steps: Sequence[KeptStep] = ()) -> bytes:
    kept = {"place": draft.place, "base": draft.base, "now": draft.now, "current": draft.current, "steps": steps}
    kept["takes_back"] = draft.takes_back
    return json.dumps(kept).encode()


def _steps_that_fit(draft: Arrangement) -> list[KeptStep]:
    """The steps beside the one that shows, the nearest first, as many as are kept with it."""
    steps = portal().store.arrangements.steps(draft)
    nearest = sorted(steps, key=lambda number: abs(number - draft.current))
    found = [(each, steps[each].now, "" if steps[each].base == draft.base else steps[each].base) for each in nearest]
    room = MAX_BYTES - len(_text(draft))
    sizes = accumulate(len(json.dumps(each)) + len(", ") for each in found)
    return [step for step, size in zip(found, sizes, strict=True) if size <= room]


def discarded_structures() -> list[DiscardedStructure]:
    """All of the person's that are kept, the newest first."""
    found = portal().store.imports.all_of(person().owner, PAGE)
    return [_discarded(kept, at, was) for kept, at, text in found if (was := _read_kept(text)) is not None]


def _read_kept(text: bytes) -> Mapping[str, Any] | None:
    """None for what another version of Masthead kept in another form."""
    try:
        was = json.loads(text)
    except ValueError:
        return None
    return was if isinstance(was, dict) and {"place", "base", "now"} <= was.keys() else None


def _discarded(kept: str, at: float, was: Mapping[str, Any]) -> DiscardedStructure:
    redoable = any(number > was.get("current", 0) for number, *_ in was.get("steps", ()))
    return DiscardedStructure(kept, was["place"], at, _in_numbers(was["base"], was["now"], redoable=redoable))


def changes_of(draft: Arrangement) -> str:
    """What it changes in numbers."""
    return _in_numbers(draft.base, draft.now, redoable=draft.redoable)


def list_changes(base: str, now: str) -> str:
    """What a draft changes, a line for each change; in one sentence where that can't be read."""
    found = _differences(base, now)
    return _in_numbers(base, now, redoable=False) if found is None else "\n".join(each.text for each in found)


def _in_numbers(base: str, now: str, *, redoable: bool) -> str:
    found = _differences(base, now)
    if found is None:
        return gettext("changes that can't be read, because another version of Masthead saved them")
    return count_differences(found) or (gettext("all changes undone") if redoable else gettext("no changes"))


def _differences(base: str, now: str) -> list[Difference] | None:
    """None where another version of Masthead kept them in another form."""
    try:
        return differences(from_json(base), from_json(now))
    except UnreadableStructureError:
        return None


def restore_structure(kept: str) -> Restored:
    """Put a draft back, with the steps that were kept, unless there is a newer one that changes something."""
    owner, imports = person().owner, portal().store.imports
    text = imports.get(owner, PAGE, kept)
    was = None if text is None else _read_kept(text)
    if was is None:
        return Restored.OVER
    if not put_back(was):
        return Restored.NEWER
    imports.drop(owner, kept)
    imports.trim(owner)
    return Restored.BACK


def put_back(was: Mapping[str, Any]) -> bool:
    """Make what was kept the person's draft: its `place`, `base` and `now`; False where they have a newer one."""
    owner, arrangements = person().owner, portal().store.arrangements
    newer = arrangements.find(owner, was["place"])
    if newer is not None and not changes_something(newer) and not _makes_way(newer):
        return False
    current, steps = _steps_of(was)
    if arrangements.begin(owner, was["place"], was["base"], steps, current) is None:
        return False
    arrangements.note_taken_back(owner, was["place"], was.get("takes_back"))
    return True


def _makes_way(draft: Arrangement) -> bool:
    """Forget a draft that changes nothing; what was undone in it can be put back."""
    try:
        return _set_aside(draft) is not None if draft.redoable else portal().store.arrangements.drop(draft)
    except TooLargeError:
        return False


def _steps_of(was: Mapping[str, Any]) -> tuple[int, dict[int, ArrangementStep]]:
    """The number of the step that shows, and all by theirs."""
    base = was["base"]
    steps = {number: ArrangementStep(own or base, now) for number, now, own in was.get("steps", ())}
    if steps:
        return was["current"], steps
    # There was no room for them, or an earlier version kept it.
    return 1, {0: ArrangementStep(base, base), 1: ArrangementStep(base, was["now"])}


def changes_something(draft: Arrangement) -> bool:
    """Whether there is anything to apply or to lose, as in one that can't be read."""
    return _differences(draft.base, draft.now) != []
