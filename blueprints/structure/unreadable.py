"""A draft of a structure that another version of Masthead saved, in a form that this one can't read."""

from flask import url_for
from werkzeug.wrappers import Response

from i18n import N_, gettext
from masthead.changes.structure.tree import UnreadableStructureError
from masthead.web.pages.pages import informed

UNREADABLE = N_(
    "Masthead can't read your draft of this structure, because another version of Masthead saved it. "
    "Nothing of it was sent. To work on the structure, discard the draft; you can restore it for 24 hours."
)


def page_of_unreadable(_: UnreadableStructureError) -> Response:
    """The page that there is instead of the structure's: that of all drafts, where this one can be discarded."""
    return informed(gettext(UNREADABLE), url_for("drafts.index"))
