"""Pages of a revision: position in the tree, fields and text."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from pydantic import JsonValue
from sqlalchemy import Connection, Row, select

from service.slugs import FreeSlugs
from service.storage.documents import Fields, new_id, parse_fields
from service.tables.content import page

WITHOUT_PATH = frozenset({"link"})
"""Types of pages without a path."""


@dataclass(frozen=True)
class Leaf:
    """A page of a revision. `parent` is the id of the page above it, None at the top.

    `fields` follow the contract, without position and text. `version` changes whenever the page does. `git`
    is JSON.
    """

    id: str
    parent: str | None
    slug: str
    path: str
    fields: Fields
    markdown: str
    version: str
    git: str | None = None

    @property
    def title(self) -> str:
        return str(self.fields["title"])

    @property
    def description(self) -> str:
        return str(self.fields.get("description", ""))

    def with_fields(self, **fields: JsonValue) -> "Leaf":
        """Return a copy with these fields and the same version, for a page that isn't stored yet."""
        return replace(self, fields={**self.fields, **fields})

    def changed(self, now: str, markdown: str | None = None, **fields: str) -> "Leaf":
        """Return a copy with these changes, a new version and no Git pointer."""
        text = self.markdown if markdown is None else markdown
        new_fields = {**self.fields, **fields, "updatedAt": now}
        return replace(self, fields=new_fields, markdown=text, version=new_id("document"), git=None)


def list_leaves(connection: Connection, revision_id: str) -> list[Leaf]:
    """List the pages of a revision, each parent before its children."""
    rows = connection.execute(select(page).where(page.c.revision == revision_id).order_by(page.c.position))
    return [_parse_leaf(row) for row in rows]


def arrange_leaves(leaves: Iterable[Leaf]) -> list[Leaf]:
    """Order pages so that parents precede children, and give each a unique path.

    Siblings keep their order. A page with an unknown parent, or inside a cycle, moves to the top.
    """
    given = list(leaves)
    ids = {leaf.id for leaf in given}
    below: dict[str | None, list[Leaf]] = {}
    for leaf in given:
        below.setdefault(leaf.parent if leaf.parent in ids else None, []).append(leaf)
    placed = _with_paths(below, None, "")
    if len(placed) == len(given):
        return placed
    found = {leaf.id for leaf in placed}
    # Pages that a walk from the top doesn't reach form a cycle; moving one of them to the top breaks it.
    orphan = next(leaf for leaf in given if leaf.id not in found)
    return arrange_leaves(replace(leaf, parent=None) if leaf is orphan else leaf for leaf in given)


def _with_paths(below: dict[str | None, list[Leaf]], parent: str | None, path: str) -> list[Leaf]:
    placed: list[Leaf] = []
    taken = FreeSlugs()
    for leaf in below.get(parent, ()):
        slug = taken.take(leaf.slug)
        here = replace(leaf, parent=parent, slug=slug, path=f"{path}{slug}")
        placed += [here, *_with_paths(below, leaf.id, f"{here.path}/")]
    return placed


def _parse_leaf(row: Row[Any]) -> Leaf:
    fields = parse_fields(row.document)
    for name in ("id", "slug", "path", "documentId", "computedSeed"):
        fields.pop(name, None)
    slug = row.path.rpartition("/")[2]
    return Leaf(row.id, row.parent, slug, row.path, fields, row.markdown, row.version, row.git)
