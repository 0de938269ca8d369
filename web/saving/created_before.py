"""A creation that is sent again from the form whose answer was lost: what it created is found, and nothing is sent."""

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from werkzeug.wrappers import Response

from changes import Change, look_up
from changes.creations import CREATIONS, read_created
from client import Problem
from i18n import N_, gettext
from store import Entry, State, StoreError
from web.forms.forms import PageForm
from web.pages.feedback import Feedback, Report
from web.pages.pages import done
from web.person.portal import api, portal
from web.saving.doubt import same_in_doubt

THERE_SINCE = N_(" It has been there since you sent it before, so nothing was sent now.")


def tell_created_before(
    form: PageForm, change: Change[Any], after: Callable[[Any], tuple[str | Report, str]]
) -> Response | None:
    """Go on to what it created, and say so; None where no read shows it, or other contents are sent this time."""
    with suppress(Problem, StoreError):
        entry = same_in_doubt(form, change) if change.endpoint.name in CREATIONS else None
        made = _look_for(entry) if entry else ""
        if made:
            message, location = after(read_created(api(), change.endpoint.name, (*change.ids, made)))
            told = message if isinstance(message, Report) else Report(Feedback.SAVED, message)
            return done(told.followed_by(gettext(THERE_SINCE)), location)
    return None


def _look_for(entry: Entry) -> str:
    """The id of what it created, which the journal then has too; empty where no read shows that.

    That it isn't there is no outcome yet: the API may still be at it.
    """
    found = look_up(api(), portal().store.journal, entry).outcome
    return found.made if found.state is State.SAVED else ""
