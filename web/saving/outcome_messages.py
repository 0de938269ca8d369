"""What is told of a change once it was sent: what is there now, on the next page and in the journal."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any

from changes import GIVES_ROLES, Change, verify_outcome
from changes.values import same
from client import Problem
from i18n import N_, gettext
from store import Outcome, State, StoreError
from web.forms.forms import ContractForm, join_labels
from web.pages.feedback import OF_STATE, Feedback, Report
from web.person.portal import api, portal
from web.saving.recorded_changes import forget_deleted

WAS_SAVED = N_("%(name)s was saved.")


def read_back(change: Change[Any], entry: int) -> Outcome | None:
    """What there is now of roles that were given or taken away; None where that could not be read.

    Where it is not as it was to be, the journal's entry of this number says so.
    """
    try:
        found = verify_outcome(api(), change)
    except Problem:
        return None
    if found.state is not State.SAVED:
        with suppress(StoreError):  # the next page tells it all the same
            portal().store.journal.settle(entry, _for_the_journal(change, found))
    return found


def _for_the_journal(change: Change[Any], found: Outcome) -> Outcome:
    """Not saved where all is as before; else it stays saved, as some of it may be, and can be taken back."""
    message = gettext("The API accepted this. %(message)s", message=found.message)
    if found.state is State.NOT_SAVED:
        return replace(found, message=message)
    return Outcome(State.SAVED, message, became=change.sent)


def success_message(change: Change[Any], found: object) -> Report:
    """A report for the page that follows: done, where that can be seen, else what the service made of it.

    `found` is what `save` hands on.
    """
    if change.endpoint.method == "DELETE" and change.endpoint.name not in GIVES_ROLES:
        return deletion_report(change, change.subject.title, partial(forget_deleted, change.endpoint.name))
    if change.endpoint.name not in GIVES_ROLES or (isinstance(found, Outcome) and found.state is State.SAVED):
        return Report(Feedback.SAVED, gettext("%(summary)s: saved.", summary=change.summary))
    if not isinstance(found, Outcome):
        unread = gettext("%(summary)s: the API accepted this. Masthead couldn't check it yet.", summary=change.summary)
        return Report(Feedback.UNKNOWN, unread)
    return Report(
        OF_STATE[found.state],
        gettext("%(summary)s: the API accepted this. %(message)s", summary=change.summary, message=found.message),
    )


def update_report(
    form: ContractForm, name: str, now: Mapping[str, Any], saved: str = N_("%(name)s was saved.")
) -> Report:
    """A report of an update: `now` are the settings in its answer, by the names of the form's fields.

    What the service wrote in its own way was saved; what is still as it was before was not.
    """
    sent = form.request_body().model_dump(mode="json")
    others = [field for field, value in sent.items() if field in now and not same(now[field], value)]
    if not others:
        return Report(Feedback.SAVED, gettext(saved, name=name))
    as_before = [field for field in others if same(now[field], form.now.get(field))]
    outcome = Feedback.NOT_SAVED if len(as_before) == len(sent) else Feedback.SAVED
    unlike = join_labels([form[each] for each in others])
    return Report(
        outcome,
        gettext("%(name)s: the API accepted this, but reports another value for %(fields)s.", name=name, fields=unlike),
    )


def deletion_report(change: Change[Any], name: str, forget: Callable[[tuple[str, ...]], None] | None = None) -> Report:
    """A report of a deletion, whose answer says nothing: whether it is still there.

    `forget` drops what the portal keeps of it, and may raise StoreError.
    """
    try:
        found = verify_outcome(api(), change)
    except Problem:
        unread = gettext("%(name)s: the API accepted this. Masthead couldn't check yet whether it is gone.", name=name)
        return Report(Feedback.UNKNOWN, unread)
    if found.state is State.NOT_SAVED:
        return Report(Feedback.NOT_SAVED, gettext("%(name)s: the API accepted this, but it is still there.", name=name))
    with suppress(StoreError):  # it was deleted all the same
        if forget is not None:
            forget(change.ids)
    return Report(Feedback.SAVED, gettext("%(name)s was deleted.", name=name))
