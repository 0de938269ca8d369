"""Forms that start a bulk change, some for selected items. Each asks before it repeats an unknown call."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

from flask import request
from wtforms import HiddenField

from masthead.i18n import N_
from masthead.store.entries import Entry
from masthead.web.forms import snapshot
from masthead.web.forms.fields import Agreement
from masthead.web.forms.forms import CONFLICT, INVALID, PageForm
from masthead.web.forms.merge import known_values
from masthead.web.forms.snapshot import Snapshot
from masthead.web.person.portal import portal
from masthead.web.person.session import person
from masthead.writes.send import Change, intent_of
from masthead.writes.timeline import doubts_before

A = TypeVar("A", bound="SelectionAction")
T = TypeVar("T")
ACT = "do"
"""The field of the request that names the action."""
IN_DOUBT = N_(
    "You sent some of this before, and it isn't known whether that was saved. Check that, or select “%(label)s”."
)


class BulkChangeForm(PageForm):
    """A form that starts a bulk change. `doubts` are unknown entries that sent some of the same values.

    The macro `doubts` of its template asks about them, and `anyway` agrees.
    """

    anyway = Agreement(N_("Send it anyway"))

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.doubts: Sequence[Entry] = ()

    def look_for_doubts(self, changes: Sequence[Change[Any]]) -> None:
        """Find the person's unknown calls that sent values of these changes."""
        self.doubts = doubts_before(portal().store.journal, [intent_of(change, person().owner) for change in changes])

    def is_agreed(self) -> bool:
        """Return whether nothing is in doubt, or the person agrees; else set an error and `status`."""
        if not self.doubts or self.anyway.require(IN_DOUBT):
            return True
        self.status = INVALID
        return False


@dataclass(frozen=True, slots=True)
class SelectionAction:
    """An action on selected items: its button, a bulk change's title by number of items, its meaning."""

    button: str
    title: Callable[[int], str]
    meaning: str


class SelectionForm(BulkChangeForm):
    """A form for selected items. `seen` has the reviewed settings by item; `reviewed` carries them, sealed."""

    reviewed = HiddenField()

    def __init__(self) -> None:
        super().__init__()
        opened = snapshot.open_snapshot(str(self.reviewed.data or ""))
        self.seen: Mapping[str, Mapping[str, Any]] = opened.values if opened is not None else {}

    def ask_again(self, words: str) -> None:
        """Refuse the form, since fewer items are left than the review showed."""
        self.problems.append(words)
        self.status = CONFLICT


@dataclass(frozen=True)
class Selection(Generic[T]):
    """Selected items: those that are `changing` by `changes`, and the `others`, which need no change.

    `selected` has their keys. `key` stands for an item in a form, `settings` are what it has now.
    """

    selected: frozenset[str]
    changing: Sequence[T]
    others: Sequence[T]
    key: Callable[[T], str]
    settings: Callable[[T], Mapping[str, Any]]
    changes: Callable[[T], Iterable[Change[Any]]]

    @property
    def missing(self) -> int:
        """Count selected items that are not listed: closed, deleted, or unreadable."""
        return len(self.selected - {self.key(each) for each in (*self.changing, *self.others)})

    def changes_of(self, form: SelectionForm) -> list[Change[Any]]:
        """Return the changes from the reviewed settings of each item.

        If somebody has changed a setting since, the bulk change stops.
        """
        return [
            replace(change, was=form.seen.get(self.key(each), self.settings(each)))
            for each in self.changing
            for change in self.changes(each)
        ]

    def show_in(self, form: SelectionForm) -> None:
        """Seal the items into the form as shown, and find earlier unknown calls for them."""
        values = {self.key(each): known_values(self.settings(each)) for each in self.changing}
        form.reviewed.data = snapshot.seal_snapshot(Snapshot(values))
        form.look_for_doubts([change for each in self.changing for change in self.changes(each)])


def requested_action(acts: Mapping[str, A]) -> tuple[str, A]:
    """Return name and action of this request; the first action if it names none."""
    name = request.values.get(ACT, "")
    return (name, acts[name]) if name in acts else next(iter(acts.items()))
