"""Facts about spaces: all about one, and which sites show which spaces. Parallel reads may fail separately.

The API lists spaces by site, so most of the facts come from the cache.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, NamedTuple

from flask import g, request, url_for

from contract.authoring.content import GET_CONTENT, ContentQuery
from contract.authoring.custom_fields import GET_CUSTOM_FIELD_VALUES, CustomFieldValue
from contract.authoring.pages import Revision, SpacePage
from contract.authoring.spaces import GitSync, Space
from contract.publishing.site_spaces import SiteSpace
from contract.publishing.sites import LIST_SITES, Site, SitesQuery
from contract.schema.endpoint import LIMIT_MAX, Listing
from contract.schema.fields import value_or_none
from masthead.client import Cached, CachedRead, Forbidden, NotFound, Problem
from masthead.i18n import N_, gettext, ngettext
from masthead.store.directory.objects import DirectoryQuery
from masthead.store.errors import StoreError
from masthead.web.directory.places import COLLECTION, SPACE, AccessPlace, access_url, find_place, site_spaces_read
from masthead.web.forms.custom_values import display_plain, field_title
from masthead.web.frame.alerts import Alert, AlertLink, day_label
from masthead.web.frame.organization import (
    is_refresh_requested,
    organization_read,
    read_in_organization,
    set_organization,
)
from masthead.web.frame.problems import unread_message
from masthead.web.person.portal import api, portal
from masthead.web.person.session import person

SITES_AT_ONCE = 6
"""Sites that one page reads: fewer requests than a page sends without queueing."""
EDIT_MODES = {"live": N_("Live edits"), "locked": N_("Change requests only")}
PROVIDERS = {"github": "GitHub", "gitlab": "GitLab", "github-legacy": N_("GitHub (earlier integration)")}
VISIBILITIES = {
    "public": N_("Public"),
    "unlisted": N_("Unlisted"),
    "share-link": N_("Share links"),
    "visitor-auth": N_("Signed-in visitors"),
    "in-collection": N_("As its collection"),
    "private": N_("Private"),
}
REVISIONS = {
    "edits": N_("Edits"),
    "merge": N_("Merged change request"),
    "rollback": N_("Rollback"),
    "update": N_("Update"),
    "computed": N_("Computed content"),
}


@dataclass(frozen=True, slots=True)
class ShownSpace:
    """A space as a site reports it, and all sites that are known to show it."""

    space: Space
    sites: list[Site] = field(default_factory=list)


class SpaceSites(NamedTuple):
    """Spaces by id, found on `read` (a number) of the `sites`; `age` is in seconds, `problem` why there are none."""

    sites: Sequence[Site]
    read: int
    spaces: Mapping[str, ShownSpace]
    age: float = 0.0
    problem: str = ""

    @property
    def is_complete(self) -> bool:
        """True if all sites were read, so that a space that isn't in `spaces` is on no site."""
        return not self.problem and self.read == len(self.sites)


def read_space_sites(organization_id: str) -> SpaceSites:
    """Set the organization, and read its sites and the spaces that some of them show."""
    listing = read_in_organization(organization_id, sites_read(organization_id))
    if isinstance(listing, Problem):
        return SpaceSites([], 0, {}, problem=unread_message(listing))
    sites = listing.value.items
    answers = _read_spaces(organization_id, sites)
    spaces: dict[str, ShownSpace] = {}
    for site, answer in zip(sites, answers, strict=True):
        listed = (value_or_none(each.space) for each in (answer.value.items if answer else ()))
        # A site may show one space several times.
        for space in {each.id: each for each in listed if each is not None}.values():
            spaces.setdefault(space.id, ShownSpace(space)).sites.append(site)
    ages = [each.age for each in answers if each]
    return SpaceSites(sites, len(ages), spaces, max(listing.age, *ages, 0.0))


def sites_read(organization_id: str, space: str | None = None) -> CachedRead[Listing[Site]]:
    """Build the read of an organization's sites; with `space`, only of those that show that space."""
    query = SitesQuery(limit=LIMIT_MAX) if space is None else SitesQuery(limit=LIMIT_MAX, space=space)
    return CachedRead(LIST_SITES.tolerant_listing, (organization_id,), query, is_refresh_requested())


