"""Search views: find objects, pages, settings, actions and content. The command palette uses them too."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple
from urllib.parse import urlencode, urlsplit

from flask import Blueprint, current_app, g, request, url_for
from werkzeug.wrappers import Response

from blueprints.search.content import ContentHits, find_content, list_searched_words, parse_query
from blueprints.search.object_pages import Match, PalettePage, find_object_pages, match_title, typo_similarity
from masthead.client import Problem
from masthead.i18n import N_, gettext
from masthead.lookup.references import InvalidReferenceError, ObjectReference, parse_reference
from masthead.store.directory.objects import DirectoryQuery, KnownObject
from masthead.web.directory.entries import (
    KINDS,
    DirectoryEntry,
    entry_url,
    get_search_text,
    kind_labels,
    known_hosts,
    rank_entries,
    suggest_entries,
)
from masthead.web.forms.forms import INVALID
from masthead.web.frame.navigation import CREATE, FILE, PAGE, Destination, area_groups, area_pages
from masthead.web.frame.organization import has_permission, is_first_page, load_organization
from masthead.web.frame.pages import page
from masthead.web.frame.saved_views import read_saved_views, view_url
from masthead.web.http.paths import local_path, match_route, request_path
from masthead.web.http.responses import wants_fragment
from masthead.web.person.guards import PUBLIC, get_access, signed_in
from masthead.web.places import SearchableForm, page_label, places

PORTS = {"http": 80, "https": 443}
blueprint = Blueprint("search", __name__)
MAX_OBJECTS = 12
MAX_ORGANIZATIONS = 6
MAX_TYPOS = 5
MAX_CONTENT = 6
RANKS = {kind: place for place, kind in enumerate(KINDS)}
"""Rank of equally good matches by kind: people search for a site more often than for a part of one."""
PLACES_OF_OBJECTS, PLACES_OF_PAGES = 0, 1
SHOWN = "site-space"
LEAVE = N_("log out, logout, quit, leave")


class Address(NamedTuple):
    """The target of a pasted URL. If there is none, `url` is empty and `wrong` is the error message."""

    label: str = ""
    hint: str = ""
    icon: str = "box-arrow-right"
    url: str = ""
    wrong: str = ""


def parse_address(typed: str) -> Address | None:
    """Parse a pasted URL or path; return None for text that is neither."""
    text = typed.strip()
    if "/" not in text or len(text.split()) > 1:
        return None
    if page := _portal_path(text):
        return Address(gettext("Open this page"), page, url=page)
    try:
        named = parse_reference(text, known_hosts())
    except InvalidReferenceError as wrong:
        is_address = "://" in text or text.startswith("/")
        return Address(wrong=str(wrong)) if is_address else None
    return _service_address(named)


def _portal_path(text: str) -> str:
    try:
        parts = urlsplit(text if "://" in text or text.startswith("/") else f"{request.scheme}://{text}")
        own = urlsplit(request.host_url)
        here = (parts.hostname, parts.port or PORTS.get(parts.scheme)) == (own.hostname, own.port or PORTS[own.scheme])
    except ValueError:
        return ""
    if not (text.startswith("/") or (here and parts.scheme in PORTS and "@" not in parts.netloc)):
        return ""
    path = local_path(f"{parts.path}{f'?{parts.query}' if parts.query else ''}", "")
    return path if path and match_page_path(parts.path) is not None else ""


def match_page_path(path: str) -> Mapping[str, Any] | None:
    """Return the ids in a portal path, or None if it isn't the path of a page."""
    endpoint, values = match_route(path)
    if not endpoint or endpoint == "static" or get_access(current_app.view_functions[endpoint]) == PUBLIC:
        return None
    return values


