"""Search in all spaces of an organization, and in the pages of one space."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import groupby, islice
from operator import attrgetter
from typing import Any

from pydantic import MISSING
from sqlalchemy import Row, Select, select

from contract.authoring.content import SEARCH_SPACE, SPACE_GROUP
from contract.organization.organizations import GROUP, SEARCH_ORGANIZATION
from contract.organization.search import SearchQuery
from service.http.paging import PAGE_SIZE, PagedListing, cursor, envelope, read_cursor
from service.http.request_context import RequestContext
from service.http.routing import RouteGroup
from service.search.pages import Search
from service.search.results import found_page
from service.search.spaces import Place, best_spaces
from service.storage.documents import extended, text
from service.tables.content import space

group = RouteGroup(GROUP, __name__)
space_group = RouteGroup(SPACE_GROUP, f"{__name__}_of_space")

MAX_PAGES = 10
"""Pages of a space that an answer shows."""


@group.serves(SEARCH_ORGANIZATION)
def search_organization(call: RequestContext, organization_id: str, query: SearchQuery) -> str:
    """The spaces with pages that have all the words, best matches first; none for a query without words."""
    search = Search.from_query(organization_id, query.query)
    if not search.words:
        return envelope([], None)
    found, following = _page(call, search, query)
    passages: dict[str, list[Row[Any]]] = {row.id: [] for row in found}
    for passage in call.connection.execute(search.passages(list(passages))):
        passages[passage.space].append(passage)
    items = (_found_space(search, row, passages[row.id]) for row in found)
    return call.render(envelope(items, following))


def _page(call: RequestContext, search: Search, query: SearchQuery) -> tuple[Sequence[Row[Any]], str | None]:
    """The spaces after the query's cursor, and the cursor of the next page."""
    listing = f"search {query.query} {search.organization}"
    after = None if query.page is MISSING else Place(*read_cursor(query.page, listing, len(Place._fields)))
    limit = PAGE_SIZE if query.limit is MISSING else query.limit
    # One more than the page holds tells whether another page follows.
    places = best_spaces(call.connection, search, limit + 1, after)
    shown = places[:limit]
    rows: Select[Any] = select(space.c.number, space.c.id, space.c.title).where(
        space.c.number.in_([each.number for each in shown])
    )
    by_number: dict[int, Row[Any]] = {row.number: row for row in call.connection.execute(rows)}
    following = cursor(listing, shown[-1]) if len(places) > limit else None
    return [by_number[each.number] for each in shown], following


def _found_space(search: Search, row: Row[Any], passages: Iterable[Row[Any]]) -> str:
    by_page = groupby(passages, attrgetter("page"))
    pages = [found_page(search, row.id, page, list(parts)) for page, parts in islice(by_page, MAX_PAGES)]
    return extended(text({"id": row.id, "title": row.title}), pages=f"[{','.join(pages)}]")


@space_group.serves(SEARCH_SPACE)
def search_space(call: RequestContext, space_id: str, query: SearchQuery) -> str:
    """The pages that have all the words, best matches first; none for a query without words."""
    search = Search.from_query(call.organization, query.query)
    if not search.words:
        return envelope([], None)
    pages = search.pages_of_a_space()
    listing = PagedListing(f"space search {query.query}", select(pages.c.page), [pages.c.rank, pages.c.number])
    # The organization stands in the cursors: it is no condition, since the space is of one.
    found, following = listing.rows(call, query, {"organization": call.organization, "space": space_id})
    parts: defaultdict[str, list[Row[Any]]] = defaultdict(list)
    wanted = search.passages([space_id], [row.page for row in found])
    for passage in call.connection.execute(wanted):
        parts[passage.page].append(passage)
    items = (found_page(search, space_id, row.page, parts[row.page]) for row in found)
    return call.render(envelope(items, following))
