"""Builds a PDF of a revision's pages."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, select

from service.content.files import FORMATS, list_linkable_files, read_dimensions
from service.content.leaves import Leaf, list_leaves
from service.content.links import Targets
from service.pdf.blocks import write_chapter
from service.pdf.book import Book, BookPicture, Chapter, Pictures
from service.tables.content import file

MAX_DOTS = 20_000_000
"""Most pixels of a picture; a larger one would take too much memory."""


@dataclass(frozen=True)
class PdfRequest:
    """The pages of a PDF: all of the revision, or `page` with those below it, or with `only` just that page."""

    organization: str
    revision: str
    title: str
    page: str = ""
    only: bool = False


def build_pdf(connection: Connection, wanted: PdfRequest, moment: datetime) -> bytes:
    """Build a PDF of the pages with text, in reading order."""
    every = list_leaves(connection, wanted.revision)
    shown = [page for page in _choose_pages(every, wanted) if page.fields["type"] == "document"]
    targets = Targets(wanted.organization, every, list_linkable_files(connection, wanted.revision))
    return _write_book(connection, targets, shown, wanted.title, moment)


def _choose_pages(pages: Sequence[Leaf], wanted: PdfRequest) -> Sequence[Leaf]:
    if not wanted.page:
        return pages
    if wanted.only:
        return [page for page in pages if page.id == wanted.page]
    return list(_with_descendants(pages, wanted.page))


def _with_descendants(pages: Sequence[Leaf], page_id: str) -> Iterator[Leaf]:
    inside: set[str | None] = set()
    for page in pages:
        if page.id == page_id or page.parent in inside:
            inside.add(page.id)
            yield page


def _write_book(connection: Connection, targets: Targets, shown: Sequence[Leaf], title: str, moment: datetime) -> bytes:
    least = min((page.path.count("/") for page in shown), default=0)
    chapters = [Chapter(page.title, page.description, page.markdown, page.path.count("/") - least) for page in shown]
    book = Book(title, chapters, moment)
    if not chapters:
        book.add_page()
        book.write_heading(book.heading or "?", 1)
    for page, chapter in zip(shown, chapters, strict=True):
        write_chapter(book, chapter, _pictures(connection, targets, page))
    return bytes(book.output())


def _pictures(connection: Connection, targets: Targets, page: Leaf) -> Pictures:
    def found(address: str) -> BookPicture | None:
        _, target = targets.resolve(page, address)
        if target["kind"] != "file":
            return None
        rows = select(file.c.content, file.c.content_type).where(file.c.id == target["file"])
        row = connection.execute(rows.where(file.c.content_type.in_(FORMATS))).one_or_none()
        size = read_dimensions(row.content, row.content_type) if row else None
        if row is None or size is None or not 0 < size[0] * size[1] <= MAX_DOTS:
            return None
        return BookPicture(row.content, *size)

    return found
