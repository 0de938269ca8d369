"""References as they are answered: what a link leads to and where it stands, each with the things themselves in it."""

from collections.abc import Iterable
from typing import Any

from sqlalchemy import Connection, Row, Select, select

from contract.authoring.content import ContentQuery
from service.content.answers import page_text
from service.content.versions import Version
from service.identity.organizations import without_billing
from service.storage.documents import Fields, extended, fields_of, text, without_permissions
from service.tables.content import file, page, space
from service.tables.identity import organization

_MAX_AT_ONCE = 500
_PAGE = (page.c.id, page.c.path, page.c.document, page.c.git)


class References:
    """Writes references to things in one version of a space, and to other spaces of its organization."""

    def __init__(self, connection: Connection, version: Version) -> None:
        self._connection, self._version = connection, version
        own = select(organization.c.document).where(organization.c.id == version.organization)
        self._organization = without_billing(without_permissions(str(connection.scalar(own))))
        self._space = str(connection.scalar(select(space.c.document).where(space.c.id == version.space)))
        self._pages: dict[str, str] = {}
        self._files: dict[str, str] = {}

    def load(self, pages: Iterable[str], files: Iterable[str] = ()) -> None:
        """By id; needed before references to them are written."""
        of_revision = select(*_PAGE).where(page.c.revision == self._version.revision)
        for row in self._select_in_batches(of_revision, page.c.id, pages):
            self._pages[row.id] = page_text(row, self._version, ContentQuery())
        for row in self._select_in_batches(select(file.c.id, file.c.document), file.c.id, files):
            self._files[row.id] = row.document

    def page(self, page_id: str, anchor: str | None = None) -> str:
        """To a page that was loaded, or to a section of it."""
        return self._reference("page", self._version.context, anchor, page=self._pages[page_id])

    def file(self, file_id: str) -> str:
        """To a file that was loaded."""
        return self._reference("file", self._version.context, None, file=self._files[file_id])

    def place(self, file_id: str, page_id: str, anchor: str | None) -> str:
        """To a page or section that shows a file: the reference is to the file, and names the page."""
        held = {"file": self._files[file_id], "page": self._pages[page_id]}
        return self._reference("file", self._version.context, anchor, **held)

    def target(self, target: Fields) -> str:
        """To what a link leads to, as targets.py stores it."""
        if target["kind"] == "page":
            return self.page(str(target["page"]), str(target["anchor"]) if "anchor" in target else None)
        if target["kind"] == "file":
            return self.file(str(target["file"]))
        if target["kind"] == "app":
            return self._app_reference(target)
        return text(target)

    def _app_reference(self, target: Fields) -> str:
        rows = select(space.c.document).where(
            space.c.organization == self._version.organization, space.c.id == target["space"]
        )
        document = self._connection.scalar(rows)
        if document is None:
            return text({"kind": "url", "url": target["url"]})
        shown_space = without_permissions(document)
        there = Version(self._version.organization, str(target["space"]), str(fields_of(document)["revision"]))
        row = self._connection.execute(
            select(*_PAGE).where(page.c.revision == there.revision, page.c.path == target["path"])
        ).first()
        if row is None:
            return extended('{"kind":"space"}', organization=self._organization, space=shown_space)
        anchor = str(target["anchor"]) or None
        shown = page_text(row, there, ContentQuery())
        return self._reference("page", there.context, anchor, space=shown_space, page=shown)

    def _reference(self, kind: str, context: Fields, anchor: str | None, **held: str) -> str:
        location = {"internalLocation": text({"type": "anchor", "anchor": anchor})} if anchor else {}
        own = {"organization": self._organization, "space": self._space, "versionContext": text(context)}
        return extended(text({"kind": kind}), **(own | held | location))

    def _select_in_batches(self, rows: Select[Any], column: Any, ids: Iterable[str]) -> Iterable[Row[Any]]:  # noqa: ANN401
        wanted = list(dict.fromkeys(ids))
        # Databases take only so many parameters in one statement.
        for first in range(0, len(wanted), _MAX_AT_ONCE):
            yield from self._connection.execute(rows.where(column.in_(wanted[first : first + _MAX_AT_ONCE])))
