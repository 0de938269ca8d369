"""A revision's pages: position in the tree, fields and text. Also reads pages from a folder of Markdown files."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final

from pydantic import JsonValue
from pydantic_core import from_json
from sqlalchemy import Connection, Row, select

from service.slugs import FreeSlugs, build_slug
from service.storage.documents import Fields, create_id, parse_fields
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

    def with_changes(self, now: str, markdown: str | None = None, **fields: str) -> "Leaf":
        """Return a copy with these changes, a new version and no Git pointer."""
        text = self.markdown if markdown is None else markdown
        new_fields = {**self.fields, **fields, "updatedAt": now}
        return replace(self, fields=new_fields, markdown=text, version=create_id("document"), git=None)


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


LAYOUT: Final[Fields] = {
    "width": "default",
    "cover": True,
    "coverSize": "hero",
    "title": True,
    "description": True,
    "tableOfContents": True,
    "outline": True,
    "pagination": True,
}
"""Default layout of a page."""

_HEAD = re.compile(r"# (?P<title>.+)\n(?:\n_(?P<description>.+)_\n)?")


@dataclass(frozen=True)
class PageDraft:
    """A page before it is stored. An empty `id` is replaced by a random one; `more` contains additional fields."""

    title: str
    description: str
    markdown: str
    pages: tuple["PageDraft", ...] = ()
    id: str = ""
    more: Fields = field(default_factory=dict)


def read_folder(folder: Path, ids: str = "") -> tuple[PageDraft, ...]:
    """Read the pages in a folder. Their ids are built from the prefix `ids` and the file names.

    `02-rates.md` is a page, and `02-rates/` contains the pages below it; the number orders them. A file begins with the
    title as a heading; a line in _italics_ under it is the description. `05-help.json` is a page without text, such as
    a group of pages: the file contains its fields.
    """
    files = sorted(file for file in folder.glob("*.*") if file.suffix in {".md", ".json"})
    return tuple(read_page(file, ids) for file in files)


def arrange_drafts(drafts: Sequence[PageDraft], now: str) -> list[Leaf]:
    """Turn drafts into leaves, each parent before its children."""
    return arrange_leaves(_flatten_tree(drafts, None, now))


def build_leaf(draft: PageDraft, parent: str | None, now: str) -> Leaf:
    """Turn a draft into a leaf without a position."""
    fields: Fields = {"title": draft.title, "createdAt": now, "updatedAt": now, "type": "document", **draft.more}
    if fields["type"] == "document":
        fields = {"description": draft.description, "layout": LAYOUT, **fields}
    own_slug = build_slug(draft.title)
    return Leaf(
        draft.id or create_id("page"), parent, own_slug, own_slug, fields, draft.markdown, create_id("document")
    )


def _flatten_tree(drafts: Sequence[PageDraft], parent: str | None, now: str) -> Iterator[Leaf]:
    for draft in drafts:
        leaf = build_leaf(draft, parent, now)
        yield leaf
        yield from _flatten_tree(draft.pages, leaf.id, now)


def read_page(file: Path, ids: str) -> PageDraft:
    written = file.read_text(encoding="utf-8")
    own_id = f"{ids}_{file.stem.partition('-')[2]}" if ids else ""
    below = read_folder(file.with_suffix(""), own_id)
    if file.suffix == ".json":
        fields: Fields = from_json(written)
        return PageDraft(str(fields["title"]), "", "", below, own_id, fields)
    head = _HEAD.match(written)
    if head is None:
        raise ValueError(f"{file} does not begin with a title")
    return PageDraft(head["title"].strip(), head["description"] or "", written[head.end() :].strip(), below, own_id)
