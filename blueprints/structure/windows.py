"""A draft that went on in another window while a page was open."""

import hashlib

from flask import request

from blueprints.structure.draft import place_of
from store import Arrangement
from web.person.access import person
from web.person.portal import portal

SHOWN_AGAIN = (
    "Your draft changed since you opened this page. The page now shows the draft as it is, with what you just did."
)
FAILED_ON_OTHER = "Your draft changed since you opened this page."
CHECK = "Your draft changed since you opened the structure. Check the changes before you apply them."


def draft_version(draft: Arrangement | None) -> str:
    """Names what a draft makes of the site, to see later whether it is another; empty while it changes nothing."""
    if draft is None or draft.now == draft.base:
        return ""
    return hashlib.sha256(draft.now.encode()).hexdigest()[:16]


def is_of_other_draft(organization_id: str, site_id: str) -> bool:
    """Whether the page that asks shows another draft than there is; False where it does not say what it shows."""
    shown = request.values.get("draft_shown")
    if shown is None:
        return False
    return shown != draft_version(portal().store.arrangements.find(person().owner, place_of(organization_id, site_id)))
