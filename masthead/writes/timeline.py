"""The history of a value: who set it, the values before and since, and calls under way at the same time.

A current value proves nothing about an entry if another entry has set it since. But the later entry recorded the value
that it replaced, which is the one that the first entry left. Values that aren't in the journal are NOT_KNOWN.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from contract import BY_NAME
from masthead.resources import BY_CREATE
from masthead.resources.email_addresses import canonical_address
from masthead.resources.values import (
    MEMBER_CALLS,
    NEW,
    NOT_KNOWN,
    ROLE_CALLS,
    THERE,
    ValueChange,
    WriteRequest,
    compute_values_after,
    is_same_value,
    list_named_members,
    member_key,
    setting_keys,
    values_of,
)
from masthead.store.entries import MAYBE_SAVED, Entry, Intent, State
from masthead.store.journal.journal import Journal, ValueWrite, build_request
from masthead.store.journal.queries import UNDER_WAY_SECONDS, JournalQuery


@dataclass(frozen=True, slots=True)
class Timeline:
    """The writes of one value, oldest first. `own` is the write to check."""

    writes: Sequence[ValueWrite]
    own: ValueWrite

    def value_after(self, now: Any) -> Any:  # noqa: ANN401 - JSON, or NOT_KNOWN
        """Return the value after the own write: the one that the next write replaced, or else `now`."""
        for write in self._writes_since():
            if write.before is not NOT_KNOWN and write.at >= self.own.ended:
                return write.before
            if may_have_set(write, now):
                return NOT_KNOWN
        return now

    def is_set_since(self) -> bool:
        """Return whether a later entry that was saved has set the value."""
        return any(each.state is State.SAVED for each in self._writes_since())

    def may_be_set_since(self) -> bool:
        """Return whether a later entry of unknown outcome may have set the value."""
        return any(each.state in MAYBE_SAVED for each in self._writes_since())

    def is_set_concurrently(self) -> bool:
        """Return whether somebody else set the value at the same time, which makes the replaced value unknown."""
        return any(each.owner != self.own.owner for each in concurrent_writes(self.writes, self.own))

    def is_in_effect(self, now: Any) -> bool:  # noqa: ANN401 - JSON
        """Return whether the own write alone explains the current value, `now`."""
        if self.is_set_concurrently():
            return False
        counts = [each for each in self.writes if each.entry == self.own.entry or may_have_set(each, now)]
        holders = trace_holders(counts)
        return holders[counts.index(self.own)] == holders[-1]

    def _writes_since(self) -> Iterator[ValueWrite]:
        return (each for each in self.writes if each.entry > self.own.entry)


MAX_CONCURRENT = 200
Timelines = Mapping[str, Timeline]
"""Timelines by setting, or by the name of a member."""


def may_have_set(write: ValueWrite, now: Any) -> bool:  # noqa: ANN401 - JSON
    """Return whether this write may explain the current value, `now`."""
    if write.state is State.SAVED:
        return True
    return write.state in MAYBE_SAVED and (write.sent is NOT_KNOWN or is_same_value(write.sent, now))


def trace_holders(writes: Sequence[ValueWrite]) -> list[int]:
    """List, for each write, the number of the entry whose value is in effect after it; 0 for the original value.

    Undoing an entry, or the bulk change that sent it, puts the previous entry's value back into effect.
    """
    holder, holders, before = 0, list[int](), dict[tuple[bool, int | None], int]()
    for write in writes:
        act, undone = (False, write.entry), (False, write.undoes)
        if write.bulk:
            act, undone = (True, write.bulk), (True, write.bulk_undoes)
        before.setdefault(act, holder)
        before.setdefault((False, write.entry), holder)
        holder = before.get(undone, write.entry)
        holders.append(holder)
    return holders


def concurrent_writes(writes: Sequence[ValueWrite], own: ValueWrite) -> list[ValueWrite]:
    """List writes that overlap `own` in time and may have been saved. Either may have replaced the other's value."""
    return [
        each
        for each in writes
        if each.entry != own.entry
        and abs(each.at - own.at) <= UNDER_WAY_SECONDS
        and each.at < own.ended
        and (each.ended_at is None or each.ended_at > own.at)
        and each.state in (State.SAVED, *MAYBE_SAVED)
    ]


def read_timelines(journal: Journal | None, entry: Entry, addresses: Mapping[str, str] | None = None) -> Timelines:
    """Read the timelines of an entry's values, by setting or member. Without a journal, use only its own writes.

    `addresses` maps people's ids to their addresses, where known. A person known only by id may be anybody whom another
    call names by address, and vice versa.
    """
    organization, request = entry.intent.organization, build_request(entry.intent)
    known = {id_: canonical_address(email) for id_, email in (addresses or {}).items()}
    keys, own, found = _map_keys(request, known), _build_own_writes(entry, request), dict[str, Timeline]()
    writes = journal.list_writes(organization, sorted(set[str]().union(*keys.values()))) if journal else ()
    has_strangers = request.endpoint in MEMBER_CALLS and any(len(its) == 1 for its in keys.values())
    strangers = _find_strangers(journal, organization, request.ids[1], known) if journal and has_strangers else ()
    for name, its in keys.items():
        by_entry = {each.entry: each for each in writes if each.key in its}
        if len(its) == 1:
            by_entry = {each.entry: each for each in strangers if ("@" in each.key) != ("@" in name)} | by_entry
        found[name] = _build_timeline([by_entry[number] for number in sorted(by_entry)], own[its[0]])
    return found


