"""Fills the demo world with depots for load tests: each is a space with some pages, and a site with a share link.

The first depot is added like any other space and site. For the others, the database copies its rows, with another
number in all texts. Each statement adds a thousand depots: row by row would take hours, and all at once would need too
much memory.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from sqlalchemy import (
    CTE,
    ColumnElement,
    Connection,
    Integer,
    Select,
    Table,
    Text,
    case,
    cast,
    column,
    func,
    insert,
    literal,
    select,
    true,
)

from service.content.pages import arrange_drafts, read_folder
from service.content.spaces import add_space
from service.demo.sites import add_demo_site
from service.tables import content
from service.tables import sites as tables

MAX_SIZE = 10_000_000

WITH_PAGES = 10_000
"""Number of depots with pages. Pages of more would be ten times the size of everything else."""

_AT_ONCE = 1_000
"""Depots per statement; the index pages that they touch fit into SQLite's cache."""

_REPORT_EVERY = 50_000
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


def grow_demo(connection: Connection, size: int, tell: Callable[[str], None], with_pages: int = WITH_PAGES) -> None:
    """Add depots, each a site and a space, until the first organization has `size` sites.

    `tell` receives progress lines. `with_pages` is the number of depots with pages.
    """
    own_sites = select(func.count()).where(tables.site.c.organization == _ORGANIZATION)
    depots = size - (connection.scalar(own_sites) or 0)
    if depots <= 0:
        return
    _add_first(connection)
    for first in range(2, depots + 1, _AT_ONCE):
        last = min(first + _AT_ONCE - 1, depots)
        _copy_all(connection, first, last, with_pages)
        if last == depots or last % _REPORT_EVERY < _AT_ONCE:
            tell(f"{last:,} of {depots:,} depots of the demo world are written")
    _advance_sequence(connection)


def _add_first(connection: Connection) -> None:
    leaves = arrange_drafts(read_folder(_PAGES, f"page_depot_{_FIRST}"), _OPENED)
    # Derived from the id, so that each copy gets its own version; a random one would be copied unchanged.
    pages = [replace(leaf, version=leaf.id.replace("page_", "document_")) for leaf in leaves]
    given = {
        "id": _SPACE,
        "title": f"Depot {_FIRST}",
        "emoji": "1f69b",
        "organization": _ORGANIZATION,
        "revision": _REVISION,
    }
    add_space(connection, {**given}, pages, _OPENED)
    add_demo_site(connection, _ORGANIZATION, _SITE, {_SPACE: given["title"]})


def _copy_all(connection: Connection, first: int, last: int, with_pages: int) -> None:
    numbers = build_numbers(first, last)
    own = {
        content.space: content.space.c.id == _SPACE,
        content.revision: content.revision.c.id == _REVISION,
        tables.site: tables.site.c.id == _SITE["id"],
        tables.site_space: tables.site_space.c.site == _SITE["id"],
        tables.share_link: tables.share_link.c.site == _SITE["id"],
    }
    for table, condition in own.items():
        _copy_rows(connection, table, condition, numbers)
    if first <= with_pages:
        _copy_pages(connection, build_numbers(first, min(last, with_pages)))


def _copy_pages(connection: Connection, numbers: CTE) -> None:
    passage, word = content.passage, content.word
    spread = select(func.max(passage.c.number) - func.min(passage.c.number) + 1).where(passage.c.space == _SPACE)
    further = (numbers.c.number - 1) * (connection.scalar(spread) or 0)
    own_words = word.c.passage.in_(select(passage.c.number).where(passage.c.space == _SPACE))
    _copy_rows(connection, content.page, content.page.c.revision == _REVISION, numbers)
    _copy_rows(connection, content.page_link, content.page_link.c.revision == _REVISION, numbers)
    _copy_rows(connection, passage, passage.c.space == _SPACE, numbers, {"number": passage.c.number + further})
    space = content.space.c.number
    copy = content.space.c.id == func.replace(_SPACE, _FIRST, numbers.c.written)
    counted = {"passage": word.c.passage + further, "page": word.c.page + further}
    _copy_rows(connection, word, own_words, numbers, {**counted, "space": select(space).where(copy).scalar_subquery()})


def _advance_sequence(connection: Connection) -> None:
    # Rows that are inserted with explicit numbers don't advance the sequence.
    if connection.dialect.name == "postgresql":
        last = select(func.max(content.passage.c.number)).scalar_subquery()
        connection.execute(select(func.setval(func.pg_get_serial_sequence("passage", "number"), last)))


def build_numbers(first: int, last: int) -> CTE:
    """Build a table of the numbers from `first` to `last`, each also as a padded string."""
    counted = select(literal(first, Integer).label("number")).cte(recursive=True)
    further = counted.union_all(select(counted.c.number + 1).where(counted.c.number < last))
    short = 10 ** len(_FIRST)
    padded = func.substr(cast(further.c.number + short, Text), 2)
    written = case((further.c.number < short, padded), else_=cast(further.c.number, Text))
    return select(further.c.number, written.label("written")).cte()


def _copy_rows(
    connection: Connection,
    table: Table,
    own: ColumnElement[bool],
    numbers: CTE,
    other: Mapping[str, ColumnElement[int]] = MappingProxyType({}),
) -> None:
    columns = [each for each in table.c if each.name in other or each.name != "number"]
    values = [other.get(each.name, _renumber_ids(each, numbers)).label(each.name) for each in columns]
    # A table with generated numbers assigns them in this order.
    counts_up = len(columns) < len(table.c)
    order = [numbers.c.number] if counts_up else [column(each.name) for each in table.primary_key]
    copies: Select[Any] = select(*values).join_from(table, numbers, true()).where(own).order_by(*order)
    connection.execute(insert(table).from_select([each.name for each in columns], copies))


def _renumber_ids(each: ColumnElement[Any], numbers: CTE) -> ColumnElement[Any]:
    return func.replace(each, _FIRST, numbers.c.written) if isinstance(each.type, Text) else each
