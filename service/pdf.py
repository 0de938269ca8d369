"""Builds a PDF of a revision's pages, with a chapter and a bookmark for each page."""

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from io import BytesIO
from pathlib import Path

from fpdf import FPDF
from fpdf.errors import FPDFException
from fpdf.fonts import FontFace
from markdown_it.tree import SyntaxTreeNode
from sqlalchemy import Connection, select

from service.content.files import FORMATS, list_linkable_files, read_dimensions
from service.content.links import Targets
from service.content.markdown import parse_tokens, to_plain_text
from service.content.pages import Leaf, list_leaves
from service.tables.content import file

FOLDERS = (Path("/usr/share/fonts/truetype/dejavu"), Path("/usr/share/fonts/dejavu"), Path("/usr/share/fonts/TTF"))
"""Folders of the DejaVu fonts, which have most alphabets."""

ENCODING = "windows-1252"
"""Encoding of the standard PDF fonts."""

_FILES = {"": "DejaVuSans.ttf", "B": "DejaVuSans-Bold.ttf", "I": "DejaVuSans-Oblique.ttf"}
_BOTH = "DejaVuSans-BoldOblique.ttf"
_MONO = "DejaVuSansMono.ttf"
TEXT_SIZE, LINE = 10.5, 5.6
_HEADINGS = (20.0, 15.0, 12.5, 11.5, 11.0, 10.5)
_GREY, _BLACK = 110, 20


@dataclass(frozen=True)
class Fonts:
    """Font families for text and code."""

    text: str
    code: str
    has_all_letters: bool

    def replace_missing_letters(self, text: str) -> str:
        """Replace letters that the fonts lack with their plain form, or with a question mark."""
        if self.has_all_letters:
            return text
        return "".join(sign if _is_western(sign) else _plain_letter(sign) for sign in text)


def choose_fonts(pdf: FPDF, texts: Iterable[str], folders: Iterable[Path] = FOLDERS) -> Fonts:
    """Choose fonts for the texts, and add them to the PDF."""
    pdf.core_fonts_encoding = ENCODING
    if all(_is_western(text) for text in texts):
        return Fonts("Helvetica", "Courier", has_all_letters=False)
    folder = next((each for each in folders if _has_fonts(each)), None)
    if folder is None:
        return Fonts("Helvetica", "Courier", has_all_letters=False)
    for style, name in _FILES.items():
        pdf.add_font("Text", style, folder / name)
    both = folder / _BOTH
    pdf.add_font("Text", "BI", both if both.is_file() else folder / _FILES["B"])
    for style in ("", "B", "I", "BI"):
        pdf.add_font("Code", style, folder / _MONO)
    return Fonts("Text", "Code", has_all_letters=True)


def _has_fonts(folder: Path) -> bool:
    return all((folder / name).is_file() for name in (*_FILES.values(), _MONO))


def _is_western(text: str) -> bool:
    try:
        text.encode(ENCODING)
    except UnicodeEncodeError:
        return False
    return True


def _plain_letter(sign: str) -> str:
    letters = unicodedata.normalize("NFKD", sign).encode("ascii", "ignore").decode()
    return letters or "?"


@dataclass(frozen=True)
class BookPicture:
    """A picture with its width and height in pixels."""

    content: bytes
    width: float
    height: float


Pictures = Callable[[str], BookPicture | None]
"""Finds the picture at a URL; None if it can't be shown."""


@dataclass(frozen=True)
class Chapter:
    """A page; `depth` counts the pages above it."""

    title: str
    description: str
    markdown: str
    depth: int