def _read_spaces(organization_id: str, sites: Sequence[Site]) -> list[Cached[Listing[SiteSpace]] | None]:
    """Return each site's spaces from the cache. Reads up to SITES_AT_ONCE that are missing (or oldest, on refresh)."""
    known = [api().get_last_response(site_spaces_read(organization_id, site.id)) for site in sites]
    found = [None if each is None else each[0] for each in known]
    anew = [place for place, each in enumerate(found) if each is None or is_refresh_requested()]
    anew.sort(key=lambda place: -(each.age if (each := found[place]) else float("inf")))
    some = anew[:SITES_AT_ONCE]
    reads = [site_spaces_read(organization_id, sites[place].id, refresh=True) for place in some]
    for place, answer in zip(some, api().gather(*reads), strict=True):
        found[place] = found[place] if isinstance(answer, Problem) else answer
    return found


def edit_mode_label(space: Space) -> str:
    """Return the label of a space's edit mode; empty if the API doesn't report it."""
    told = value_or_none(space.editMode)
    return gettext(EDIT_MODES.get(told, told)) if told else ""


def git_provider_label(git: GitSync) -> str:
    """Return the Git provider's name; empty if the API doesn't report it."""
    told = value_or_none(git.installationProvider) or ""
    return gettext(PROVIDERS.get(told, told)) if told else ""


LIST_SITE_SPACES = "listSiteSpaces"
OLD_SYNC_DAYS = 30


class SpaceOverview(NamedTuple):
    """Facts about a space. A part that could not be read is None; `unread` pairs messages with reasons."""

    place: AccessPlace
    collection: AccessPlace | None
    collection_at: str
    requests_at: str
    sites: Sequence[Site] | None
    space: Space | None
    revision: Revision | None
    fields: Sequence[CustomFieldValue] | None
    age: float
    unread: Sequence[tuple[str, str]]

    @property
    def edit_mode_label(self) -> str:
        """The edit mode's label; empty if the API doesn't report it."""
        return edit_mode_label(self.space) if self.space else ""

    @property
    def visibility(self) -> str:
        """The label of the space's visibility; empty if the API doesn't report it."""
        told = value_or_none(self.space.visibility) if self.space else None
        return gettext(VISIBILITIES.get(told, told)) if told else ""

    @property
    def provider(self) -> str:
        """The name of the space's Git provider; empty if it isn't synced."""
        git = value_or_none(self.space.gitSync) if self.space else None
        return git_provider_label(git) if git else ""

    @property
    def revision_type(self) -> str:
        """The label for the kind of change that created the current revision."""
        told = value_or_none(self.revision.type) if self.revision else None
        return gettext(REVISIONS.get(told, told)) if told else ""

    @property
    def pages(self) -> int | None:
        """The number of pages, including groups and links; None if unknown."""
        pages = value_or_none(self.revision.pages) if self.revision else None
        return None if pages is None else sum(1 for _ in _walk_pages(pages))

    @property
    def files(self) -> int | None:
        """The number of files; None if unknown."""
        files = value_or_none(self.revision.files) if self.revision else None
        return None if files is None else len(files)

    @property
    def custom_field_values(self) -> list[tuple[str, str]]:
        """The title and displayed value of each custom field that is set. A value that can't be displayed is empty."""
        return [
            (field_title(each.customField), display_plain(value_or_none(each.value)))
            for each in self.fields or ()
            if "value" in each.model_fields_set
        ]

    @property
    def alerts(self) -> list[Alert]:
        return [*self._site_alerts(), *self._space_alerts()]

    def _site_alerts(self) -> Iterator[Alert]:
        if self.sites is not None and not self.sites:
            yield Alert("quiet", gettext("No site shows this space, so no reader finds it."))

    def _space_alerts(self) -> Iterator[Alert]:
        if self.space is None:
            return
        if deleted := value_or_none(self.space.deletedAt):
            yield Alert("warn", gettext("This space was deleted on %(day)s.", day=day_label(deleted)))
        if count := value_or_none(self.space.changeRequestsOpen):
            text = ngettext("%(n)s change request is open.", "%(n)s change requests are open.", count)
            yield Alert("quiet", text, "", (AlertLink(gettext("View change requests"), self.requests_at),))
        git = value_or_none(self.space.gitSync)
        synced = value_or_none(git.updatedAt) if git else None
        days = (datetime.now(UTC) - synced).days if synced else 0
        if days > OLD_SYNC_DAYS:
            yield Alert("warn", ngettext("Git sync last ran %(n)s day ago.", "Git sync last ran %(n)s days ago.", days))


