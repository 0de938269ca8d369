"""Search in all spaces of an organization."""

from collections.abc import Iterable
from itertools import groupby, islice
from operator import attrgetter
from typing import Any

from sqlalchemy import Row, select

from contract.organization.organizations import GROUP, SEARCH_ORGANIZATION
from contract.organization.search import SearchQuery
from service.http.paging import PagedListing, envelope
from service.http.request_context import RequestContext
from service.http.routing import RouteGroup
from service.search.pages import Search
from service.search.results import found_page
from service.storage.documents import extended, text

group = RouteGroup(GROUP, __name__)

MAX_PAGES = 10
"""Pages of a space that an answer shows."""


@group.serves(SEARCH_ORGANIZATION)
def search_organization(call: RequestContext, organization_id: str, query: SearchQuery) -> str:
    """The spaces with pages that have all the words, best matches first; none for a query without words."""
    search = Search.from_query(organization_id, query.query)
    if not search.words:
        return envelope([], None)
    spaces = search.spaces()
    listing = PagedListing(
        f"search {query.query}", select(spaces.c.id, spaces.c.title), [spaces.c.rank, spaces.c.number]
    )
    found, following = listing.rows(call, query, {"organization": organization_id})
    passages: dict[str, list[Row[Any]]] = {row.id: [] for row in found}
    for passage in call.connection.execute(search.passages(list(passages)), {"organization": organization_id}):
        passages[passage.space].append(passage)
    items = (_space(search, row, passages[row.id]) for row in found)
    return call.render(envelope(items, following))


def _space(search: Search, row: Row[Any], passages: Iterable[Row[Any]]) -> str:
    by_page = groupby(passages, attrgetter("page"))
    pages = [found_page(search, row.id, page, list(parts)) for page, parts in islice(by_page, MAX_PAGES)]
    return extended(text({"id": row.id, "title": row.title}), pages=f"[{','.join(pages)}]")
