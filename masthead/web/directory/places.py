"""Spaces and collections: the API lists neither, so they are known by id, and by name from the directory."""

from collections.abc import Sequence
from dataclasses import dataclass

from flask import url_for

from contract import BY_NAME
from contract.publishing.site_spaces import LIST_SITE_SPACES, SiteSpace, SiteSpacesQuery
from contract.schema.listing import LIMIT_MAX, Listing
from i18n import gettext, sort_key
from masthead.client import CachedRead, NotFound
from masthead.store.directory.objects import BY_HAND, GUESSED, OK, TOLD_BY_SERVICE, DirectoryQuery, KnownObject
from masthead.store.errors import StoreError
from masthead.web.directory.entries import emoji_text
from masthead.web.frame.organization import is_refresh_requested
from masthead.web.person.access import person
from masthead.web.person.portal import api, portal

SPACE, COLLECTION = "space", "collection"
PARTS = {"spaces": SPACE, "collections": COLLECTION}
"""The kind of place by the part of an address."""
WORDS = {kind: part for part, kind in PARTS.items()}
MAX_SPACES = 200


@dataclass(frozen=True, slots=True)
class AccessPlace:
    """A space or a collection. `parent` is the id of a space's collection where that is known.

    `title` is empty where nobody has told it; `known` says whether this person has come across it, `by_hand` that
    they have named its organization themselves. `permissions` are theirs, as the API reported them: `+comment -edit`.
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
        """What people know it by."""
        return self.title or self.id

    @property
    def key(self) -> str:
        """What stands for it in a form."""
        return f"{self.kind}:{self.id}"

    def permission(self, name: str) -> bool | None:
        """What the API reported of a permission; None where it reported nothing."""
        told = self.permissions.split()
        return True if f"+{name}" in told else False if f"-{name}" in told else None

    def may(self, permission: str) -> bool:
        """Offer what needs a permission, unless the API reported that this person lacks it. The API still decides."""
        return self.permission(permission) is not False


def title_order(seen: KnownObject) -> tuple[bool, bool, tuple[str, str, str]]:
    """The order of a list of objects by title: the pinned ones first, those without a title last."""
    return not seen.pinned, not seen.title, sort_key(seen.title)


def build_place(seen: KnownObject) -> AccessPlace:
    """A place out of the directory."""
    parent = seen.parent if seen.kind == SPACE else ""
    by_hand = seen.provenance == BY_HAND
    emoji, told = emoji_text(seen.emoji), seen.permissions
    return AccessPlace(seen.kind, seen.id, seen.title, emoji, parent, by_hand=by_hand, permissions=told)


def find_place(organization_id: str, kind: str, identifier: str) -> AccessPlace:
    """The place with what is known of it. Raises NotFound for one that the service told to be another organization's.

    What was only guessed from an address, or added by hand, keeps no place from being opened where it belongs. To
    refresh, its site is read anew where it reported that something isn't permitted.
    """
    found = _known(kind, identifier)
    here = [each for each in found if each.organization == organization_id]
    site = _site_of(here[0]) if here and is_refresh_requested() and "-" in here[0].permissions else ""
    if site:
        api().gather(site_spaces_read(organization_id, site, refresh=True))
        api().save_observations()
        found = _known(kind, identifier)
        here = [each for each in found if each.organization == organization_id]
    sure = [each for each in found if each.provenance == TOLD_BY_SERVICE]
    if any(each.state == OK for each in sure) and all(each.organization != organization_id for each in sure):
        raise NotFound(gettext("This belongs to another organization."))
    return build_place(here[0]) if here else AccessPlace(kind, identifier, known=False)


def _known(kind: str, identifier: str) -> list[KnownObject]:
    try:
        return portal().store.directory.find(person().owner, DirectoryQuery(kinds=(kind,), ids=(identifier,)))
    except StoreError:  # without a name it can be managed all the same
        return []


def _site_of(seen: KnownObject) -> str:
    """The site that reported it last; empty where none did."""
    endpoint = BY_NAME.get(seen.endpoint)
    return dict(zip(endpoint.path_params, seen.ids, strict=False)).get("siteId", "") if endpoint else ""


def site_spaces_read(organization_id: str, site_id: str, *, refresh: bool = False) -> CachedRead[Listing[SiteSpace]]:
    """The spaces of a site, with what this person may do in each."""
    ids = (organization_id, site_id)
    return CachedRead(LIST_SITE_SPACES.tolerant_listing, ids, SiteSpacesQuery(limit=LIMIT_MAX), refresh)


def list_places(organization_id: str, limit: int) -> list[AccessPlace]:
    """The spaces and collections of an organization, by title: those that it was told to have, and those added by hand.

    What was only opened by an address is none of them, nor is what turned out to belong to another one. Raises
    StoreError.
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


def list_spaces(organization_id: str, collection_id: str) -> Sequence[AccessPlace]:
    """The spaces of a collection that this person has come across, by title."""
    sought = DirectoryQuery(organization_id, (SPACE,), parent=collection_id)
    try:
        found = portal().store.directory.find(person().owner, sought, limit=MAX_SPACES)
    except StoreError:
        return []
    return [build_place(each) for each in sorted(found, key=title_order)]


def access_url(organization_id: str, kind: str, identifier: str) -> str:
    """The page of the teams that have a role in a place."""
    return url_for("place_access.show", organization_id=organization_id, places=WORDS[kind], place_id=identifier)