def read_space(organization_id: str, space_id: str) -> SpaceOverview:
    """Read all parts in parallel and set the organization. Raises NotFound or Forbidden if reading the content does."""
    place, site_id = find_place(organization_id, SPACE, space_id), _find_last_site(organization_id, space_id)
    content = CachedRead(GET_CONTENT, (space_id,), ContentQuery(computed=False), is_refresh_requested())
    fields = CachedRead(GET_CUSTOM_FIELD_VALUES, (space_id,), None, is_refresh_requested())
    reads = (organization_read(organization_id), sites_read(organization_id, space_id), content, fields)
    beside: Cached[Listing[SiteSpace]] | Problem | None = None
    if site_id:
        spaces = site_spaces_read(organization_id, site_id, refresh=is_refresh_requested())
        organization, sites, revision, values, beside = api().gather(*reads, spaces)
    else:
        organization, sites, revision, values = api().gather(*reads)
    set_organization(organization)
    if isinstance(revision, NotFound | Forbidden):
        raise revision
    told = _find_space(space_id, beside)
    if told is None and isinstance(sites, Cached):
        told = _read_on_site(organization_id, space_id, sites.value.items)
    parts = {
        gettext("Masthead couldn't read the sites."): sites,
        gettext("Masthead couldn't read the content."): revision,
        gettext("Masthead couldn't read the custom fields."): values,
    }
    parent = place.parent or (value_or_none(told.parent) or "" if told else "")
    read = [each for each in (sites, revision, values, beside) if isinstance(each, Cached)]
    return SpaceOverview(
        place,
        find_place(organization_id, COLLECTION, parent) if parent else None,
        access_url(organization_id, COLLECTION, parent) if parent else "",
        url_for("change_requests.index", organization_id=organization_id, space_id=space_id),
        sites.value.items if isinstance(sites, Cached) else None,
        told,
        revision.value if isinstance(revision, Cached) else None,
        values.value if isinstance(values, Cached) else None,
        max((each.age for each in read), default=0.0),
        [(name, unread_message(each)) for name, each in parts.items() if isinstance(each, Problem)],
    )


def load_space_facts() -> dict[str, Any]:
    """Load the facts for a space's page header before rendering, since templates must not read anything."""
    ids = request.view_args or {}
    space_id = ids.get("space_id") or (ids.get("place_id") if ids.get("places") == "spaces" else None)
    if request.endpoint == "journal.index":
        space_id = request.args.get("object")
    if space_id and g.get("organization") is not None and g.get("person") is not None:
        g.space_facts = find_space_facts(space_id)
    return {}


def find_space_facts(space_id: str) -> SpaceOverview:
    """Return what a site last reported about a space. Sends no requests."""
    place, site_id = AccessPlace(SPACE, space_id), _find_last_site(g.organization.id, space_id)
    last = api().get_last_response(site_spaces_read(g.organization.id, site_id)) if site_id else None
    told = _find_space(space_id, last[0] if last else None)
    return SpaceOverview(place, None, "", "", None, told, None, None, 0.0, ())


def _find_last_site(organization_id: str, space_id: str) -> str:
    """Return the id of the site on which the person last saw the space; empty if none is known."""
    try:
        found = portal().store.directory.find(
            person().owner, DirectoryQuery(organization_id, (SPACE,), ids=(space_id,))
        )
    except StoreError:
        return ""
    ids = next((each.ids for each in found if each.endpoint == LIST_SITE_SPACES), ())
    return ids[1] if len(ids) > 1 else ""


def _find_space(space_id: str, answer: Cached[Listing[SiteSpace]] | Problem | None) -> Space | None:
    items = answer.value.items if isinstance(answer, Cached) else []
    found = (value_or_none(each.space) for each in items)
    return next((each for each in found if each is not None and each.id == space_id), None)


def _read_on_site(organization_id: str, space_id: str, sites: Sequence[Site]) -> Space | None:
    """Read the space as reported by the first of its sites. Needed if the directory has no site with the space."""
    if not sites:
        return None
    (answer,) = api().gather(site_spaces_read(organization_id, sites[0].id))
    return _find_space(space_id, answer)


def _walk_pages(pages: Sequence[SpacePage]) -> Iterator[SpacePage]:
    waiting = list(pages)
    while waiting:
        page = waiting.pop()
        yield page
        waiting += value_or_none(page.pages) or []
