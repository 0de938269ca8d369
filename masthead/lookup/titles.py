"""The title of a space that no answer told yet. The API has no read for one space, but its search names the spaces."""

from collections.abc import Sequence

from pydantic import MISSING

from contract.authoring.content import LIST_PAGES, ContentQuery
from contract.authoring.pages import Page
from contract.organization.organizations import SEARCH_ORGANIZATION
from contract.organization.search import QUERY_MAX, SearchQuery
from contract.schema.listing import LIMIT_MAX
from masthead.client import Api


def find_space_title(api: Api, organization: str, space: str) -> str:
    """Found by a page of it; empty where the search does not find that. Raises a Problem."""
    tree = api.read(LIST_PAGES, space, query=ContentQuery(metadata=False, computed=False))
    words = _first_document(tree.pages)[:QUERY_MAX]
    if not words:
        return ""
    found = api.read(SEARCH_ORGANIZATION, organization, query=SearchQuery(query=words, limit=LIMIT_MAX))
    return next((each.title for each in found.items if each.id == space), "")


def _first_document(pages: Sequence[Page]) -> str:
    for page in pages:
        below = [] if page.pages is MISSING else page.pages
        if title := page.title if page.type == "document" else _first_document(below):
            return title
    return ""
