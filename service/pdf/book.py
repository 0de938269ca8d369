"""A PDF with a chapter and a bookmark for each page, page numbers and fonts."""

import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from fpdf import FPDF

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

    def encodable(self, text: str) -> str:
        """Replace letters that the fonts lack by their plain form, or by a question mark."""
        if self.has_all_letters:
            return text
        return "".join(sign if _is_western(sign) else _plain(sign) for sign in text)


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


def _plain(sign: str) -> str:
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
        self.heading = self.letters.encodable(title)
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
        title = self.letters.encodable(chapter.title) or "?"
        self.start_section(title, level=min(chapter.depth, 5))
        self.write_heading(title, 1)
        if chapter.description:
            self.set_text_style(11, grey=True)
            self.multi_cell(0, LINE, self.letters.encodable(chapter.description), new_x="LMARGIN", new_y="NEXT")
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
    def indented(self, by: float) -> Iterator[None]:
        """Indent everything that the block writes by some millimetres."""
        # Nested lists can go deeper than a page is wide.
        left = self.l_margin
        self.set_left_margin(min(left + by, self.w / 2))
        try:
            yield
        finally:
            self.set_left_margin(left)
            self.set_x(left)
