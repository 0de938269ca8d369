"""The content of spaces and change requests: revision, pages, files and links."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from contract.authoring import content
from contract.schema.endpoint import Endpoint, ListQuery
from service.change_requests import find_change_request
from service.content.references import backlinks_json, links_json
from service.content.responses import file_json, files_json, page_with_text_json, pages_json, revision_json
from service.content.spaces import Version, ensure_page, find_current_version
from service.http.request_context import RequestContext
from service.http.routing import RouteGroup
from service.storage.documents import extend_json

View = Callable[..., str]
"""Arguments: the RequestContext, the version, the remaining ids of the path, then the query."""

group = RouteGroup(__name__)


def _serve_both(endpoint: Endpoint[Any], proposed: Endpoint[Any]) -> Callable[[View], View]:

    def register(view: View) -> View:
        @group.serves(endpoint)
        @wraps(view)
        def _of_space(call: RequestContext, space_id: str, *given: object) -> str:
            return view(call, find_current_version(call.connection, space_id), *given)

        @group.serves(proposed)
        @wraps(view)
        def _of_change_request(call: RequestContext, space_id: str, change_request_id: str, *given: object) -> str:
            version = find_change_request(call.connection, space_id, change_request_id).version
            return view(call, version, *given)

        return view

    return register


@_serve_both(content.GET_CONTENT, content.GET_PROPOSED_CONTENT)
def get_content(call: RequestContext, version: Version, query: content.ContentQuery) -> str:
    """Return the current revision with all its pages and files."""
    return revision_json(call.connection, version, query)


@_serve_both(content.LIST_PAGES, content.LIST_PROPOSED_PAGES)
def list_pages(call: RequestContext, version: Version, query: content.ContentQuery) -> str:
    """List the top pages in reading order, each with the pages below it."""
    return extend_json("{}", pages=pages_json(call.connection, version, query))


@_serve_both(content.LIST_FILES, content.LIST_PROPOSED_FILES)
def list_files(call: RequestContext, version: Version, query: content.FilesQuery) -> str:
    """List the files, oldest first."""
    return files_json(call, version, query)


@_serve_both(content.GET_FILE, content.GET_PROPOSED_FILE)
def get_file(call: RequestContext, version: Version, file_id: str, query: content.ContentQuery) -> str:
    """Return the file; its bytes are at `downloadURL`, which needs no token."""
    return file_json(call.connection, version, file_id, query)


@_serve_both(content.LIST_FILE_BACKLINKS, content.LIST_PROPOSED_FILE_BACKLINKS)
def list_file_backlinks(call: RequestContext, version: Version, file_id: str, query: ListQuery) -> str:
    """List the places that link to the file or show it, in page order."""
    file_json(call.connection, version, file_id, content.ContentQuery())
    return backlinks_json(call, version, file_id, query)


@_serve_both(content.GET_PAGE, content.GET_PROPOSED_PAGE)
def get_page(call: RequestContext, version: Version, page_id: str, query: content.PageQuery) -> str:
    """Return a page and the pages below it, with its text as Markdown or as a document."""
    return page_with_text_json(call.connection, version, page_id, query)


@_serve_both(content.LIST_PAGE_LINKS, content.LIST_PROPOSED_PAGE_LINKS)
def list_page_links(call: RequestContext, version: Version, page_id: str, query: ListQuery) -> str:
    """List the links of a page, each address once, with statistics."""
    ensure_page(call.connection, version, page_id)
    return links_json(call, version, page_id, query)
