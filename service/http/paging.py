"""Pages through listings with cursors.

A cursor contains the keys of the last row of a page. Every page therefore costs the same, and rows that are added or
deleted between requests cause no duplicates or gaps. A cursor also names its listing; other listings reject it.
"""

import hashlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeVar

from pydantic import MISSING
from pydantic_core import from_json, to_json
from sqlalchemy import ColumnElement, Row, Select, Table, bindparam, select, tuple_
from werkzeug.exceptions import BadRequest

from contract.schema.endpoint import ListQuery
from service.http.request_context import RequestContext
from service.storage.prepared import PreparedStatement

# The contract has no default.
PAGE_SIZE = 100
"""Items of a page without `limit`."""

_MAX_SIZE = 2**63 - 1

Found = Row[Any]
R = TypeVar("R", bound=Sequence[Any])


class PagedListing:
    """A listing: its rows, order and filters.

    `name` identifies it in cursors. `rows` selects an item's columns, with bind parameters for the scope. `keys` are
    integer columns, unique together, that order the rows: ascending, or descending with `downwards`. `filters` are
    conditions by name, each with a bind parameter of that name.
    """

    def __init__(
        self,
        name: str,
        rows: Select[Any],
        keys: Sequence[ColumnElement[int]],
        filters: Mapping[str, ColumnElement[bool]] | None = None,
        *,
        downwards: bool = False,
    ) -> None:
        self._name, self._keys, self._filters, self._downwards = name, keys, filters or {}, downwards
        order = [key.desc() for key in keys] if downwards else keys
        self._rows = rows.add_columns(*keys).order_by(*order).limit(bindparam("page_limit"))
        # Each statement is compiled once: compiling costs more than executing it.
        self._statements: dict[frozenset[str], PreparedStatement] = {}

    def page(
        self,
        call: RequestContext,
        query: ListQuery,
        scope: Mapping[str, object],
        filters: Mapping[str, object] | None = None,
        document: Callable[[Found], str] | None = None,
    ) -> str:
        """Return the list envelope. An item is the first column of its row, or the result of `document`."""
        if document is not None:
            found, following = self.rows(call, query, scope, filters)
            return envelope_json(map(document, found), following)
        statement, given = self._prepare_query(query, scope, filters)
        plain, following = self._cut_page(statement.rows(call.connection, given), query, scope)
        return envelope_json([row[0] for row in plain], following)

    def rows(
        self,
        call: RequestContext,
        query: ListQuery,
        scope: Mapping[str, object],
        filters: Mapping[str, object] | None = None,
    ) -> tuple[Sequence[Found], str | None]:
        """Return the rows after the query's cursor, and the cursor of the next page.

        `scope` has the bind parameters of the listing's `rows`, `filters` those of the filters to apply.
        """
        statement, given = self._prepare_query(query, scope, filters)
        return self._cut_page(call.connection.execute(statement.statement, given).all(), query, scope)

    def _prepare_query(
        self, query: ListQuery, scope: Mapping[str, object], filters: Mapping[str, object] | None
    ) -> tuple[PreparedStatement, dict[str, object]]:
        # One extra row shows whether there is another page.
        given = {**scope, **(filters or {}), "page_limit": _page_limit(query) + 1}
        if query.page is not MISSING:
            after = parse_cursor(query.page, self._listing_id(scope), len(self._keys))
            given |= {f"after_{place}": key for place, key in enumerate(after)}
        return self._find_statement(frozenset(given)), given

    def _cut_page(
        self, found: Sequence[R], query: ListQuery, scope: Mapping[str, object]
    ) -> tuple[Sequence[R], str | None]:
        limit = _page_limit(query)
        if len(found) <= limit:
            return found, None
        return found[:limit], build_cursor(self._listing_id(scope), found[limit - 1][-len(self._keys) :])

    def _listing_id(self, scope: Mapping[str, object]) -> str:
        return " ".join([self._name, *map(str, scope.values())])

    def _find_statement(self, given: frozenset[str]) -> PreparedStatement:
        if given not in self._statements:
            conditions = [condition for name, condition in self._filters.items() if name in given]
            if "after_0" in given:
                after = [bindparam(f"after_{at}", type_=key.type) for at, key in enumerate(self._keys)]
                place, last = tuple_(*self._keys), tuple_(*after)
                conditions.append(place < last if self._downwards else place > last)
            self._statements[given] = PreparedStatement(self._rows.where(*conditions))
        return self._statements[given]


def build_listing(name: str, table: Table, owner: str) -> PagedListing:
    """Build a listing of one owner's documents, oldest first."""
    rows = select(table.c.document).where(table.c[owner] == bindparam(owner))
    return PagedListing(name, rows, [table.c.number])


def _page_limit(query: ListQuery) -> int:
    return PAGE_SIZE if query.limit is MISSING else query.limit


def envelope_json(items: Iterable[str], following: str | None) -> str:
    """Build the list envelope; `following` is the cursor of the next page."""
    texts = list(items)
    following_text = f',"next":{{"page":"{following}"}}' if following else ""
    return f'{{"items":[{",".join(texts)}],"count":{len(texts)}{following_text}}}'


def build_cursor(listing: str, keys: Iterable[int]) -> str:
    text = to_json([_query_digest(listing), *keys])
    return urlsafe_b64encode(text).decode().rstrip("=")


def parse_cursor(given: str, listing: str, length: int) -> list[int]:
    """Return the keys in a cursor of this listing. Raises BadRequest."""
    try:
        padded = given.encode("ascii") + b"=" * (-len(given) % 4)
        mark, *keys = from_json(urlsafe_b64decode(padded))
    except (ValueError, TypeError) as error:
        raise _cursor_error() from error
    whole = all(type(key) is int and abs(key) <= _MAX_SIZE for key in keys)
    if mark != _query_digest(listing) or len(keys) != length or not whole:
        raise _cursor_error()
    return list(keys)


def _query_digest(listing: str) -> str:
    return hashlib.blake2b(listing.encode(), digest_size=6).hexdigest()


def _cursor_error() -> BadRequest:
    return BadRequest("page: is not the page that an answer of this listing gave as next.page.")
