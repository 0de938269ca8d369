"""What others saved of the same thing while a change was under way: the API keeps whichever comes last."""

from typing import Any

from changes import Applied, sent_values
from changes.values import same
from i18n import N_, gettext, join_and
from store import Entry, State, StoreError
from web.forms.forms import label_in_sentence
from web.pages.organization import has_permission
from web.person.access import person
from web.person.portal import portal
from web.saving.recorded_changes import display_recorded, fields_of, label_of

MAX_CHARACTERS = 80
"""A longer value is not for a message: the page shows it."""
SAVED = N_("While this was being saved, %(author)s changed %(values)s. This page shows what is saved now.")
UNDER_WAY = N_(
    "%(author)s is changing %(values)s at this moment. Reload this page in a few seconds to see what was saved."
)


def describe_overlapping(applied: Applied[Any]) -> list[str]:
    """A sentence for each change of the same settings to other values that was under way beside this one.

    Only an administrator may see what others sent.
    """
    organization = applied.change.organization or applied.change.ids[0]
    try:
        own = portal().store.journal.entry(organization, applied.entry)
        return [] if own is None else [_describe(each, own) for each in _overlapping(own) if _differing(each, own)]
    except StoreError:
        return []


def _overlapping(own: Entry) -> list[Entry]:
    owner = None if has_permission("admin") else person().owner
    found = portal().store.journal.overlapping(own, [own.intent.endpoint], own.intent.ids, owner)
    return [each for each in reversed(found) if each.outcome.state in {State.SAVED, State.UNDER_WAY}]


def _differing(other: Entry, own: Entry) -> dict[str, Any]:
    mine = sent_values(own)
    return {name: value for name, value in sent_values(other).items() if name in mine and not same(value, mine[name])}


def _describe(other: Entry, own: Entry) -> str:
    fields = fields_of(other.intent.endpoint)
    values = []
    for name, value in _differing(other, own).items():
        label, shown = label_in_sentence(label_of(fields, name)), display_recorded(fields, name, value)
        to = gettext("%(label)s to %(named)s", label=label, named=shown)
        values.append(to if len(shown) <= MAX_CHARACTERS else gettext("the %(label)s", label=label))
    mine = other.intent.owner == person().owner
    author = gettext("you, in another window,") if mine else other.name or gettext("somebody else")
    told = SAVED if other.outcome.state is State.SAVED else UNDER_WAY
    text = gettext(told, author=author, values=join_and(values))
    return text[:1].upper() + text[1:]
