"""A draft that went on in another window while a page was open."""

from flask import request

from blueprints.structure.draft import kept_draft
from i18n import N_
from store import Arrangement
from web.saving.discarded_structures import draft_version

SHOWN_AGAIN = N_("Your draft changed in another window. Your last change was kept.")
FAILED_ON_OTHER = N_("Your draft changed since you opened this page.")
CHECK = N_("Your draft changed since you opened the structure. Check the changes before you apply them.")


def is_of_other_draft(organization_id: str, site_id: str) -> bool:
    """Whether the page that asks shows another draft than there is; False where it does not say what it shows."""
    return "draft_shown" in request.values and shows_other(kept_draft(organization_id, site_id))


def shows_other(draft: Arrangement | None) -> bool:
    """The same, where the draft has been read."""
    version = draft_version(draft)
    return request.values.get("draft_shown", version) != version
