"""Directory entries: known objects with names, sources, and links to their pages."""

import re
import time
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from flask import g, request, url_for

from contract import BY_NAME
from masthead.i18n import N_, gettext, sort_key
from masthead.resources import BY_KIND, KIND_OF_PARAMETER, RESOURCES
from masthead.store.directory.objects import DirectoryQuery, KnownObject
from masthead.store.errors import StoreError
from masthead.web.frame.templating import age_label
from masthead.web.http.paths import build_row_anchor
from masthead.web.person.locale import today
from masthead.web.person.portal import api, portal
from masthead.web.person.session import person

KINDS = {each.kind: (each.one, each.many, each.lookup.icon) for each in RESOURCES if each.lookup}
"""Singular, plural, icon."""
LISTINGS = {each.endpoints.listing.name: each for each in RESOURCES if each.lookup and each.endpoints.listing}
PLACES = {
    "getPublished": N_("the structure of %(title)s"),
    "searchOrganization": N_("a search"),
    "listSiteSpaces": N_("the spaces of %(title)s"),
    "listSectionGroups": N_("the structure of %(title)s"),
    "listSpaceTeamPermissions": N_("the permissions of %(title)s"),
    "listCollectionTeamPermissions": N_("the permissions of %(title)s"),
    "listTeamMembers": N_("the members of %(title)s"),
    "listComments": N_("the comments of %(title)s"),
}
PARENTS = {"space": "collection", "change_request": "space"}
BY_HAND = N_("added by you")
CODE_POINTS = re.compile(r"[0-9a-f]{2,6}(-[0-9a-f]{2,6}){0,7}", re.IGNORECASE)
LAST_CODE_POINT = 0x10FFFF
MAX_EMOJI_LENGTH = 8
MAX_SEARCH_LENGTH = 200
MAX_RANKED = 500
MAX_PEOPLE = 200
STATES = {
    "gone": (N_("Gone"), N_("It was gone, or hidden from you, when Masthead last looked.")),
    "forbidden": (N_("No access"), N_("You weren't allowed to see it when Masthead last looked.")),
}


class DirectoryEntry(NamedTuple):
    """A known object as shown on pages. `url` is its page or empty; `place_url` is the page on which it appeared.

    `parent` is the title of the parent object, or empty if unknown.
    """

    kind: str
    id: str
    title: str
    subtitle: str
    emoji: str
    label: str
    icon: str
    url: str
    place: str
    place_url: str
    seen: str
    state: tuple[str, str] | None
    pinned: bool
    by_hand: bool
    parent: str = ""

    @property
    def provenance(self) -> str:
        """Return a phrase that says which response reported the object, and when."""
        return (
            f"{self.place}, {self.seen}"
            if self.by_hand
            else gettext("seen %(seen)s in %(place)s", seen=self.seen, place=self.place)
        )


def kind_name(kind: str) -> str:
    """Return the name of a kind for use within a sentence."""
    return gettext(KINDS[kind][0])


def kind_labels(kind: str) -> tuple[str, str, str]:
    """Return the singular, plural and icon for a kind."""
    one, several, icon = KINDS.get(kind, (kind, kind, "info-circle"))
    return (_capitalize(gettext(one)), _capitalize(gettext(several)), icon) if kind in KINDS else (one, several, icon)


def list_kind_labels() -> dict[str, tuple[str, str, str]]:
    return {kind: kind_labels(kind) for kind in KINDS}


def _capitalize(name: str) -> str:
    return name[:1].upper() + name[1:]


def list_entries(sought: DirectoryQuery, *, offset: int, limit: int) -> list[DirectoryEntry]:
    """List the objects that a directory query matches, in order of their titles. Raises StoreError."""
    return build_entries(portal().store.directory.find(person().owner, sought, offset=offset, limit=limit))