def _map_keys(request: WriteRequest, known: Mapping[str, str]) -> dict[str, list[str]]:
    """Return the keys of each value, by setting or member. A member has one by id and one by address, if known."""
    if request.endpoint not in MEMBER_CALLS:
        return {name: [key] for name, key in setting_keys(request).items()}
    ids = {email: id_ for id_, email in known.items()}
    other = {
        name: email or known.get(name) or ids.get(canonical_address(name))
        for name, email in list_named_members(request).items()
    }
    return {name: [member_key(request.ids[1], each) for each in (name, other[name]) if each] for name in other}


def _build_own_writes(entry: Entry, request: WriteRequest) -> dict[str, ValueWrite]:
    """Return an entry's writes by key, even if no journal contains the entry."""
    intent = entry.intent
    told = (entry.number, intent.endpoint, intent.owner, entry.at, None, entry.outcome.state)
    left = compute_values_after(request, entry.outcome.became)
    return {
        key: ValueWrite(key, *told, value.before, value.sent, left.get(key, NOT_KNOWN), intent.undoes)
        for key, value in values_of(request).items()
    }


def _build_timeline(writes: Sequence[ValueWrite], own: ValueWrite) -> Timeline:
    there = next((each for each in writes if each.entry == own.entry), None)
    return Timeline(writes if there else [*writes, own], there or own)


def _find_strangers(journal: Journal, organization: str, team: str, known: Mapping[str, str]) -> list[ValueWrite]:
    """List writes about members whose id and address aren't both known, without their values."""
    tied = {member_key(team, each) for pair in known.items() for each in pair}
    writes = journal.list_values_below(organization, member_key(team, "").removesuffix(".role"))
    return [each._replace(before=NOT_KNOWN, sent=NOT_KNOWN) for each in writes if each.key not in tied]


def is_undone_whole(entry: Entry, undoing: Entry) -> bool:
    """Return whether an undo sent all values that the entry changed."""
    one, other = build_request(entry.intent), build_request(undoing.intent)
    if BY_NAME[one.endpoint].method != BY_NAME[other.endpoint].method:
        return True
    values, keys = values_of(one), [its[0] for its in _map_keys(one, {}).values()]
    return {key for key in keys if not is_same_value(values[key].before, values[key].sent)} <= values_of(other).keys()


def find_concurrent(journal: Journal, entry: Entry, owner: str | None = None) -> list[Entry]:
    """List entries that overlap this one in time and conflict with it or create an object of the same name.

    With `owner`, list only that person's entries.
    """
    since, until = entry.at - UNDER_WAY_SECONDS, min(journal.find_end(entry), entry.at + UNDER_WAY_SECONDS)
    near = JournalQuery(entry.intent.organization, owner, since=since, until=until)
    found = [each for each in journal.entries(near, limit=MAX_CONCURRENT) if each.number != entry.number]
    colliding = (each for each in reversed(found) if is_conflicting(entry, each) or _create_same(entry, each))
    return [each for each in colliding if each.settled_at is None or journal.find_end(each) > entry.at]


def is_deletion(entry: Entry) -> bool:
    """Return whether the entry deletes an object. Removing a role doesn't count."""
    endpoint = entry.intent.endpoint
    return BY_NAME[endpoint].method == "DELETE" and endpoint not in MEMBER_CALLS | ROLE_CALLS


def is_conflicting(one: Entry, other: Entry) -> bool:
    """Return whether both set a value differently, or one removes what the other sets; never if one was refused.

    Two additions don't conflict: the API keeps both, or refuses one.
    """
    if not _may_both_be_saved(one, other):
        return False
    first, second = (values_of(build_request(each.intent)) for each in (one, other))
    both = (key for key in first.keys() & second.keys() if NEW not in key)
    differ = any(not is_same_value(first[key].sent, second[key].sent) for key in both)
    return differ or _removes_what_is_set(first, second) or _removes_what_is_set(second, first)


def _may_both_be_saved(*entries: Entry) -> bool:
    return all(each.outcome.state in (State.SAVED, *MAYBE_SAVED) for each in entries)


def _create_same(one: Entry, other: Entry) -> bool:
    is_creation = one.intent.endpoint in BY_CREATE and _may_both_be_saved(one, other)
    return is_creation and creates_same(one.intent, other.intent)


def creates_same(one: Intent, other: Intent) -> bool:
    """Return whether both create an object of the same name or, for objects without a name (comments), equal ones."""
    is_alike = one.subject.title == other.subject.title and (one.endpoint in BY_CREATE or one.body == other.body)
    return is_alike and (one.endpoint, one.ids) == (other.endpoint, other.ids)


def _removes_what_is_set(removal: Mapping[str, ValueChange], other: Mapping[str, ValueChange]) -> bool:
    gone = {key for key, value in removal.items() if value.before is THERE and value.sent is None and "." not in key}
    gone -= other.keys()
    ids = [key.partition(":")[2] for key in gone]
    return any(key.rpartition(".")[0] in gone or value.sent in ids for key, value in other.items())


def list_subject_keys(intent: Intent) -> set[str]:
    """Return the keys of the objects whose values a call sets."""
    return {key.rpartition(".")[0] or key for key in values_of(build_request(intent))}


def is_duplicate(entry: Entry, intent: Intent) -> bool:
    """Return whether a call would set one of the values that the entry sent."""
    if (entry.intent.endpoint, entry.intent.ids, entry.intent.body) == (intent.endpoint, intent.ids, intent.body):
        return True
    sent, wanted = _values_sent(entry.intent), _values_sent(intent)
    return any(is_same_value(sent[key], value) for key, value in wanted.items() if key in sent)


def _values_sent(intent: Intent) -> dict[str, object]:
    """Return the sent values by key. Deletions and creations are left out, since each is about another object."""
    if intent.body is None and intent.endpoint not in MEMBER_CALLS | ROLE_CALLS:
        return {}
    values = values_of(build_request(intent)).items()
    return {key: value.sent for key, value in values if not key.endswith(NEW)}
