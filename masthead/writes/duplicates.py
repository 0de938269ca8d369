"""Finds earlier calls with an unknown outcome that a call or a bulk change would repeat."""

from collections.abc import Iterator, Sequence

from pydantic_core import from_json

from contract.publishing.section_groups import CREATE_SECTION_GROUP
from contract.publishing.site_spaces import ADD_SITE_SPACE
from masthead.resources.values import MEMBER_CALLS, NEW, ROLE_CALLS, same, values_of
from masthead.store.bulk.changes import BulkChanges
from masthead.store.bulk.steps import BulkChange, StepState
from masthead.store.entries import Entry, Intent, State
from masthead.store.journal.journal import Journal
from masthead.store.journal.queries import JournalQuery
from masthead.store.journal.values import ValueWrite, request_of

MAX_STEPS = 10_000
ADDED = {ADD_SITE_SPACE.name: ("spaceId", "sectionId"), CREATE_SECTION_GROUP.name: ("title",)}
"""Fields that identify an addition to a site, by endpoint name."""


def find_overtaken(journal: Journal, intent: Intent) -> Entry | None:
    """Find an unknown earlier call that sent one of these values, if somebody has set it since."""
    found = (sent.entry for sent, is_set_since in _sent_without_outcome(journal, intent) if is_set_since)
    return next((journal.entry(intent.organization, number) for number in found), None)


def find_unknown(journal: Journal, intent: Intent) -> Entry | None:
    """Find the newest earlier call of unknown outcome that sent one of these values."""
    return next(iter(unknown_entries(journal, intent)), None)


def unknown_entries(journal: Journal, intent: Intent) -> Iterator[Entry]:
    """Yield the newest earlier call of unknown outcome for each value that it also sent."""
    numbers = dict.fromkeys(sent.entry for sent, _ in _sent_without_outcome(journal, intent))
    entries = (journal.entry(intent.organization, number) for number in numbers)
    return (each for each in entries if each is not None)


def subjects_of(intent: Intent) -> set[str]:
    """Return the keys of the objects whose values a call sets."""
    return {key.rpartition(".")[0] or key for key in values_of(request_of(intent))}


def is_duplicate(entry: Entry, intent: Intent) -> bool:
    """Return whether a call would set one of the values that the entry sent."""
    if (entry.intent.endpoint, entry.intent.ids, entry.intent.body) == (intent.endpoint, intent.ids, intent.body):
        return True
    sent, wanted = _values_sent(entry.intent), _values_sent(intent)
    return any(same(sent[key], value) for key, value in wanted.items() if key in sent)


def _values_sent(intent: Intent) -> dict[str, object]:
    """Return the values by key, without deletions and creations, each of which creates another object."""
    if intent.body is None and intent.endpoint not in MEMBER_CALLS | ROLE_CALLS:
        return {}
    values = values_of(request_of(intent)).items()
    return {key: value.sent for key, value in values if not key.endswith(NEW)}


def _sent_without_outcome(journal: Journal, intent: Intent) -> list[tuple[ValueWrite, bool]]:
    """List the person's newest unknown write of each of these values, and whether it was set again since.

    Before an undo, only writes newer than what it undoes count: the person made it knowing all before it. A value that
    the person set since and got saved ends the doubt about earlier writes.
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


def find_doubts(journal: Journal, bulk_changes: BulkChanges, bulk: BulkChange) -> list[Entry]:
    """List unknown calls that sent values which the waiting steps would send, made since what it undoes."""
    purpose, steps = bulk.purpose, bulk_changes.steps(bulk, limit=MAX_STEPS)
    undone = bulk_changes.get(purpose.organization, purpose.undoes, purpose.owner) if purpose.undoes else None
    own, since = {step.entry for step in steps}, (undone or bulk).created_at
    found = doubts_before(journal, [step.intent for step in steps if step.state is StepState.WAITING])
    return [each for each in found if each.number not in own and each.at >= since]


def doubts_before(journal: Journal, intents: Sequence[Intent]) -> list[Entry]:
    """List the person's unknown calls that sent values of these calls, which share one organization."""
    if not intents:
        return []
    by_owner = JournalQuery(intents[0].organization, by=intents[0].owner, states=[State.UNKNOWN])
    unknown = journal.entries(by_owner, limit=MAX_STEPS)
    tried = set[str]().union(*(subjects_of(entry.intent) for entry in unknown))
    concerned = [intent for intent in intents if subjects_of(intent) & tried]
    found = ((entry, intent) for intent in concerned for entry in unknown_entries(journal, intent))
    return list({entry.number: entry for entry, intent in found if _adds_same(entry.intent, intent)}.values())


def _adds_same(one: Intent, other: Intent) -> bool:
    """Return whether both add the same in the same place; True for calls that add nothing."""
    first, second = (from_json(each.body or "{}") for each in (one, other))
    return all(first.get(name) == second.get(name) for name in ADDED.get(other.endpoint, ()))
