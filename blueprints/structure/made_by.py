"""Whether an entry of the journal made a change of a structure: it is about that, and the site is as it says."""

from collections.abc import Mapping
from typing import Any

from pydantic_core import from_json

from changes.structure.drafting import DraftError, find_line
from changes.structure.fitting import containers
from changes.structure.telling import Difference
from changes.structure.tree import SiteStructure
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
from store import Entry

ENDPOINTS = {
    "move": {each.name for each in (MOVE_SITE_SPACE, MOVE_SECTION_GROUP, ADD_SECTION, REMOVE_SECTION)},
    "path": {UPDATE_SITE_SPACE.name},
    "condition": {UPDATE_SITE_SPACE.name},
    "group": {each.name for each in (CREATE_SECTION_GROUP, UPDATE_SECTION_GROUP, DELETE_SECTION_GROUP)},
    "default": {UPDATE_SITE.name},
    "added": {ADD_SITE_SPACE.name},
    "removed": {REMOVE_SITE_SPACE.name},
}
"""By the kind of a difference. Another entry about the same thing made something else of it."""


def made_by(difference: Difference, live: SiteStructure, entry: Entry) -> bool:
    """Whether the entry made this difference, as far as can be told from what it sent."""
    kind, item = difference.kind, difference.item
    if entry.intent.endpoint not in ENDPOINTS[kind]:
        return False
    body = from_json(entry.intent.body) if entry.intent.body else {}
    if kind == "default":
        return item in _texts(body)
    if entry.object_id != item:
        return False
    if kind in {"path", "condition"}:
        return kind in body and body[kind] == getattr(live.spaces[item], kind)
    return entry.intent.endpoint not in {MOVE_SITE_SPACE.name, MOVE_SECTION_GROUP.name} or _is_beside(item, live, body)


def _is_beside(item: str, live: SiteStructure, body: Mapping[str, Any]) -> bool:
    """Whether it is where a move put it: beside what the move names, or in that."""
    try:
        key = find_line(live, item)
    except DraftError:
        return False
    line = containers(live)[key]
    place = line.index(item)
    return bool({*line[max(0, place - 1) : place + 2], key.partition(":")[2]} & _texts(body))


def _texts(value: Any) -> set[str]:  # noqa: ANN401 - JSON
    if isinstance(value, Mapping):
        return {text for each in value.values() for text in _texts(each)}
    return {value} if isinstance(value, str) else set()
