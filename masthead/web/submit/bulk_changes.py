"""Bulk changes from forms: confirmed, stored once, and run in slices within requests."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from typing import Any, Generic, NamedTuple, TypeVar

from flask import request, session, url_for
from werkzeug.wrappers import Response
from wtforms import HiddenField

from masthead.bulk.reconcile import Runner
from masthead.i18n import N_, format_number, gettext
from masthead.store.bulk.changes import TransactionHook
from masthead.store.bulk.steps import BulkChange, Purpose, StepState
from masthead.store.errors import StoreError
from masthead.store.submissions import SentBeforeError
from masthead.web.forms.forms import CONFLICT, PageForm
from masthead.web.forms.merge import Snapshot, known_values, open_snapshot, seal_snapshot
from masthead.web.frame.pages import redirect_info, redirect_saved
from masthead.web.frame.problems import NO_RECORDS, UNAVAILABLE
from masthead.web.http.responses import redirect_to
from masthead.web.person.guards import set_return_url
from masthead.web.person.portal import api, portal
from masthead.web.person.session import person, prompt_for_name_once
from masthead.web.submit.drafts import drop_draft
from masthead.writes.send import Change, build_intent

A = TypeVar("A", bound="SelectionAction")
T = TypeVar("T")
ACT, ALL = "do", "all"
"""The names of the fields with the action, and for the choice of all items that match."""
MAX_SELECTED = 1000


@dataclass(frozen=True, slots=True)
class SelectionAction:
    """An action on selected items: its button, its meaning, and the bulk change's title for a number of items."""

    button: str
    title: Callable[[int], str]
    meaning: str


class SelectionForm(PageForm):
    """A form for selected items. `seen` holds the reviewed settings by item, from the sealed field `reviewed`."""

    reviewed = HiddenField()

    def __init__(self) -> None:
        super().__init__()
        opened = open_snapshot(str(self.reviewed.data or ""))
        self.seen: Mapping[str, Mapping[str, Any]] = opened.values if opened is not None else {}

    def require_new_review(self, words: str) -> None:
        """Refuse the form because there are fewer items than the review showed."""
        self.problems.append(words)
        self.status = CONFLICT


@dataclass(frozen=True)
class Selection(Generic[T]):
    """Selected items: those that are `changing`, and the `others`, which need no change.

    `selected` contains the keys of all items. `key` returns an item's value in a form, `settings` its current settings,
    and `changes` the changes to send.
    """

    selected: frozenset[str]
    changing: Sequence[T]
    others: Sequence[T]
    key: Callable[[T], str]
    settings: Callable[[T], Mapping[str, Any]]
    changes: Callable[[T], Iterable[Change[Any]]]

    @property
    def missing(self) -> int:
        """Count the selected items that aren't listed because they are closed, deleted, or unreadable."""
        return len(self.selected - {self.key(each) for each in (*self.changing, *self.others)})

    def list_changes(self, form: SelectionForm) -> list[Change[Any]]:
        """Return the changes, based on the reviewed settings of each item.

        If somebody has changed a setting since the review, the bulk change stops.
        """
        return [
            replace(change, was=form.seen.get(self.key(each), self.settings(each)))
            for each in self.changing
            for change in self.changes(each)
        ]

    def seal_into(self, form: SelectionForm) -> None:
        """Seal the current settings of the changing items into the form."""
        values = {self.key(each): known_values(self.settings(each)) for each in self.changing}
        form.reviewed.data = seal_snapshot(Snapshot(values))


class SelectAll(NamedTuple):
    """The option to select all items that match a list's `filters`. `found` is their number, or None if unknown.

    `pages` means that the list has more than one page.
    """

    found: int | None
    filters: Mapping[str, str]
    pages: bool
    most: int = MAX_SELECTED

    @property
    def label(self) -> str:
        if self.found is None:
            return gettext("Select all that match") if self.filters else gettext("Select all")
        if self.found > self.most:
            most, count = format_number(self.most), format_number(self.found)
            return gettext("Select the first %(most)s of %(count)s", most=most, count=count)
        return gettext("Select all %(count)s", count=format_number(self.found))


def selected_keys(name: str, list_matching: Callable[[], Iterable[str]]) -> frozenset[str]:
    """Return the keys named in the request or, if it asks for all, the keys that match the list's filters."""
    if request.args.get(ALL):
        return frozenset(islice(list_matching(), MAX_SELECTED))
    return frozenset(request.values.getlist(name))


def requested_action(acts: Mapping[str, A]) -> tuple[str, A]:
    """Return the name of this request's action and the action. Defaults to the first one."""
    name = request.values.get(ACT, "")
    return (name, acts[name]) if name in acts else next(iter(acts.items()))


