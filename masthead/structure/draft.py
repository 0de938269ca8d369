"""A person's draft of a structure: gestures up to a cursor, and the site as last seen."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import ClassVar, Literal

from pydantic import ConfigDict, TypeAdapter, ValidationError

from masthead.store.drafts.structure_drafts import StoredDraft
from masthead.structure.edits import (
    REMOVAL,
    Create,
    Delete,
    Edit,
    Gesture,
    PlaceEdit,
    Set,
    Side,
    edits_between,
    refresh,
)
from masthead.structure.replay import Replayed, adopt, replay
from masthead.structure.tree import DEFERRED, SiteStructure, UnreadableStructureError, from_json

MAX_GESTURES = 50
"""Gestures that can be undone; older ones are merged into one."""


@dataclass(frozen=True)
class EditHistory:
    """A draft; `seen` is the site as last shown, `current` counts gestures not undone."""

    __pydantic_config__: ClassVar[ConfigDict] = DEFERRED
    seen: SiteStructure
    gestures: tuple[Gesture, ...] = ()
    current: int = 0
    version: Literal[1] = 1

    @property
    def active(self) -> tuple[Gesture, ...]:
        """The gestures that are not undone."""
        return self.gestures[: self.current]

    @cached_property
    def now(self) -> SiteStructure:
        """The wanted structure: the active gestures replayed on `seen`."""
        return replay(self.active, self.seen).structure

    @property
    def changes_something(self) -> bool:
        return bool(self.current) and self.now != self.seen

    @property
    def undoable(self) -> bool:
        return self.current > 0

    @property
    def redoable(self) -> bool:
        return self.current < len(self.gestures)

    def turn(self, by: int) -> "EditHistory":
        """Undo a gesture (-1) or redo one (1). Raises IndexError if there is none."""
        if not 0 <= self.current + by <= len(self.gestures):
            raise IndexError
        return replace(self, current=self.current + by)

    def add(self, gesture: Gesture) -> "EditHistory":
        """Append a gesture and drop undone ones; an empty gesture changes nothing."""
        if not gesture:
            return self
        gestures = (*self.active, gesture)
        if len(gestures) > MAX_GESTURES:
            gestures = (edits_between(self.seen, replay(gestures[:2], self.seen).structure), *gestures[2:])
        return replace(self, gestures=gestures, current=len(gestures))

    def catch_up(self, live: SiteStructure, found: Replayed, choices: Mapping[str, Side]) -> "EditHistory":
        """Adopt the current site, apply choices and drop edits of missing items."""
        gestures = []
        for gesture in self.active:
            kept = (_apply_choice(edit, live, found, choices) for edit in gesture)
            gestures.append(tuple(edit for edit in kept if edit is not None))
        active = tuple(gesture for gesture in gestures if gesture)
        return replace(self, seen=live, gestures=(*active, *self.gestures[self.current :]), current=len(active))

    def dump(self) -> str:
        return _drafts.dump_json(self).decode()


_drafts = TypeAdapter(EditHistory)


def _apply_choice(edit: Edit, live: SiteStructure, found: Replayed, choices: Mapping[str, Side]) -> Edit | None:
    edit = adopt(edit, found.names, live)
    if isinstance(edit, (Create, Delete)) and edit.item in found.names.values():  # it exists already
        return None
    choice = choices.get(edit.key)
    if isinstance(edit, (PlaceEdit, Set)) and choices.get(f"{REMOVAL}{edit.item}") == "mine":
        return None
    is_lost = edit.item in found.gone or (isinstance(edit, PlaceEdit) and edit.item in found.lost)
    if is_lost or choice == "theirs":
        return None
    return refresh(edit, live) if choice == "mine" else edit


def read_draft(stored: StoredDraft) -> EditHistory:
    """Parse a stored draft. Raises UnreadableStructureError for an unknown format."""
    return _parse(stored.content, stored.former)


@lru_cache(8)
def _parse(content: str, former: str) -> EditHistory:
    if former:  # two structures, stored before 1.0
        base = from_json(content)
        return EditHistory(base).add(edits_between(base, from_json(former)))
    try:
        return _drafts.validate_json(content)
    except ValidationError as error:
        raise UnreadableStructureError from error
