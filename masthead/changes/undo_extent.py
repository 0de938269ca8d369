"""Whether an undo took back all of a change, or left what somebody else has set since."""

from typing import Any

from contract import BY_NAME
from masthead.changes.later import TEAM, member_settings
from masthead.changes.undo import sent_values
from masthead.changes.values import same
from masthead.store import Entry


def is_undone_whole(entry: Entry, undoing: Entry) -> bool:
    """By how many of the values that the entry had changed the undo has sent; a creation or removal goes back whole."""
    if BY_NAME[entry.intent.endpoint].method != BY_NAME[undoing.intent.endpoint].method:
        return True
    return len(_values_before_and_sent(undoing)) >= sum(
        not same(was, now) for was, now in _values_before_and_sent(entry).values()
    )


def _values_before_and_sent(entry: Entry) -> dict[str, tuple[Any, Any]]:
    if entry.intent.endpoint in TEAM:
        return {name: (setting.found, setting.sent) for name, setting in member_settings(entry).items()}
    was = entry.intent.was
    return {name: (was.get(name, _NOT_RECORDED), value) for name, value in sent_values(entry).items()}


_NOT_RECORDED = object()
