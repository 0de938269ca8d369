"""What others saved of the same thing while a change was under way: the API keeps whichever comes last."""

from contextlib import suppress
from typing import Any

from flask import flash

from changes import GIVES_ROLES, Change, sent_values
from changes.creations import CREATIONS
from changes.values import same
from contract import BY_NAME
from i18n import N_, gettext, join_and
from store import MAYBE_SAVED, Entry, State, StoreError
from web.forms.forms import label_in_sentence
from web.pages.organization import has_permission
from web.pages.templating import clock_in_text
from web.person.access import person
from web.person.portal import portal
from web.saving.recorded_changes import display_recorded, fields_of, label_of, page_of

MAX_CHARACTERS = 80
"""A longer value is not for a message: the page that it links to shows it."""
VALUES = {
    State.SAVED: N_("While this was being sent, %(author)s changed %(values)s."),
    State.UNDER_WAY: N_("Another change was under way: at %(at)s, %(author)s began to change %(values)s."),
}
MAYBE_VALUES = N_(
    "While this was being sent, %(author)s tried to change %(values)s. It isn't known whether that was saved."
)
SUMMARY = {
    State.SAVED: N_("While this was being sent, %(author)s saved another change: “%(summary)s”."),
    State.UNDER_WAY: N_("Another change was under way: at %(at)s, %(author)s began “%(summary)s”."),
}
MAYBE_SUMMARY = N_("While this was being sent, %(author)s began “%(summary)s”. It isn't known whether that was saved.")


def tell_overlapping(change: Change[Any], entry: int) -> None:
    """Tell of each change of the same settings to other values that was under way beside this one.

    Of creations it tells of those of the same name. Each message links to the page that shows what is saved. Only an
    administrator may see what others sent. `entry` is the number of the change in the journal.
    """
    organization = change.organization or change.ids[0]
    with suppress(StoreError):
        own = portal().store.journal.entry(organization, entry)
        for each in _overlapping(own) if own is not None else ():
            flash(_describe(each, own), "warning")  # type: ignore[arg-type] # any JSON


def _overlapping(own: Entry) -> list[Entry]:
    owner = None if has_permission("admin") else person().owner
    found = portal().store.journal.overlapping(own, [own.intent.endpoint], own.intent.ids, owner)
    sent = [each for each in reversed(found) if each.outcome.state in (State.SAVED, *MAYBE_SAVED)]
    return [each for each in sent if (_is_twin(each, own) if _creates(own) else _differing(each, own))]


def _creates(own: Entry) -> bool:
    return BY_NAME[own.intent.endpoint].method == "POST"


def _is_twin(other: Entry, own: Entry) -> bool:
    """Whether both make a thing of one name; each call makes another one."""
    making = CREATIONS.get(own.intent.endpoint)
    return making is not None and same(*(sent_values(each).get(making.name) for each in (other, own)))


def _differing(other: Entry, own: Entry) -> dict[str, Any]:
    mine = sent_values(own)
    return {name: value for name, value in sent_values(other).items() if name in mine and not same(value, mine[name])}


def _describe(other: Entry, own: Entry) -> dict[str, str]:
    mine, state = other.intent.owner == person().owner, other.outcome.state
    author = gettext("you, in another window,") if mine else other.name or gettext("somebody else")
    at = clock_in_text(other.at)
    if other.intent.endpoint in GIVES_ROLES or _creates(other):  # its summary names the people, or the thing
        text = gettext(SUMMARY.get(state, MAYBE_SUMMARY), author=author, summary=other.intent.summary, at=at)
    else:
        text = gettext(VALUES.get(state, MAYBE_VALUES), author=author, values=_values(other, own), at=at)
    return {"text": text, "link": gettext("See what is saved now"), "address": page_of(own)}


def _values(other: Entry, own: Entry) -> str:
    fields, told = fields_of(other.intent.endpoint), []
    for name, value in _differing(other, own).items():
        label, shown = label_in_sentence(label_of(fields, name)), display_recorded(fields, name, value)
        to = gettext("%(label)s to %(named)s", label=label, named=shown)
        told.append(to if len(shown) <= MAX_CHARACTERS else gettext("the %(label)s", label=label))
    return join_and(told)
