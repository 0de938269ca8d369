"""Going anywhere by a few letters: known objects, the pages of the portal, and what can be done at once."""

from dataclasses import dataclass, field

from flask import Blueprint, g, request, url_for
from werkzeug.wrappers import Response

from store import Sought
from web.access import signed_in
from web.known import KINDS, likely, words_asked
from web.navigation import areas
from web.organization import enter, may
from web.pages import page
from web.paths import asked_path
from web.return_path import local_path

blueprint = Blueprint("go", __name__)
MOST_OBJECTS = 12
MOST_ORGANIZATIONS = 6
RANKS = {kind: place for place, kind in enumerate(KINDS)}
"""A site is looked for more often than a part of one."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One line: a link or, with `fields`, a form that is sent to `url`."""

    label: str
    hint: str
    icon: str
    url: str
    fields: dict[str, str] = field(default_factory=dict)


@blueprint.get("/go")
@signed_in
def anywhere() -> Response:
    """Outside of an organization."""
    return _page()


@blueprint.get("/orgs/<organization_id>/go")
@signed_in
def inside(organization_id: str) -> Response:
    """Inside of one."""
    enter(organization_id)
    return _page()


def _page() -> Response:
    words = words_asked()
    pages = [entry for entry in [*_places(), *_actions()] if _has(entry, words)]
    found = _objects(words)
    # Whoever types nothing wants a page; whoever types looks for something by its name.
    entries = [*found, *pages] if words else [*pages, *found]
    return page("go/index.html", fragment="results", entries=entries, words=words, here=asked_path(), back=_back())


def _has(entry: Entry, words: str) -> bool:
    return all(word in entry.label.casefold() for word in words.casefold().split())


def _objects(words: str) -> list[Entry]:
    """What the person has come across: in the organization they are in, and the organizations themselves."""
    organization = g.get("organization")
    seen = likely(Sought(organization.id, text=words), limit=MOST_OBJECTS) if organization is not None else []
    seen = sorted(seen, key=lambda each: RANKS.get(each.kind, len(RANKS)))
    others = likely(Sought(kinds=("organization",), text=words), limit=MOST_ORGANIZATIONS)
    entries = [
        Entry(each.title, f"{each.label}, {each.provenance}", each.icon, each.url or _in_directory(each.id))
        for each in [*(one for one in seen if one.kind != "organization"), *others]
    ]
    return entries if words else entries[:MOST_ORGANIZATIONS]


def _in_directory(identifier: str) -> str:
    return url_for("known.index", organization_id=g.organization.id, q=identifier)


def _places() -> list[Entry]:
    organization = g.get("organization")
    entries = [Entry(area.label, "Page of the organization", area.icon, area.url) for area in areas()]
    if organization is not None:
        inside_it = {"organization_id": organization.id}
        if may("createContent"):
            entries.append(Entry("New site", "Create", "plus-lg", url_for("sites.new", **inside_it)))
            entries.append(Entry("New translation", "Create", "plus-lg", url_for("translations.new", **inside_it)))
        entries.append(Entry("Look around", "Fill the directory", "compass", url_for("scans.index", **inside_it)))
        coverage = url_for("coverage.show", **inside_it)
        entries.append(Entry("Language coverage", "Page of the organization", "translate", coverage))
        search = url_for("organizations.search", **inside_it)
        entries.append(Entry("Search all content", "Page of the organization", "search", search))
    return [
        *entries,
        Entry("All organizations", "Page", "building", url_for("organizations.index")),
        Entry("Your account and sessions", "Page", "laptop", url_for("account.sessions")),
    ]


def _actions() -> list[Entry]:
    theme, back = url_for("account.theme"), _back()
    return [
        Entry("Switch to dark", "Theme", "moon-stars", theme, {"theme": "dark", "next": back}),
        Entry("Switch to light", "Theme", "sun", theme, {"theme": "light", "next": back}),
        Entry("Switch to the system's theme", "Theme", "circle-half", theme, {"theme": "", "next": back}),
        Entry("Sign out", "End this session", "box-arrow-right", url_for("account.sign_out"), {"next": "/"}),
    ]


def _back() -> str:
    """The page that the person is on, so that a change of the theme leads back to it."""
    return local_path(request.args.get("from"), url_for("home.index"))
