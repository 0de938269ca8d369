"""The members of a team: one listing, page by page."""

from contract.organization.team_members import LIST_TEAM_MEMBERS, TeamMemberItem
from contract.schema.listing import LIMIT_MAX, Listing, ListQuery
from masthead.client import CachedRead
from masthead.web.frame.organization import refreshing


def members_read(
    organization_id: str, team_id: str, page: str | None = None, *, anew: bool = False
) -> CachedRead[Listing[TeamMemberItem]]:
    """The read of one page of the members of a team."""
    query = ListQuery(limit=LIMIT_MAX) if page is None else ListQuery(limit=LIMIT_MAX, page=page)
    listing = LIST_TEAM_MEMBERS if anew else LIST_TEAM_MEMBERS.tolerant_listing
    return CachedRead(listing, (organization_id, team_id), query, refresh=anew or refreshing())
