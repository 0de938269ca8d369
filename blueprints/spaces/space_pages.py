"""The pages of a space or of a change request: the tree, and one page with its text, facts and links."""

from functools import partial
from typing import NamedTuple
from urllib.parse import urlencode

from flask import Blueprint, request, url_for
from werkzeug.wrappers import Response

from blueprints.spaces.content import SpaceContent, find_content
from blueprints.spaces.tree import (
    MAX_LINES,
    Node,
    PageTree,
    find_branch,
    linked_file_name,
    list_tree_links,
    shown_links,
    tree_html,
)
from contract.authoring.content import PageQuery
from contract.authoring.pages import SpacePage
from contract.schema.fields import value_or_none
from masthead.client import Cached, NotFound, Problem
from masthead.i18n import N_, gettext
from masthead.lookup.references import InvalidReferenceError
from masthead.lookup.references import parse_reference as read_address
from masthead.web.directory.entries import get_search_text
from masthead.web.directory.places import SPACE
from masthead.web.frame.organization import (
    is_refresh_requested,
    or_raise,
    organization_read,
    read_in_organization,
    set_organization,
)
from masthead.web.frame.pages import page
from masthead.web.frame.problems import unread_message
from masthead.web.markdown.render import Rendered, heading_anchor, list_headings, render_markdown
from masthead.web.person.guards import signed_in
from masthead.web.person.portal import api

blueprint = Blueprint("space_pages", __name__, url_prefix="/orgs/<organization_id>/spaces/<space_id>/pages")
proposed_pages = Blueprint(
    "proposed_pages",
    __name__,
    url_prefix="/orgs/<organization_id>/spaces/<space_id>/change-requests/<change_request_id>/pages",
)
"""Pages of a space as a change request would leave them."""
OUTLINE_LINES = 200
VIEWS = ("computed", "links", "pictures")
"""Query parameters that links on a page keep."""
APP = "/o/"
"""The beginning of paths of the documentation app."""
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


class ShownPage(NamedTuple):
    """A page for display. `text` is empty if it has none; `age` is in seconds."""

    page: SpacePage
    node: Node | None
    text: Rendered
    age: float

    @property
    def title(self) -> str:
        return self.page.title.strip() or self.page.id

    @property
    def type(self) -> str:
        """The type's label. An unknown type is shown as its API value."""
        return gettext(TYPES.get(self.page.type, self.page.type))

    @property
    def source_type(self) -> str:
        """The type of source from which the content is computed; empty if a person wrote it."""
        found = value_or_none(self.page.computed)
        return found.type if found else ""

    @property
    def hidden_parts_label(self) -> str:
        """Labels of the layout parts that are switched off, separated by commas."""
        layout = value_or_none(self.page.layout)
        off = [gettext(words) for name, words in LAYOUT.items() if layout and getattr(layout, name) is False]
        return ", ".join(off)

    @property
    def outline(self) -> list[tuple[int, str, str]]:
        """The depth, anchor and text of each heading."""
        return [(depth, each.anchor, each.text) for depth, each in list_headings(self.text.headings[:OUTLINE_LINES])]


@blueprint.get("")
@proposed_pages.get("")
@signed_in
def index(organization_id: str, space_id: str, change_request_id: str = "") -> Response:
    """Show the page tree, or the pages that match a filter."""
    content = find_content(organization_id, space_id, change_request_id)
    answer = read_in_organization(content.organization, content.tree_read(refresh=is_refresh_requested()))
    read = or_raise(answer)
    tree, words = PageTree(read.value.pages), get_search_text()
    found = tree.find_pages(words)
    return page(
        "space_pages/index.html",
        source=content,
        space=content.space,
        remembered=read,
        tree=tree,
        words=words,
        listed=tree_html(tree, content.pages_url, "") if not words else "",
        found=list(list_tree_links(found, content.pages_url)) if words else [],
        count=len(found),
        hidden=sum(node.is_hidden for node in tree.nodes),
        unindexed=sum(node.is_unindexed for node in tree.nodes),
        cut=len(found if words else tree.nodes) > MAX_LINES,
    )


