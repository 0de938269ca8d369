"""Reads share links of a site that readers can open only with one."""

from contract.publishing.share_links import LIST_SHARE_LINKS
from contract.publishing.sites import Site
from contract.schema.listing import LIMIT_MAX, ListQuery
from masthead.client import CachedRead, Problem
from masthead.web.directory.link_readers import is_unreadable_by, opens_by_link_alone
from masthead.web.frame.organization import has_permission, refreshing
from masthead.web.person.portal import api


def links_open_nothing(organization_id: str, site: Site) -> bool:
    """Whether nobody can read the site for lack of an active link. False if the person may not see links."""
    if not (opens_by_link_alone(site) and has_permission("createContent")):
        return False
    ids, query = (organization_id, site.id), ListQuery(limit=LIMIT_MAX)
    (links,) = api().gather(CachedRead(LIST_SHARE_LINKS, ids, query, refreshing()))
    return not isinstance(links, Problem) and is_unreadable_by(site, links.value)
