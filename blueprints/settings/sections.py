"""What the portal's own records add to the settings: the newest changes, and invite links that were opened before."""

from pydantic import MISSING

from contract.organization.organizations import Organization
from masthead.store import DirectoryQuery, Entry, JournalQuery, KnownObject, StoreError
from masthead.web.pages.organization import has_permission
from masthead.web.person.access import person
from masthead.web.person.portal import portal

NEWEST = 5
GONE = "gone"


def newest_changes(organization_id: str) -> list[Entry] | None:
    """The newest changes of the organization's own settings that this person may see; None where none can be read."""
    owner = None if has_permission("admin") else person().owner
    try:
        return portal().store.journal.entries(
            JournalQuery(organization_id, owner, object_id=organization_id), limit=NEWEST
        )
    except StoreError:
        return None


def known_invites(organization_id: str) -> list[KnownObject]:
    """The invite links that this person has opened, and that were there then."""
    sought = DirectoryQuery(organization=organization_id, kinds=["invite"])
    try:
        return [each for each in portal().store.known.find(person().owner, sought) if each.state != GONE]
    except StoreError:
        return []


def logo_address(organization: Organization) -> str:
    """Where the logo of now can be looked at; empty without one."""
    urls = organization.urls
    return "" if urls is MISSING or urls.logo is MISSING else urls.logo
