"""A space's page tree: traversal, search, link targets, and HTML that can be folded without scripts."""

import posixpath
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from blueprints.spaces.content import SpaceContent
from contract.authoring.pages import SpacePage
from contract.schema.endpoint import NextPage
from contract.schema.fields import value_or_none
from contract.schema.references import PageLink, PageLinks
from masthead.client import Cached, Problem
from masthead.i18n import N_, gettext, has_words
from masthead.lookup.link_scan import BROKEN, FILE, PAGE, build_link_target
from masthead.web.descriptions.labels import broken_target_label, link_target_label
from masthead.web.directory.entries import emoji_text
from masthead.web.frame.fragment_cache import Html
from masthead.web.frame.problems import unread_message
from masthead.web.http.paths import quote_path_part

MAX_PAGES = 10_000
"""The most pages of a tree to process."""
MAX_LINES = 3000
"""The most pages to show."""
MAX_NESTED = 12
"""The deepest level of nested lists. Deeper pages are shown on that level."""
FEW = 40
"""Trees up to this size are shown unfolded."""
BRANCH_FROM = 300
"""For a page of a larger tree, at most this many lines of its branch are shown, and nothing else."""
OK, IN_APP = "ok", "in-app"
STATES: Mapping[str, tuple[str, str, str]] = {
    BROKEN: (N_("Broken"), "bad", "x-circle"),
    IN_APP: (N_("Leads into the app"), "warn", "exclamation-triangle"),
    OK: (N_("Working"), "good", "check-circle"),
}
"""Label, kind and icon of a badge. Links to fix come first."""


class Node(NamedTuple):
    """A page in the tree. `above` has its ancestors, topmost first; `below` has its children."""

    page: SpacePage
    above: tuple[SpacePage, ...]
    below: Sequence[SpacePage]

    @property
    def id(self) -> str:
        return self.page.id

    @property
    def title(self) -> str:
        return self.page.title.strip() or self.page.id

    @property
    def path(self) -> str:
        """The path within the space, without leading and trailing slashes."""
        return (value_or_none(self.page.path) or "").strip("/")

    @property
    def is_hidden(self) -> bool:
        return value_or_none(self.page.hidden) is True

    @property
    def is_unindexed(self) -> bool:
        """True if search engines are asked not to index the page."""
        return value_or_none(self.page.noIndex) is True or value_or_none(self.page.noRobotsIndex) is True


class PageTree:
    """A space's pages in order, up to `MAX_PAGES`; `more` is true if there are others."""

    def __init__(self, pages: Sequence[SpacePage]) -> None:
        self.nodes: list[Node] = []
        self.more = False
        waiting: list[tuple[SpacePage, tuple[SpacePage, ...]]] = [(page, ()) for page in reversed(pages)]
        while waiting:
            page, above = waiting.pop()
            if len(self.nodes) == MAX_PAGES:
                self.more = True
                break
            below = value_or_none(page.pages) or []
            self.nodes.append(Node(page, above, below))
            waiting += [(each, (*above, page)) for each in reversed(below)]
        self._by_id = {node.id: node for node in self.nodes}
        # Reversed, so that the first of several pages with the same path wins.
        self._by_path = {node.path: node for node in reversed(self.nodes) if node.path}
        apps = ((_app_url(node.page), node) for node in self.nodes)
        self._by_app = {app: node for app, node in apps if app}

    def get(self, page_id: str) -> Node | None:
        return self._by_id.get(page_id)

    def find_pages(self, words: str) -> list[Node]:
        return [node for node in self.nodes if has_words(words, node.title, node.path)]

    def find_target(self, address: str, path: str) -> tuple[Node, str] | None:
        """Resolve a link on the page at `path` to a page and a heading name; None if it leads elsewhere."""
        parts = _split_address(address)
        if parts is None:
            return None
        whole, target, heading = parts
        if node := self._by_app.get(whole):
            return node, heading
        if target is None:
            return None
        name = _resolve_path(target, path).removesuffix(".md")
        node = self._by_path.get(name) or self._by_path.get(posixpath.dirname(name) if name.endswith("README") else "")
        return (node, heading) if node else None


class PageLinkRow(NamedTuple):
    """A link, with its kind and target in words. `at` is the target's portal URL, or empty."""

    kind: str
    name: str
    anchor: str
    badge: tuple[str, str, str]
    at: str


class ShownLinks(NamedTuple):
    rows: Sequence[PageLinkRow] = ()
    total: int = 0
    more: bool = False
    unread: str = ""
    read: Cached[PageLinks] | None = None


def linked_file_name(address: str, path: str) -> str:
    """Return the name of the file that a link on the page at `path` leads to; empty if it leads elsewhere."""
    parts = _split_address(address)
    folder, _, name = _resolve_path(parts[1], path).rpartition("/") if parts and parts[1] else ("", "", "")
    return name if folder.rpartition("/")[2] in {"files", "assets"} else ""


