"""Pages of a listing: which rows come next, and the cursor that says so.

A cursor holds the keys of the last row that was answered, so that a page costs the same at any depth, and rows that
come or go meanwhile neither repeat nor hide others. It says which listing it is of, and is refused by any other.
"""

import hashlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from pydantic import MISSING
from pydantic_core import from_json, to_json
from sqlalchemy import ColumnElement, Row, Select, tuple_
from werkzeug.exceptions import BadRequest

from contract.listing import ListQuery
from service.call import Call

PAGE_SIZE = 100
"""Items of a page when the query does not say."""

_LARGEST = 2**63 - 1

Rows = Select[Any]
Found = Row[Any]
Key = ColumnElement[int]


def page_of(
    call: Call, rows: Rows, keys: Sequence[Key], query: ListQuery, listing: str, document: Callable[[Found], str]
) -> str:
    """The list envelope of stored texts, each made by `document` from a row; the rest is as for `page_rows`."""
    found, following = page_rows(call, rows, keys, query, listing)
    return envelope(map(document, found), following)


def page_rows(
    call: Call, rows: Rows, keys: Sequence[Key], query: ListQuery, listing: str
) -> tuple[Sequence[Found], str | None]:
    """The rows that follow the query's cursor, and the cursor of those that follow them.

    `keys` are the columns, whole numbers and together unique, by which it is listed, in ascending order; `listing`
    tells this listing from others, such as by its parent's id.
    """
    limit = PAGE_SIZE if query.limit is MISSING else query.limit
    wanted = rows.add_columns(*keys)
    if query.page is not MISSING:
        after = read_cursor(query.page, listing, len(keys))
        wanted = wanted.where(tuple_(*keys) > tuple_(*after) if len(keys) > 1 else keys[0] > after[0])
    found = call.connection.execute(wanted.order_by(*keys).limit(limit + 1)).all()
    following = cursor(listing, found[limit - 1][-len(keys) :]) if len(found) > limit else None
    return found[:limit], following


def envelope(items: Iterable[str], following: str | None) -> str:
    """A list answer, of stored texts and the cursor of the next page."""
    texts = list(items)
    following_text = f',"next":{{"page":"{following}"}}' if following else ""
    return f'{{"items":[{",".join(texts)}],"count":{len(texts)}{following_text}}}'


def cursor(listing: str, keys: Iterable[int]) -> str:
    text = to_json([_mark(listing), *keys])
    return urlsafe_b64encode(text).decode().rstrip("=")


def read_cursor(given: str, listing: str, length: int) -> list[int]:
    """The keys in a cursor of this listing; 400 for anything else."""
    try:
        padded = given.encode("ascii") + b"=" * (-len(given) % 4)
        mark, *keys = from_json(urlsafe_b64decode(padded))
    except (ValueError, TypeError) as error:
        raise _not_ours() from error
    whole = all(type(key) is int and abs(key) <= _LARGEST for key in keys)
    if mark != _mark(listing) or len(keys) != length or not whole:
        raise _not_ours()
    return list(keys)


def _mark(listing: str) -> str:
    return hashlib.blake2b(listing.encode(), digest_size=6).hexdigest()


def _not_ours() -> BadRequest:
    return BadRequest("page: is not the page that an answer of this listing gave as next.page.")
