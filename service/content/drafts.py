"""Reads pages from a folder of Markdown files.

`02-rates.md` is a page and `02-rates/` holds the pages below it; the number orders them. The file begins with the
title as a heading; a line in _italics_ under it is the description. `05-help.json` is a page without a text, such as a
group of pages: the file holds its fields.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from pydantic_core import from_json

from service.content.leaves import Leaf, arrange_leaves
from service.slugs import build_slug
from service.storage.documents import Fields, new_id

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
    """A page before it is stored. An empty `id` is replaced by a random one; `more` are further fields."""

    title: str
    description: str
    markdown: str
    pages: tuple["PageDraft", ...] = ()
    id: str = ""
    more: Fields = field(default_factory=dict)


def read_folder(folder: Path, ids: str = "") -> tuple[PageDraft, ...]:
    """Read the pages of a folder. `ids` is the prefix of their ids, followed by file names."""
    files = sorted(file for file in folder.glob("*.*") if file.suffix in {".md", ".json"})
    return tuple(read_page(file, ids) for file in files)


def arrange_drafts(drafts: Sequence[PageDraft], now: str) -> list[Leaf]:
    """Turn drafts into leaves, each parent before its children."""
    return arrange_leaves(_flatten(drafts, None, now))


def to_leaf(draft: PageDraft, parent: str | None, now: str) -> Leaf:
    """Turn a draft into a leaf without a position."""
    fields: Fields = {"title": draft.title, "createdAt": now, "updatedAt": now, "type": "document", **draft.more}
    if fields["type"] == "document":
        fields = {"description": draft.description, "layout": LAYOUT, **fields}
    own_slug = build_slug(draft.title)
    return Leaf(draft.id or new_id("page"), parent, own_slug, own_slug, fields, draft.markdown, new_id("document"))


def _flatten(drafts: Sequence[PageDraft], parent: str | None, now: str) -> Iterator[Leaf]:
    for draft in drafts:
        leaf = to_leaf(draft, parent, now)
        yield leaf
        yield from _flatten(draft.pages, leaf.id, now)


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
