"""Serializes the links of a page and the backlinks of a file, with the linked resources embedded."""

from collections.abc import Iterable, Sequence
from typing import Any, cast

from pydantic import MISSING
from pydantic_core import from_json
from sqlalchemy import Connection, and_, bindparam, func, select

from contract.authoring.content import ContentQuery, PageLinksQuery
from contract.schema.endpoint import ListQuery
from service.content.links import BROKEN
from service.content.responses import page_json
from service.content.spaces import Version, find_current_version
from service.http.paging import PagedListing, envelope_json
from service.http.request_context import RequestContext
from service.identity.organizations import remove_billing
from service.storage.documents import (
    Fields,
    array_json,
    as_json,
    extend_json,
    parse_fields,
    remove_permissions,
    split_batches,
)
from service.tables.content import file, page, page_link, space
from service.tables.identity import organization

_PAGE = (page.c.id, page.c.path, page.c.document, page.c.git)

LINKS = PagedListing(
    "page links",
    select(page_link.c.status, page_link.c.document).where(page_link.c.page == bindparam("page_id")),
    [page_link.c.position],
    {
        "revision": page_link.c.revision == bindparam("revision"),
        "status": page_link.c.status == bindparam("status"),
    },
)

BACKLINKS = PagedListing(
    "file backlinks",
    select(page_link.c.page, page_link.c.document)
    .join(page, and_(page.c.revision == page_link.c.revision, page.c.id == page_link.c.page))
    .where(page_link.c.file == bindparam("file_id")),
    [page.c.position, page_link.c.position],
    {"revision": page_link.c.revision == bindparam("revision")},
)


class References:
    """Serializes references to resources in one version of a space, and to other spaces of its organization."""

    def __init__(self, connection: Connection, version: Version) -> None:
        self._connection, self._version = connection, version
        own = select(organization.c.document).where(organization.c.id == version.organization)
        self._organization = remove_billing(remove_permissions(str(connection.scalar(own))))
        self._space = str(connection.scalar(select(space.c.document).where(space.c.id == version.space)))
        self._pages: dict[str, str] = {}
        self._files: dict[str, str] = {}

    def load(self, pages: Iterable[str], files: Iterable[str] = ()) -> None:
        """Load pages and files by id, before references to them are serialized."""
        of_revision = select(*_PAGE).where(page.c.revision == self._version.revision)
        for some in split_batches(pages):
            for row in self._connection.execute(of_revision.where(page.c.id.in_(some))):
                self._pages[row.id] = page_json(row, self._version, ContentQuery())
        for some in split_batches(files):
            rows = select(file.c.id, file.c.document).where(file.c.id.in_(some))
            self._files |= {row.id: row.document for row in self._connection.execute(rows)}

    def page_json(self, page_id: str, anchor: str | None = None) -> str:
        """Serialize a reference to a loaded page, or to a section of it."""
        return self._reference_json("page", self._version.context, anchor, page=self._pages[page_id])

    def file_json(self, file_id: str) -> str:
        """Serialize a reference to a loaded file."""
        return self._reference_json("file", self._version.context, None, file=self._files[file_id])

    def file_place_json(self, file_id: str, page_id: str, anchor: str | None) -> str:
        """Serialize a reference to a file, with the page or section that shows it."""
        parts = {"file": self._files[file_id], "page": self._pages[page_id]}
        return self._reference_json("file", self._version.context, anchor, **parts)

    def target_reference_json(self, target: Fields) -> str:
        """Serialize a reference to a link's target, given in the form that links.py stores."""
        if target["kind"] == "page":
            return self.page_json(str(target["page"]), str(target["anchor"]) if "anchor" in target else None)
        if target["kind"] == "file":
            return self.file_json(str(target["file"]))
        if target["kind"] == "app":
            return self._app_reference_json(target)
        return as_json(target)

    def _app_reference_json(self, target: Fields) -> str:
        rows = select(space.c.document).where(
            space.c.organization == self._version.organization, space.c.id == target["space"]
        )
        document = self._connection.scalar(rows)
        if document is None:
            return as_json({"kind": "url", "url": target["url"]})
        shown_space = remove_permissions(document)
        there = Version(self._version.organization, str(target["space"]), str(parse_fields(document)["revision"]))
        row = self._connection.execute(
            select(*_PAGE).where(page.c.revision == there.revision, page.c.path == target["path"])
        ).first()
        if row is None:
            return extend_json('{"kind":"space"}', organization=self._organization, space=shown_space)
        anchor = str(target["anchor"]) or None
        shown = page_json(row, there, ContentQuery())
        return self._reference_json("page", there.context, anchor, space=shown_space, page=shown)

    def _reference_json(self, kind: str, context: Fields, anchor: str | None, **parts: str) -> str:
        location = {"internalLocation": as_json({"type": "anchor", "anchor": anchor})} if anchor else {}
        own = {"organization": self._organization, "space": self._space, "versionContext": as_json(context)}
        return extend_json(as_json({"kind": kind}), **(own | parts | location))