def _service_address(named: ObjectReference) -> Address:
    here = g.get("organization")
    organization = named.ancestor_id("organization") or (here.id if here is not None else "")
    url = entry_url(named.kind, named.id, organization, named.ancestor_id("site") or named.ancestor_id("space"))
    label, _, icon = kind_labels(named.kind)
    known = suggest_entries(DirectoryQuery(kinds=(named.kind,), ids=(named.id,)), limit=1)
    title = known[0].title if known else named.id
    if not url and organization:
        url = url_for("directory.index", organization_id=organization, q=named.id)
    if not url:
        return Address(wrong=gettext("First open the organization that this belongs to, then paste the address there."))
    return Address(gettext("Open %(title)s", title=title), label, icon, url)


def list_destinations(site_id: str = "") -> Iterator[tuple[Destination, str]]:
    """List the pages that the person may use, with their URLs, both in the organization and outside it.

    The settings of the site `site_id`, that of the current page, are included.
    """
    if organization := g.get("organization"):
        for each in (*area_pages(), *list_organization_destinations()):
            if not each.needs or has_permission(each.needs):
                yield each, url_for(each.endpoint, organization_id=organization.id, **each.values)
        yield from _list_setting_destinations(organization.id, site_id)
    for each in _list_declared_destinations(anywhere=True):
        yield each, url_for(each.endpoint)


def list_organization_destinations() -> list[Destination]:
    """List an organization's pages that are not areas. Forms that create something come first, downloads last."""
    return sorted(
        _list_declared_destinations(anywhere=False), key=lambda each: (each.hint != CREATE, each.hint == FILE)
    )


def _list_declared_destinations(*, anywhere: bool) -> list[Destination]:
    found = [(place, each) for place in places() for each in place.destinations if each.anywhere is anywhere]
    return [each if anywhere else place.with_permission(each) for place, each in found]


def _list_setting_destinations(organization_id: str, site_id: str) -> Iterator[tuple[Destination, str]]:
    forms = [form for place in places() for form in place.searchable if site_id or not form.of_site]
    for form in sorted(forms, key=lambda each: each.of_site):
        site = site_id if form.of_site else None
        address = url_for(form.endpoint, organization_id=organization_id, site_id=site, _anchor=form.anchor or None)
        for each in _list_field_destinations(form):
            yield each, address


def _list_field_destinations(found: SearchableForm) -> Iterator[Destination]:
    for name in found.form.body.model_fields:
        unbound = getattr(found.form, name, None)
        if unbound is not None:
            keywords = found.keywords.get(name, "")
            yield Destination(unbound.args[0], found.endpoint, "sliders", keywords, found.hint)


@dataclass(frozen=True, slots=True)
class PaletteEntry:
    """One result: a link, or with `fields` a form that posts to `url`."""

    label: str
    hint: str
    icon: str
    url: str
    fields: dict[str, str] = field(default_factory=dict)
    keywords: tuple[str, ...] = ()
    file: bool = False
    excerpt: str = ""
    is_page: bool = False


@blueprint.get("/search")
@signed_in
def anywhere() -> Response:
    return _render(None, "")


@blueprint.get("/orgs/<organization_id>/search")
@signed_in
def index(organization_id: str) -> Response:
    """Show matching names and content. The palette requests each part separately."""
    if wants_fragment("search-results"):
        if request.args.get("part") == "content":
            return _render_content(organization_id)
        load_organization(organization_id)
        return _render(None, "")
    query, problem = parse_query()
    if query is None or parse_address(query.query):
        load_organization(organization_id)
        return _render(None, problem)
    return _render(find_content(organization_id, query), problem)


def _render_content(organization_id: str) -> Response:
    query, _ = parse_query(MAX_CONTENT)
    hits = find_content(organization_id, query, counted=False) if query is not None else None
    entries = [] if hits is None or isinstance(hits, Problem) else list(_content_entries(hits))
    return page("search/index.html", fragment="results", entries=entries, lists=[], words="", note="")


