"""What was sent before: whether a call sends some of it again, and what became of that."""

from collections.abc import Collection, Iterator

from masthead.changes.later import LaterSettings, journal_scope, known_addresses, read_later, values_sent
from masthead.changes.values import same
from masthead.store import Entry, Intent, Journal, JournalQuery, Outcome, State


def find_overtaken(journal: Journal, intent: Intent) -> Entry | None:
    """The entry that sent some of the same before with an unknown outcome, if somebody has set that again since."""
    tried = _sent_without_outcome(journal, intent)
    return next((since.entry for since, names in tried if any(map(since.is_overwritten, names))), None)


def find_unknown(journal: Journal, intent: Intent) -> Entry | None:
    """The newest entry that sent some of the same before with an unknown outcome."""
    return next(iter(unknown_entries(journal, intent)), None)


def unknown_entries(journal: Journal, intent: Intent) -> Iterator[Entry]:
    """Those that sent some of the same before with an unknown outcome, of each value the newest."""
    return (since.entry for since, _ in _sent_without_outcome(journal, intent))


def may_set_same(entry: Entry, intent: Intent) -> bool:
    """Whether both set values of the same object, by their endpoints and ids."""
    endpoints, ids = journal_scope(entry)
    return intent.endpoint in endpoints and intent.ids[: len(ids)] == ids


def sends_again(entry: Entry, intent: Intent) -> bool:
    """Whether a call would set some of what the entry sent."""
    if (entry.intent.endpoint, entry.intent.ids, entry.intent.body) == (intent.endpoint, intent.ids, intent.body):
        return True
    asked = Entry(0, 0.0, "", intent, Outcome(State.UNDER_WAY))
    return may_set_same(entry, intent) and bool(LaterSettings(entry).sent_too(values_sent(asked)))


def set_otherwise(entry: Entry, other: Entry) -> bool:
    """Whether two calls with the same ids set some of the same, and not to the same."""
    wanted, found = values_sent(entry), values_sent(other)
    return any(not same(found[name], value) for name, value in wanted.items() if name in found)


def _sent_without_outcome(journal: Journal, intent: Intent) -> Iterator[tuple[LaterSettings, Collection[str]]]:
    """The person's entries that sent some of the same, of each value the newest; and the names of these values.

    Before an undo, only what is newer than what it undoes: that was made in the knowledge of all before it. So was what
    the person set since and got saved: it ends the doubt about what came before.
    """
    asked = Entry(0, 0.0, "", intent, Outcome(State.UNDER_WAY))
    wanted, (endpoints, ids) = values_sent(asked), journal_scope(asked)
    tried = JournalQuery(intent.organization, by=intent.owner, endpoints=endpoints, states=[State.UNKNOWN])
    for entry in journal.entries(tried):
        if entry.number < (intent.undoes or 0):
            return
        if entry.intent.ids[: len(ids)] == ids:
            since = read_later(journal, entry, known_addresses(asked))
            names = since.sent_too(wanted)
            wanted = {name: value for name, value in wanted.items() if name not in names}
            open_ = [name for name in names if not since.is_set_by_same_person(name)]
            if open_:
                yield since, open_


def find_sent(journal: Journal, intent: Intent, since: float) -> Entry | None:
    """The newest entry since a time in which the same person sent the same."""
    tried = JournalQuery(intent.organization, by=intent.owner, endpoints=[intent.endpoint], since=since)
    same_ids = (entry for entry in journal.entries(tried) if entry.intent.ids == intent.ids)
    return next((entry for entry in same_ids if entry.intent.body == intent.body), None)


def find_same_target(journal: Journal, intent: Intent, since: float) -> Entry | None:
    """The oldest entry since a time in which the same person sent anything to the same place."""
    tried = JournalQuery(intent.organization, by=intent.owner, endpoints=[intent.endpoint], since=since)
    same_ids = [entry for entry in journal.entries(tried) if entry.intent.ids == intent.ids]
    return same_ids[-1] if same_ids else None
