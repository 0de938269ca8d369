"""Who else has set the roles of people in a team, as the journal has it."""

from collections.abc import Iterator, Mapping

from masthead.changes.later import TEAM, Roles, member_settings
from masthead.resources.addresses import canonical
from masthead.store import MAYBE_SAVED, Entry, Intent, Journal, JournalQuery, State

MAX_OF_OTHERS, MAX_CALL_SECONDS = 1000, 600
"""Entries that are read to find one of somebody else, and how long before a time its call may have begun."""


def find_of_others(journal: Journal, intent: Intent, people: Mapping[str, str], since: float) -> Iterator[Entry]:
    """Those of others that may have set the roles of these people, ids with addresses, after then; the newest first."""
    names = {*people, *map(canonical, people.values())}
    about = JournalQuery(
        intent.organization, endpoints=TEAM, states=[State.SAVED, *MAYBE_SAVED], since=since - MAX_CALL_SECONDS
    )
    for entry in journal.entries(about, limit=MAX_OF_OTHERS):
        is_later = entry.settled_at is None or entry.settled_at > since
        is_of_others = entry.intent.owner != intent.owner and entry.intent.ids[:2] == intent.ids[:2]
        its_names = (canonical(name) if "@" in name else name for name in member_settings(entry))
        if is_later and is_of_others and not names.isdisjoint(its_names):
            yield entry


def is_set_elsewhere(journal: Journal, intent: Intent, people: Mapping[str, str], now: Roles, since: float) -> bool:
    """Whether somebody of these people, ids with addresses, is `now` not what the same person made them after then."""
    ids = {canonical(email): id_ for id_, email in people.items() if email} | {id_: id_ for id_ in people}
    saved = JournalQuery(intent.organization, by=intent.owner, endpoints=TEAM, states=[State.SAVED], since=since)
    newest: dict[str, str | None] = {}
    for entry in journal.entries(saved):
        if entry.intent.ids[:2] == intent.ids[:2]:
            for name, setting in member_settings(entry).items():
                newest.setdefault(ids.get(canonical(name) if "@" in name else name, ""), setting.sent)
    return any(newest.get(id_, now[id_]) != now[id_] for id_ in people)
