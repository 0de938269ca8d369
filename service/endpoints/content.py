"""Content of a space: current revision, pages, files and links."""

from contract.authoring.content import (
    GET_CONTENT,
    GET_FILE,
    GET_PAGE,
    LIST_FILE_BACKLINKS,
    LIST_FILES,
    LIST_PAGE_LINKS,
    LIST_PAGES,
    SPACE_GROUP,
    ContentQuery,
    FilesQuery,
    PageLinksQuery,
    PageQuery,
)
from contract.schema.listing import ListQuery
from service.content.answers import file_text, files_text, pages_text, revision_text, whole_page_text
from service.content.link_answers import backlinks_text, links_text
from service.content.versions import check_page, current_version
from service.http.request_context import RequestContext
from service.http.routing import RouteGroup

group = RouteGroup(SPACE_GROUP, __name__)


@group.serves(GET_CONTENT)
def get_content(call: RequestContext, space_id: str, query: ContentQuery) -> str:
    """The current revision, with all its pages and files."""
    version = current_version(call.connection, space_id)
    return call.render(revision_text(call.connection, version, query))


@group.serves(LIST_PAGES)
def list_pages(call: RequestContext, space_id: str, query: ContentQuery) -> str:
    """The pages at the top, each with those below it, in the order in which they are read."""
    version = current_version(call.connection, space_id)
    return call.render(f'{{"pages":{pages_text(call.connection, version, query)}}}')


@group.serves(LIST_FILES)
def list_files(call: RequestContext, space_id: str, query: FilesQuery) -> str:
    """The files, in the order in which they came."""
    return call.render(files_text(call, current_version(call.connection, space_id), query))


@group.serves(GET_FILE)
def get_file(call: RequestContext, space_id: str, file_id: str, query: ContentQuery) -> str:
    """The file; its bytes are at `downloadURL`, which needs no token."""
    version = current_version(call.connection, space_id)
    return call.render(file_text(call.connection, version, file_id, query))


@group.serves(LIST_FILE_BACKLINKS)
def list_file_backlinks(call: RequestContext, space_id: str, file_id: str, query: ListQuery) -> str:
    """The places that link to the file or show it, in the order of the pages; each tells its page."""
    version = current_version(call.connection, space_id)
    file_text(call.connection, version, file_id, ContentQuery())
    return call.render(backlinks_text(call, version, file_id, query))


@group.serves(GET_PAGE)
def get_page(call: RequestContext, space_id: str, page_id: str, query: PageQuery) -> str:
    """The page with its text, as Markdown unless a document is asked for, and the pages right below it."""
    version = current_version(call.connection, space_id)
    return call.render(whole_page_text(call.connection, version, page_id, query))


@group.serves(LIST_PAGE_LINKS)
def list_page_links(call: RequestContext, space_id: str, page_id: str, query: PageLinksQuery) -> str:
    """The links of the page, each address once; the figures count all of them, whatever state is asked for."""
    version = current_version(call.connection, space_id)
    check_page(call.connection, version, page_id)
    return call.render(links_text(call, version, page_id, query))
