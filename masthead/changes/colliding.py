"""Whether one of two calls that were under way at the same moment may have undone what the other did."""

from collections.abc import Iterator
from typing import Any

from pydantic_core import from_json

from contract.publishing.section_groups import DELETE_SECTION_GROUP, REMOVE_SECTION
from contract.publishing.site_spaces import REMOVE_SITE_SPACE
from masthead.changes.permanent import STEPS_OF_STRUCTURES
from masthead.changes.sent_again import may_set_same, set_otherwise
from masthead.changes.structure.since import MAY_BE_THERE, keys_set
from masthead.store import Entry, Intent

REMOVALS = {DELETE_SECTION_GROUP.name, REMOVE_SITE_SPACE.name}
LEAVES = {*REMOVALS, REMOVE_SECTION.name}
"""The names of endpoints whose calls set nothing in what they name."""


def collide(one: Entry, other: Entry) -> bool:
    """Whether both set the same otherwise, or one removes what the other sets; neither if it was refused.

    Two additions set nothing that is the same: the API keeps both, or refuses one.
    """
    if not all(each.outcome.state in MAY_BE_THERE for each in (one, other)):
        return False
    if _removes_what_is_set(one.intent, other.intent) or _removes_what_is_set(other.intent, one.intent):
        return True
    if STEPS_OF_STRUCTURES & {one.intent.endpoint, other.intent.endpoint}:
        return bool(keys_set(one) & keys_set(other)) and _call(one.intent) != _call(other.intent)
    return may_set_same(one, other.intent) and set_otherwise(one, other)


def _call(intent: Intent) -> tuple[Any, ...]:
    return intent.endpoint, intent.ids, intent.body


def _removes_what_is_set(removal: Intent, other: Intent) -> bool:
    """Of what a call moves something beside, it sets nothing."""
    if removal.endpoint not in REMOVALS or other.endpoint in LEAVES or removal.ids[:2] != other.ids[:2]:
        return False
    sent = from_json(other.body) if other.body else {}
    return removal.ids[-1] in {*other.ids[2:], *_texts({**sent, "position": None})}


def _texts(value: Any) -> Iterator[str]:  # noqa: ANN401 - JSON
    if isinstance(value, str):
        yield value
    for each in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from _texts(each)
