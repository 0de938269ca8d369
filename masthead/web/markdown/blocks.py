"""Turns blocks from documentation tools (notes, tabs, steps, front matter) into plain Markdown.

The result is still untrusted Markdown and is sanitized later.
"""

import re
from collections.abc import Iterator, Mapping
from html import unescape
from typing import Final

from masthead.i18n import N_, gettext

NOTES: Final[Mapping[str, str]] = {
    "note": N_("Note"),
    "info": N_("Note"),
    "tip": N_("Tip"),
    "success": N_("Tip"),
    "check": N_("Tip"),
    "important": N_("Important"),
    "warning": N_("Warning"),
    "caution": N_("Caution"),
    "danger": N_("Danger"),
    "details": N_("Details"),
}
"""Labels of notes without a title."""
FRONT_MATTER: Final = N_("Front matter")
# Possessive quantifiers never backtrack, which could take very long on a hostile text.
_ATTRIBUTE = re.compile(r'(?<![\w-])([a-z][\w-]*+)="([^"]*+)"')
_FENCE = re.compile(r"[ \t]*+(?:[-*+>]|\d++[.)])?[ \t]*+(`{3,}+|~{3,}+)")
_TAG = re.compile(r"([ \t]*+)\{%[ \t]*+([a-z-]++)((?:[^%]|%(?!\}))*+)%\}[ \t]*+\r?\n?")
_OPENS = re.compile(r"([ \t]*+)(?::{3,}+|/{3})[ \t]*+([a-z-]++)(.*+)\n?")
_CLOSES = re.compile(r"([ \t]*+)(?::{3,}+|/{3})[ \t]*+\r?\n?")
_FRONT = re.compile(r"---[ \t]*+\r?\n(?=[A-Za-z][\w-]*+:)((?:(?!---).*+\n)*+)---[ \t]*+(?:\r?\n|\Z)")
_TILDES = "~" * 8
# Layout blocks are left out; their content stays, line by line.
_ARRANGING = {
    *("tabs", "stepper", "step", "columns", "column", "updates", "content-ref", "code", "prompt", "tab"),
    *("update", "if", "else", "openapi", "openapi-operation", "openapi-webhook", "openapi-"),
    *("schemas"),
}
_TITLES = ("title", "description", "date", "path", "name", "schemas")
_ADDRESSES = {"embed": "url", "file": "src"}
_INCLUDED = re.compile(r'[ \t]*+"([^"]++)"[ \t]*+')
ONLY_IF: Final = N_("Only if %(condition)s")
_SIGNS = re.compile(r"([\\`*_\[\]<>])")
_PLAIN_CONTAINERS = {"code-group", "raw", "v-pre", "tab", "tabs"}


def plain_markdown(text: str) -> str:
    """Turn notes into quotes and titles into bold text. Layout blocks are left out."""
    text = _FRONT.sub(_front_matter, text, count=1) if text.startswith("---") else text
    if "{%" not in text and ":::" not in text and "///" not in text:
        return text
    return "".join(_render_lines(text.splitlines(keepends=True)))


def note_label(kind: str) -> str:
    return gettext(NOTES.get(kind, NOTES["note"]))


def _front_matter(found: re.Match[str]) -> str:
    if _TILDES in found[1]:
        return found[0]
    folded = f"<details><summary>{gettext(FRONT_MATTER)}</summary>"
    return f"{folded}\n\n{_TILDES}yaml\n{found[1]}{_TILDES}\n\n</details>\n\n"


def _render_lines(lines: list[str]) -> Iterator[str]:
    fence, opened = "", list[str]()
    for line in lines:
        if mark := _FENCE.match(line):
            if not fence:
                fence = mark[1]
            elif mark[1].startswith(fence) and not line[mark.end() :].strip():
                fence = ""
            yield line
        elif fence:
            yield line
        else:
            yield _render_line(line, opened)


def _render_line(line: str, opened: list[str]) -> str:
    if found := _TAG.fullmatch(line):
        written = _render_tag(found[2], dict(_ATTRIBUTE.findall(found[3])), found[3])
        return line if written is None else _indent_lines(found[1], written)
    if found := _OPENS.fullmatch(line):
        kind, title = found[2], found[3].strip().lstrip("|[").removesuffix("]").strip()
        if kind not in NOTES and kind not in _PLAIN_CONTAINERS:
            return line
        opened.append("" if kind in _PLAIN_CONTAINERS else "</blockquote>")
        return _indent_lines(found[1], _opening_html(kind, title))
    if opened and (closed := _CLOSES.fullmatch(line)):
        return _indent_lines(closed[1], opened.pop())
    return line


def _render_tag(name: str, attributes: Mapping[str, str], written: str) -> str | None:
    """Render a tag. None for an unknown tag."""
    if name in {"if", "elif"}:
        return f"**{_escape_signs(gettext(ONLY_IF, condition=written.strip()))}**"
    if name == "hint":
        return _opening_html(attributes.get("style", "info"), "")
    if name == "endhint":
        return "</blockquote>"
    included = _INCLUDED.fullmatch(written) if name == "include" else None
    address = included[1] if included else attributes.get(_ADDRESSES.get(name, ""), "")
    if address:
        return f"[{_escape_signs(address)}](<{address}>)"
    if name.removeprefix("end") in _ARRANGING | _ADDRESSES.keys():
        title = next((attributes[each] for each in _TITLES if attributes.get(each)), "")
        title = f"{attributes.get('method', '').upper()} {title}".strip()
        return f"**{_escape_signs(title)}**" if title else ""
    return None


def _opening_html(kind: str, title: str) -> str:
    if kind in _PLAIN_CONTAINERS:
        return f"**{title}**" if title else ""
    return f"<blockquote>\n\n**{title or note_label(kind)}**"


def _escape_signs(text: str) -> str:
    return _SIGNS.sub(r"\\\1", text)


def _indent_lines(indent: str, written: str) -> str:
    return "\n" + "".join(f"{indent}{line}\n" if line else "\n" for line in written.splitlines()) + "\n"


_MARKS = re.compile(r"[\\`*_\[\]<>#~|&]|^\s*(?:[-+=>]|\d+[.)]|\{%|:::|///)|://", re.MULTILINE)
_HTML_TAG = re.compile(r"<(?:!--.*?--|[^>]*)>", re.DOTALL)
_TIMES = 20
"""Characters of source per shown character: markup and spaces are dropped."""


def markdown_excerpt(text: str, most: int) -> str:
    """Return the first `most` characters without markup, on one line. The result is untrusted, so escape it."""
    some = text[: most * _TIMES]
    words = some
    if _MARKS.search(some):
        from masthead.web.markdown.html import to_html  # noqa: PLC0415 - few pages show Markdown

        words = unescape(_HTML_TAG.sub("", to_html(plain_markdown(some))))
    return shorten_text(words if words.strip() else some, most)


def shorten_text(text: str, most: int) -> str:
    """Return up to `most` characters from the start of a text, on one line."""
    squeezed = " ".join(text[: most * _TIMES].split())
    return squeezed if len(squeezed) <= most else f"{squeezed[: most - 1]}…"
