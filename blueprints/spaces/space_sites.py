"""Finds the sites that show each space. The API reports this by site, so most of it comes from the cache."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from contract.authoring.spaces import GitSync, Space
from contract.publishing.site_spaces import SiteSpace
from contract.publishing.sites import LIST_SITES, Site, SitesQuery
from contract.schema.fields import value_or_none
from contract.schema.listing import LIMIT_MAX, Listing
from masthead.client import Cached, CachedRead, Problem
from masthead.i18n import N_, gettext
from masthead.web.directory.places import site_spaces_read
from masthead.web.frame.organization import is_refresh_requested, read_in
from masthead.web.frame.problems import unread_message
from masthead.web.person.portal import api

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
    """Spaces of `read` of the `sites`; `age` of the oldest part in seconds. `problem` says why there is no list."""

    sites: Sequence[Site]
    read: int
    spaces: Mapping[str, ShownSpace]
    age: float = 0.0
    problem: str = ""

    @property
    def whole(self) -> bool:
        """True if all sites were read: a space that isn't in here is on none."""
        return not self.problem and self.read == len(self.sites)


def read_space_sites(organization_id: str) -> SpaceSites:
    """Read the organization, its sites, and the spaces of some sites; set the organization."""
    listing = read_in(organization_id, sites_read(organization_id))
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
    """The sites of an organization; only those that show `space` if it is given."""
    query = SitesQuery(limit=LIMIT_MAX) if space is None else SitesQuery(limit=LIMIT_MAX, space=space)
    return CachedRead(LIST_SITES.tolerant_listing, (organization_id,), query, is_refresh_requested())


def _read_spaces(organization_id: str, sites: Sequence[Site]) -> list[Cached[Listing[SiteSpace]] | None]:
    """Spaces of each site: from the cache, and up to SITES_AT_ONCE missing (or oldest, if refreshing) ones read now."""
    known = [api().last_known(site_spaces_read(organization_id, site.id)) for site in sites]
    found = [None if each is None else each[0] for each in known]
    anew = [place for place, each in enumerate(found) if each is None or is_refresh_requested()]
    anew.sort(key=lambda place: -(each.age if (each := found[place]) else float("inf")))
    some = anew[:SITES_AT_ONCE]
    reads = [site_spaces_read(organization_id, sites[place].id, refresh=True) for place in some]
    for place, answer in zip(some, api().gather(*reads), strict=True):
        found[place] = found[place] if isinstance(answer, Problem) else answer
    return found


def edit_mode(space: Space) -> str:
    """The label of the edit mode; empty if the API doesn't report it."""
    told = value_or_none(space.editMode)
    return gettext(EDIT_MODES.get(told, told)) if told else ""


def git_provider(git: GitSync) -> str:
    """The name of the Git provider; empty if the API doesn't report it."""
    told = value_or_none(git.installationProvider) or ""
    return gettext(PROVIDERS.get(told, told)) if told else ""
