"""Reads the names at the top of a YAML document, as a row of events and not as the values it describes.

Aliases then cost nothing, however often one stands for another, and no depth makes anything recurse.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import yaml

_STARTS = (yaml.MappingStartEvent, yaml.SequenceStartEvent)
_ENDS = (yaml.MappingEndEvent, yaml.SequenceEndEvent)


@dataclass
class _Level:
    """An object, and the name in it that waits for its value; or a list, which has no names."""

    is_object: bool
    name: str | None = None


def named_values(text: str, deepest: int = 2) -> Iterator[tuple[tuple[str, ...], str | None]]:
    """Each path of at most `deepest` names in the document's objects, with its value.

    A value is a text or a number as it is written, None for an object, empty for a list or an alias. Raises ValueError
    for what isn't YAML, not one document, or no object.
    """
    levels: list[_Level] = []
    documents = 0
    try:
        for event in yaml.parse(text, Loader=yaml.CSafeLoader):
            documents += isinstance(event, yaml.DocumentStartEvent)
            if isinstance(event, _ENDS):
                levels.pop()
                _clear_name(levels)
            elif isinstance(event, yaml.NodeEvent):
                yield from _node(levels, event, deepest)
    except yaml.YAMLError as error:
        raise ValueError("isn't YAML") from error
    if documents != 1:
        raise ValueError("isn't one document")


def _node(levels: list[_Level], event: yaml.NodeEvent, deepest: int) -> Iterator[tuple[tuple[str, ...], str | None]]:
    if not levels and not isinstance(event, yaml.MappingStartEvent):
        raise ValueError("isn't an object")
    if levels and levels[-1].is_object and levels[-1].name is None:
        if not isinstance(event, yaml.ScalarEvent):
            raise ValueError("has a name that isn't text")
        levels[-1].name = event.value
        return
    path = tuple(level.name for level in levels if level.name is not None)
    if 0 < len(path) == len(levels) <= deepest:
        yield path, None if isinstance(event, yaml.MappingStartEvent) else getattr(event, "value", "")
    if isinstance(event, _STARTS):
        levels.append(_Level(isinstance(event, yaml.MappingStartEvent)))
    else:
        _clear_name(levels)


def _clear_name(levels: list[_Level]) -> None:
    if levels:
        levels[-1].name = None
