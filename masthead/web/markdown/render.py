"""Renders untrusted Markdown as safe HTML without scripts and external resources."""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from html import escape, unescape
from typing import Final, NamedTuple

from masthead.web.frame.fragment_cache import Html
from masthead.web.frame.templating import web_address
from masthead.web.markdown.blocks import note_label, plain_markdown

MAX_CHARACTERS: Final = 400_000
"""Longer texts are cut, since they would take a browser seconds."""
MAX_HTML_CHARACTERS: Final = 8 * MAX_CHARACTERS
MAX_DEPTH: Final = 100
"""Limit of nesting, since the time to sanitize grows with its square."""
MAX_LINKS: Final = 200
ANCHOR: Final = "text-"
"""Prefix of heading ids, so that no text can take an id of the page."""

_VOID = "area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr"
_ANY_TAG = re.compile(rf"<(/?)(?!(?:{_VOID})\b)([a-zA-Z][^\s/>]*)", re.IGNORECASE)
_BOX = re.compile(r'<input disabled="" type="checkbox"( checked="")?/>')
_TAG = re.compile(r'<(/?)(a|img)((?: [a-z]+="[^"]*")*)>')
_HEADING = re.compile(r'<h([1-6])(?: id="([^"]*)")?>(.*?)</h\1>', re.DOTALL)
_ALERT = re.compile(r'<blockquote class="markdown-alert-([a-z]+)">')
_FOOTNOTE = re.compile(r'<sup class="footnote-reference"><a href="[^"]*">(\d+)</a></sup>')
_EMPTY_LINK = re.compile(r'<a((?: [a-z]+="[^"]*")*)></a>')
_NAMED = re.compile(r'<i id="([^"]*)"></i>')
"""The sanitizer removes each `i` with an id, so the portal has inserted all of these."""
_BARE = re.compile(
    r'<(/?)(a|img|code|pre)(?: [a-z]+="[^"]*")*>|(?<![\w/])https?://[^\s<"]*[^\s<".,:;!?()\[\]\'"*_~]', re.IGNORECASE
)
"""A tag that may not contain links, or a bare URL."""
_ATTRIBUTE = re.compile(r' ([a-z]+)="([^"]*)"')
_MARKUP = re.compile(r"<[^>]*>")
_NO_NAME = re.compile(r"[^\w]+")
OWN_LEVEL = 1
Resolve = Callable[[str], str]
"""Returns the portal's URL for a URL in the text, empty for none."""


class Heading(NamedTuple):
    """An entry of an outline. `level` 1 is the highest; `anchor` is the element's id."""

    level: int
    anchor: str
    text: str


@dataclass(slots=True)
class Rendered:
    """Rendered text. `links` are the distinct external links; `pictures` counts those that the portal can show.

    `cut` means that the end is missing. `plain` means that the text could not be rendered and is shown unchanged.
    """

    html: Html = field(default_factory=lambda: Html(""))
    headings: list[Heading] = field(default_factory=list)
    links: list[str] = field(default_factory=list)
    pictures: int = 0
    cut: bool = False
    plain: bool = False


def render_markdown(
    text: str,
    resolve: Resolve,
    *,
    picture: str,
    dead: str,
    own: Resolve = lambda _: "",
    with_pictures: bool = False,
) -> Rendered:
    """Render the text, resolving each link.

    A picture becomes a link. With `with_pictures`, it is shown instead if `own` returns a portal URL for it. `picture`
    is the label for pictures without a text; `dead` is the tooltip for links that lead nowhere.
    """
    from masthead.web.markdown.html import sanitize, to_html  # noqa: PLC0415 - few pages show Markdown

    found = Rendered(cut=len(text) > MAX_CHARACTERS)
    text = _cut_text(text)
    raw = to_html(plain_markdown(text))
    if len(raw) > MAX_HTML_CHARACTERS or _nesting_depth(raw) > MAX_DEPTH:
        found.plain, found.html = True, Html(f"<pre>{escape(text)}</pre>")
        return found
    named = _EMPTY_LINK.sub(_replace_anchor, sanitize(_replace_markup(raw)))
    clean = _BARE.sub(_LinkBareAddresses(), named)
    links = _Links(resolve, own, picture, dead, found)
    linked = links.rewrite(clean, with_pictures=with_pictures)
    headings = _Headings(linked, found.headings)
    found.html = Html(_NAMED.sub(headings.place, _HEADING.sub(headings, linked)))
    return found


def _replace_markup(raw: str) -> str:
    """Replace markup that relies on classes: task boxes, footnotes, types of notes."""
    boxed = _BOX.sub(lambda box: "☑" if box[1] else "☐", raw)
    numbered = _FOOTNOTE.sub(r"<sup>\1</sup>", boxed)
    return _ALERT.sub(lambda alert: f"<blockquote><p><strong>{escape(note_label(alert[1]))}</strong></p>", numbered)


def _replace_anchor(link: re.Match[str]) -> str:
    """Replace an empty link, which is just an anchor, with an element with its id."""
    attributes = dict(_ATTRIBUTE.findall(link[1]))
    name = heading_anchor(unescape(attributes.get("id") or attributes.get("name") or ""))
    return f'<i id="{escape(name)}"></i>' if name != ANCHOR else ""


def heading_anchor(name: str) -> str:
    """Return the id for a heading."""
    return ANCHOR + _NO_NAME.sub("-", name.casefold()).strip("-")


def _cut_text(text: str) -> str:
    if len(text) <= MAX_CHARACTERS:
        return text
    beginning = text[:MAX_CHARACTERS]
    return beginning[: beginning.rfind("\n") + 1] or beginning


