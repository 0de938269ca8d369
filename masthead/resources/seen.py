"""An object as one answer of the API tells of it."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple


class Mention(NamedTuple):
    """Empty where the answer does not say.

    `organization` and `parent` are ids; the parent is the collection of a space, the site of its parts, the space of a
    change request. `permissions` are those of the caller: `+comment -edit` of one who may comment and not edit.
    """

    kind: str
    id: str
    title: str = ""
    subtitle: str = ""
    emoji: str = ""
    parent: str = ""
    organization: str = ""
    permissions: str = ""


Place = Mapping[str, str]
"""The ids of the path that was read, by the kind of object that each belongs to."""
Extractor = Callable[[Any, Place], Iterable[Mention]]


def text_or_empty(value: object) -> str:
    """A text that may be absent or null."""
    return value if isinstance(value, str) else ""


def get_organization(place: Place) -> str:
    """The organization in which was asked; empty where the path does not say."""
    return place.get("organization", "")
