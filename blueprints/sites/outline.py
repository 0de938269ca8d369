"""Sections of a published site by group, for the page of the site."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from pydantic import MISSING

from contract.publishing.section_groups import SiteSection, SiteSectionGroup
from contract.publishing.share_links import LIST_SHARE_LINKS
from contract.publishing.sites import PublishedContentSite, Site
from contract.schema.listing import LIMIT_MAX, ListQuery
from masthead.client import CachedRead, Problem
from masthead.web.directory.share_links import is_open_by_link_only, is_unreadable_by_listing
from masthead.web.frame.organization import has_permission, is_refresh_requested
from masthead.web.person.portal import api


@dataclass(slots=True)
class OutlineGroup:
    """Sections of one group. A section outside groups has one without a title."""

    id: str = ""
    title: str = ""
    sections: list[SiteSection] = field(default_factory=list)


def outline(view: PublishedContentSite, named: Sequence[SiteSectionGroup]) -> list[OutlineGroup]:
    """Groups in the order of their first sections. `named` has titles that the published view may lack."""
    titles = {group.id: group.title for group in named}
    found: dict[str, OutlineGroup] = {}
    for item in view.structure.structure:
        if isinstance(item, SiteSectionGroup):
            held = [] if item.sections is MISSING else item.sections
            found[item.id] = OutlineGroup(item.id, item.title, list(held))
        elif isinstance(item, SiteSection) and item.sectionGroup is not MISSING:
            group = item.sectionGroup
            found.setdefault(group, OutlineGroup(group, titles.get(group, group))).sections.append(item)
        elif isinstance(item, SiteSection):
            found[f"section {item.id}"] = OutlineGroup(sections=[item])
    return list(found.values())


def links_open_nothing(organization_id: str, site: Site) -> bool:
    """True if nobody can read the site for lack of an active link.

    False if the person may not see links.
    """
    if not (is_open_by_link_only(site) and has_permission("createContent")):
        return False
    ids, query = (organization_id, site.id), ListQuery(limit=LIMIT_MAX)
    (links,) = api().gather(CachedRead(LIST_SHARE_LINKS, ids, query, is_refresh_requested()))
    return not isinstance(links, Problem) and is_unreadable_by_listing(site, links.value)