def find_object_titles(kind: str | None, organization_id: str | None, ids: Sequence[str]) -> list[str]:
    """Return the title for each id, or the id itself if unknown. Without a `kind`, all kinds are searched."""
    sought = DirectoryQuery(organization_id, None if kind is None else (kind,), ids=ids)
    try:
        met = {each.id: each.title for each in portal().store.directory.find(person().owner, sought, limit=len(ids))}
    except StoreError:
        met = {}
    return [met.get(id_) or id_ for id_ in ids]


def suggest_entries(sought: DirectoryQuery, *, limit: int = 20) -> list[DirectoryEntry]:
    """List objects to suggest. Empty if the store can't be read, since people can still type an id."""
    try:
        api().save_observations()  # suggestions include the objects that this page has read
        return build_entries(portal().store.directory.suggest(person().owner, sought, limit=limit))
    except StoreError:
        return []


def people_choices(organization_id: str, authors: Iterable[tuple[str, str]], chosen: str) -> list[tuple[str, str]]:
    """Return ids and names for a filter by person: known people and the authors in the list."""
    seen = suggest_entries(DirectoryQuery(organization_id, ("user",)), limit=MAX_PEOPLE)
    named = ({chosen: chosen} if chosen else {}) | {each.id: each.title for each in seen} | dict(authors)
    return sorted(named.items(), key=lambda each: sort_key(each[1]))


def rank_entries(sought: DirectoryQuery, key: Callable[[KnownObject], Any], *, limit: int) -> list[DirectoryEntry]:
    """List the objects with the lowest keys. Empty if the store can't be read.

    If there are too many objects to rank, those whose title starts with the search text are included.
    """
    known, owner = portal().store.directory, person().owner
    try:
        api().save_observations()
        found = known.suggest(owner, sought, limit=MAX_RANKED)
        if len(found) == MAX_RANKED and sought.text:
            ids = {(each.kind, each.id) for each in found}
            found += [
                each for each in known.find_by_prefix(owner, sought, limit=limit) if (each.kind, each.id) not in ids
            ]
        return build_entries(sorted(found, key=key)[:limit])
    except StoreError:
        return []


def build_entries(objects: Sequence[KnownObject]) -> list[DirectoryEntry]:
    """Build the entries using two store reads."""
    names = _find_names([pair for each in objects for pair in (_find_requested_object(each), _find_parent(each))])
    now = time.time()
    return [_build_entry(each, names, now) for each in objects]


def _build_entry(known: KnownObject, names: dict[tuple[str, str], str], now: float) -> DirectoryEntry:
    label, _, icon = kind_labels(known.kind)
    place, place_url = _find_place(known, names)
    return DirectoryEntry(
        kind=known.kind,
        id=known.id,
        title=known.title or known.id,
        subtitle=known.subtitle,
        emoji=emoji_text(known.emoji),
        label=label,
        icon=icon,
        url=entry_url(known.kind, known.id, known.organization, known.parent),
        place=place,
        place_url=place_url,
        seen=age_label(max(0.0, now - known.last_seen)),
        state=STATES.get(known.state),
        pinned=known.pinned,
        by_hand=not known.endpoint,
        parent=names.get(_find_parent(known) or ("", ""), ""),
    )


def _find_parent(known: KnownObject) -> tuple[str, str] | None:
    return (PARENTS.get(known.kind, "site"), known.parent) if known.parent else None


def _find_place(known: KnownObject, names: dict[tuple[str, str], str]) -> tuple[str, str]:
    """Return the name and URL of the page or list where the object appeared."""
    if not known.endpoint:
        return gettext(BY_HAND), ""
    on = _find_requested_object(known)
    if on == (known.kind, known.id) or on is None:
        is_listed = known.endpoint in PLACES or known.endpoint in LISTINGS
        return _source_phrase(known.endpoint, known.title) if is_listed else gettext("its own page"), ""
    title = names.get(on) or _kind_with_article(on[0])
    return _source_phrase(known.endpoint, title) or title, entry_url(*on, known.organization, "")


def _kind_with_article(kind: str) -> str:
    name = kind_name(kind)
    return gettext("an %(kind)s", kind=name) if name[0] in "aeiou" else gettext("a %(kind)s", kind=name)


