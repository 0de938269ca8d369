"""The beginning of a text that others wrote in Markdown, without its marks: for a title or an excerpt."""

import re
from html import unescape

from masthead.web.markdown.blocks import plain_markdown

_MARKS = re.compile(r"[\\`*_\[\]<>#~|&]|^\s*(?:[-+=>]|\d+[.)]|\{%|:::|///)|://", re.MULTILINE)
_TAG = re.compile(r"<(?:!--.*?--|[^>]*)>", re.DOTALL)
_TIMES = 20
"""How much of the text is looked at for a character that is shown: marks and white space are left out."""


def words_of_markdown(text: str, most: int) -> str:
    """Its words on one line, at most so many characters; as it was written where nothing but marks is in it.

    What comes out may hold anything, and is to be shown as a text.
    """
    some = text[: most * _TIMES]
    words = some
    if _MARKS.search(some):
        from masthead.web.markdown.html import to_html  # noqa: PLC0415 - few pages show Markdown

        words = unescape(_TAG.sub("", to_html(plain_markdown(some))))
    return beginning_of(words if words.strip() else some, most)


def beginning_of(text: str, most: int) -> str:
    """The beginning of a text without marks, on one line."""
    squeezed = " ".join(text[: most * _TIMES].split())
    return squeezed if len(squeezed) <= most else f"{squeezed[: most - 1]}…"
