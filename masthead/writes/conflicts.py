"""Calls that were under way at the same moment: one of them may have undone what the other did."""

from collections.abc import Mapping
from typing import Any

from contract import BY_NAME
from masthead.resources import RESOURCES
from masthead.resources.values import MEMBER_CALLS, NEW, NOT_KNOWN, ROLE_CALLS, THERE, ValueChange, values_of
from masthead.store.entries import MAYBE_SAVED, Entry, State
from masthead.store.journal.journal import Journal
from masthead.store.journal.values import ValueWrite, request_of
from masthead.writes.equality import same
from masthead.writes.timeline import concurrent_writes, own_writes, read_timelines

NAMES = {each.endpoints.create.name: each.name for each in RESOURCES if each.endpoints.create}
"""The fields by which people call what is created, by the name of the endpoint."""


def find_concurrent(
    journal: Journal, entry: Entry, addresses: Mapping[str, str] | None = None, owner: str | None = None
) -> list[Entry]:
    """Entries that were under way at the same moment and set some of the same to something else, or delete it.

    Of a creation, those of the same name; of a deletion, all that set something of the same thing. Those of `owner`
    alone where only one's own may be seen; in order. `addresses` are those of people by their ids.
    """
    request, organization = request_of(entry.intent), entry.intent.organization
    first = next(iter(own_writes(entry, request).values()), None)
    if first is None:
        return []
    own = first._replace(ended_at=journal.ended(entry))
    things = sorted({key.rpartition(".")[0] or key for key in values_of(request)})
    if is_deletion(entry):
        found = _set_in(journal, organization, things)
    elif BY_NAME[request.endpoint].method == "POST":
        named = read_timelines(journal, entry).get(NAMES.get(request.endpoint, ""))
        found = [each for each in named.writes if same(each.sent, named.own.sent)] if named else []
    else:
        of_team, lines = request.endpoint in MEMBER_CALLS, read_timelines(journal, entry, addresses).values()
        told = ((each, line.own) for line in lines for each in line.writes if each.sent is not NOT_KNOWN)
        found = [each for each, mine in told if of_team or not same(each.sent, mine.sent)]
        found += [each for each in journal.values(organization, things) if each.sent is None]
    numbers = {each.entry for each in concurrent_writes(found, own) if owner in {None, each.owner}}
    entries = (journal.entry(organization, number) for number in sorted(numbers))
    return [each for each in entries if each is not None]


def _set_in(journal: Journal, organization: str, things: list[str]) -> list[ValueWrite]:
    writes = [
        each
        for thing in things
        for each in journal.values_below(organization, thing)
        if each.key == thing or each.key.startswith(f"{thing}.")
    ]
    deletions = {each.entry for each in writes if each.key in things and each.sent is None}
    return [each for each in writes if each.entry not in deletions]


def is_deletion(entry: Entry) -> bool:
    """Whether it deletes a thing, and doesn't take somebody's role away."""
    endpoint = entry.intent.endpoint
    return BY_NAME[endpoint].method == "DELETE" and endpoint not in MEMBER_CALLS | ROLE_CALLS


def saved_while_deleted(journal: Journal | None, entry: Entry) -> tuple[dict[str, Any], bool]:
    """What was saved of a thing while this entry deleted it, and whether more may have been."""
    found = [] if journal is None else find_concurrent(journal, entry)
    saved = [each.outcome for each in found if each.outcome.state is State.SAVED]
    return {name: value for each in saved for name, value in each.became.items()}, len(saved) < len(found)


def collide(one: Entry, other: Entry) -> bool:
    """Whether both set the same otherwise, or one removes what the other sets; neither if it was refused.

    Two additions set nothing that is the same: the API keeps both, or refuses one.
    """
    if not all(each.outcome.state in (State.SAVED, *MAYBE_SAVED) for each in (one, other)):
        return False
    first, second = (values_of(request_of(each.intent)) for each in (one, other))
    both = (key for key in first.keys() & second.keys() if NEW not in key)
    differ = any(not same(first[key].sent, second[key].sent) for key in both)
    return differ or _removes_what_is_set(first, second) or _removes_what_is_set(second, first)


def _removes_what_is_set(removal: Mapping[str, ValueChange], other: Mapping[str, ValueChange]) -> bool:
    gone = [key for key, value in removal.items() if value.before is THERE and value.sent is None and "." not in key]
    ids = [key.partition(":")[2] for key in gone]
    set_there = {key: value.sent for key, value in other.items() if value.sent is not None}
    return any(key.rpartition(".")[0] in gone or sent in ids for key, sent in set_there.items())
