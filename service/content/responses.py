"""Serializes revisions, pages and files. Computed pages are rendered on request."""

from collections.abc import Mapping
from typing import Any, cast

from sqlalchemy import Connection, Row, bindparam, select

from contract.authoring.content import ContentQuery, FilesQuery, PageQuery
from service.content.rich_text import parse_rich_text
from service.content.spaces import Version
from service.http.paging import PagedListing
from service.http.request_context import RequestContext
from service.openapi.outline import SpecOperation, list_operations
from service.storage.documents import Fields, array_json, as_json, extend_json, find_row, parse_fields, urls_json
from service.tables.content import file, openapi_spec, openapi_version, page, revision, revision_file

_NONE = "There is no version of this specification yet."

AnyRow = Row[*tuple[Any, ...]]

_ALL_FILES = select(file.c.document, file.c.git).join(revision_file, revision_file.c.file == file.c.number)
_OF_REVISION = revision_file.c.revision == bindparam("revision")
_FILES = _ALL_FILES.where(_OF_REVISION)
# A filter rather than part of the scope, so that cursors stay valid when a new revision is added.
FILES = PagedListing("files", _ALL_FILES, [file.c.number], {"revision": _OF_REVISION})


def _computed_markdown(connection: Connection, organization_id: str, computed: Fields) -> str:
    props = cast("dict[str, str]", computed["props"])
    rows = (
        select(openapi_version.c.content)
        .join(openapi_spec)
        .where(openapi_spec.c.organization == organization_id, openapi_spec.c.slug == props["spec"])
        .order_by(openapi_version.c.place)
        .limit(1)
    )
    newest = connection.scalar(rows)
    return _NONE if newest is None else "\n\n".join(_operation_markdown(each) for each in list_operations(newest))


def _operation_markdown(operation: SpecOperation) -> str:
    call = f"{operation.method} {operation.path}"
    head = " ".join(operation.summary.split()) or call
    return f"## {head}\n\n```http\n{call}\n```"


def revision_json(connection: Connection, version: Version, query: ContentQuery) -> str:
    rows = select(revision.c.document, revision.c.git).where(revision.c.id == version.revision)
    own = connection.execute(rows).one()
    files = connection.execute(_FILES.order_by(file.c.number), {"revision": version.revision})
    items = array_json(_add_git_pointer(row, query) for row in files)
    return extend_json(_add_git_pointer(own, query), pages=pages_json(connection, version, query), files=items)


def pages_json(connection: Connection, version: Version, query: ContentQuery, above: str = "") -> str:
    """Serialize the tree of pages, or the pages below the path `above`."""
    columns = (page.c.id, page.c.parent, page.c.path, page.c.document, page.c.git)
    rows = select(*columns).where(page.c.revision == version.revision).order_by(page.c.position)
    if above:
        rows = rows.where(page.c.path.startswith(f"{above}/", autoescape=True))
    found = connection.execute(rows).all()
    ids = {row.id for row in found}
    below: dict[str | None, list[str]] = {}
    for row in reversed(found):  # children follow their parent, so they are complete first
        items = below.pop(row.id, [])
        own = extend_json(page_json(row, version, query), pages=array_json(reversed(items)))
        below.setdefault(row.parent if row.parent in ids else None, []).append(own)
    return array_json(reversed(below.get(None, [])))


def page_json(row: AnyRow, version: Version, query: ContentQuery) -> str:
    """Serialize a page without its text or the pages below it."""
    urls = urls_json({"app": version.page_url(row.path)})
    return extend_json(_add_git_pointer(row, query), urls=urls)


def page_with_text_json(connection: Connection, version: Version, page_id: str, query: PageQuery) -> str:
    """Serialize a page with its text. Raises NotFound."""
    rows = select(page).where(page.c.revision == version.revision, page.c.id == page_id)
    row = find_row(connection, rows, "This content has no page with this id.")
    own = extend_json(page_json(row, version, query), pages=pages_json(connection, version, query, row.path))
    markdown = _page_markdown(connection, version, row, query)
    if markdown is None:
        return own
    if query.format == "document":
        return extend_json(own, document=as_json(parse_rich_text(markdown)))
    return extend_json(own, markdown=as_json(markdown))


def _page_markdown(connection: Connection, version: Version, row: AnyRow, query: PageQuery) -> str | None:
    fields = parse_fields(row.document)
    if "computed" in fields:
        computed = cast("Fields", fields["computed"])
        return None if query.computed is False else _computed_markdown(connection, version.organization, computed)
    return row.markdown if fields["type"] == "document" else None


def files_json(call: RequestContext, version: Version, query: FilesQuery) -> str:
    """List files as JSON, oldest first."""
    filters: Mapping[str, object] = {"revision": version.revision}
    return FILES.page(call, query, version.name, filters, lambda row: _add_git_pointer(row, query))


def file_json(connection: Connection, version: Version, file_id: str, query: ContentQuery) -> str:
    """Serialize a file. Raises NotFound."""
    missing, given = "This content has no file with this id.", {"revision": version.revision}
    return _add_git_pointer(find_row(connection, _FILES.where(file.c.id == file_id), missing, given), query)


def _add_git_pointer(row: AnyRow, query: ContentQuery) -> str:
    shown = row.git is not None and query.metadata is not False
    return extend_json(row.document, git=row.git) if shown else str(row.document)