def _nesting_depth(html: str) -> int:
    """Return a lower bound for the nesting depth: unclosed tags count, stray closing tags don't."""
    opened: Counter[str] = Counter()
    depth = deepest = 0
    for tag in _ANY_TAG.finditer(html):
        name = tag[2].casefold()
        if not tag[1]:
            opened[name] += 1
            depth += 1
            deepest = max(deepest, depth)
        elif opened[name]:
            opened[name] -= 1
            depth -= 1
        if deepest > MAX_DEPTH:
            break
    return deepest


class _LinkBareAddresses:
    """Links URLs in the text, outside of links and code."""

    def __init__(self) -> None:
        self._within = 0

    def __call__(self, found: re.Match[str]) -> str:
        if not found[2]:
            return found[0] if self._within else f'<a href="{found[0]}">{found[0]}</a>'
        if found[2] != "img":
            self._within = max(0, self._within + (-1 if found[1] else 1))
        return found[0]


class _Headings:
    """Numbers headings below the page's own heading, without gaps and with unique ids."""

    def __init__(self, html: str, found: list[Heading]) -> None:
        self._highest = min((int(each[1]) for each in _HEADING.finditer(html)), default=1)
        self._shown = OWN_LEVEL
        self._found = found
        self._asked: Counter[str] = Counter()
        self._taken: set[str] = set()

    def __call__(self, heading: re.Match[str]) -> str:
        level, inside = int(heading[1]), _NAMED.sub("", heading[3])
        text = " ".join(unescape(_MARKUP.sub("", inside)).split())
        if heading_anchor(text) == ANCHOR:
            return f"<p>{inside}</p>"
        name = self._own_name(heading) or heading_anchor(text)
        name = self._reserve_name(name)
        self._found.append(Heading(level, name, text))
        self._shown = min(level - self._highest + OWN_LEVEL + 1, self._shown + 1)
        return f'<h{self._shown} id="{escape(name)}">{inside}</h{self._shown}>'

    def place(self, named: re.Match[str]) -> str:
        """Return an element with the anchor's id, or an empty string if an earlier anchor has the same name."""
        if (name := unescape(named[1])) in self._taken:
            return ""
        self._taken.add(name)
        return f'<span id="{escape(name)}"></span>'

    def _reserve_name(self, name: str) -> str:
        """Reserve the name, adding a number if it is already in use."""
        own = name
        while own in self._taken:
            self._asked[name] += 1
            own = f"{name}-{self._asked[name] + 1}"
        self._taken.add(own)
        return own

    def _own_name(self, heading: re.Match[str]) -> str:
        """Return the anchor that the author gave the heading and that links refer to."""
        named = _NAMED.search(heading[3])
        name = heading_anchor(unescape(heading[2] or "")) if heading[2] else unescape(named[1]) if named else ""
        return "" if name == ANCHOR else name


class _Links:
    """Rewrites links so that each leads into the portal, to the web, or nowhere."""

    def __init__(self, resolve: Resolve, own: Resolve, picture: str, dead: str, found: Rendered) -> None:
        self._resolve, self._own, self._picture, self._dead, self._found = resolve, own, picture, dead, found
        self._open, self._with_pictures = "", False

    def rewrite(self, html: str, *, with_pictures: bool) -> str:
        """Rewrite all links. Links aren't nested, since the sanitizer closes the outer one first."""
        self._with_pictures = with_pictures
        return _TAG.sub(self._rewrite_tag, html)

    def _rewrite_tag(self, tag: re.Match[str]) -> str:
        closes, name = tag[1], tag[2]
        if closes:
            end, self._open = self._open, ""
            return f"</{end}>" if end else ""
        attributes = {each[1]: unescape(each[2]) for each in _ATTRIBUTE.finditer(tag[3])}
        if name == "img":
            return self._render_picture(attributes.get("src", ""), attributes.get("alt", "").strip() or self._picture)
        begins, self._open = self._opening_tag(attributes.get("href", "").strip())
        return begins

    def _render_picture(self, address: str, called: str) -> str:
        if own := self._own(address.strip()):
            self._found.pictures += 1
        if own and self._with_pictures:
            return f'<img src="{escape(own)}" alt="{escape(called)}">'
        if self._open:
            return escape(called)
        begins, name = self._opening_tag(address.strip(), 'class="picture"')
        return f"{begins}{escape(called)}</{name}>"

    def _opening_tag(self, address: str, attributes: str = "") -> tuple[str, str]:
        """Return the opening tag and the element's name."""
        if address.startswith("#") and len(address) > 1:
            return f'<a href="#{escape(heading_anchor(address[1:]))}">', "a"
        if inside := self._resolve(address):
            return f'<a {attributes} href="{escape(inside)}">'.replace("  ", " "), "a"
        target = f"https:{address}" if address.startswith("//") else address
        if web_address(target):
            self._note(target)
            kind = 'class="outside picture"' if attributes else 'class="outside"'
            to = f'href="{escape(target)}" rel="noopener noreferrer" target="_blank" hx-boost="false"'
            return f"<a {kind} {to}>", "a"
        if target.casefold().startswith("mailto:"):
            return f'<a href="{escape(target)}">', "a"
        return f'<span class="dead" title="{escape(self._dead)}">', "span"

    def _note(self, address: str) -> None:
        if len(self._found.links) < MAX_LINKS and address not in self._found.links:
            self._found.links.append(address)


def list_headings(headings: list[Heading]) -> Iterator[tuple[int, Heading]]:
    """Yield headings with their depth below the highest level, up to 3."""
    highest = min((each.level for each in headings), default=1)
    for each in headings:
        yield min(each.level - highest, 3), each
