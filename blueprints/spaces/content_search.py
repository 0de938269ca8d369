"""Full-text search in one space or in all of an organization."""

import re
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from typing import Any, NamedTuple, TypeVar

from flask import Blueprint, request, url_for
from pydantic import ValidationError
from werkzeug.wrappers import Response

from contract.authoring.content import SEARCH_SPACE
from contract.organization.organizations import SEARCH_ORGANIZATION
from contract.organization.search import SearchQuery, SearchSection, SpaceSearchItem
from contract.schema.endpoint import Endpoint, Listing
from contract.schema.fields import value_or_none
from masthead.client import Cached, CachedRead
from masthead.i18n import gettext
from masthead.web.directory.places import SPACE, find_place
from masthead.web.forms.forms import INVALID, explain_error
from masthead.web.frame.fragment_cache import Html
from masthead.web.frame.organization import is_refresh_requested, load_organization, or_raise, read_in_organization
from masthead.web.frame.pages import page
from masthead.web.markdown.render import heading_anchor
from masthead.web.person.guards import signed_in

T = TypeVar("T")
blueprint = Blueprint("content_search", __name__, url_prefix="/orgs/<organization_id>/search")
ROWS = 100
SECTIONS = 3
EXCERPT = 240
BEFORE = 60
"""Characters of an excerpt, and the number of them before the first match."""
MAX_MARKED = 20
SIGNS = re.compile(r"\w+")


class SectionHit(NamedTuple):
    """A section of a page: its heading and text, with matches highlighted."""

    url: str
    title: Html | str
    body: Html | str


class PageHit(NamedTuple):
    """A page that matches. `url` is its page in the portal, `app` its URL in the app, or empty."""

    url: str
    title: Html
    path: str
    app: str
    sections: Sequence[SectionHit]


class SpaceHits(NamedTuple):
    title: str
    url: str
    search_url: str
    pages: Sequence[PageHit]


@blueprint.get("")
@signed_in
def index(organization_id: str) -> Response:
    listing, context = _read_hits(organization_id, SEARCH_ORGANIZATION, organization_id)
    spaces = [
        SpaceHits(
            each.title or each.id,
            url_for("spaces.show", organization_id=organization_id, space_id=each.id),
            url_for("space_search.index", organization_id=organization_id, space_id=each.id, query=context["words"]),
            list(build_page_hits(organization_id, each.id, value_or_none(each.pages) or (), context["words"])),
        )
        for each in (listing.value.items if listing else ())
    ]
    return page("content_search/index.html", listing=listing, spaces=spaces, **context)


space_search = Blueprint("space_search", __name__, url_prefix="/orgs/<organization_id>/spaces/<space_id>/search")


@space_search.get("", endpoint="index")
@signed_in
def search_space(organization_id: str, space_id: str) -> Response:
    place = find_place(organization_id, SPACE, space_id)
    listing, context = _read_hits(organization_id, SEARCH_SPACE, space_id)
    pages = list(build_page_hits(organization_id, space_id, listing.value.items if listing else (), context["words"]))
    return page("space_search/index.html", space=place, listing=listing, pages=pages, **context)


def _read_hits(
    organization_id: str, endpoint: Endpoint[Listing[T]], searched: str
) -> tuple[Cached[Listing[T]] | None, dict[str, Any]]:
    """Read a page of hits, None without words or for wrong ones; and the other template values of the page."""
    query, problem = parse_query()
    context = {
        "status": INVALID if problem else 200,
        "words": request.args.get("query", "").strip(),
        "problem": problem,
        "first": not request.args.get("page"),
    }
    if query is None:
        load_organization(organization_id)
        return None, context
    listing = read_in_organization(organization_id, CachedRead(endpoint, (searched,), query, is_refresh_requested()))
    return or_raise(listing), context


def parse_query() -> tuple[SearchQuery | None, str]:
    """Parse the search of the request. Returns a message if it is invalid, and neither if there are no words."""
    asked = {"query": request.args.get("query", "").strip(), "limit": ROWS}
    if request.args.get("page"):
        asked["page"] = request.args["page"]
    try:
        query = SearchQuery.model_validate(asked)
    except ValidationError as wrong:
        return None, explain_error(wrong.errors()[0], gettext("A search"))
    return (query, "") if query.query else (None, "")


def build_page_hits(
    organization_id: str, space_id: str, found: Iterable[SpaceSearchItem], words: str
) -> Iterator[PageHit]:
    marks = _word_pattern(words)
    for each in found:
        url = url_for("space_pages.show", organization_id=organization_id, space_id=space_id, page_id=each.id)
        urls = value_or_none(each.urls)
        sections = [_section_hit(url, section, each.title, marks) for section in value_or_none(each.sections) or ()]
        title, path = _highlight(each.title or each.id, marks), (value_or_none(each.path) or "").strip("/")
        yield PageHit(url, title, path, (value_or_none(urls.app) or "") if urls else "", sections[:SECTIONS])


def _section_hit(url: str, section: SearchSection, page_title: str, marks: re.Pattern[str] | None) -> SectionHit:
    title, body = value_or_none(section.title) or "", value_or_none(section.body) or ""
    _, _, heading = (value_or_none(section.path) or "").partition("#")
    anchor = f"#{heading_anchor(heading)}" if heading else ""
    shown = "" if title == page_title else _highlight(title, marks)
    return SectionHit(url + anchor, shown, _highlight(_excerpt(body, marks), marks))


def _word_pattern(words: str) -> re.Pattern[str] | None:
    """A pattern that finds words with these beginnings. None if the search has no letters or digits."""
    asked = sorted(set(SIGNS.findall(words)), key=len, reverse=True)[:MAX_MARKED]
    return re.compile(rf"\b(?:{'|'.join(map(re.escape, asked))})\w*", re.IGNORECASE) if asked else None


def _excerpt(text: str, marks: re.Pattern[str] | None) -> str:
    first = marks.search(text) if marks else None
    begin = max(0, first.start() - BEFORE) if first else 0
    begin = text.find(" ", begin) + 1 if begin else 0
    some = text[begin : begin + EXCERPT]
    return f"{'… ' if begin else ''}{some}{' …' if begin + EXCERPT < len(text) else ''}"


def _highlight(text: str, marks: re.Pattern[str] | None) -> Html:
    if marks is None:
        return Html(escape(text))
    parts, end = [], 0
    for found in marks.finditer(text):
        parts += [escape(text[end : found.start()]), f"<mark>{escape(found[0])}</mark>"]
        end = found.end()
    return Html("".join([*parts, escape(text[end:])]))
