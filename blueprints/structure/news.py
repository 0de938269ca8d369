"""Lists others' changes to a structure, with the authors that the journal knows."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from pydantic_core import from_json

from blueprints.structure.draft import StructureDraft
from contract.publishing.section_groups import (
    ADD_SECTION,
    CREATE_SECTION_GROUP,
    DELETE_SECTION_GROUP,
    MOVE_SECTION_GROUP,
    REMOVE_SECTION,
    UPDATE_SECTION_GROUP,
)
from contract.publishing.site_spaces import ADD_SITE_SPACE, MOVE_SITE_SPACE, REMOVE_SITE_SPACE, UPDATE_SITE_SPACE
from contract.publishing.sites import UPDATE_SITE
from masthead.store.entries import MAYBE_SAVED, Entry, State
from masthead.store.errors import StoreError
from masthead.store.journal.queries import JournalQuery
from masthead.structure.attempts import find_added
from masthead.structure.describe import Difference
from masthead.structure.observe import ARRANGING, is_as_sent
from masthead.structure.requests import DEFAULTS
from masthead.structure.tree import ROOT, SiteStructure
from masthead.web.frame.organization import has_permission
from masthead.web.person.portal import portal
from masthead.web.person.session import person

ENTRIES_MAX = 100
ENDPOINTS = {
    "move": {
        each.name for each in (MOVE_SITE_SPACE, MOVE_SECTION_GROUP, ADD_SECTION, REMOVE_SECTION, CREATE_SECTION_GROUP)
    },
    "path": {UPDATE_SITE_SPACE.name},
    "condition": {UPDATE_SITE_SPACE.name},
    "group": {each.name for each in (CREATE_SECTION_GROUP, UPDATE_SECTION_GROUP, DELETE_SECTION_GROUP)},
    "default": {UPDATE_SITE.name},
    "added": {ADD_SITE_SPACE.name},
    "removed": {REMOVE_SITE_SPACE.name},
}
"""Endpoints by the kind of a difference."""


def is_about(difference: Difference, live: SiteStructure, entry: Entry) -> bool:
    """True if the entry set what differs, to any value."""
    kind, item = difference.kind, difference.item
    if entry.intent.endpoint not in ENDPOINTS[kind]:
        return False
    if kind == "default":
        return bool(set(DEFAULTS.values()) & set(_body(entry)))
    if kind == "move" and entry.intent.endpoint == CREATE_SECTION_GROUP.name:
        return item in _body(entry).get("sections", [])
    return item in _objects(entry, live) and (kind not in {"path", "condition"} or kind in _body(entry))


def _objects(entry: Entry, live: SiteStructure) -> Collection[str]:
    """Return the changed item's id, or matching additions if the answer was lost."""
    return [entry.object_id] if entry.object_id else find_added(live, entry.intent)


def made_by(difference: Difference, base: SiteStructure, live: SiteStructure, entry: Entry) -> bool:
    """True if an entry about this difference made it, judging by what it sent."""
    kind, item, body = difference.kind, difference.item, _body(entry)
    if kind == "default":
        return item in {body.get(name) for name in DEFAULTS.values()}
    if kind in {"path", "condition"}:
        return bool(body[kind] == getattr(live.spaces[item], kind))
    if kind == "group":
        return _made_group(item, base, live, entry)
    return kind != "move" or _moved(item, live, entry)


def _body(entry: Entry) -> dict[str, Any]:
    return dict(from_json(entry.intent.body)) if entry.intent.body else {}


def _made_group(item: str, base: SiteStructure, live: SiteStructure, entry: Entry) -> bool:
    """True if the entry made all differences of a group, which may have several authors."""
    endpoint, body, was, now = entry.intent.endpoint, _body(entry), base.groups.get(item), live.groups.get(item)
    if now is None:
        return endpoint == DELETE_SECTION_GROUP.name
    if was is None:
        is_as_made = (body.get("title"), body.get("icon") or None) == (now.title, now.icon)
        return endpoint == CREATE_SECTION_GROUP.name and is_as_made
    changed = [name for name in ("title", "icon") if getattr(was, name) != getattr(now, name)]
    return all(name in body and (body[name] or None) == getattr(now, name) for name in changed)


def _moved(item: str, live: SiteStructure, entry: Entry) -> bool:
    if entry.intent.endpoint == CREATE_SECTION_GROUP.name:
        return live.group_of(item) in _objects(entry, live)
    if entry.intent.endpoint == REMOVE_SECTION.name:
        return live.group_of(item) == ROOT
    return is_as_sent(live, entry.intent)


class Author(StrEnum):
    """The authors of the listed changes; OPEN if the person may be one."""

    YOU = "you"
    BOTH = "both"
    OTHERS = "others"
    OPEN = "open"


@dataclass(frozen=True, slots=True)
class News:
    """One change of others; `entry` is the journal entry if Masthead made it.

    `is_maybe_own`: the entry is a call of the person's own with an unknown outcome.
    """

    text: str
    entry: Entry | None = None
    is_own: bool = False
    is_maybe_own: bool = False


def news_of(desk: StructureDraft) -> list[News]:
    """List changes since the draft began, by others or by the person in another window."""
    if not desk.news:
        return []
    mine = person().owner
    saved = _entries(desk, None if has_permission("admin") else mine, [State.SAVED])
    own = _entries(desk, mine, MAYBE_SAVED)
    return [_news(each, desk, saved) or _maybe_own(each, desk, own) or News(each.text) for each in desk.news]


def author_of(news: Sequence[News]) -> Author:
    """Say who changed the structure, for a heading."""
    if not any(each.is_own or each.is_maybe_own for each in news):
        return Author.OTHERS
    if all(each.is_own for each in news):
        return Author.YOU
    has_others = any(each.entry is not None and not (each.is_own or each.is_maybe_own) for each in news)
    return Author.BOTH if has_others and any(each.is_own for each in news) else Author.OPEN


def _entries(desk: StructureDraft, owner: str | None, states: Sequence[State]) -> list[Entry]:
    wanted = JournalQuery(
        desk.organization, owner=owner, endpoints=ARRANGING, states=states, since=desk.begun_from.read_at
    )
    try:
        found = portal().store.journal.entries(wanted, limit=ENTRIES_MAX)
    except StoreError:
        return []
    return [each for each in found if each.intent.ids[:2] == (desk.organization, desk.site)]


def _news(difference: Difference, desk: StructureDraft, entries: Iterable[Entry]) -> News | None:
    """Credit the newest entry about the item, unless the value was changed after it."""
    entry = next((each for each in entries if is_about(difference, desk.live.structure, each)), None)
    if entry is None or not made_by(difference, desk.begun_from, desk.live.structure, entry):
        return None
    return News(difference.text, entry, entry.intent.owner == person().owner)


def _maybe_own(difference: Difference, desk: StructureDraft, entries: Iterable[Entry]) -> News | None:
    """Credit the person's own call with an unknown outcome, if it explains the change."""
    found = _news(difference, desk, entries)
    return found and replace(found, is_own=False, is_maybe_own=True)
