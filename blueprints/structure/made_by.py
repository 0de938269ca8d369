"""Whether an entry of the journal made a change of a structure: it is about that, and the site is as it says."""

from collections.abc import Collection
from typing import Any

from pydantic_core import from_json

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
from masthead.changes.structure.attempts import find_added
from masthead.changes.structure.position_status import MOVES
from masthead.changes.structure.since import Standing
from masthead.changes.structure.steps import DEFAULTS
from masthead.changes.structure.telling import Difference
from masthead.changes.structure.tree import ROOT, SiteStructure
from masthead.store import Entry

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
"""By the kind of a difference."""


def is_about(difference: Difference, live: SiteStructure, entry: Entry) -> bool:
    """Whether the entry set what differs, whatever it made of it."""
    kind, item = difference.kind, difference.item
    if entry.intent.endpoint not in ENDPOINTS[kind]:
        return False
    if kind == "default":
        return bool(set(DEFAULTS.values()) & set(_body(entry)))
    if kind == "move" and entry.intent.endpoint == CREATE_SECTION_GROUP.name:
        return item in _body(entry).get("sections", [])
    return item in _objects(entry, live) and (kind not in {"path", "condition"} or kind in _body(entry))


def _objects(entry: Entry, live: SiteStructure) -> Collection[str]:
    """What the entry is about; where the answer to an addition was lost, whatever is called so."""
    return [entry.object_id] if entry.object_id else find_added(live, entry.intent)


def made_by(difference: Difference, base: SiteStructure, live: SiteStructure, entry: Entry) -> bool:
    """Whether the entry, which is about this difference, made it, as far as what it sent tells."""
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
    """What differs of a group may be of several people: the entry counts if it made all of it."""
    endpoint, body, was, now = entry.intent.endpoint, _body(entry), base.groups.get(item), live.groups.get(item)
    if now is None:
        return endpoint == DELETE_SECTION_GROUP.name
    if was is None:
        is_as_made = (body.get("title"), body.get("icon") or None) == (now.title, now.icon)
        return endpoint == CREATE_SECTION_GROUP.name and is_as_made
    changed = [name for name in ("title", "icon") if getattr(was, name) != getattr(now, name)]
    return all(name in body and (body[name] or None) == getattr(now, name) for name in changed)


def _moved(item: str, live: SiteStructure, entry: Entry) -> bool:
    """Whether it is where the entry put it."""
    if entry.intent.endpoint == CREATE_SECTION_GROUP.name:
        return live.group_of(item) in _objects(entry, live)
    if entry.intent.endpoint == REMOVE_SECTION.name:
        return live.group_of(item) == ROOT
    standing = MOVES[entry.intent.endpoint](live, entry.intent.ids[2:], _body(entry), entry.intent.was)
    return standing is Standing.AS_SENT
