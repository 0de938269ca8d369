"""Views of the command palette, which finds objects, pages, settings and actions."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from flask import Blueprint, g, request, url_for
from werkzeug.wrappers import Response

from blueprints.command_palette.addresses import (
    Address,
    destinations,
    list_organization_destinations,
    page_at,
    parse_address,
)
from blueprints.command_palette.object_pages import Match, PalettePage, find_object_pages, match, typo_similarity
from masthead.i18n import N_, gettext
from masthead.store.directory.objects import DirectoryQuery, KnownObject
from masthead.web.directory.entries import KINDS, DirectoryEntry, get_search_text, rank_entries, suggest_entries
from masthead.web.frame.navigation import FILE, PAGE, Destination, area_groups
from masthead.web.frame.organization import load_organization
from masthead.web.frame.pages import page
from masthead.web.http.paths import local_path, request_path
from masthead.web.person.guards import signed_in
from masthead.web.places import Suggestion, suggestions

blueprint = Blueprint("command_palette", __name__)
MAX_OBJECTS = 12
MAX_ORGANIZATIONS = 6
MAX_TYPOS = 5
RANKS = {kind: place for place, kind in enumerate(KINDS)}
"""Rank of equally good matches by kind: people search for a site more often than for a part of one."""
PLACES_OF_OBJECTS, PLACES_OF_PAGES = 0, 1
LEAVE = N_("log out, logout, quit, leave")


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
    is_page: bool = False


@blueprint.get("/go")
@signed_in
def anywhere() -> Response:
    return _render()


@blueprint.get("/orgs/<organization_id>/go")
@signed_in
def inside(organization_id: str) -> Response:
    load_organization(organization_id)
    return _render()


def _render() -> Response:
    words = get_search_text()
    address = parse_address(request.args.get("q", ""))
    offers: list[PaletteEntry] = []
    if address is not None:
        entries, note = _address_entries(address), address.wrong
    elif words:
        entries, offers, note = *_search_entries(words), ""
    else:
        entries, note = _default_entries(), ""
    return page(
        "command_palette/index.html",
        fragment="results",
        entries=entries,
        offers=offers,
        words=words,
        note=note,
        here=request_path(),
        back=_return_path(),
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


def _search_entries(words: str) -> tuple[list[PaletteEntry], list[PaletteEntry]]:
    """Return search results, best first, and suggestions that come last for any words.

    Of equal matches, objects come before pages, since people search them by name.
    """
    pages = [*_page_entries(), *_action_entries()]
    ranked = [(match(words, each.label, each.keywords), PLACES_OF_PAGES, each) for each in pages]
    ranked += [(match(words, each.label, each.keywords), PLACES_OF_OBJECTS, each) for each in _object_entries(words)]
    ranked += [(how, PLACES_OF_OBJECTS, _object_page_entry(found)) for how, found in _object_pages(words)]
    offers = list(suggestions(words))
    ranked += [
        (match(words, each.label, ()), PLACES_OF_OBJECTS, _suggested_entry(each)) for each in offers if not each.last
    ]
    found = sorted(ranked, key=lambda each: each[:2])
    # Keep objects that the store matched by something else, such as an id. They come last.
    exact = [each for how, place, each in found if how is not Match.NONE or place == PLACES_OF_OBJECTS]
    return exact or _typo_entries(words, pages), [_suggested_entry(each) for each in offers if each.last]


def _typo_entries(words: str, pages: list[PaletteEntry]) -> list[PaletteEntry]:
    alike = [(typo_similarity(words, each.label, each.keywords), each) for each in [*_object_entries(""), *pages]]
    near = sorted((each for each in alike if each[0]), key=lambda each: -each[0])
    return [each for _, each in near[:MAX_TYPOS]]


def _object_entries(words: str) -> list[PaletteEntry]:
    """List objects in the person's directory: those of the current organization, and organizations."""
    organization = g.get("organization")
    most = MAX_OBJECTS if words else MAX_OBJECTS * MAX_OBJECTS

    def rank(known: KnownObject) -> tuple[int, int]:
        return match(words, known.title or known.id, (known.id,)), RANKS.get(known.kind, len(RANKS))

    seen = (
        rank_entries(DirectoryQuery(organization.id, text=words), rank, limit=most) if organization is not None else []
    )
    others = rank_entries(DirectoryQuery(kinds=("organization",), text=words), rank, limit=MAX_ORGANIZATIONS)
    return [_object_entry(each) for each in [*(one for one in seen if one.kind != "organization"), *others]]


def _object_pages(words: str) -> Iterator[tuple[Match, PalettePage]]:
    organization = g.get("organization")
    return find_object_pages(words, organization.id, _current_ids()) if organization is not None else iter(())


def _object_page_entry(found: PalettePage) -> PaletteEntry:
    return PaletteEntry(f"{found.title}: {gettext(found.page.label)}", found.hint, found.page.icon, found.url)


def _suggested_entry(each: Suggestion) -> PaletteEntry:
    return PaletteEntry(each.label, each.hint, each.icon, each.url)


def _object_entry(each: DirectoryEntry) -> PaletteEntry:
    url = each.url or _directory_url(each.id)
    return PaletteEntry(each.title, f"{each.label}, {each.provenance}", each.icon, url, keywords=(each.id,))


def _directory_url(identifier: str) -> str:
    return url_for("directory.index", organization_id=g.organization.id, q=identifier)


def _page_entries() -> list[PaletteEntry]:
    return list(_destination_entries(str(_current_ids().get("site_id", ""))))


def _destination_entries(site_id: str) -> Iterator[PaletteEntry]:
    for each, url in destinations(site_id):
        yield PaletteEntry(
            gettext(each.label),
            gettext(each.hint),
            each.icon,
            url,
            keywords=_split_keywords(each),
            file=each.hint == FILE,
            is_page=each.hint == PAGE,
        )


def _split_keywords(of: Destination) -> tuple[str, ...]:
    return tuple(gettext(of.keywords).split(", "))


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
    return page_at(urlsplit(_return_path()).path) or {}


def _return_path() -> str:
    """Return the page that the palette was opened on, to return to after a change of the theme."""
    return local_path(request.args.get("from"), url_for("home.index"))
