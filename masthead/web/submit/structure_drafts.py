"""Drafts of structures: found for the pages that name one, discarded, parked, and put back."""

import json
import time
from collections.abc import Mapping
from enum import StrEnum
from hashlib import sha256
from typing import Any

from flask import url_for

from i18n import gettext
from masthead.store.drafts.drafts import BASE, NOW, PLACE, Draft
from masthead.store.drafts.structure_drafts import Arrangement, ArrangementStep
from masthead.store.drafts.texts import MAX_BYTES, TooLargeError
from masthead.store.errors import DraftChangedError
from masthead.structure.describe import Difference, count_differences, differences
from masthead.structure.tree import UnreadableStructureError, from_json
from masthead.web.person.access import person
from masthead.web.person.portal import portal

PAGE = "discarded structures"


class DraftRestoration(StrEnum):
    """Results of putting a draft back. OVER means that it is no longer kept."""

    BACK = "back"
    SAVED = "saved"
    NEWER = "newer"
    OVER = "over"


def place_of(organization: str, site: str) -> str:
    """Return the key of a site's draft."""
    return f"{organization}/{site}"


def kept_draft(organization_id: str, site_id: str) -> Arrangement | None:
    """Find the person's draft of a site."""
    return portal().store.arrangements.find(person().owner, place_of(organization_id, site_id))


def draft_version(draft: Arrangement | None) -> str:
    """Return a digest of what a draft makes of the site; empty while it changes nothing."""
    if draft is None or not _is_changed(draft):
        return ""
    return sha256(draft.now.encode()).hexdigest()[:16]


def _is_changed(draft: Arrangement) -> bool:
    try:
        return from_json(draft.now) != from_json(draft.base)
    except UnreadableStructureError:
        return True


def changes_something(draft: Arrangement) -> bool:
    """Whether there is anything to apply or to lose, as in one that can't be read."""
    return _differences(draft.base, draft.now) != []


def count_changes(base: str, now: str, *, redoable: bool = False) -> str:
    """Count what a draft changes: `1 move and 2 removals`."""
    found = _differences(base, now)
    if found is None:
        return gettext("changes that can't be read, because another version of Masthead saved them")
    return count_differences(found) or (gettext("all changes undone") if redoable else gettext("no changes"))


def changes_text(draft: Draft) -> str:
    """Describe the changes of a parked draft, a line each; in one sentence where they can't be read."""
    parts = dict(draft.pairs)
    found = _differences(parts[BASE], parts[NOW])
    return count_changes(parts[BASE], parts[NOW]) if found is None else "\n".join(each.text for each in found)


def _differences(base: str, now: str) -> list[Difference] | None:
    """None where another version of Masthead kept them in another form."""
    try:
        return differences(from_json(base), from_json(now))
    except UnreadableStructureError:
        return None


def list_structures(owner: str) -> list[Draft]:
    """List somebody's drafts of structures as they are parked. Raises StoreError."""
    arrangements = portal().store.arrangements
    found = (arrangements.find(owner, place) for place, _ in arrangements.all_of(owner))
    return [_as_parked(each) for each in found if each is not None and changes_something(each)]


def _as_parked(structure: Arrangement) -> Draft:
    organization, _, site = structure.place.partition("/")
    page = url_for("structure.show", organization_id=organization, site_id=site)
    return Draft(page, time.time(), [(PLACE, structure.place), (BASE, structure.base), (NOW, structure.now)])


def take_over(draft: Draft) -> bool:
    """Make a parked draft the person's own; False where they have a newer one."""
    parts = dict(draft.pairs)
    return _put_back({"place": parts[PLACE], "base": parts[BASE], "now": parts[NOW]})


def discard_structure(draft: Arrangement, onward: str | None = None) -> str | None:
    """Discard a draft; returns the address that undoes it, or None if it is another by now. Raises TooLargeError.

    `onward` is the page to go on to once it was undone, if not that of all drafts.
    """
    kept = _set_aside(draft, trims=True)
    return None if kept is None else url_for("drafts.restore_structure", kept=kept, next=onward)


