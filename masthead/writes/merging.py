"""Merges two edits of a value that has parts, such as a list of domains or a schema of claims."""

from collections.abc import Hashable, Mapping, Sequence
from typing import Any, NamedTuple

from pydantic import MISSING

from masthead.conditions.schema import join_parts, part_name, split_parts

Parts = Mapping[Any, Any]
NOTHING = object()
"""Stands for a missing part."""


class Merged(NamedTuple):
    """`clashes` are the names of the parts that both changed."""

    value: Any
    clashes: tuple[str, ...] = ()


def split_values(*values: Any) -> list[Parts] | None:  # noqa: ANN401 - JSON
    """Split values into parts, by keys that they share; None if they have none.

    A list of different texts has its items, a schema its claims. What is absent or null has no part.
    """
    there = [value for value in values if value not in (None, MISSING, {})]
    if not there:
        return None
    if all(map(_is_list_of_different, there)):
        return [dict.fromkeys(value or (), True) if isinstance(value, list) else {} for value in values]
    if all(isinstance(value, dict) and isinstance(value.get("properties"), dict) for value in there):
        return [split_parts(value) if isinstance(value, dict) else {} for value in values]
    return None


def _is_list_of_different(value: Any) -> bool:  # noqa: ANN401 - JSON
    plain = isinstance(value, list) and all(isinstance(item, Hashable) for item in value)
    return plain and len({*value}) == len(value)


def merge_values(
    base: Any,  # noqa: ANN401 - JSON
    mine: Any,  # noqa: ANN401 - JSON
    theirs: Any,  # noqa: ANN401 - JSON
    *,
    theirs_win: bool = False,
) -> Merged | None:
    """Merge two edits of `base`, part by part. On a clash mine is taken, unless `theirs_win`.

    None where it has no parts, or where both put its items into another order.
    """
    parts = split_values(base, mine, theirs)
    if parts is None:
        return None
    before, my, their = parts
    merged, clashes = _merge_parts(before, my, their, theirs_win=theirs_win)
    if not any(isinstance(value, list) for value in (base, mine, theirs)):
        names = dict.fromkeys(part_name(key) for key in clashes)
        return Merged(join_parts(merged), tuple(names))
    order = _merge_order(list(before), list(my), list(their))
    return None if order is None else Merged([item for item in order if item in merged])


def _merge_parts(
    before: Parts, mine: Parts, theirs: Parts, *, theirs_win: bool
) -> tuple[dict[Any, Any], Sequence[Any]]:
    result, clashes = {}, []
    for key in dict.fromkeys((*theirs, *mine, *before)):
        was, one, other = (part.get(key, NOTHING) for part in (before, mine, theirs))
        is_clash = one not in (was, other) and other != was
        clashes += [key] if is_clash else []
        chosen = other if one == was or (is_clash and theirs_win) else one
        if chosen is not NOTHING:
            result[key] = chosen
    return result, clashes


def _merge_order(before: list[Any], mine: list[Any], theirs: list[Any]) -> list[Any] | None:
    """Keep the order of the edit that rearranged; insert the other's items after their neighbours there."""
    arranged = _is_arranged(before, mine)
    if arranged and _is_arranged(before, theirs) and _is_arranged(mine, theirs):
        return None
    first, second = (mine, theirs) if arranged else (theirs, mine)
    result = list(first)
    for place, item in enumerate(second):
        if item not in result:
            result.insert(result.index(second[place - 1]) + 1 if place else 0, item)
    return result


def _is_arranged(before: list[Any], after: list[Any]) -> bool:
    return [item for item in before if item in after] != [item for item in after if item in before]
