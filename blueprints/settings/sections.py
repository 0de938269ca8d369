"""Portal records on the settings page: recent changes, and invite links that were opened before."""

from pydantic import MISSING

from contract.organization.organizations import Organization
from masthead.store.directory.objects import DirectoryQuery, KnownObject
from masthead.store.entries import Entry
from masthead.store.errors import StoreError
from masthead.store.journal.finding import JournalQuery
from masthead.web.frame.organization import has_permission
from masthead.web.person.access import person
from masthead.web.person.portal import portal

NEWEST = 5
GONE = "gone"


def newest_changes(organization_id: str) -> list[Entry] | None:
    """Recent changes of the settings that this person may see; None if the journal can't be read."""
    owner = None if has_permission("admin") else person().owner
    try:
        return portal().store.journal.entries(
            JournalQuery(organization_id, owner, object_id=organization_id), limit=NEWEST
        )
    except StoreError:
        return None


def known_invites(organization_id: str) -> list[KnownObject]:
    """Invite links in this person's directory, without those known to be deleted."""
    sought = DirectoryQuery(organization=organization_id, kinds=["invite"])
    try:
        return [each for each in portal().store.known.find(person().owner, sought) if each.state != GONE]
    except StoreError:
        return []


def logo_address(organization: Organization) -> str:
    """The URL of the current logo; empty if there is none."""
    urls = organization.urls
    return "" if urls is MISSING or urls.logo is MISSING else urls.logo
