"""One write, as every form does it: once, through a change, with the outcome told on the next page or in the form."""

import re
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from werkzeug.wrappers import Response

from changes import Change, apply
from client import Conflict, InvalidInput, NotFound, OutcomeUnknown, Problem, Remembered, TokenRefused
from store import Finished, Running, StoreError
from web.access import person
from web.fields import WireField
from web.forms import CONFLICT, INVALID, PageForm
from web.pages import done
from web.portal import api, portal
from web.problems import UNAVAILABLE, in_words, status_of

After = Callable[[Any], tuple[str, str]]
NO_RECORDS = (
    "The portal cannot write its own records right now, so nothing was sent. Try again, or tell whoever runs it."
)
STILL_RUNNING = "This was sent already, and there is no answer yet. Look whether it is there before you send it again."


def save(form: PageForm, change: Change[Any], after: After) -> Response | None:
    """Send the change of a validated form; `after` makes the message and the way on out of the API's answer.

    Answers the redirect, or None with the problem in the form, which then has its `status`. A form that was sent
    twice (a double click, the back button) is carried out once, and the second one is shown the first one's outcome.
    """
    submissions, owner, key = portal().submissions, person().owner, str(form.form_key.data)
    try:
        begun = submissions.begin(owner, key)
    except StoreError:
        form.problems.append(NO_RECORDS)
        form.status = UNAVAILABLE
        return None
    if isinstance(begun, Finished):
        return done(begun.message, begun.location)
    if isinstance(begun, Running):
        form.problems.append(STILL_RUNNING)
        form.status = CONFLICT
        return None
    try:
        applied = apply(api(), change)
    except OutcomeUnknown as problem:
        show(problem, form)
        form.renew_key()  # the old one stays taken: sending the same page again must not send the call again
        return None
    except Problem as problem:
        submissions.abandon(owner, key)
        show(problem, form)
        return None
    message, location = after(applied.after)
    with suppress(StoreError):  # it was saved all the same
        submissions.finish(owner, key, location, message)
    return done(message, location)


def unread(form: PageForm, was: Remembered[Any]) -> bool:
    """Whether what the form changes could not be read just now: then nothing is sent, and the form says so.

    What is remembered is enough to show the form again with what was typed, and not to tell what a colleague changed.
    """
    if was.problem is not None:
        show(was.problem, form)
    return was.problem is not None


def show(problem: Problem, form: PageForm) -> None:
    """Put a problem where the person will see it: at the field that it names, else above the form."""
    if isinstance(problem, TokenRefused):
        raise problem
    named = _named(problem, form)
    wrong = isinstance(problem, InvalidInput) or (named is not None and isinstance(problem, NotFound))
    form.status = INVALID if wrong else status_of(problem)
    if named is not None:
        named.errors = [*named.errors, f"The service refused this: {problem.message}"]
    else:
        form.problems.append(in_words(problem))


def _named(problem: Problem, form: PageForm) -> WireField | None:
    """The field that the API complains about, if its message has the field's name."""
    if not isinstance(problem, (InvalidInput, NotFound, Conflict)):
        return None
    return next((f for f in form.wire_fields if re.search(rf"\b{re.escape(f.name)}\b", problem.message)), None)