GOING = "going"
STORED = N_("Bulk change created.")


def find_resubmission() -> Response | None:
    """Redirect to the bulk change that this form has already stored. None on the first submission."""
    try:
        found = portal().store.submissions.find(person().owner, request.form.get("form_key", ""))
    except StoreError:  # then nothing can be stored, either
        return None
    return None if found is None or not found.is_finished else redirect_saved(found.message, found.location)


def store_bulk_change(
    form: PageForm,
    purpose: Purpose,
    changes: Sequence[Change[Any]],
    *besides: TransactionHook,
    onward: str = "",
    done: str = "",
) -> Response | None:
    """Store the bulk change from a validated form, run its first slice, and redirect to its page.

    A form that is sent twice stores a single bulk change. Returns None if it could not be stored; the form is then to
    be shown again, with its problem and `status`. If one of `besides` raises an exception, nothing is stored. `onward`
    is the URL to redirect to instead if the whole bulk change was carried out, with the message `done` or its title.
    """
    submissions, key, content = portal().store.submissions, str(form.form_key.data), _submitted_text(purpose, changes)
    try:
        first = submissions.find(purpose.owner, key, content)
        if first is not None and first.is_finished:
            return redirect_saved(first.message, first.location)
        location = partial(bulk_change_url, purpose.organization)
        taking = submissions.build_storing_hook(purpose.owner, key, content, gettext(STORED), location)
        bulk, page = begin_bulk_change(purpose, changes, taking, *besides)
    except SentBeforeError as before:
        return redirect_saved(before.first.message, before.first.location)
    except StoreError:
        form.problems.append(gettext(NO_RECORDS))
        form.status = UNAVAILABLE
        return None
    if onward and bulk is not None and bulk.finished_at and bulk.counts.get(StepState.DONE) == bulk.steps:
        return redirect_saved(done or purpose.title, onward)
    # The page of one that has ended shows the result instead of a message.
    return redirect_info(gettext(STORED), page) if bulk is None or is_going_on(bulk) else redirect_to(page)


def begin_bulk_change(
    purpose: Purpose, changes: Sequence[Change[Any]], *hooks: TransactionHook
) -> tuple[BulkChange | None, str]:
    """Store a bulk change and run its first slice. Returns it (None if unreadable) and its page.

    Raises StoreError if it could not be stored.
    """
    steps = [build_intent(change, purpose.owner) for change in changes]
    number = portal().store.bulk_changes.add(purpose, steps, *hooks)
    page, bulk = bulk_change_url(purpose.organization, number), None
    drop_draft()
    set_return_url(page)
    with suppress(StoreError):  # the bulk change is stored
        if begun := get_own_bulk_change(purpose.organization, number):
            run_slice(begun)
        bulk = get_own_bulk_change(purpose.organization, number)
    if bulk is None or is_going_on(bulk):
        session[GOING] = number
    return bulk, page


def _submitted_text(purpose: Purpose, changes: Sequence[Change[Any]]) -> str:
    bodies = ("" if change.body is None else change.body.model_dump_json() for change in changes)
    lines = (" ".join((change.endpoint.name, *change.ids, body)) for change, body in zip(changes, bodies, strict=True))
    return "\n".join((purpose.title, *lines))


def run_slice(bulk: BulkChange, *, resume: bool = True) -> None:
    """Run a slice of a bulk change unless it has to wait."""
    if Runner(api(), portal().store.journal, portal().store.bulk_changes).run(bulk, resume=resume):
        with suppress(StoreError):
            prompt_for_name_once()


def compute_steps(bulk: BulkChange, *, ends: bool = True) -> None:
    """Work out the steps of a bulk change before it starts. `ends` finishes it if there are no steps."""
    Runner(api(), portal().store.journal, portal().store.bulk_changes).compute_steps(bulk, ends=ends)


def is_going_on(bulk: BulkChange) -> bool:
    """Return whether the bulk change's page may run the next slice on its own."""
    halted = bulk.paused_at is not None or bulk.is_stuck
    return bulk.finished_at is None and not halted and (not bulk.cause or bulk.waits_until is not None)


def bulk_change_url(organization: str, number: int) -> str:
    return url_for("bulk_changes.show", organization_id=organization, number=number)


def get_own_bulk_change(organization: str, number: int) -> BulkChange | None:
    """Get one of the signed-in person's bulk changes. None if it belongs to somebody else."""
    return portal().store.bulk_changes.get(organization, number, person().owner)
