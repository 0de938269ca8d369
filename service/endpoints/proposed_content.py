"""Content of a change request: pages, files and links."""

from contract.authoring.content import (
    CHANGE_REQUEST_GROUP,
    GET_PROPOSED_CONTENT,
    GET_PROPOSED_FILE,
    GET_PROPOSED_PAGE,
    LIST_PROPOSED_FILE_BACKLINKS,
    LIST_PROPOSED_FILES,
    LIST_PROPOSED_PAGE_LINKS,
    LIST_PROPOSED_PAGES,
    ContentQuery,
    FilesQuery,
    PageQuery,
)
from contract.schema.listing import ListQuery
from service.change_requests.repository import find_change_request
from service.content.answers import file_text, files_text, pages_text, revision_text, whole_page_text
from service.content.link_answers import backlinks_text, links_text
from service.content.versions import Version, check_page, current_version
from service.http.request_context import RequestContext
from service.http.routing import RouteGroup

group = RouteGroup(CHANGE_REQUEST_GROUP, __name__)


@group.serves(GET_PROPOSED_CONTENT)
def get_proposed_content(call: RequestContext, space_id: str, change_request_id: str, query: ContentQuery) -> str:
    """The change request's own revision, with all its pages and files."""
    return call.render(revision_text(call.connection, _version(call, space_id, change_request_id), query))


@group.serves(LIST_PROPOSED_PAGES)
def list_proposed_pages(call: RequestContext, space_id: str, change_request_id: str, query: ContentQuery) -> str:
    """The pages at the top, each with those below it, in the order in which they are read."""
    version = _version(call, space_id, change_request_id)
    return call.render(f'{{"pages":{pages_text(call.connection, version, query)}}}')


@group.serves(LIST_PROPOSED_FILES)
def list_proposed_files(call: RequestContext, space_id: str, change_request_id: str, query: FilesQuery) -> str:
    """The files, in the order in which they came."""
    return call.render(files_text(call, _version(call, space_id, change_request_id), query))


@group.serves(GET_PROPOSED_FILE)
def get_proposed_file(
    call: RequestContext, space_id: str, change_request_id: str, file_id: str, query: ContentQuery
) -> str:
    """The file; its bytes are at `downloadURL`, which needs no token."""
    version = _version(call, space_id, change_request_id)
    return call.render(file_text(call.connection, version, file_id, query))


@group.serves(LIST_PROPOSED_FILE_BACKLINKS)
def list_proposed_file_backlinks(
    call: RequestContext, space_id: str, change_request_id: str, file_id: str, query: ListQuery
) -> str:
    """The places that link to the file or show it, in the order of the pages; each tells its page."""
    version = _version(call, space_id, change_request_id)
    file_text(call.connection, version, file_id, ContentQuery())
    return call.render(backlinks_text(call, version, file_id, query))


@group.serves(GET_PROPOSED_PAGE)
def get_proposed_page(
    call: RequestContext, space_id: str, change_request_id: str, page_id: str, query: PageQuery
) -> str:
    """The page with its text, as Markdown unless a document is asked for, and the pages below it."""
    version = _version(call, space_id, change_request_id)
    return call.render(whole_page_text(call.connection, version, page_id, query))


@group.serves(LIST_PROPOSED_PAGE_LINKS)
def list_proposed_page_links(
    call: RequestContext, space_id: str, change_request_id: str, page_id: str, query: ListQuery
) -> str:
    """The links of the page, each address once; the figures say how many would be broken by the change request."""
    version = _version(call, space_id, change_request_id)
    check_page(call.connection, version, page_id)
    main = current_version(call.connection, space_id)
    return call.render(links_text(call, version, page_id, query, main))


def _version(call: RequestContext, space_id: str, change_request_id: str) -> Version:
    return find_change_request(call.connection, space_id, change_request_id).version
