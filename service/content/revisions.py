"""Stores revisions: the pages, links and files of a space."""

from collections.abc import Iterable, Sequence

from sqlalchemy import Connection, Table, insert, literal, select

from service.content.files import list_linkable_files
from service.content.links import Targets, find_links, page_url
from service.content.pages import WITHOUT_PATH, Leaf, arrange_leaves
from service.storage.documents import Fields, as_json, extend_json, serialize_document
from service.tables.content import page, page_link, revision, revision_file

_COPIED = (page, page_link, revision_file)


def build_revision(revision_id: str, kind: str, parents: Sequence[str], now: str) -> Fields:
    """Build the fields of a revision; `kind` is the contract's type."""
    return {
        "object": "revision",
        "id": revision_id,
        "parents": list(parents),
        "createdAt": now,
        "type": kind,
        "reusableContents": [],
    }


def add_revision(
    connection: Connection,
    space: Fields,
    fields: Fields,
    leaves: Iterable[Leaf],
    files: Iterable[int] = (),
    *,
    merged_from: str | None = None,
    git: str | None = None,
) -> list[Leaf]:
    """Store a revision and return its pages in order. `merged_from` and `git` are JSON."""
    _add_row(connection, space, fields, merged_from, git)
    own = fields["id"]
    _insert_rows(connection, revision_file, [{"revision": own, "file": number} for number in files])
    pages = arrange_leaves(leaves)
    _insert_rows(connection, page, [_page_row(own, position, leaf) for position, leaf in enumerate(pages)])
    targets = Targets(str(space["organization"]), pages, list_linkable_files(connection, str(own)))
    _insert_rows(connection, page_link, [row for leaf in pages for row in _link_rows(own, leaf, targets)])
    return pages


def copy_revision(connection: Connection, space: Fields, fields: Fields, source: str) -> None:
    """Store a revision with the content of another one."""
    _add_row(connection, space, fields, None, None)
    for table in _COPIED:
        others = [column for column in table.c if column.name != "revision"]
        rows = select(literal(fields["id"]), *others).where(table.c.revision == source)
        connection.execute(insert(table).from_select(["revision", *(column.name for column in others)], rows))


def _add_row(connection: Connection, space: Fields, fields: Fields, merged_from: str | None, git: str | None) -> None:
    urls = {"app": page_url(space["organization"], space["id"], f"~/revisions/{fields['id']}")}
    document = serialize_document(fields, {"urls": urls})
    if merged_from is not None:
        document = extend_json(document, mergedFrom=merged_from)
    connection.execute(insert(revision).values(id=fields["id"], space=space["id"], document=document, git=git))


def _page_row(revision_id: object, position: int, leaf: Leaf) -> dict[str, object]:
    kind = leaf.fields["type"]
    fields: Fields = {"id": leaf.id, **leaf.fields}
    if kind not in WITHOUT_PATH:
        fields |= {"slug": leaf.slug, "path": leaf.path}
    if kind == "document":
        fields["computedSeed" if "computed" in fields else "documentId"] = leaf.version
    return {
        "revision": revision_id,
        "id": leaf.id,
        "parent": leaf.parent,
        "position": position,
        "path": leaf.path,
        "document": as_json(fields),
        "markdown": leaf.markdown,
        "version": leaf.version,
        "git": leaf.git,
    }


def _link_rows(revision_id: object, leaf: Leaf, targets: Targets) -> Iterable[dict[str, object]]:
    found = [(targets.resolve(leaf, link.address), link.anchors) for link in find_links(leaf.markdown)]
    cover = targets.resolve_cover(leaf)
    if cover is not None:
        found.insert(0, (cover, (None,)))
    for position, ((status, target), anchors) in enumerate(found):
        yield {
            "revision": revision_id,
            "page": leaf.id,
            "position": position,
            "status": status,
            "file": target.get("file"),
            "document": as_json({**target, "from": list(anchors)}),
        }


def _insert_rows(connection: Connection, table: Table, rows: list[dict[str, object]]) -> None:
    if rows:
        connection.execute(insert(table), rows)