def _content_entries(hits: ContentHits) -> Iterator[PaletteEntry]:
    found = [(space, each) for space in hits.spaces for each in space.pages]
    for space, each in found[:MAX_CONTENT]:
        hint = gettext("Page of %(space)s", space=space.title)
        yield PaletteEntry(each.title, hint, "journal-text", each.url, excerpt=each.excerpt)
    for word in hits.related:
        yield PaletteEntry(word.word, gettext("Related word"), "search", word.url)


def _render(content: ContentHits | Problem | None, problem: str) -> Response:
    words = get_search_text()
    address = parse_address(request.args.get("q", ""))
    is_search = bool(words) and address is None and "organization" in g
    if address is not None:
        entries, note = _address_entries(address), address.wrong
    elif words:
        entries, note = _search_entries(words), ""
    else:
        entries, note = _default_entries(), ""
    return page(
        "search/index.html",
        status=INVALID if problem else 200,
        fragment="results",
        entries=entries,
        lists=list(_filtered_lists(words)) if is_search else [],
        everything=_search_url(words) if is_search else "",
        words=list_searched_words(),
        note=note,
        problem=problem,
        content=None if isinstance(content, Problem) else content,
        unread=content if isinstance(content, Problem) else None,
        first=is_first_page(),
        here=request_path(),
        back=_return_path(),
    )


def _search_url(words: str) -> str:
    return url_for("search.index", organization_id=g.organization.id, q=words)


def _filtered_lists(words: str) -> Iterator[PaletteEntry]:
    for each, url in list_destinations():
        if each.text_filter:
            label = gettext("%(list)s with “%(words)s”", list=gettext(each.label), words=words)
            yield PaletteEntry(
                label, gettext("Filter the list"), each.icon, f"{url}?{urlencode({each.text_filter: words})}"
            )


def _address_entries(address: Address) -> list[PaletteEntry]:
    return [PaletteEntry(address.label, address.hint, address.icon, address.url)] if address.url else []


def _default_entries() -> list[PaletteEntry]:
    shown = {area.label for group in area_groups() for area in group.areas}
    shown |= {gettext(each.label) for each in list_organization_destinations() if each.hint != FILE}
    pages = [each for each in _page_entries() if each.label in shown or each.is_page]
    organization = g.get("organization")
    seen = suggest_entries(DirectoryQuery(organization.id), limit=MAX_ORGANIZATIONS) if organization is not None else []
    others = suggest_entries(DirectoryQuery(kinds=("organization",)), limit=MAX_ORGANIZATIONS)
    objects = [*(each for each in seen if each.kind != "organization"), *others]
    return [*pages, *_action_entries(), *map(_object_entry, objects[:MAX_ORGANIZATIONS])]


def _search_entries(words: str) -> list[PaletteEntry]:
    """Return search results, best first.

    Among equal matches, objects come before pages, since people search for them by name.
    """
    pages = [*_page_entries(), *_action_entries()]
    ranked = [(match_title(words, each.label, each.keywords), PLACES_OF_PAGES, each) for each in pages]
    ranked += [
        (match_title(words, each.label, each.keywords), PLACES_OF_OBJECTS, each) for each in _object_entries(words)
    ]
    ranked += [(how, PLACES_OF_OBJECTS, _object_page_entry(found)) for how, found in _object_pages(words)]
    found = sorted(ranked, key=lambda each: each[:2])
    # Keep objects that the store matched by something else, such as an id. They come last.
    exact = [each for how, place, each in found if how is not Match.NONE or place == PLACES_OF_OBJECTS]
    return exact or _typo_entries(words, pages)


def _typo_entries(words: str, pages: list[PaletteEntry]) -> list[PaletteEntry]:
    alike = [(typo_similarity(words, each.label, each.keywords), each) for each in [*_object_entries(""), *pages]]
    near = sorted((each for each in alike if each[0]), key=lambda each: -each[0])
    return [each for _, each in near[:MAX_TYPOS]]


