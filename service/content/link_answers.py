"""The links of a page, and the places that show a file, as they are answered."""

from collections.abc import Sequence
from typing import Any, cast

from pydantic import MISSING
from pydantic_core import from_json
from sqlalchemy import and_, bindparam, func, select

from contract.authoring.content import PageLinksQuery
from contract.schema.listing import ListQuery
from service.content.references import References
from service.content.targets import BROKEN
from service.content.versions import Version
from service.http.paging import PagedListing, envelope
from service.http.request_context import RequestContext
from service.storage.documents import Fields, extended, text
from service.tables.content import page, page_link

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


def links_text(
    call: RequestContext, version: Version, page_id: str, query: ListQuery, main: Version | None = None
) -> str:
    """Each address of a page once, with figures for all of them.

    `main` is the space's own content, where the page is a change request's: what is broken there too is not its doing.
    """
    status = query.status if isinstance(query, PageLinksQuery) else MISSING
    filters = {"revision": version.revision} | ({} if status is MISSING else {"status": status})
    rows, following = LINKS.rows(call, query, {**version.name, "page_id": page_id}, filters)
    targets = [(row.status, from_json(row.document)) for row in rows]
    references = References(call.connection, version)
    references.load([page_id, *_ids("page", targets)], _ids("file", targets))
    items = [_item(references, page_id, *each) for each in targets]
    return extended(envelope(items, following), stats=_stats(call, version, page_id, main))


def backlinks_text(call: RequestContext, version: Version, file_id: str, query: ListQuery) -> str:
    """In the order of the pages."""
    scope = {**version.name, "file_id": file_id}
    rows, following = BACKLINKS.rows(call, query, scope, {"revision": version.revision})
    references = References(call.connection, version)
    references.load((row.page for row in rows), [file_id])
    items = [references.place(file_id, row.page, from_json(row.document)["from"][0]) for row in rows]
    return envelope(items, following)


def _ids(kind: str, targets: Sequence[tuple[str, Fields]]) -> list[str]:
    return [str(target[kind]) for _, target in targets if target["kind"] == kind]


def _item(references: References, page_id: str, status: str, target: Fields) -> str:
    anchors = cast("list[str | None]", target.pop("from"))
    places = [references.page(page_id, anchor) for anchor in anchors]
    return extended(
        text({"status": status, "relation": "reference"}),
        targetReference=references.target(target),
        locationReferences=f"[{','.join(places)}]",
    )


def _stats(call: RequestContext, version: Version, page_id: str, main: Version | None) -> str:
    own = (page_link.c.revision == version.revision, page_link.c.page == page_id)
    rows = select(page_link.c.status, func.count().label("links")).where(*own).group_by(page_link.c.status)
    counts = {row.status: row.links for row in call.connection.execute(rows)}
    broken = {"total": counts.get(BROKEN, 0)}
    if main is not None:
        broken["changeRequest"] = len(_broken(call, version, page_id) - _broken(call, main, page_id))
    return text({"total": sum(counts.values()), "broken": broken})


def _broken(call: RequestContext, version: Version, page_id: str) -> set[str]:
    rows = select(page_link.c.document).where(
        page_link.c.revision == version.revision, page_link.c.page == page_id, page_link.c.status == BROKEN
    )
    targets: list[dict[str, Any]] = [from_json(document) for document in call.connection.scalars(rows)]
    return {text({name: value for name, value in target.items() if name != "from"}) for target in targets}
