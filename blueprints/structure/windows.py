"""A draft that went on in another window while a page was open."""

from flask import request

from i18n import N_
from masthead.store import Arrangement
from masthead.web.saving.discarded_structures import draft_version
from masthead.web.saving.structure_drafts import kept_draft

SHOWN_AGAIN = N_("Your draft changed in another window. Your last change was kept.")
FAILED_ON_OTHER = N_("Your draft changed since you opened this page.")
CHECK = N_("Your draft changed since you opened the structure. Check the changes before you apply them.")


def is_of_other_draft(organization_id: str, site_id: str) -> bool:
    """Whether the page that asks shows another draft than there is; False where it does not say what it shows."""
    return _shown() is not None and shows_other(kept_draft(organization_id, site_id))


def shows_other(draft: Arrangement | None) -> bool:
    """The same, where the draft has been read."""
    return _shown() not in {None, draft_version(draft)}


def _shown() -> str | None:
    """A review names the draft that it is of, as it never shows another one."""
    return request.values.get("draft_reviewed", request.values.get("draft_shown"))
