"""What others saved of the same thing while a change was under way: the API keeps whichever comes last."""

from typing import Any

from changes import GIVES_ROLES, Applied, sent_values
from changes.values import same
from i18n import N_, gettext, join_and
from store import Entry, State, StoreError
from web.forms.forms import label_in_sentence
from web.pages.organization import has_permission
from web.pages.templating import clock_in_text
from web.person.access import person
from web.person.portal import portal
from web.saving.recorded_changes import display_recorded, fields_of, label_of, page_of

MAX_CHARACTERS = 80
"""A longer value is not for a message: the page that it links to shows it."""
SAVED = N_("While this was being saved, %(author)s changed %(values)s.")
UNDER_WAY = N_("Another change was under way: at %(at)s, %(author)s began to change %(values)s.")
ALSO_SAVED = N_("While this was being saved, %(author)s saved another change: “%(summary)s”.")
ALSO_UNDER_WAY = N_("Another change was under way: at %(at)s, %(author)s began “%(summary)s”.")


def describe_overlapping(applied: Applied[Any]) -> list[dict[str, str]]:
    """A message for each change of the same settings to other values that was under way beside this one.

    Each holds the text, and the link to the page that shows what is saved. Only an administrator may see what others
    sent.
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


def _describe(other: Entry, own: Entry) -> dict[str, str]:
    mine, is_saved = other.intent.owner == person().owner, other.outcome.state is State.SAVED
    author = gettext("you, in another window,") if mine else other.name or gettext("somebody else")
    at = clock_in_text(other.at)
    if other.intent.endpoint in GIVES_ROLES:  # its summary names the people
        told = ALSO_SAVED if is_saved else ALSO_UNDER_WAY
        text = gettext(told, author=author, summary=other.intent.summary, at=at)
    else:
        text = gettext(SAVED if is_saved else UNDER_WAY, author=author, values=_values(other, own), at=at)
    return {"text": text, "link": gettext("See what is saved now"), "address": page_of(own)}


def _values(other: Entry, own: Entry) -> str:
    fields, told = fields_of(other.intent.endpoint), []
    for name, value in _differing(other, own).items():
        label, shown = label_in_sentence(label_of(fields, name)), display_recorded(fields, name, value)
        to = gettext("%(label)s to %(named)s", label=label, named=shown)
        told.append(to if len(shown) <= MAX_CHARACTERS else gettext("the %(label)s", label=label))
    return join_and(told)
