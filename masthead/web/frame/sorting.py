"""The order of a list by one of its columns, which `sort` in the URL names: `title`, or `-title` from the end."""

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any, TypeVar

from flask import request

T = TypeVar("T")
FROM_THE_END = "-"


def requested_order(columns: Collection[str]) -> str:
    """Return the order that the request asks for; empty for none or an unknown column."""
    asked = request.values.get("sort", "")
    return asked if asked.removeprefix(FROM_THE_END) in columns else ""


def sort_rows(rows: Iterable[T], keys: Mapping[str, Callable[[T], Any]]) -> list[T]:
    """Sort by the requested column; without one, the rows stay in their order."""
    order = requested_order(keys)
    if not order:
        return list(rows)
    return sorted(rows, key=keys[order.removeprefix(FROM_THE_END)], reverse=order.startswith(FROM_THE_END))
