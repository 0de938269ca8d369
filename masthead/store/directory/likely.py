"""The statements that find what a person is offered first, each put together once: many pages have such a read."""

from functools import cache
from typing import Any

from sqlalchemy import Index, Select, bindparam, literal_column, select

from masthead.store.directory.objects import COLUMNS, OK, UNTITLED, DirectoryQuery
from masthead.store.tables.records import known_objects

columns = known_objects.c
LIKELY_FIRST = (
    columns.pinned.desc(),
    columns.state != literal_column(f"'{OK}'"),
    UNTITLED,
    columns.last_seen.desc(),
    columns.words,
)
Index("known_objects_likely_first", columns.owner, columns.organization, *LIKELY_FIRST[:-1], columns.kind)


def statement(sought: DirectoryQuery) -> Select[Any]:
    """What finds them, given `values`. Takes no query with words or ids, of which each is another statement."""
    kinds = None if sought.kinds is None else len(sought.kinds)
    return _statement(sought.organization is not None, kinds, sought.parent is not None)


def values(sought: DirectoryQuery, owner: str, seen_after: float, limit: int) -> dict[str, Any]:
    """What is bound to the statement; what it does not ask for is ignored."""
    kinds = {f"kind_{number}": kind for number, kind in enumerate(sought.kinds or ())}
    common = {"owner": owner, "seen_after": seen_after, "limit": limit}
    return {**common, **kinds, "organization": sought.organization, "parent": sought.parent}


@cache
def _statement(has_organization: bool, kinds: int | None, has_parent: bool) -> Select[Any]:  # noqa: FBT001 - a key
    found = select(*COLUMNS).where(
        columns.owner == bindparam("owner"), (columns.pinned == 1) | (columns.last_seen > bindparam("seen_after"))
    )
    if has_organization:
        found = found.where(columns.organization == bindparam("organization"))
    if kinds is not None:
        found = found.where(columns.kind.in_([bindparam(f"kind_{number}") for number in range(kinds)]))
    if has_parent:
        found = found.where(columns.parent == bindparam("parent"))
    return found.order_by(*LIKELY_FIRST).limit(bindparam("limit"))
