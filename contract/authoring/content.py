"""The content of a space, as it is and as a change request would make it: what can be asked and done."""

from typing import Annotated, Literal

from pydantic import MISSING

from contract.authoring.comments import ContentFormat
from contract.authoring.pages import Page, Pages
from contract.authoring.revisions import File, Revision
from contract.organization.search import SearchQuery, SpaceSearchItem
from contract.schema.annotations import AbsentMeans, OpenEnum
from contract.schema.endpoint import Endpoint
from contract.schema.fields import AnyHttpUri, ContractModel, Count
from contract.schema.listing import Flag, Listing, ListQuery, Query
from contract.schema.references import PageLinks, Reference

SPACE_GROUP = "Space content"
CHANGE_REQUEST_GROUP = "Change request content"

IMPORT_SOURCES = (
    "website",
    "docx",
    "markdown",
    "html",
    "zip",
    "confluence",
    "github-wiki",
    "notion",
    "google-docs",
    "dropbox-paper",
    "quip",
    "open-api",
)

TrueWhenAbsent = Annotated[Flag, AbsentMeans(value=True)]


class ContentQuery(Query):
    """`metadata` false leaves out what git changes, `computed` false skips content that must be computed."""

    metadata: TrueWhenAbsent | MISSING = MISSING
    computed: TrueWhenAbsent | MISSING = MISSING


class FilesQuery(ListQuery, ContentQuery):
    """Like ContentQuery, for a paged listing."""


class PageQuery(ContentQuery):
    """Like ContentQuery, with the format of the text."""

    format: ContentFormat | MISSING = MISSING


class PageLinksQuery(ListQuery):
    """Only the links in one state."""

    status: Literal["ok", "broken", "in-app"] | MISSING = MISSING


class ContentImport(ContractModel):
    """Source of an import."""

    url: AnyHttpUri
    source: Annotated[str, OpenEnum(*IMPORT_SOURCES)]


class ImportResult(ContractModel):
    """The revision that an import made, and how much of what was found it took in."""

    revision: str
    importedResources: Count
    totalResources: Count


_SPACE = "/v1/spaces/{spaceId}"
_CONTENT = _SPACE + "/content"
_PROPOSED = _SPACE + "/change-requests/{changeRequestId}/content"
_FILE = "/files/{fileId}"
_PAGE = "/page/{pageId}"

SEARCH_SPACE = Endpoint(
    SPACE_GROUP,
    "searchSpace",
    "GET",
    _SPACE + "/search",
    200,
    Listing[SpaceSearchItem],
    query=SearchQuery,
    listing=True,
)
GET_CONTENT = Endpoint(SPACE_GROUP, "getContent", "GET", _CONTENT, 200, Revision, query=ContentQuery)
IMPORT_CONTENT = Endpoint(
    SPACE_GROUP, "importContent", "POST", _CONTENT + "/import", 201, ImportResult, body=ContentImport
)
LIST_PAGES = Endpoint(SPACE_GROUP, "listPages", "GET", _CONTENT + "/pages", 200, Pages, query=ContentQuery)
LIST_FILES = Endpoint(
    SPACE_GROUP, "listFiles", "GET", _CONTENT + "/files", 200, Listing[File], query=FilesQuery, listing=True
)
GET_FILE = Endpoint(SPACE_GROUP, "getFile", "GET", _CONTENT + _FILE, 200, File, query=ContentQuery)
LIST_FILE_BACKLINKS = Endpoint(
    SPACE_GROUP,
    "listFileBacklinks",
    "GET",
    _CONTENT + _FILE + "/backlinks",
    200,
    Listing[Reference],
    query=ListQuery,
    listing=True,
)
GET_PAGE = Endpoint(SPACE_GROUP, "getPage", "GET", _CONTENT + _PAGE, 200, Page, query=PageQuery)
LIST_PAGE_LINKS = Endpoint(
    SPACE_GROUP,
    "listPageLinks",
    "GET",
    _CONTENT + _PAGE + "/links",
    200,
    PageLinks,
    query=PageLinksQuery,
    listing=True,
)

GET_PROPOSED_CONTENT = Endpoint(
    CHANGE_REQUEST_GROUP, "getProposedContent", "GET", _PROPOSED, 200, Revision, query=ContentQuery
)
IMPORT_PROPOSED_CONTENT = Endpoint(
    CHANGE_REQUEST_GROUP, "importProposedContent", "POST", _PROPOSED + "/import", 201, ImportResult, body=ContentImport
)
LIST_PROPOSED_PAGES = Endpoint(
    CHANGE_REQUEST_GROUP, "listProposedPages", "GET", _PROPOSED + "/pages", 200, Pages, query=ContentQuery
)
LIST_PROPOSED_FILES = Endpoint(
    CHANGE_REQUEST_GROUP,
    "listProposedFiles",
    "GET",
    _PROPOSED + "/files",
    200,
    Listing[File],
    query=FilesQuery,
    listing=True,
)
GET_PROPOSED_FILE = Endpoint(
    CHANGE_REQUEST_GROUP, "getProposedFile", "GET", _PROPOSED + _FILE, 200, File, query=ContentQuery
)
LIST_PROPOSED_FILE_BACKLINKS = Endpoint(
    CHANGE_REQUEST_GROUP,
    "listProposedFileBacklinks",
    "GET",
    _PROPOSED + _FILE + "/backlinks",
    200,
    Listing[Reference],
    query=ListQuery,
    listing=True,
)
GET_PROPOSED_PAGE = Endpoint(
    CHANGE_REQUEST_GROUP, "getProposedPage", "GET", _PROPOSED + _PAGE, 200, Page, query=PageQuery
)
LIST_PROPOSED_PAGE_LINKS = Endpoint(
    CHANGE_REQUEST_GROUP,
    "listProposedPageLinks",
    "GET",
    _PROPOSED + _PAGE + "/links",
    200,
    PageLinks,
    query=ListQuery,
    listing=True,
)