def links_json(call: RequestContext, version: Version, page_id: str, query: ListQuery) -> str:
    """Serialize the links of a page, each address once, with statistics."""
    status = query.status if isinstance(query, PageLinksQuery) else MISSING
    filters = {"revision": version.revision} | ({} if status is MISSING else {"status": status})
    rows, following = LINKS.rows(call, query, {**version.name, "page_id": page_id}, filters)
    targets = [(row.status, from_json(row.document)) for row in rows]
    references = References(call.connection, version)
    references.load([page_id, *_target_ids("page", targets)], _target_ids("file", targets))
    items = [_link_json(references, page_id, *each) for each in targets]
    return extend_json(envelope_json(items, following), stats=_stats_json(call, version, page_id))


def backlinks_json(call: RequestContext, version: Version, file_id: str, query: ListQuery) -> str:
    """Serialize the places that link to a file, in page order."""
    scope = {**version.name, "file_id": file_id}
    rows, following = BACKLINKS.rows(call, query, scope, {"revision": version.revision})
    references = References(call.connection, version)
    references.load((row.page for row in rows), [file_id])
    items = [references.file_place_json(file_id, row.page, from_json(row.document)["from"][0]) for row in rows]
    return envelope_json(items, following)


def _target_ids(kind: str, targets: Sequence[tuple[str, Fields]]) -> list[str]:
    return [str(target[kind]) for _, target in targets if target["kind"] == kind]


def _link_json(references: References, page_id: str, status: str, target: Fields) -> str:
    anchors = cast("list[str | None]", target.pop("from"))
    places = [references.page_json(page_id, anchor) for anchor in anchors]
    return extend_json(
        as_json({"status": status, "relation": "reference"}),
        targetReference=references.target_reference_json(target),
        locationReferences=array_json(places),
    )


def _stats_json(call: RequestContext, version: Version, page_id: str) -> str:
    own = (page_link.c.revision == version.revision, page_link.c.page == page_id)
    rows = select(page_link.c.status, func.count().label("links")).where(*own).group_by(page_link.c.status)
    counts = {row.status: row.links for row in call.connection.execute(rows)}
    broken = {"total": counts.get(BROKEN, 0)}
    if version.change_request:
        # Links that are broken in the space too weren't broken by the change request.
        main = find_current_version(call.connection, version.space)
        broken["changeRequest"] = len(_list_broken(call, version, page_id) - _list_broken(call, main, page_id))
    return as_json({"total": sum(counts.values()), "broken": broken})


def _list_broken(call: RequestContext, version: Version, page_id: str) -> set[str]:
    rows = select(page_link.c.document).where(
        page_link.c.revision == version.revision, page_link.c.page == page_id, page_link.c.status == BROKEN
    )
    targets: list[dict[str, Any]] = [from_json(document) for document in call.connection.scalars(rows)]
    return {as_json({name: value for name, value in target.items() if name != "from"}) for target in targets}
