"""Spaces and collections, taken from the directory because the API lists neither."""

from collections.abc import Sequence
from typing import NamedTuple

from flask import url_for

from contract import BY_NAME
from contract.publishing.site_spaces import LIST_SITE_SPACES, SiteSpace, SiteSpacesQuery
from contract.schema.endpoint import LIMIT_MAX, Listing
from masthead.client import CachedRead, NotFound
from masthead.i18n import gettext, sort_key
from masthead.store.directory.objects import BY_HAND, GUESSED, OK, TOLD_BY_SERVICE, DirectoryQuery, KnownObject
from masthead.store.errors import StoreError
from masthead.web.directory.entries import emoji_text
from masthead.web.frame.organization import is_refresh_requested
from masthead.web.person.portal import api, portal
from masthead.web.person.session import person

SPACE, COLLECTION = "space", "collection"
PARTS = {"spaces": SPACE, "collections": COLLECTION}
"""Kinds by the part of a URL."""
WORDS = {kind: part for part, kind in PARTS.items()}
MAX_SPACES, MAX_PLACES = 200, 5000


class AccessPlace(NamedTuple):
    """A space or a collection. `parent` is the id of the collection that contains a space, if known.

    `title` is empty if unknown. `known` is False for places that this person has not come across. `by_hand` is True if
    the person entered the organization. `permissions` holds the person's permissions as reported by the API, such as
    `+comment -edit`.
    """

    kind: str
    id: str
    title: str = ""
    emoji: str = ""
    parent: str = ""
    known: bool = True
    by_hand: bool = False
    permissions: str = ""

    @property
    def called(self) -> str:
        return self.title or self.id

    @property
    def key(self) -> str:
        """Return the place's value in forms, such as `space:space_1`."""
        return f"{self.kind}:{self.id}"

    def access_url(self, organization_id: str) -> str:
        """Return the URL of the page that shows the place's teams."""
        return access_url(organization_id, self.kind, self.id)

    def permission(self, name: str) -> bool | None:
        """Return whether the person has the permission according to the API; None if it wasn't reported."""
        reported = self.permissions.split()
        return True if f"+{name}" in reported else False if f"-{name}" in reported else None

    def may(self, permission: str) -> bool:
        """Return False only if the API reported that the person lacks the permission."""
        return self.permission(permission) is not False


def title_order(seen: KnownObject) -> tuple[bool, bool, tuple[str, str, str]]:
    """Return a sort key: pinned objects come first, objects without a title last."""
    return not seen.pinned, not seen.title, sort_key(seen.title)


def build_place(seen: KnownObject) -> AccessPlace:
    """Build a place from a directory entry."""
    parent = seen.parent if seen.kind == SPACE else ""
    by_hand = seen.provenance == BY_HAND
    emoji = emoji_text(seen.emoji)
    return AccessPlace(seen.kind, seen.id, seen.title, emoji, parent, by_hand=by_hand, permissions=seen.permissions)


def find_place(organization_id: str, kind: str, identifier: str) -> AccessPlace:
    """Find a place in the directory. Raises NotFound if the API reported it for another organization.

    A place that was guessed from a URL or added by hand can also be opened in another organization. On refresh, the
    place's site is read again if it reported a missing permission.
    """
    found = _find_known_objects(kind, identifier)
    here = [each for each in found if each.organization == organization_id]
    site = _get_site_id(here[0]) if here and is_refresh_requested() and "-" in here[0].permissions else ""
    if site:
        api().gather(site_spaces_read(organization_id, site, refresh=True))
        api().save_observations()
        found = _find_known_objects(kind, identifier)
        here = [each for each in found if each.organization == organization_id]
    sure = [each for each in found if each.provenance == TOLD_BY_SERVICE]
    if any(each.state == OK for each in sure) and all(each.organization != organization_id for each in sure):
        raise NotFound(gettext("This belongs to another organization."))
    return build_place(here[0]) if here else AccessPlace(kind, identifier, known=False)


def _find_known_objects(kind: str, identifier: str) -> list[KnownObject]:
    try:
        return portal().store.directory.find(person().owner, DirectoryQuery(kinds=(kind,), ids=(identifier,)))
    except StoreError:  # the place can be managed without a name, too
        return []


def _get_site_id(seen: KnownObject) -> str:
    endpoint = BY_NAME.get(seen.endpoint)
    return dict(zip(endpoint.path_params, seen.ids, strict=False)).get("siteId", "") if endpoint else ""


def site_spaces_read(organization_id: str, site_id: str, *, refresh: bool = False) -> CachedRead[Listing[SiteSpace]]:
    """Build the read of a site's spaces, which includes this person's permissions."""
    ids = (organization_id, site_id)
    return CachedRead(LIST_SITE_SPACES.tolerant_listing, ids, SiteSpacesQuery(limit=LIMIT_MAX), refresh)


def list_places(organization_id: str, limit: int = MAX_PLACES) -> list[AccessPlace]:
    """List an organization's spaces and collections by title, including those added by hand.

    Leaves out places that were only opened by URL or that belong to another organization. Raises StoreError.
    """
    known, owner = portal().store.directory, person().owner
    found = known.find(owner, DirectoryQuery(organization_id, (SPACE, COLLECTION)), limit=limit)
    by_hand = [each.id for each in found if each.provenance == BY_HAND]
    others = known.find(owner, DirectoryQuery(kinds=(SPACE, COLLECTION), ids=by_hand), limit=limit) if by_hand else []
    elsewhere = {
        (each.kind, each.id)
        for each in others
        if each.provenance == TOLD_BY_SERVICE and each.organization != organization_id
    }
    return [
        build_place(each)
        for each in sorted(found, key=title_order)
        if each.provenance != GUESSED and (each.provenance == TOLD_BY_SERVICE or (each.kind, each.id) not in elsewhere)
    ]


def list_known_places(organization_id: str) -> list[AccessPlace]:
    """List the organization's spaces and collections like `list_places`. Empty if the directory can't be read."""
    try:
        return list_places(organization_id)
    except StoreError:
        return []


def list_known_spaces(organization_id: str) -> list[AccessPlace]:
    """List the organization's spaces in this person's directory. Empty if the directory can't be read."""
    return [each for each in list_known_places(organization_id) if each.kind == SPACE]


def list_spaces(organization_id: str, collection_id: str) -> Sequence[AccessPlace]:
    """List the known spaces in a collection, by title."""
    sought = DirectoryQuery(organization_id, (SPACE,), parent=collection_id)
    try:
        found = portal().store.directory.find(person().owner, sought, limit=MAX_SPACES)
    except StoreError:
        return []
    return [build_place(each) for each in sorted(found, key=title_order)]


def access_url(organization_id: str, kind: str, identifier: str) -> str:
    """Return the URL of the page that shows the place's teams."""
    return url_for("place_access.show", organization_id=organization_id, places=WORDS[kind], place_id=identifier)
