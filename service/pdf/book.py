"""A PDF file of pages: a title, a chapter for each page with a bookmark, and numbers at the foot."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from fpdf import FPDF

from service.pdf.fonts import FOLDERS, Fonts, choose_fonts

TEXT_SIZE, LINE = 10.5, 5.6
_HEADINGS = (20.0, 15.0, 12.5, 11.5, 11.0, 10.5)
_GREY, _BLACK = 110, 20


@dataclass(frozen=True)
class BookPicture:
    """Width and height in dots."""

    content: bytes
    width: float
    height: float


Pictures = Callable[[str], BookPicture | None]
"""The picture at an address in a text; None for what cannot be shown."""


@dataclass(frozen=True)
class Chapter:
    """`depth` is how many pages stand above it."""

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
        """Called by FPDF for each page."""
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
        """Level 1 is the largest."""
        size = _HEADINGS[level - 1]
        self.ln(0 if level == 1 else 3)
        self.set_text_color(_BLACK)
        self.set_font(self.letters.text, "B", size)
        self.multi_cell(0, size * 0.5, title, new_x="LMARGIN", new_y="NEXT")
        self.ln(2)

    def set_text_style(self, size: float = TEXT_SIZE, style: str = "", *, grey: bool = False) -> None:
        """`style` is of B, I, S and U."""
        self.set_text_color(_GREY if grey else _BLACK)
        self.set_font(self.letters.text, style, size)

    @contextmanager
    def indented(self, by: float) -> Iterator[None]:
        """`by` in millimetres."""
        # Nested lists can go deeper than a page is wide.
        left = self.l_margin
        self.set_left_margin(min(left + by, self.w / 2))
        try:
            yield
        finally:
            self.set_left_margin(left)
            self.set_x(left)
