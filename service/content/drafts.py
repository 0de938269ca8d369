"""Pages as they are written, before they are kept: a tree, read from a folder of Markdown files.

`02-rates.md` is a page and `02-rates/` holds the pages below it; the number orders them. The file begins with the
title as a heading; a line in _italics_ under it is the description.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from service.ids import new_id
from service.slugs import free_slug, slug

_HEAD = re.compile(r"# (?P<title>.+)\n(?:\n_(?P<description>.+)_\n)?")


@dataclass(frozen=True)
class Draft:
    """A page with those below it. Without an id it gets one when it is placed."""

    title: str
    description: str
    markdown: str
    pages: tuple["Draft", ...] = ()
    id: str = ""


@dataclass(frozen=True)
class Placed:
    """A draft at its place: `path` leads from the top, `parent` is the id of the page above it."""

    id: str
    draft: Draft
    slug: str
    path: str
    parent: str | None


def read_folder(folder: Path, ids: str = "") -> tuple[Draft, ...]:
    """The pages of a folder; `ids` begins their ids, which go on with the name of the file."""
    return tuple(_read_page(file, ids) for file in sorted(folder.glob("*.md")))


def place(drafts: Sequence[Draft], above: Placed | None = None) -> Iterator[Placed]:
    """Every page, those above before those below."""
    taken: set[str] = set()
    for draft in drafts:
        own = free_slug(slug(draft.title), taken)
        taken.add(own)
        path = f"{above.path}/{own}" if above else own
        here = Placed(draft.id or new_id("page"), draft, own, path, above.id if above else None)
        yield here
        yield from place(draft.pages, here)


def _read_page(file: Path, ids: str) -> Draft:
    written = file.read_text(encoding="utf-8")
    head = _HEAD.match(written)
    if head is None:
        raise ValueError(f"{file} does not begin with a title")
    own_id = f"{ids}_{file.stem.partition('-')[2]}" if ids else ""
    below = read_folder(file.with_suffix(""), own_id)
    return Draft(head["title"].strip(), head["description"] or "", written[head.end() :].strip(), below, own_id)
