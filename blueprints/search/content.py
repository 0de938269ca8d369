"""Full-text search of content in one space or a whole organization, with suggestions of related words."""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from html import escape
from typing import NamedTuple

from flask import Blueprint, request, url_for
from pydantic import MISSING, ValidationError
from werkzeug.wrappers import Response

from contract.authoring.content import SEARCH_SPACE
from contract.organization.organizations import SEARCH_ORGANIZATION
from contract.organization.search import OrganizationSearchItem, SearchQuery, SearchSection, SpaceSearchItem
from contract.schema.endpoint import Listing
from contract.schema.fields import value_or_none
from masthead.client import Cached, CachedRead, Problem
from masthead.i18n import fold_text, gettext, stem
from masthead.web.directory.places import SPACE, find_place
from masthead.web.forms.forms import INVALID, explain_error
from masthead.web.frame.fragment_cache import Html
from masthead.web.frame.organization import (
    gather_in_organization,
    is_first_page,
    is_refresh_requested,
    load_organization,
    or_raise,
    read_in_organization,
)
from masthead.web.frame.pages import page
from masthead.web.markdown.render import heading_anchor
from masthead.web.person.guards import signed_in
from masthead.web.person.portal import api

ROWS = 100
SECTIONS = 3
EXCERPT = 240
BEFORE = 60
"""Number of an excerpt's characters before the first match."""
MAX_MARKED = 20
MAX_RELATED = 3
SIGNS = re.compile(r"\w+")


class SectionHit(NamedTuple):
    """A section of a page: its heading and text, with matches highlighted."""

    url: str
    title: Html | str
    body: Html | str


class PageHit(NamedTuple):
    """A matching page. `url` is its URL in the portal, `app` its URL in the app or empty."""

    url: str
    title: Html
    path: str
    app: str
    sections: Sequence[SectionHit]

    @property
    def excerpt(self) -> Html | str:
        return self.sections[0].body if self.sections else ""


class SpaceHits(NamedTuple):
    title: str
    url: str
    search_url: str
    pages: Sequence[PageHit]


class RelatedWord(NamedTuple):
    """A word with the same stem as a search word. `pages` is the number of pages that have it, 0 if not counted."""

    word: str
    url: str
    pages: int = 0


class ContentHits(NamedTuple):
    """Pages found by searching an organization, grouped by space, and related words.

    If no page has the search words, `spaces` has pages with related words and `is_related` is true.
    """

    listing: Cached[Listing[OrganizationSearchItem]]
    spaces: Sequence[SpaceHits]
    related: Sequence[RelatedWord]
    is_related: bool

    @property
    def page_count(self) -> int:
        return sum(len(space.pages) for space in self.spaces)


def find_content(organization_id: str, query: SearchQuery, *, counted: bool = True) -> ContentHits | Problem:
    """Search the content of all spaces, also for related words. `counted` counts the pages that have these."""
    stems = " ".join(map(stem, query.query.split()))
    sought = [query]
    if stems != query.query.casefold() and query.page is MISSING:
        sought.append(query.model_copy(update={"query": stems}))
    refresh = is_refresh_requested()
    reads = [CachedRead(SEARCH_ORGANIZATION, (organization_id,), each, refresh) for each in sought]
    found, *wider = gather_in_organization(organization_id, *reads)
    if isinstance(found, Problem):
        return found
    others = next((each for each in wider if not isinstance(each, Problem)), None)
    is_related = not found.value.items and others is not None
    listing, words = (others, stems) if others is not None and is_related else (found, query.query)
    related = _list_related_words(query.query, others.value.items) if others else {}
    spaces = _build_space_hits(organization_id, listing.value.items, words)
    pages = _count_pages(organization_id, query, related.values()) if counted and related else [0] * len(related)
    words_found = [
        RelatedWord(word, url_for("search.index", organization_id=organization_id, q=search), number)
        for (word, search), number in zip(related.items(), pages, strict=True)
    ]
    return ContentHits(listing, spaces, words_found, is_related)


