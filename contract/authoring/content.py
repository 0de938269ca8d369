"""The content of spaces and change requests: revisions, pages, files, links and imports."""

from typing import Annotated, Literal

from pydantic import MISSING

from contract.authoring.comments import ContentFormat
from contract.authoring.pages import Revision, SpaceFile, SpacePage, SpacePages
from contract.organization.search import SearchQuery, SpaceSearchItem
from contract.schema.endpoint import EndpointGroup, Flag, ListQuery, Query
from contract.schema.fields import AnyHttpUri, ContractModel, Count, DefaultValue, OpenEnum
from contract.schema.references import PageLinks, Reference

_CONTENT_GROUP = EndpointGroup("Space content")
_PROPOSED_GROUP = EndpointGroup("Change request content")

# Known values from the public API description, 0.91.0 and 0.130.0; 0.146.0 no longer has imports.
_SOURCES = "website docx markdown html zip confluence github-wiki notion google-docs dropbox-paper quip open-api"
IMPORT_SOURCES = tuple(_SOURCES.split())

TrueWhenAbsent = Annotated[Flag, DefaultValue(value=True)]


class ContentQuery(Query):
    """A query for content.

    If `metadata` is false, Git metadata is left out. If `computed` is false, computed content is skipped.
    """

    metadata: TrueWhenAbsent | MISSING = MISSING
    computed: TrueWhenAbsent | MISSING = MISSING


class FilesQuery(ListQuery, ContentQuery):
    """A content query for a paged listing of files."""


class PageQuery(ContentQuery):
    """A content query that also sets the format of the page's text."""

    format: ContentFormat | MISSING = MISSING


class PageLinksQuery(ListQuery):
    """Filters a page's links by status."""

    status: Literal["ok", "broken", "in-app"] | MISSING = MISSING


class ContentImport(ContractModel):
    """The source to import from."""

    url: AnyHttpUri
    source: Annotated[str, OpenEnum(*IMPORT_SOURCES)]


class ImportResult(ContractModel):
    """The revision that an import created, and the number of resources found and imported."""

    revision: str
    importedResources: Count
    totalResources: Count


_SPACE = "/v1/spaces/{spaceId}"
_CONTENT = _SPACE + "/content"
_PROPOSED = _SPACE + "/change-requests/{changeRequestId}/content"
_FILE = "/files/{fileId}"
_PAGE = "/page/{pageId}"

SEARCH_SPACE = _CONTENT_GROUP.list("searchSpace", _SPACE + "/search", SpaceSearchItem, SearchQuery)
GET_CONTENT = _CONTENT_GROUP.get("getContent", _CONTENT, Revision, ContentQuery)
IMPORT_CONTENT = _CONTENT_GROUP.post("importContent", _CONTENT + "/import", ContentImport, ImportResult, 201)
LIST_PAGES = _CONTENT_GROUP.get("listPages", _CONTENT + "/pages", SpacePages, ContentQuery)
LIST_FILES = _CONTENT_GROUP.list("listFiles", _CONTENT + "/files", SpaceFile, FilesQuery)
GET_FILE = _CONTENT_GROUP.get("getFile", _CONTENT + _FILE, SpaceFile, ContentQuery)
LIST_FILE_BACKLINKS = _CONTENT_GROUP.list("listFileBacklinks", _CONTENT + _FILE + "/backlinks", Reference)
GET_PAGE = _CONTENT_GROUP.get("getPage", _CONTENT + _PAGE, SpacePage, PageQuery)
LIST_PAGE_LINKS = _CONTENT_GROUP.get(
    "listPageLinks", _CONTENT + _PAGE + "/links", PageLinks, PageLinksQuery, listing=True
)

GET_PROPOSED_CONTENT = _PROPOSED_GROUP.get("getProposedContent", _PROPOSED, Revision, ContentQuery)
IMPORT_PROPOSED_CONTENT = _PROPOSED_GROUP.post(
    "importProposedContent", _PROPOSED + "/import", ContentImport, ImportResult, 201
)
LIST_PROPOSED_PAGES = _PROPOSED_GROUP.get("listProposedPages", _PROPOSED + "/pages", SpacePages, ContentQuery)
LIST_PROPOSED_FILES = _PROPOSED_GROUP.list("listProposedFiles", _PROPOSED + "/files", SpaceFile, FilesQuery)
GET_PROPOSED_FILE = _PROPOSED_GROUP.get("getProposedFile", _PROPOSED + _FILE, SpaceFile, ContentQuery)
LIST_PROPOSED_FILE_BACKLINKS = _PROPOSED_GROUP.list(
    "listProposedFileBacklinks", _PROPOSED + _FILE + "/backlinks", Reference
)
GET_PROPOSED_PAGE = _PROPOSED_GROUP.get("getProposedPage", _PROPOSED + _PAGE, SpacePage, PageQuery)
# The contract has no `status` filter here, unlike for the content of a space.
LIST_PROPOSED_PAGE_LINKS = _PROPOSED_GROUP.get(
    "listProposedPageLinks", _PROPOSED + _PAGE + "/links", PageLinks, ListQuery, listing=True
)