def _source_phrase(endpoint: str, title: str) -> str:
    """Name the response that reported an object. Empty if the endpoint is unknown."""
    if endpoint in PLACES:
        return gettext(PLACES[endpoint], title=title)
    if endpoint not in LISTINGS:
        call = BY_NAME.get(endpoint)
        return gettext("%(group)s of %(title)s", group=call.group.lower(), title=title) if call else ""
    listing = LISTINGS[endpoint]
    inside = {*listing.endpoints.listing.path_params} - {"organizationId"} if listing.endpoints.listing else ()
    if inside:
        return gettext("the %(many)s of %(title)s", many=gettext(listing.many), title=title)
    return gettext("the list of %(many)s", many=gettext(listing.many))


def _find_requested_object(known: KnownObject) -> tuple[str, str] | None:
    """Return the kind and id of the object whose request returned this one."""
    endpoint = BY_NAME.get(known.endpoint)
    on = None
    for name, identifier in zip(endpoint.path_params if endpoint else (), known.ids, strict=False):
        if name in KIND_OF_PARAMETER:
            on = (KIND_OF_PARAMETER[name], identifier)
    return on


def _find_names(on: Iterable[tuple[str, str] | None]) -> dict[tuple[str, str], str]:
    wanted = {each for each in on if each is not None}
    if not wanted:
        return {}
    sought = DirectoryQuery(ids=sorted({identifier for _, identifier in wanted}))
    found = portal().store.directory.find(person().owner, sought, limit=2 * len(wanted))
    return {(each.kind, each.id): each.title for each in found if (each.kind, each.id) in wanted}


def entry_url(kind: str, identifier: str, organization: str, parent: str) -> str:
    """Return the URL of the object's page, or an empty string if it has none."""
    lookup = BY_KIND[kind].lookup if kind in BY_KIND else None
    if lookup is None or lookup.page is None:
        return ""
    page = lookup.page
    anchor = build_row_anchor(identifier) if page.of_parent else None
    identifier = parent if page.of_parent else identifier
    organization = identifier if kind == "organization" else organization
    if not organization or not identifier or (page.parent_name and not parent):
        return ""
    ids: dict[str, Any] = {"organization_id": organization, page.id_name: identifier, **page.others}
    if page.parent_name:
        ids[page.parent_name] = parent
    return url_for(page.view, _anchor=anchor, **ids)


@lru_cache(maxsize=400)
def emoji_text(text: str) -> str:
    """Return the emoji for code points such as `1f4e6`, or a text that is an emoji already; else an empty string."""
    if CODE_POINTS.fullmatch(text):
        points = [int(each, 16) for each in text.split("-")]
        return "".join(map(chr, points)) if all(0xA0 <= each <= LAST_CODE_POINT for each in points) else ""  # noqa: PLR2004 - below are controls and letters
    return text if text and len(text) <= MAX_EMOJI_LENGTH and not text.isascii() else ""


def get_search_text() -> str:
    """Return the search text from the URL, without invisible characters."""
    typed = request.args.get("q", "")[:MAX_SEARCH_LENGTH]
    return " ".join("".join(sign if sign.isprintable() else " " for sign in typed).split())


def known_hosts() -> list[str]:
    """Return the URLs of the API, this portal and the organization's app."""
    found = [portal().settings.api_base_url, request.host_url]
    organization = g.get("organization")
    app = getattr(getattr(organization, "urls", None), "app", None)
    return [*found, app] if isinstance(app, str) else found


BETWEEN = re.compile(r"[^A-Za-z0-9]+")


def download_name(what: str, organization_id: str) -> str:
    """Build a file name from content, organization and date, such as `sites-Larkfield-Freight-2026-11-24`."""
    title = (
        g.organization.title if "organization" in g else find_object_titles("organization", None, [organization_id])[0]
    )
    return f"{what}-{BETWEEN.sub('-', title).strip('-') or organization_id}-{today().isoformat()}"