def _count_pages(organization_id: str, query: SearchQuery, searches: Iterable[str]) -> list[int]:
    """Count the pages that each search finds. The excerpts of a wider search don't contain all words."""
    queries = [query.model_copy(update={"query": words}) for words in searches]
    answers = api().gather(*(CachedRead(SEARCH_ORGANIZATION, (organization_id,), each) for each in queries))
    return [0 if isinstance(each, Problem) else _page_count(each.value.items) for each in answers]


def _page_count(found: Iterable[OrganizationSearchItem]) -> int:
    return sum(len(value_or_none(space.pages) or ()) for space in found)


def _build_space_hits(organization_id: str, found: Iterable[OrganizationSearchItem], words: str) -> list[SpaceHits]:
    return [
        SpaceHits(
            each.title or each.id,
            url_for("spaces.show", organization_id=organization_id, space_id=each.id),
            url_for("space_search.index", organization_id=organization_id, space_id=each.id, q=words),
            list(build_page_hits(organization_id, each.id, value_or_none(each.pages) or (), words)),
        )
        for each in found
    ]


def _list_related_words(words: str, found: Iterable[OrganizationSearchItem]) -> dict[str, str]:
    """Map related words, most frequent first, to searches with the related word in place of the original."""
    typed = words.split()
    pages = [set(_hit_words(hit)) for space in found for hit in value_or_none(space.pages) or ()]
    related = [
        (-number, word, " ".join([*typed[:at], word, *typed[at + 1 :]]))
        for at, each in enumerate(typed)
        for word, number in _count_related_words(each, pages).items()
    ]
    return {word: search for _, word, search in sorted(related)[:MAX_RELATED]}


def _hit_words(hit: SpaceSearchItem) -> Iterator[str]:
    texts = [hit.title]
    for section in value_or_none(hit.sections) or ():
        texts += [value_or_none(section.title) or "", value_or_none(section.body) or ""]
    return (fold_text(word) for text in texts for word in SIGNS.findall(text))


def _count_related_words(typed: str, pages: Iterable[Collection[str]]) -> Counter[str]:
    """Count the pages that have each related word; `shipments` is counted as `shipment`."""
    begin, found = stem(typed), Counter[str]()
    for words in pages:
        found.update(word for word in words if stem(word) == begin and not word.startswith(fold_text(typed)))
    merged = Counter[str]()
    for word in sorted(found, key=len):
        merged[next((each for each in merged if word.startswith(each)), word)] += found[word]
    return merged


space_search = Blueprint("space_search", __name__, url_prefix="/orgs/<organization_id>/spaces/<space_id>/search")


@space_search.get("", endpoint="index")
@signed_in
def search_space(organization_id: str, space_id: str) -> Response:
    place = find_place(organization_id, SPACE, space_id)
    query, problem = parse_query()
    listing = None
    if query is None:
        load_organization(organization_id)
    else:
        read = CachedRead(SEARCH_SPACE, (space_id,), query, is_refresh_requested())
        listing = or_raise(read_in_organization(organization_id, read))
    words = list_searched_words()
    pages = list(build_page_hits(organization_id, space_id, listing.value.items if listing else (), words))
    return page(
        "space_search/index.html",
        status=INVALID if problem else 200,
        space=place,
        listing=listing,
        pages=pages,
        words=words,
        problem=problem,
        first=is_first_page(),
    )


def list_searched_words() -> str:
    return request.args.get("q", "").strip()


def parse_query(limit: int = ROWS) -> tuple[SearchQuery | None, str]:
    """Parse the request's search into a query, or an error message if it is invalid; neither without words."""
    asked = {"query": list_searched_words(), "limit": limit}
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
    return SectionHit(url + anchor, shown, _highlight(_cut_excerpt(body, marks), marks))


def _word_pattern(words: str) -> re.Pattern[str] | None:
    """Return a pattern for words that start with a search word; None if the search has no letters or digits."""
    asked = sorted(set(SIGNS.findall(words)), key=len, reverse=True)[:MAX_MARKED]
    return re.compile(rf"\b(?:{'|'.join(map(re.escape, asked))})\w*", re.IGNORECASE) if asked else None


def _cut_excerpt(text: str, marks: re.Pattern[str] | None) -> str:
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