def _object_entries(words: str) -> list[PaletteEntry]:
    """List matching objects in the person's directory: those of the current organization, and organizations."""
    organization = g.get("organization")
    most = MAX_OBJECTS if words else MAX_OBJECTS * MAX_OBJECTS

    def rank(known: KnownObject) -> tuple[int, int]:
        return match_title(words, known.title or known.id, (known.id,)), RANKS.get(known.kind, len(RANKS))

    seen = (
        rank_entries(DirectoryQuery(organization.id, text=words), rank, limit=most) if organization is not None else []
    )
    others = rank_entries(DirectoryQuery(kinds=("organization",), text=words), rank, limit=MAX_ORGANIZATIONS)
    # A site shows a space under its title.
    titles = {each.title for each in seen if each.kind == "space"}
    own = [each for each in seen if each.kind != "organization" and not (each.kind == SHOWN and each.title in titles)]
    return [_object_entry(each) for each in [*own, *others]]


def _object_pages(words: str) -> Iterator[tuple[Match, PalettePage]]:
    organization = g.get("organization")
    return find_object_pages(words, organization.id, _current_ids()) if organization is not None else iter(())


def _object_page_entry(found: PalettePage) -> PaletteEntry:
    return PaletteEntry(f"{found.title}: {gettext(found.page.label)}", found.hint, found.page.icon, found.url)


def _object_entry(each: DirectoryEntry) -> PaletteEntry:
    url = each.url or url_for("directory.index", organization_id=g.organization.id, q=each.id)
    hint = gettext("%(kind)s of %(name)s", kind=each.label, name=each.parent) if each.parent else each.label
    return PaletteEntry(each.title, hint, each.icon, url, keywords=(each.id,))


def _page_entries() -> list[PaletteEntry]:
    return [*_destination_entries(str(_current_ids().get("site_id", ""))), *_saved_view_entries()]


def _saved_view_entries() -> Iterator[PaletteEntry]:
    organization = g.get("organization")
    for each in read_saved_views(organization.id) if organization is not None else ():
        label = page_label(view_url(each))
        yield PaletteEntry(each.name, gettext("Saved view"), "bookmark", view_url(each), keywords=(label,))


def _destination_entries(site_id: str) -> Iterator[PaletteEntry]:
    for each, url in list_destinations(site_id):
        yield PaletteEntry(
            gettext(each.label),
            gettext(each.hint),
            each.icon,
            url,
            keywords=tuple(gettext(each.keywords).split(", ")),
            file=each.hint == FILE,
            is_page=each.hint == PAGE,
        )


def _action_entries() -> list[PaletteEntry]:
    theme, back = url_for("account.theme"), _return_path()
    return [
        PaletteEntry(
            gettext("Switch to dark theme"),
            gettext("Theme"),
            "moon-stars",
            theme,
            {"theme": "dark", "next": back},
            tuple(gettext("dark mode, night").split(", ")),
        ),
        PaletteEntry(
            gettext("Switch to light theme"),
            gettext("Theme"),
            "sun",
            theme,
            {"theme": "light", "next": back},
            tuple(gettext("light mode, day").split(", ")),
        ),
        PaletteEntry(
            gettext("Switch to system theme"),
            gettext("Theme"),
            "circle-half",
            theme,
            {"theme": "", "next": back},
            (gettext("auto"),),
        ),
        PaletteEntry(
            gettext("Sign out"),
            gettext("End this session"),
            "box-arrow-right",
            url_for("account.sign_out"),
            {"next": url_for("home.index")},
            tuple(gettext(LEAVE).split(", ")),
        ),
    ]


def _current_ids() -> Mapping[str, Any]:
    """Return the ids in the URL of the page that the palette was opened on."""
    return match_page_path(urlsplit(_return_path()).path) or {}


def _return_path() -> str:
    """Return the path of the page that the palette was opened on, to return to after the theme is changed."""
    return local_path(request.args.get("from"), url_for("home.index"))
