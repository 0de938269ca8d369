"""Grows the demo world for load tests: a depot has a space with some pages, and a site that shows it by a link.

The first depot is written as any space and site of the demo world. The others are copies of its rows with another
number in all texts, which the database makes by itself: row by row it would take minutes.
"""

from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from sqlalchemy import (
    CTE,
    ColumnElement,
    Connection,
    Integer,
    Select,
    Table,
    Text,
    and_,
    cast,
    column,
    func,
    insert,
    literal,
    select,
    true,
)

from service.content.drafts import arrange_drafts, read_folder
from service.content.leaves import Leaf
from service.content.spaces import add_space
from service.demo.sites import add_demo_site
from service.tables import content
from service.tables import sites as tables

MAX_SIZE = 999_999
"""As many as the number in the texts has digits for."""

_FIRST = "000001"
_ORGANIZATION = "org_larkfield"
_OPENED = "2025-02-03T07:00:00.000Z"
_PAGES = Path(__file__).with_name("depot")

_SPACE = f"space_depot_{_FIRST}"
_REVISION = f"revision_depot_{_FIRST}"
_SITE: Final[dict[str, Any]] = {
    "id": f"site_depot_{_FIRST}",
    "type": "basic",
    "title": f"Depot {_FIRST}",
    "basename": f"depot-{_FIRST}",
    "visibility": "share-link",
    "published": True,
    "createdAt": _OPENED,
    "spaces": [{"id": f"sitespace_depot_{_FIRST}", "space": _SPACE, "path": "guide", "default": True}],
    "shareLinks": [
        {
            "id": f"link_depot_{_FIRST}",
            "name": "Drivers",
            "key": f"depot-{_FIRST}",
            "active": True,
            "createdAt": _OPENED,
        }
    ],
}


def grow(connection: Connection, size: int) -> None:
    """Add depots, each a site and a space, until the first organization has so many sites."""
    own_sites = select(func.count()).where(tables.site.c.organization == _ORGANIZATION)
    depots = size - (connection.scalar(own_sites) or 0)
    if depots > 0:
        _add_first(connection)
        _copy_first(connection, depots)


def _add_first(connection: Connection) -> None:
    pages = [_versioned(leaf) for leaf in arrange_drafts(read_folder(_PAGES, f"page_depot_{_FIRST}"), _OPENED)]
    given = {
        "id": _SPACE,
        "title": f"Depot {_FIRST}",
        "emoji": "1f69b",
        "organization": _ORGANIZATION,
        "revision": _REVISION,
    }
    add_space(connection, {**given}, pages, _OPENED)
    add_demo_site(connection, _ORGANIZATION, _SITE, {_SPACE: given["title"]})


def _versioned(leaf: Leaf) -> Leaf:
    # A name of its own in each copy, which a random one would not be.
    return replace(leaf, version=leaf.id.replace("page_", "document_"))


def _copy_first(connection: Connection, depots: int) -> None:
    numbers = _numbers(depots)
    own = {
        content.space: content.space.c.id == _SPACE,
        content.revision: content.revision.c.id == _REVISION,
        content.page: content.page.c.revision == _REVISION,
        content.page_link: content.page_link.c.revision == _REVISION,
        content.passage: content.passage.c.space == _SPACE,
        tables.site: tables.site.c.id == _SITE["id"],
        tables.site_space: tables.site_space.c.site == _SITE["id"],
        tables.share_link: tables.share_link.c.site == _SITE["id"],
    }
    for table, condition in own.items():
        _copy(connection, table, condition, numbers)
    _copy_words(connection, numbers)


def _numbers(last: int) -> CTE:
    """From the second to the last, each with how it is written."""
    counted = select(literal(2, Integer).label("number")).where(literal(last, Integer) > 1).cte(recursive=True)
    further = counted.union_all(select(counted.c.number + 1).where(counted.c.number < last))
    written = func.substr(cast(further.c.number + (MAX_SIZE + 1), Text), 2)
    return select(further.c.number, written.label("written")).cte()


def _copy(connection: Connection, table: Table, own: ColumnElement[bool], numbers: CTE) -> None:
    columns = [each for each in table.c if each.name != "number"]
    copies: Select[Any] = select(*(_numbered(each, numbers) for each in columns)).join_from(table, numbers, true())
    # A table in the order of creation counts its rows up in this order.
    ordered = copies.where(own).order_by(numbers.c.number, *table.primary_key)
    connection.execute(insert(table).from_select([each.name for each in columns], ordered))


def _numbered(each: ColumnElement[Any], numbers: CTE) -> ColumnElement[Any]:
    return func.replace(each, _FIRST, numbers.c.written) if isinstance(each.type, Text) else each


def _copy_words(connection: Connection, numbers: CTE) -> None:
    """Words name their passage by its number, so those of each copy are looked up."""
    word, first, copy = content.word, content.passage.alias("first"), content.passage.alias("copy")
    same = and_(
        copy.c.space == _numbered(first.c.space, numbers),
        copy.c.page == _numbered(first.c.page, numbers),
        func.coalesce(copy.c.section, "") == func.coalesce(first.c.section, ""),
    )
    rows = (
        select(word.c.organization, _numbered(word.c.text, numbers).label("text"), copy.c.number, word.c.weight)
        .join_from(word, first, first.c.number == word.c.passage)
        .join(numbers, true())
        .join(copy, same)
        .where(first.c.space == _SPACE)
        .order_by(column("text"), copy.c.number)
    )
    connection.execute(insert(word).from_select(["organization", "text", "passage", "weight"], rows))
