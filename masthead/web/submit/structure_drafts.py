"""The draft of a structure that a person has, for pages that name it."""

from masthead.store.drafts.structure_drafts import Arrangement
from masthead.web.person.access import person
from masthead.web.person.portal import portal


def place_of(organization: str, site: str) -> str:
    """Under which a draft is kept."""
    return f"{organization}/{site}"


def kept_draft(organization_id: str, site_id: str) -> Arrangement | None:
    """The draft as it is now, if there is one."""
    return portal().store.arrangements.find(person().owner, place_of(organization_id, site_id))
