"""Search across the spaces of an organization or the pages of one space, with excerpts."""

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import groupby, islice
from operator import attrgetter
from typing import Any

from pydantic import MISSING
from pydantic_core import from_json
from sqlalchemy import Row, Select, select

from contract.authoring.content import SEARCH_SPACE
from contract.organization.organizations import SEARCH_ORGANIZATION
from contract.organization.search import SearchQuery
from service.content.index import split_words
from service.content.links import page_url
from service.http.paging import PAGE_SIZE, PagedListing, build_cursor, envelope_json, parse_cursor
from service.http.request_context import RequestContext
from service.http.routing import RouteGroup
from service.search import Search, SpaceRank, find_best_spaces
from service.storage.documents import array_json, as_json, extend_json, serialize_document
from service.tables.content import space

group = RouteGroup(__name__)

MAX_PAGES, MAX_SECTIONS = 10, 5
"""Most pages of a space in a result, and most sections of a page."""

EXCERPT_LENGTH, _BEFORE = 200, 60
"""Length of an excerpt, and the part of it before the first match, in characters."""


@group.serves(SEARCH_ORGANIZATION)
def search_organization(call: RequestContext, query: SearchQuery) -> str:
    """Find spaces with pages that contain all words, best matches first; none for a query without words."""
    search = Search.from_query(call.organization, query.query)
    if not search.words:
        return envelope_json([], None)
    found, following = _find_spaces(call, search, query)
    passages: dict[str, list[Row[Any]]] = {row.id: [] for row in found}
    for passage in call.connection.execute(search.passages(list(passages))):
        passages[passage.space].append(passage)
    items = (_space_json(search, row, passages[row.id]) for row in found)
    return envelope_json(items, following)


def _find_spaces(call: RequestContext, search: Search, query: SearchQuery) -> tuple[Sequence[Row[Any]], str | None]:
    listing = f"search {query.query} {search.organization}"
    after = None if query.page is MISSING else SpaceRank(*parse_cursor(query.page, listing, len(SpaceRank._fields)))
    limit = PAGE_SIZE if query.limit is MISSING else query.limit
    # One extra item shows whether there is another page.
    places = find_best_spaces(call.connection, search, limit + 1, after)
    shown = places[:limit]
    rows: Select[Any] = select(space.c.number, space.c.id, space.c.title).where(
        space.c.number.in_([each.number for each in shown])
    )
    by_number: dict[int, Row[Any]] = {row.number: row for row in call.connection.execute(rows)}
    following = build_cursor(listing, shown[-1]) if len(places) > limit else None
    return [by_number[each.number] for each in shown], following


def _space_json(search: Search, row: Row[Any], passages: Iterable[Row[Any]]) -> str:
    by_page = groupby(passages, attrgetter("page"))
    pages = [_page_json(search, row.id, page, list(parts)) for page, parts in islice(by_page, MAX_PAGES)]
    return extend_json(as_json({"id": row.id, "title": row.title}), pages=array_json(pages))


@group.serves(SEARCH_SPACE)
def search_space(call: RequestContext, space_id: str, query: SearchQuery) -> str:
    """Find pages that contain all words, best matches first; none for a query without words."""
    search = Search.from_query(call.organization, query.query)
    if not search.words:
        return envelope_json([], None)
    pages = search.pages_of_space()
    listing = PagedListing(f"space search {query.query}", select(pages.c.page), [pages.c.rank, pages.c.number])
    # The organization only identifies the cursor; the space already implies it.
    found, following = listing.rows(call, query, {"organization": call.organization, "space": space_id})
    parts: defaultdict[str, list[Row[Any]]] = defaultdict(list)
    wanted = search.passages([space_id], [row.page for row in found])
    for passage in call.connection.execute(wanted):
        parts[passage.page].append(passage)
    items = (_page_json(search, space_id, row.page, parts[row.page]) for row in found)
    return envelope_json(items, following)


def _page_json(search: Search, space_id: str, page_id: str, parts: Sequence[Row[Any]]) -> str:
    stored = from_json(parts[0].document)
    fields = {"id": page_id, "title": stored["page"], "path": stored["path"]}
    sections = array_json(_section_json(search, space_id, part) for part in parts[:MAX_SECTIONS])
    address = page_url(search.organization, space_id, stored["path"])
    return extend_json(serialize_document(fields, {"urls": {"app": address}}), sections=sections)


def _section_json(search: Search, space_id: str, part: Row[Any]) -> str:
    stored = from_json(part.document)
    path = f"{stored['path']}#{part.section}" if part.section else stored["path"]
    body = _match_excerpt(stored["body"], search.words)
    fields = {"id": part.section or part.page, "title": stored["title"] or stored["page"], "path": path, "body": body}
    return serialize_document(fields, {"urls": {"app": page_url(search.organization, space_id, path)}})


def _match_excerpt(body: str, words: Sequence[str]) -> str:
    if len(body) <= EXCERPT_LENGTH:
        return body
    start = 0
    for match in re.finditer("[^ ]+", body):
        if any(found.startswith(tuple(words)) for found in split_words(match[0])):
            start = 0 if match.start() <= _BEFORE else body.index(" ", match.start() - _BEFORE) + 1
            break
    end = start + EXCERPT_LENGTH
    shown = body[start:end].rsplit(" ", 1)[0] if end < len(body) else body[start:]
    return f"{'…' if start else ''}{shown}{'…' if end < len(body) else ''}"
