"""Search in all spaces of an organization."""

from collections.abc import Iterable, Sequence
from itertools import groupby, islice
from operator import attrgetter
from typing import Any

from pydantic_core import from_json
from sqlalchemy import Row, select

from contract.organizations import GROUP, SEARCH_ORGANIZATION
from contract.search import SearchQuery
from service.call import Call
from service.content.addresses import page_address
from service.content.excerpt import excerpt
from service.documents import extended, stored, text
from service.paging import Listing, envelope
from service.registrar import Group
from service.search import Search

group = Group(GROUP, __name__)

MOST_PAGES, MOST_SECTIONS = 10, 5
"""Pages of a space, and sections of a page, that an answer shows."""


@group.serves(SEARCH_ORGANIZATION)
def search_organization(call: Call, organization_id: str, query: SearchQuery) -> str:
    """The spaces with pages that have all the words, best matches first; none for a query without words."""
    search = Search.of(organization_id, query.query)
    if not search.words:
        return envelope([], None)
    spaces = search.spaces()
    listing = Listing(f"search {query.query}", select(spaces.c.id, spaces.c.title), [spaces.c.rank, spaces.c.number])
    found, following = listing.rows(call, query, {"organization": organization_id})
    passages: dict[str, list[Row[Any]]] = {row.id: [] for row in found}
    for passage in call.connection.execute(search.passages(list(passages)), {"organization": organization_id}):
        passages[passage.space].append(passage)
    items = (_space(search, row, passages[row.id]) for row in found)
    return call.answered(envelope(items, following))


def _space(search: Search, row: Row[Any], passages: Iterable[Row[Any]]) -> str:
    by_page = groupby(passages, attrgetter("page"))
    pages = [_page(search, row.id, page, list(parts)) for page, parts in islice(by_page, MOST_PAGES)]
    return extended(text({"id": row.id, "title": row.title}), pages=f"[{','.join(pages)}]")


def _page(search: Search, space_id: str, page_id: str, parts: Sequence[Row[Any]]) -> str:
    said = from_json(parts[0].document)
    fields = {"id": page_id, "title": said["page"], "path": said["path"]}
    sections = ",".join(_section(search, space_id, part) for part in parts[:MOST_SECTIONS])
    address = page_address(search.organization, space_id, said["path"])
    return extended(stored(fields, {"urls": {"app": address}}), sections=f"[{sections}]")


def _section(search: Search, space_id: str, part: Row[Any]) -> str:
    """The part of a page; what stands before the first heading goes by the page's own id and title."""
    said = from_json(part.document)
    path = f"{said['path']}#{part.section}" if part.section else said["path"]
    body = excerpt(said["body"], search.words)
    fields = {"id": part.section or part.page, "title": said["title"] or said["page"], "path": path, "body": body}
    return stored(fields, {"urls": {"app": page_address(search.organization, space_id, path)}})
