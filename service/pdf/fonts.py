"""The letters of a PDF. Its own fonts know western Europe's; for others a font of the machine is looked for."""

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from fpdf import FPDF

FOLDERS = (Path("/usr/share/fonts/truetype/dejavu"), Path("/usr/share/fonts/dejavu"), Path("/usr/share/fonts/TTF"))
"""Where machines keep the DejaVu fonts, which know most alphabets."""

ENCODING = "windows-1252"
"""Of the fonts that every reader of PDF files has."""

_FILES = {"": "DejaVuSans.ttf", "B": "DejaVuSans-Bold.ttf", "I": "DejaVuSans-Oblique.ttf"}
_BOTH = "DejaVuSans-BoldOblique.ttf"
_MONO = "DejaVuSansMono.ttf"


@dataclass(frozen=True)
class Fonts:
    """Two families: `text` to read, `code` for code."""

    text: str
    code: str
    knows_all: bool

    def encodable(self, text: str) -> str:
        """Replace letters that the fonts lack by their plain form, or by a question mark."""
        if self.knows_all:
            return text
        return "".join(sign if _is_western(sign) else _plain(sign) for sign in text)


def choose_fonts(pdf: FPDF, texts: Iterable[str], folders: Iterable[Path] = FOLDERS) -> Fonts:
    """Adds them to the PDF."""
    pdf.core_fonts_encoding = ENCODING
    if all(_is_western(text) for text in texts):
        return Fonts("Helvetica", "Courier", knows_all=False)
    folder = next((each for each in folders if _has_fonts(each)), None)
    if folder is None:
        return Fonts("Helvetica", "Courier", knows_all=False)
    for style, name in _FILES.items():
        pdf.add_font("Text", style, folder / name)
    both = folder / _BOTH
    pdf.add_font("Text", "BI", both if both.is_file() else folder / _FILES["B"])
    for style in ("", "B", "I", "BI"):
        pdf.add_font("Code", style, folder / _MONO)
    return Fonts("Text", "Code", knows_all=True)


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
