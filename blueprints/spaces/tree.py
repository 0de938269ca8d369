"""The pages of a space as a tree: walked, searched, and written as a list that folds without scripts."""

import posixpath
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from urllib.parse import unquote, urlsplit

from contract.authoring.pages import Page
from contract.schema.fields import value_or_none
from i18n import gettext, has_words
from masthead.web.http.paths import in_path
from masthead.web.pages.directory import emoji_of
from masthead.web.pages.written_parts import Html

MAX_PAGES = 10_000
"""Pages of a tree that are looked at."""
MAX_LINES = 3000
"""Pages of it that one page shows."""
MAX_NESTED = 12
"""Lists within lists; what is deeper stands beside the lowest."""
FEW = 40
"""A tree of so many is shown unfolded."""


@dataclass(frozen=True, slots=True)
class Node:
    """A page in the tree. `above` are the pages above it, the highest first; `below` those right below it."""

    page: Page
    above: tuple[Page, ...]
    below: Sequence[Page]

    @property
    def id(self) -> str:
        """The id of the page."""
        return self.page.id

    @property
    def title(self) -> str:
        """What people know it by."""
        return self.page.title.strip() or self.page.id

    @property
    def path(self) -> str:
        """Where it is in the space, without slashes around it."""
        return (value_or_none(self.page.path) or "").strip("/")

    @property
    def hidden(self) -> bool:
        """Whether readers find it in no navigation."""
        return value_or_none(self.page.hidden) is True

    @property
    def unindexed(self) -> bool:
        """Whether search engines are asked to leave it out."""
        return value_or_none(self.page.noIndex) is True or value_or_none(self.page.noRobotsIndex) is True


class PageTree:
    """All pages of a space, in order, the first `MAX_PAGES` of them; `more` says that there are others."""

    def __init__(self, pages: Sequence[Page]) -> None:
        self.nodes: list[Node] = []
        self.more = False
        waiting: list[tuple[Page, tuple[Page, ...]]] = [(page, ()) for page in reversed(pages)]
        while waiting:
            page, above = waiting.pop()
            if len(self.nodes) == MAX_PAGES:
                self.more = True
                break
            below = value_or_none(page.pages) or []
            self.nodes.append(Node(page, above, below))
            waiting += [(each, (*above, page)) for each in reversed(below)]
        self._by_id = {node.id: node for node in self.nodes}
        self._by_path = {node.path: node for node in reversed(self.nodes) if node.path}
        apps = ((_app_of(node.page), node) for node in self.nodes)
        self._by_app = {app: node for app, node in apps if app}

    def get(self, page_id: str) -> Node | None:
        """The page with this id."""
        return self._by_id.get(page_id)

    def matching(self, words: str) -> list[Node]:
        """Those whose title or path has all these words."""
        return [node for node in self.nodes if has_words(words, node.title, node.path)]

    def led_to(self, address: str, path: str) -> tuple[Node, str] | None:
        """The page that an address on the page at `path` leads to, and the name of the heading there."""
        parts = _parts(address)
        if parts is None:
            return None
        whole, target, heading = parts
        if node := self._by_app.get(whole):
            return node, heading
        if target is None:
            return None
        name = _inside(target, path).removesuffix(".md")
        node = self._by_path.get(name) or self._by_path.get(posixpath.dirname(name) if name.endswith("README") else "")
        return (node, heading) if node else None


def file_led_to(address: str, path: str) -> str:
    """The name of the file that an address on the page at `path` leads to; empty for any other address."""
    parts = _parts(address)
    folder, _, name = _inside(parts[1], path).rpartition("/") if parts and parts[1] else ("", "", "")
    return name if folder.rpartition("/")[2] in {"files", "assets"} else ""


def _parts(address: str) -> tuple[str, str | None, str] | None:
    """The address without its heading, its path where it is within the space, and the heading; None for no address."""
    try:
        parts = urlsplit(address)
    except ValueError:
        return None
    whole = address.partition("#")[0].rstrip("/")
    inside = not parts.scheme and not parts.netloc and "\\" not in address
    return whole, unquote(parts.path) if inside and parts.path else None, unquote(parts.fragment)


def _inside(target: str, path: str) -> str:
    """A path as it is from the top of the space, if the page at `path` is a file there."""
    joined = target if target.startswith("/") else posixpath.join("/", posixpath.dirname(path), target)
    return posixpath.normpath(joined).strip("/")


def _app_of(page: Page) -> str:
    urls = value_or_none(page.urls)
    app = None if urls is None else value_or_none(urls.app)
    return "" if app is None else app.rstrip("/")


def tree_html(tree: PageTree, base: str, current: str) -> Html:
    """The tree as nested lists, unfolded down to the page `current`; `base` is the address of the pages."""
    words = _marks()
    node = tree.get(current)
    unfolded = {page.id for page in (*node.above, node.page)} if node else set()
    few, parts, depth = len(tree.nodes) <= FEW, ["<ul>"], 0
    for each in tree.nodes[:MAX_LINES]:
        level = min(len(each.above), MAX_NESTED)
        if level < depth:
            parts.append("</ul></details></li>" * (depth - level))
        depth = level
        here = ' aria-current="page"' if each.id == current else ""
        title = f"{_emoji(each.page)}{escape(each.title)}"
        link = f'<li><a href="{base}/{in_path(each.id)}"{here}>{title}</a>{_marks_of(each, words)}'
        if each.below and level < MAX_NESTED:
            fold = " open" if few or each.id in unfolded else ""
            label = escape(words["below"] % {"title": each.title})
            parts.append(f'{link}<details{fold}><summary aria-label="{label}"></summary><ul>')
            depth += 1
        else:
            parts.append(f"{link}</li>")
    parts.append("</ul></details></li>" * depth + "</ul>")
    return Html("".join(parts).replace("<ul></ul>", ""))


def found_html(nodes: Sequence[Node], base: str) -> Iterator[tuple[str, Node]]:
    """Pages that a filter found: the address of each."""
    for node in nodes[:MAX_LINES]:
        yield f"{base}/{in_path(node.id)}", node


def _emoji(page: Page) -> str:
    told = value_or_none(page.emoji)
    emoji = emoji_of(told) if told else ""
    return f'<span aria-hidden="true">{escape(emoji)}</span> ' if emoji else ""


def _marks() -> Mapping[str, str]:
    """In the reader's language; once for a tree."""
    hidden, unindexed = gettext("hidden"), gettext("not indexed")
    return {
        "hidden": f" <small>{escape(hidden)}</small>",
        "unindexed": f" <small>{escape(unindexed)}</small>",
        "below": gettext("Pages below %(title)s", title="%(title)s"),
    }


def _marks_of(node: Node, words: Mapping[str, str]) -> str:
    return (words["hidden"] if node.hidden else "") + (words["unindexed"] if node.unindexed else "")