@blueprint.get("/<page_id>")
@proposed_pages.get("/<page_id>")
@signed_in
def show(organization_id: str, space_id: str, page_id: str, change_request_id: str = "") -> Response:
    """Show one page next to the tree. With `links` in the query, also list its links with their states."""
    content = find_content(organization_id, space_id, change_request_id)
    as_written = request.args.get("computed") == "false"
    query = PageQuery(format="markdown", computed=False) if as_written else PageQuery(format="markdown")
    linked = None
    reads = (
        organization_read(content.organization),
        content.tree_read(refresh=is_refresh_requested()),
        content.page_read(page_id, query),
    )
    if "links" in request.args:
        organization, listing, answer, linked = api().gather(*reads, content.links_read(page_id))
    else:
        organization, listing, answer = api().gather(*reads)
    set_organization(organization)
    tree = PageTree(listing.value.pages if isinstance(listing, Cached) else [])
    node, branch = tree.get(page_id), find_branch(tree, page_id)
    read = _page_or_tree_entry(answer, node)
    base = content.pages_url
    return page(
        "space_pages/show.html",
        source=content,
        space=content.space,
        remembered=read,
        shown=_build_shown_page(content, tree, node, read, with_pictures="pictures" in request.args),
        above=[(f"{base}/{each.id}", each.title) for each in node.above] if node else [],
        listed=tree_html(tree, base, page_id, branch),
        is_branch=branch is not None,
        tree=tree,
        unread=unread_message(listing) if isinstance(listing, Problem) else "",
        no_text=unread_message(answer) if isinstance(answer, Problem) else "",
        as_written=as_written,
        view={name: request.args[name] for name in VIEWS if name in request.args},
        linked=shown_links(content, tree, linked) if linked else None,
        words="",
    )


def _page_or_tree_entry(answer: Cached[SpacePage] | Problem, node: Node | None) -> Cached[SpacePage]:
    """Return the page or, if it can't be read, its tree entry without text. Raises the Problem if there is neither."""
    if isinstance(answer, NotFound) or (isinstance(answer, Problem) and node is None):
        raise answer
    if isinstance(answer, Problem):
        assert node is not None  # noqa: S101 - checked above
        return Cached(node.page)
    return answer


def _build_shown_page(
    content: SpaceContent, tree: PageTree, node: Node | None, read: Cached[SpacePage], *, with_pictures: bool
) -> ShownPage:
    path = (value_or_none(read.value.path) or (node.path if node else "")).strip("/")
    dead = (
        gettext("This link leads to nothing in this change request")
        if content.request_id
        else gettext("This link leads to nothing in this space")
    )
    text = render_markdown(
        value_or_none(read.value.markdown) or "",
        partial(_link_url, content, tree, path),
        picture=gettext("Picture"),
        dead=dead,
        own=partial(_picture_url, content, path),
        with_pictures=with_pictures,
    )
    return ShownPage(read.value, node, text, read.age)


def _link_url(content: SpaceContent, tree: PageTree, path: str, address: str) -> str:
    """Return the portal URL of the page, file or space that a link in the text leads to; empty for other links."""
    if found := tree.find_target(address, path):
        node, heading = found
        return content.page_url(node.id) + (f"#{heading_anchor(heading)}" if heading else "")
    if name := linked_file_name(address, path):
        return f"{content.files_url}?{urlencode({'q': name})}"
    return _find_space_link(content, address)


def _picture_url(content: SpaceContent, path: str, address: str) -> str:
    """Return the portal URL of a picture stored in the space's files; empty for other pictures."""
    name = linked_file_name(address, path)
    return content.picture_url(name) if name else ""


def _find_space_link(content: SpaceContent, address: str) -> str:
    """Return the portal URL of the space that an app path leads to; empty for other addresses."""
    if not address.startswith(APP):
        return ""
    try:
        named = read_address(address, ())
    except InvalidReferenceError:
        return ""
    organization = named.ancestor_id("organization") or content.organization
    return url_for("spaces.show", organization_id=organization, space_id=named.id) if named.kind == SPACE else ""
