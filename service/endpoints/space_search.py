"""Search in the pages of one space."""

from collections import defaultdict
from typing import Any

from sqlalchemy import Row, select

from contract.authoring.content import SEARCH_SPACE, SPACE_GROUP
from contract.organization.search import SearchQuery
from service.http.paging import PagedListing, envelope
from service.http.request_context import RequestContext
from service.http.routing import RouteGroup
from service.search.pages import Search
from service.search.results import found_page

group = RouteGroup(SPACE_GROUP, __name__)


@group.serves(SEARCH_SPACE)
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
