"""What was sent before: whether a call sends some of it again, and what became of that."""

from collections.abc import Iterator

from masthead.resources.values import MEMBER_CALLS, NEW, ROLE_CALLS, values_of
from masthead.store import Entry, Intent, Journal, State, ValueWrite, request_of
from masthead.writes.equality import same


def find_overtaken(journal: Journal, intent: Intent) -> Entry | None:
    """The entry that sent some of the same before with an unknown outcome, if somebody has set that again since."""
    found = (sent.entry for sent, is_set_since in _sent_without_outcome(journal, intent) if is_set_since)
    return next((journal.entry(intent.organization, number) for number in found), None)


def find_unknown(journal: Journal, intent: Intent) -> Entry | None:
    """The newest entry that sent some of the same before with an unknown outcome."""
    return next(iter(unknown_entries(journal, intent)), None)


def unknown_entries(journal: Journal, intent: Intent) -> Iterator[Entry]:
    """Those that sent some of the same before with an unknown outcome, of each value the newest."""
    numbers = dict.fromkeys(sent.entry for sent, _ in _sent_without_outcome(journal, intent))
    entries = (journal.entry(intent.organization, number) for number in numbers)
    return (each for each in entries if each is not None)


def subjects_of(intent: Intent) -> set[str]:
    """The keys of the things of which a call sets values."""
    return {key.rpartition(".")[0] or key for key in values_of(request_of(intent))}


def sends_again(entry: Entry, intent: Intent) -> bool:
    """Whether a call would set some of what the entry sent."""
    if (entry.intent.endpoint, entry.intent.ids, entry.intent.body) == (intent.endpoint, intent.ids, intent.body):
        return True
    sent, wanted = _values_sent(entry.intent), _values_sent(intent)
    return any(same(sent[key], value) for key, value in wanted.items() if key in sent)


def _values_sent(intent: Intent) -> dict[str, object]:
    """Without those of a deletion, and without what a creation makes: each makes another one."""
    if intent.body is None and intent.endpoint not in MEMBER_CALLS | ROLE_CALLS:
        return {}
    values = values_of(request_of(intent)).items()
    return {key: value.sent for key, value in values if not key.endswith(NEW)}


def _sent_without_outcome(journal: Journal, intent: Intent) -> list[tuple[ValueWrite, bool]]:
    """The person's writes of some of the same, of each value the newest, and whether it was set again since.

    Before an undo, only what is newer than what it undoes: that was made in the knowledge of all before it. So was what
    the person set since and got saved: it ends the doubt about what came before.
    """
    wanted, found = _values_sent(intent), list[tuple[ValueWrite, bool]]()
    writes = journal.values(intent.organization, list(wanted))
    for key, value in wanted.items():
        of_key = [each for each in writes if each.key == key and each.entry >= (intent.undoes or 0)]
        own = (each for each in reversed(of_key) if each.owner == intent.owner and each.state is State.UNKNOWN)
        if (sent := next((each for each in own if same(each.sent, value)), None)) is not None:
            saved = [each for each in of_key if each.entry > sent.entry and each.state is State.SAVED]
            if not any(each.owner == intent.owner for each in saved):
                found.append((sent, bool(saved)))
    return sorted(found, key=lambda each: -each[0].entry)
