"""The pages of a space or of a change request: the tree, and one page with its text, its facts and where it leads."""

from dataclasses import dataclass
from functools import partial
from urllib.parse import urlencode

from flask import Blueprint, request
from werkzeug.wrappers import Response

from blueprints.spaces.content import Content, content_of
from blueprints.spaces.page_links import shown_links
from blueprints.spaces.tree import MAX_LINES, Node, PageTree, file_led_to, found_html, tree_html
from contract.authoring.content import PageQuery
from contract.authoring.pages import Page
from contract.schema.fields import value_or_none
from i18n import N_, gettext
from masthead.client import Cached, NotFound, Problem
from masthead.web.pages.directory import words_asked
from masthead.web.pages.markdown import Rendered, anchor_of, outline, render_markdown
from masthead.web.pages.organization import or_raise, organization_read, refreshing, set_organization
from masthead.web.pages.pages import page
from masthead.web.pages.problems import why_unread
from masthead.web.person.access import signed_in
from masthead.web.person.portal import api

blueprint = Blueprint("space_pages", __name__, url_prefix="/orgs/<organization_id>/spaces/<space_id>/pages")
OUTLINE_LINES = 200
LAYOUT = {
    "cover": N_("cover"),
    "title": N_("title"),
    "description": N_("description"),
    "tableOfContents": N_("table of contents"),
    "outline": N_("outline"),
    "pagination": N_("pagination"),
}
TYPES = {
    "document": N_("Document"),
    "group": N_("Group"),
    "link": N_("Link"),
    "computed": N_("Computed page"),
}


@dataclass(frozen=True, slots=True)
class ShownPage:
    """A page as it is shown: `text` is empty for one without a text, `age` in seconds."""

    page: Page
    node: Node | None
    text: Rendered
    age: float

    @property
    def title(self) -> str:
        """What people know it by."""
        return self.page.title.strip() or self.page.id

    @property
    def type(self) -> str:
        """In words; one that Masthead doesn't know as the API has it."""
        return gettext(TYPES.get(self.page.type, self.page.type))

    @property
    def computed(self) -> str:
        """What makes its content; empty for content that somebody wrote."""
        found = value_or_none(self.page.computed)
        return found.type if found else ""

    @property
    def left_out(self) -> str:
        """The parts of its layout that are switched off."""
        layout = value_or_none(self.page.layout)
        off = [gettext(words) for name, words in LAYOUT.items() if layout and getattr(layout, name) is False]
        return ", ".join(off)

    @property
    def outline(self) -> list[tuple[int, str, str]]:
        """Depth, anchor and text of its headings."""
        return [(depth, each.anchor, each.text) for depth, each in outline(self.text.headings[:OUTLINE_LINES])]


@blueprint.get("")
@signed_in
def index(organization_id: str, space_id: str) -> Response:
    """The tree alone, or those pages of it that a filter lets through."""
    return show_tree(content_of(organization_id, space_id))


@blueprint.get("/<page_id>")
@signed_in
def show(organization_id: str, space_id: str, page_id: str) -> Response:
    """One page beside the tree; with `links` the state of each of its links too."""
    return show_page(content_of(organization_id, space_id), page_id)


def show_tree(content: Content) -> Response:
    """The tree of a space or of a change request, or what a filter finds in it."""
    organization, answer = api().gather(
        organization_read(content.organization), content.tree_read(refresh=refreshing())
    )
    set_organization(organization)
    read = or_raise(answer)
    tree, words = PageTree(read.value.pages), words_asked()
    found = tree.matching(words)
    return page(
        "space_pages/index.html",
        source=content,
        space=content.space,
        remembered=read,
        tree=tree,
        words=words,
        listed=tree_html(tree, content.pages_at, "") if not words else "",
        found=list(found_html(found, content.pages_at)) if words else [],
        count=len(found),
        hidden=sum(node.hidden for node in tree.nodes),
        unindexed=sum(node.unindexed for node in tree.nodes),
        cut=max(len(tree.nodes), len(found)) > MAX_LINES,
    )


def show_page(content: Content, page_id: str) -> Response:
    """One page of either, beside the tree."""
    as_written = request.args.get("computed") == "false"
    query = PageQuery(format="markdown", computed=False) if as_written else PageQuery(format="markdown")
    linked = None
    reads = (
        organization_read(content.organization),
        content.tree_read(refresh=refreshing()),
        content.page_read(page_id, query),
    )
    if "links" in request.args:
        organization, listing, answer, linked = api().gather(*reads, content.links_read(page_id))
    else:
        organization, listing, answer = api().gather(*reads)
    set_organization(organization)
    tree = PageTree(listing.value.pages if isinstance(listing, Cached) else [])
    node = tree.get(page_id)
    read = _without_text(answer, node)
    base = content.pages_at
    return page(
        "space_pages/show.html",
        source=content,
        space=content.space,
        remembered=read,
        shown=_shown(content, tree, node, read),
        above=[(f"{base}/{each.id}", each.title) for each in node.above] if node else [],
        listed=tree_html(tree, base, page_id),
        tree=tree,
        unread=why_unread(listing) if isinstance(listing, Problem) else "",
        no_text=why_unread(answer) if isinstance(answer, Problem) else "",
        as_written=as_written,
        view=({"computed": "false"} if as_written else {}) | ({"links": 1} if linked else {}),
        linked=shown_links(content, tree, linked) if linked else None,
        words="",
    )


def _without_text(answer: Cached[Page] | Problem, node: Node | None) -> Cached[Page]:
    """The page, or what the tree tells of it where its text can't be read. Raises the Problem where nothing does."""
    if isinstance(answer, NotFound) or (isinstance(answer, Problem) and node is None):
        raise answer
    if isinstance(answer, Problem):
        assert node is not None  # noqa: S101 - checked above
        return Cached(node.page)
    return answer


def _shown(content: Content, tree: PageTree, node: Node | None, read: Cached[Page]) -> ShownPage:
    path = (value_or_none(read.value.path) or (node.path if node else "")).strip("/")
    dead = (
        gettext("This link leads to nothing in this change request")
        if content.request_id
        else gettext("This link leads to nothing in this space")
    )
    text = render_markdown(
        value_or_none(read.value.markdown) or "",
        partial(_resolve, content, tree, path),
        picture=gettext("Picture"),
        dead=dead,
    )
    return ShownPage(read.value, node, text, read.age)


def _resolve(content: Content, tree: PageTree, path: str, address: str) -> str:
    """The address in the portal of a page or a file of the content that an address in a text leads to; else empty."""
    if found := tree.led_to(address, path):
        node, heading = found
        return content.page_at(node.id) + (f"#{anchor_of(heading)}" if heading else "")
    if name := file_led_to(address, path):
        return f"{content.files_at}?{urlencode({'q': name})}"
    return ""