class Book(FPDF):
    def __init__(
        self, title: str, chapters: Sequence[Chapter], moment: datetime, folders: Sequence[Path] = FOLDERS
    ) -> None:
        super().__init__(format="A4")
        texts = [title, *(f"{each.title}{each.description}{each.markdown}" for each in chapters)]
        self.letters: Fonts = choose_fonts(self, texts, folders)
        self.heading = self.letters.replace_missing_letters(title)
        self.set_title(self.heading)
        self.set_creation_date(moment)
        self.set_margin(20)
        self.set_auto_page_break(auto=True, margin=22)

    def footer(self) -> None:
        """Write the page number; FPDF calls it for each page."""
        self.set_y(-15)
        self.set_text_style(8, grey=True)
        self.cell(0, 5, f"{self.heading[:80]} · {self.page_no()}", align="C")

    def open_chapter(self, chapter: Chapter) -> None:
        self.add_page()
        title = self.letters.replace_missing_letters(chapter.title) or "?"
        self.start_section(title, level=min(chapter.depth, 5))
        self.write_heading(title, 1)
        if chapter.description:
            self.set_text_style(11, grey=True)
            self.multi_cell(
                0, LINE, self.letters.replace_missing_letters(chapter.description), new_x="LMARGIN", new_y="NEXT"
            )
            self.ln(3)

    def write_heading(self, title: str, level: int) -> None:
        """Write a heading; level 1 is the largest."""
        size = _HEADINGS[level - 1]
        self.ln(0 if level == 1 else 3)
        self.set_text_color(_BLACK)
        self.set_font(self.letters.text, "B", size)
        self.multi_cell(0, size * 0.5, title, new_x="LMARGIN", new_y="NEXT")
        self.ln(2)

    def set_text_style(self, size: float = TEXT_SIZE, style: str = "", *, grey: bool = False) -> None:
        """Set size, colour and style; `style` combines B, I, S and U."""
        self.set_text_color(_GREY if grey else _BLACK)
        self.set_font(self.letters.text, style, size)

    @contextmanager
    def indent_block(self, by: float) -> Iterator[None]:
        """Indent everything that the block writes by some millimetres."""
        # Nested lists can go deeper than a page is wide.
        left = self.l_margin
        self.set_left_margin(min(left + by, self.w / 2))
        try:
            yield
        finally:
            self.set_left_margin(left)
            self.set_x(left)


_STYLES = {"strong": "B", "em": "I", "s": "S"}

_OPENED = ("http://", "https://", "mailto:")
"""Prefixes of links that stay links in the PDF."""

_STEP = 6.0
"""Indent of a list in millimetres."""

_SHADE, _LINES, _WHITE = 240, 190, 255
_DOTS_PER_MM = 96 / 25.4


def _write_run(book: Book, node: SyntaxTreeNode, style: str, link: str) -> None:
    if node.type == "image":
        return
    if node.type == "hardbreak":
        book.ln(LINE)
    elif node.type == "softbreak":
        _write_words(book, " ")
    elif node.type == "code_inline":
        book.set_font(book.letters.code, "", TEXT_SIZE - 1)
        _write_words(book, book.letters.replace_missing_letters(node.content))
    elif node.type == "link":
        address = str(node.attrs.get("href", ""))
        for child in node.children:
            _write_run(book, child, f"{style}U", address if address.startswith(_OPENED) else "")
    elif node.children:
        for child in node.children:
            _write_run(book, child, style + _STYLES.get(node.type, ""), link)
    elif node.type != "html_inline" and node.content:
        book.set_text_style(style="".join(sorted(set(style))))
        _write_words(book, book.letters.replace_missing_letters(node.content), link)


def _write_words(book: Book, words: str, link: str = "") -> None:
    for word in re.findall(r" +|[^ ]+", words):
        at_start = book.x <= book.l_margin + book.c_margin
        too_wide = book.get_string_width(word) > book.w - book.r_margin - book.x - 2 * book.c_margin
        if too_wide and not at_start:
            book.ln(LINE)
        if word.strip() or not (at_start or too_wide):
            book.write(LINE, word, link)


def write_chapter(book: Book, chapter: Chapter, pictures: Pictures) -> None:
    """Write a chapter on new pages."""
    book.open_chapter(chapter)
    for block in SyntaxTreeNode(parse_tokens(chapter.markdown)).children:
        _write_block(book, block, pictures)


def _write_block(book: Book, block: SyntaxTreeNode, pictures: Pictures) -> None:
    if block.type == "heading":
        words = to_plain_text(block.children[0].content) if block.children else ""
        book.write_heading(book.letters.replace_missing_letters(words) or "?", min(int(block.tag[1:]) + 1, 6))
    elif block.type in {"bullet_list", "ordered_list"}:
        _write_list(book, block, pictures)
    elif block.type in {"fence", "code_block"}:
        _write_code(book, block.content)
    elif block.type == "table":
        _write_table(book, block)
    elif block.type == "hr":
        book.set_draw_color(_LINES)
        book.line(book.l_margin, book.get_y() + 2, book.w - book.r_margin, book.get_y() + 2)
        book.ln(5)
    elif block.type == "blockquote":
        with book.indent_block(_STEP):
            _write_children(book, block, pictures)
    elif block.type == "html_block":
        _write_note(book, to_plain_text(block.content))
    else:
        _write_paragraph(book, block, pictures)


