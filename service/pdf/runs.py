"""Writes the words of a paragraph into a PDF, in bold and italics and with their links."""

import re
from collections.abc import Iterator

from markdown_it.tree import SyntaxTreeNode

from service.content.markdown import to_plain_text
from service.pdf.book import LINE, TEXT_SIZE, Book

_STYLES = {"strong": "B", "em": "I", "s": "S"}
_OPENED = ("http://", "https://", "mailto:")
"""How links begin that a reader of the file may follow."""


def write_runs(book: Book, block: SyntaxTreeNode) -> None:
    """Without pictures."""
    for child in block.children:
        _write(book, child, "", "")


def pictures_in(block: SyntaxTreeNode) -> Iterator[tuple[str, str]]:
    """The address of each, with its alternative text."""
    for node in block.walk():
        if node.type == "image":
            yield str(node.attrs.get("src", "")), to_plain_text(node.content)


def _write(book: Book, node: SyntaxTreeNode, style: str, link: str) -> None:
    if node.type == "image":
        return
    if node.type == "hardbreak":
        book.ln(LINE)
    elif node.type == "softbreak":
        _write_words(book, " ")
    elif node.type == "code_inline":
        book.set_font(book.letters.code, "", TEXT_SIZE - 1)
        _write_words(book, book.letters.encodable(node.content))
    elif node.type == "link":
        address = str(node.attrs.get("href", ""))
        for child in node.children:
            _write(book, child, f"{style}U", address if address.startswith(_OPENED) else "")
    elif node.children:
        for child in node.children:
            _write(book, child, style + _STYLES.get(node.type, ""), link)
    elif node.type != "html_inline" and node.content:
        book.set_text_style(style="".join(sorted(set(style))))
        _write_words(book, book.letters.encodable(node.content), link)


def _write_words(book: Book, words: str, link: str = "") -> None:
    """Word by word: what begins within a line would be broken within a word at its end."""
    for word in re.findall(r" +|[^ ]+", words):
        at_start = book.x <= book.l_margin + book.c_margin
        too_wide = book.get_string_width(word) > book.w - book.r_margin - book.x - 2 * book.c_margin
        if too_wide and not at_start:
            book.ln(LINE)
        if word.strip() or not (at_start or too_wide):
            book.write(LINE, word, link)