def _split_address(address: str) -> tuple[str, str | None, str] | None:
    try:
        parts = urlsplit(address)
    except ValueError:
        return None
    whole = address.partition("#")[0].rstrip("/")
    inside = not parts.scheme and not parts.netloc and "\\" not in address
    return whole, unquote(parts.path) if inside and parts.path else None, unquote(parts.fragment)


def _resolve_path(target: str, path: str) -> str:
    """Resolve a link target on the page at `path` to a path within the space."""
    joined = target if target.startswith("/") else posixpath.join("/", posixpath.dirname(path), target)
    return posixpath.normpath(joined).strip("/")


def _app_url(page: SpacePage) -> str:
    urls = value_or_none(page.urls)
    app = None if urls is None else value_or_none(urls.app)
    return "" if app is None else app.rstrip("/")


def find_branch(tree: PageTree, current: str) -> list[Node] | None:
    """Return a page's ancestors, their siblings and the page's children, for showing a large tree.

    None if the tree is small enough to show as a whole, or doesn't contain the page.
    """
    node = tree.get(current)
    if node is None or len(tree.nodes) <= BRANCH_FROM:
        return None
    path = {page.id for page in (*node.above, node.page)}
    branch = [each for each in tree.nodes if not each.above or each.above[-1].id in path]
    first = max(0, branch.index(node) - BRANCH_FROM // 2)
    near = {each.id for each in branch[first : first + BRANCH_FROM]} | path
    return [each for each in branch if each.id in near]


def tree_html(tree: PageTree, base: str, current: str, branch: Sequence[Node] | None = None) -> Html:
    """Render the tree or a `branch` as nested lists, unfolded down to the page `current`. `base` is the pages' URL."""
    words = _mark_labels()
    node = tree.get(current)
    unfolded = {page.id for page in (*node.above, node.page)} if node else set()
    few, parts, depth = len(tree.nodes) <= FEW, ["<ul>"], 0
    for each in tree.nodes[:MAX_LINES] if branch is None else branch:
        level = min(len(each.above), MAX_NESTED)
        if level < depth:
            parts.append("</ul></details></li>" * (depth - level))
        depth = level
        here = ' aria-current="page"' if each.id == current else ""
        title = f"{_emoji_html(each.page)}{escape(each.title)}"
        link = f'<li><a href="{base}/{quote_path_part(each.id)}"{here}>{title}</a>{_marks_html(each, words)}'
        if each.below and level < MAX_NESTED and (branch is None or each.id in unfolded):
            fold = " open" if few or each.id in unfolded else ""
            label = escape(words["below"] % {"title": each.title})
            parts.append(f'{link}<details{fold}><summary aria-label="{label}"></summary><ul>')
            depth += 1
        else:
            parts.append(f"{link}</li>")
    parts.append("</ul></details></li>" * depth + "</ul>")
    return Html("".join(parts).replace("<ul></ul>", ""))


def list_tree_links(nodes: Sequence[Node], base: str) -> Iterator[tuple[str, Node]]:
    for node in nodes[:MAX_LINES]:
        yield f"{base}/{quote_path_part(node.id)}", node


def _emoji_html(page: SpacePage) -> str:
    told = value_or_none(page.emoji)
    emoji = emoji_text(told) if told else ""
    return f'<span aria-hidden="true">{escape(emoji)}</span> ' if emoji else ""


def _mark_labels() -> Mapping[str, str]:
    """Build HTML labels in the reader's language, once for all pages of a tree."""
    hidden, unindexed = gettext("hidden"), gettext("not indexed")
    return {
        "hidden": f" <small>{escape(hidden)}</small>",
        "unindexed": f" <small>{escape(unindexed)}</small>",
        "below": gettext("Pages below %(title)s", title="%(title)s"),
    }


def _marks_html(node: Node, words: Mapping[str, str]) -> str:
    return (words["hidden"] if node.is_hidden else "") + (words["unindexed"] if node.is_unindexed else "")


def shown_links(content: SpaceContent, tree: PageTree, answer: Cached[PageLinks] | Problem) -> ShownLinks:
    if isinstance(answer, Problem):
        return ShownLinks(unread=unread_message(answer))
    items = sorted(answer.value.items, key=lambda each: _status_rank(each.status))
    stats = value_or_none(answer.value.stats)
    return ShownLinks(
        [_build_row(content, tree, each) for each in items],
        max(len(items), int(stats.total) if stats else 0),
        isinstance(answer.value.next, NextPage),
        read=answer,
    )


def _status_rank(status: str) -> int:
    known = list(STATES)
    return known.index(status) if status in known else len(known)


def _build_row(content: SpaceContent, tree: PageTree, link: PageLink) -> PageLinkRow:
    target = build_link_target(content.space.id, link)
    label, kind, icon = STATES.get(link.status, (link.status, "quiet", "info-circle"))
    words = broken_target_label if link.status == BROKEN else link_target_label
    at = ""
    if link.status != BROKEN and target.kind == PAGE and tree.get(target.id):
        at = content.page_url(target.id)
    elif link.status != BROKEN and target.kind == FILE and target.id:
        at = content.file_url(target.id)
    return PageLinkRow(words(target.kind, target.anchor), target.name, target.anchor, (gettext(label), kind, icon), at)