def _write_children(book: Book, block: SyntaxTreeNode, pictures: Pictures) -> None:
    for part in block.children:
        _write_block(book, part, pictures)


def _write_paragraph(book: Book, block: SyntaxTreeNode, pictures: Pictures) -> None:
    for child in block.children:
        _write_run(book, child, "", "")
    book.ln(LINE + 2)
    for node in (each for each in block.walk() if each.type == "image"):
        address, words = str(node.attrs.get("src", "")), to_plain_text(node.content)
        picture = pictures(address)
        if picture is None or not _write_picture(book, picture):
            _write_note(book, f"[{words or address}]")


def _write_note(book: Book, words: str) -> None:
    if words:
        book.set_text_style(grey=True)
        book.multi_cell(0, LINE, book.letters.replace_missing_letters(words), new_x="LMARGIN", new_y="NEXT")
        book.ln(2)


def _write_list(book: Book, block: SyntaxTreeNode, pictures: Pictures) -> None:
    first = int(block.attrs.get("start", 1))
    for place, item in enumerate(block.children):
        sign = "•" if block.type == "bullet_list" else f"{first + place}."
        book.set_text_style()
        book.cell(_STEP, LINE, sign)
        with book.indent_block(_STEP):
            _write_children(book, item, pictures)
            if not item.children:
                book.ln(LINE)


def _write_code(book: Book, content: str) -> None:
    book.set_font(book.letters.code, "", TEXT_SIZE - 2)
    book.set_text_color(20)
    book.set_fill_color(_SHADE)
    written = book.letters.replace_missing_letters(content.rstrip("\n").expandtabs(4))
    book.multi_cell(0, LINE - 1, written, fill=True, align="L", new_x="LMARGIN", new_y="NEXT")
    book.ln(3)


def _write_table(book: Book, block: SyntaxTreeNode) -> None:
    rows = [
        [book.letters.replace_missing_letters(to_plain_text(cell.children[0].content)) for cell in row.children]
        for part in block.children
        for row in part.children
    ]
    book.set_text_style(TEXT_SIZE - 1)
    book.set_draw_color(_LINES)
    book.set_fill_color(_WHITE)
    head = FontFace(emphasis="BOLD", fill_color=_SHADE)
    try:
        with book.table(line_height=LINE, text_align="LEFT", padding=1, headings_style=head) as table:
            for row in rows:
                table.row(row)
    except (FPDFException, ValueError):  # too many columns, or a cell that is longer than a page
        for row in rows:
            book.multi_cell(0, LINE, " · ".join(row), new_x="LMARGIN", new_y="NEXT")
    book.ln(4)


def _write_picture(book: Book, picture: BookPicture) -> bool:
    scale = min(1.0, book.epw / (picture.width / _DOTS_PER_MM), book.eph / (picture.height / _DOTS_PER_MM))
    width, height = picture.width / _DOTS_PER_MM * scale, picture.height / _DOTS_PER_MM * scale
    if book.will_page_break(height):
        book.add_page()
    try:
        book.image(BytesIO(picture.content), w=width, h=height)
    except (FPDFException, OSError, ValueError, SyntaxError):
        return False
    book.ln(3)
    return True


MAX_DOTS = 20_000_000
"""Most pixels of a picture; a larger one would take too much memory."""


@dataclass(frozen=True)
class PdfRequest:
    """The pages to include: the whole revision, `page` with its descendants or, with `only`, `page` alone."""

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
        write_chapter(book, chapter, _picture_finder(connection, targets, page))
    return bytes(book.output())


def _picture_finder(connection: Connection, targets: Targets, page: Leaf) -> Pictures:
    def find_picture(address: str) -> BookPicture | None:
        _, target = targets.resolve(page, address)
        if target["kind"] != "file":
            return None
        rows = select(file.c.content, file.c.content_type).where(file.c.id == target["file"])
        row = connection.execute(rows.where(file.c.content_type.in_(FORMATS))).one_or_none()
        size = read_dimensions(row.content, row.content_type) if row else None
        if row is None or size is None or not 0 < size[0] * size[1] <= MAX_DOTS:
            return None
        return BookPicture(row.content, *size)

    return find_picture
