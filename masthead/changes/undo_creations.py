"""What was created is taken away again, and what was deleted is created again."""

from collections.abc import Mapping
from typing import Any

from pydantic import MISSING

from i18n import N_, gettext
from masthead.changes.change import RESTORED, Change, summary_of_undo
from masthead.changes.creations import Creation, find_in_listing
from masthead.changes.editable_settings import DELETED_SETTINGS
from masthead.client import Api, NotFound
from masthead.store import Entry, Journal, JournalQuery, Reason, State, Subject

BY_WHOM = N_("You or somebody else created it.")
CHANGED_SINCE = N_("It was changed after it was created. The last change: %(change)s.")


def _changed_since(journal: Journal, made: str, entry: Entry) -> list[str]:
    """That what it created was changed again, in a sentence: with it goes what somebody set since."""
    about = JournalQuery(entry.intent.organization, object_id=made, states=[State.SAVED])
    newest = next(iter(journal.entries(about, limit=1)), entry)
    return [gettext(CHANGED_SINCE, change=newest.intent.summary)] if newest.number > entry.number else []


def undo_create(
    api: Api, entry: Entry, making: Creation, journal: Journal
) -> tuple[Change[Any] | None, tuple[str, ...]]:
    """The change that takes away what `entry` made, None where it is gone; and what to know before, in sentences."""
    intent, ids = entry.intent, (*entry.intent.ids, entry.outcome.made)
    try:
        item = find_in_listing(api, making.listing, ids)
    except NotFound:
        return None, (gettext("The %(kind)s no longer exists.", kind=gettext(making.kind)),)
    name, was = getattr(item, making.name), entry.outcome.became.get(making.name)
    told = (
        making.before_deleting,
        gettext("This deletes %(item)s.", item=item.id),
        *([gettext(BY_WHOM)] if entry.outcome.cause.reason is Reason.DONE_BY_SOMEBODY else []),
        *([] if name == was else [gettext("It is now called “%(name)s”.", name=name)]),
        *_changed_since(journal, item.id, entry),
    )
    subject = Subject(making.kind, item.id, str(name))
    change = Change(
        making.delete,
        ids,
        subject,
        summary_of_undo(intent.summary),
        was={
            each: value
            for each, value in DELETED_SETTINGS[making.delete.name].values(item).items()
            if value is not MISSING
        },
        organization=intent.organization,
        undoes=entry.number,
    )
    return change, told


def undo_create_as_made(entry: Entry, making: Creation) -> Change[Any]:
    """The change that takes away what `entry` made, where nobody has looked whether it is still as it was made."""
    intent, became = entry.intent, entry.outcome.became
    return Change(
        making.delete,
        (*intent.ids, entry.outcome.made),
        Subject(making.kind, entry.outcome.made, intent.subject.title),
        summary_of_undo(intent.summary),
        was={**became, **intent.was.get(RESTORED, {})},
        organization=intent.organization,
        undoes=entry.number,
    )


def undo_delete(entry: Entry, making: Creation, beside: Mapping[str, Any]) -> tuple[Change[Any], tuple[str, ...]]:
    """The change that makes again what `entry` deleted, and what to know before, in sentences.

    `beside` is what was saved of it while it was being deleted.
    """
    intent, body = entry.intent, making.create.body
    known = {**intent.was, **beside}
    was = {name: known[name] for name in body.model_fields if name in known} if body else {}
    after = {name: each for name, each in making.set_after.items() if known.get(name) == each.value}
    change = Change(
        making.create,
        intent.ids[:-1],
        Subject(making.kind, "", str(was.get(making.name) or intent.subject.title)),
        summary_of_undo(intent.summary),
        body.model_validate(was) if body else None,
        was={RESTORED: {name: each.value for name, each in after.items()}} if after else {},
        organization=intent.organization,
        undoes=entry.number,
    )
    return change, (gettext(making.before_making), *(gettext(each.told) for each in after.values()))


def known_name(was: Mapping[str, Any], making: Creation) -> dict[str, Any]:
    """The field that names it, where what it was is known."""
    return {making.name: was[making.name]} if making.name in was else {}
