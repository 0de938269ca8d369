"""A form that is sent again after its answer was lost: where a read shows that it was saved, nothing is sent."""

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from werkzeug.wrappers import Response

from i18n import gettext
from masthead.changes import Change, is_changed_since, look_up
from masthead.client import Problem
from masthead.store import Entry, State, StoreError
from masthead.web.forms.forms import ALREADY_SAVED, PageForm
from masthead.web.pages.pages import informed
from masthead.web.person.portal import api, portal
from masthead.web.saving.doubt import same_in_doubt
from masthead.web.saving.unsaved import nothing_was_sent


def tell_saved_before(
    form: PageForm, change: Change[Any], onward: str, once_saved: Callable[[], object] | None = None
) -> Response | None:
    """Go on and say so, before the form is held against what is there, which is what it sent; else None.

    `once_saved` is what `save` would have done. Creations have a way of their own: `tell_created_before`.
    """
    with suppress(Problem, StoreError):
        entry = same_in_doubt(form, change)
        if entry is not None and _is_there(entry):
            nothing_was_sent(is_there=True)
            if once_saved is not None:
                with suppress(StoreError):  # it was saved all the same
                    once_saved()
            return informed(gettext(ALREADY_SAVED), onward)
    return None


def _is_there(entry: Entry) -> bool:
    """Whether it is seen to be saved, and to be so still; the journal then has that too."""
    found = look_up(api(), portal().store.journal, entry)
    return found.outcome.state is State.SAVED and not is_changed_since(api(), found)