def _set_aside(draft: Arrangement, *, trims: bool) -> str | None:
    """Move it to the discarded drafts; returns its id there."""
    store, packed = portal().store, _pack(draft, with_steps=True)
    if len(packed) > MAX_BYTES:
        packed = _pack(draft)
    try:
        return store.temporary_texts.save(draft.owner, PAGE, packed, store.arrangements.dropping(draft), trims=trims)
    except DraftChangedError:
        return None


def can_be_restored(draft: Arrangement) -> bool:
    """Whether it is small enough to be kept when it is discarded."""
    return len(_pack(draft)) <= MAX_BYTES


def _pack(draft: Arrangement, *, with_steps: bool = False) -> bytes:
    found = portal().store.arrangements.steps(draft) if with_steps else {}
    steps = [(number, each.now, "" if each.base == draft.base else each.base) for number, each in found.items()]
    kept = {"place": draft.place, "base": draft.base, "now": draft.now, "current": draft.current, "steps": steps}
    kept["takes_back"] = draft.takes_back
    return json.dumps(kept).encode()


def discarded_structures() -> list[tuple[str, float, str, str]]:
    """List the person's discarded drafts, the newest first: place, time, id, and what it changes in numbers."""
    found = portal().store.temporary_texts.all_of(person().owner, PAGE)
    unpacked = [(at, kept, was) for kept, at, text in found if (was := _unpack(text)) is not None]
    return [(was["place"], at, kept, _count_packed(was)) for at, kept, was in unpacked]


def _count_packed(was: Mapping[str, Any]) -> str:
    redoable = any(number > was.get("current", 0) for number, *_ in was.get("steps", ()))
    return count_changes(was["base"], was["now"], redoable=redoable)


def _unpack(text: bytes) -> Mapping[str, Any] | None:
    """None for what another version of Masthead kept in another form."""
    try:
        was = json.loads(text)
    except ValueError:
        return None
    return was if isinstance(was, dict) and {"place", "base", "now"} <= was.keys() else None


def restore_structure(kept: str) -> DraftRestoration:
    """Put a discarded draft back, unless there is a newer one that changes something."""
    owner, texts = person().owner, portal().store.temporary_texts
    text = texts.get(owner, PAGE, kept)
    was = None if text is None else _unpack(text)
    if was is None:
        return DraftRestoration.OVER
    if not _put_back(was):
        return DraftRestoration.NEWER
    texts.drop(owner, kept)
    return DraftRestoration.BACK


def _put_back(was: Mapping[str, Any]) -> bool:
    """Make what was kept the person's draft: its `place`, `base` and `now`; False where they have a newer one."""
    owner, arrangements = person().owner, portal().store.arrangements
    newer = arrangements.find(owner, was["place"])
    if newer is not None and (changes_something(newer) or not _makes_way(newer)):
        return False
    current, steps = _steps_of(was)
    if arrangements.begin(owner, was["place"], was["base"], steps, current) is None:
        return False
    arrangements.note_taken_back(owner, was["place"], was.get("takes_back"))
    return True


def _makes_way(draft: Arrangement) -> bool:
    """Forget a draft that changes nothing; what was undone in it can be put back."""
    try:
        return _set_aside(draft, trims=False) is not None if draft.redoable else portal().store.arrangements.drop(draft)
    except TooLargeError:
        return False


def _steps_of(was: Mapping[str, Any]) -> tuple[int, dict[int, ArrangementStep]]:
    """The number of the step that shows, and all by theirs; two where they were too large to keep."""
    base = was["base"]
    steps = {number: ArrangementStep(own or base, now) for number, now, own in was.get("steps", ())}
    if steps:
        return was["current"], steps
    return 1, {0: ArrangementStep(base, base), 1: ArrangementStep(base, was["now"])}
