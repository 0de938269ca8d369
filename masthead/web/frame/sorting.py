"""Sorting a list by one of its columns, given by `sort` in the URL: `title`, or `-title` for descending order."""

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any, TypeVar

from flask import request

T = TypeVar("T")
FROM_THE_END = "-"


def requested_order(columns: Collection[str]) -> str:
    """Return the requested order. Empty if there is none or the column is unknown."""
    asked = request.values.get("sort", "")
    return asked if asked.removeprefix(FROM_THE_END) in columns else ""


def sort_rows(rows: Iterable[T], keys: Mapping[str, Callable[[T], Any]]) -> list[T]:
    """Sort rows by the requested column. If there is none, the rows keep their order."""
    order = requested_order(keys)
    if not order:
        return list(rows)
    return sorted(rows, key=keys[order.removeprefix(FROM_THE_END)], reverse=order.startswith(FROM_THE_END))
