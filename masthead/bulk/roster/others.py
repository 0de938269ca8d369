"""Whom others have changed since a roster was agreed to or done, as far as the journal tells."""

from collections.abc import Collection, Mapping, Sequence

from masthead.bulk.roster.attempts import RosterAttempts, is_unknown
from masthead.bulk.roster.goal import RosterGoal, TeamMembers
from masthead.resources.email_addresses import canonical_address
from masthead.resources.values import members_named
from masthead.rosters import RosterLine
from masthead.store.bulk.steps import BulkChange, Step
from masthead.store.causes import Reason
from masthead.store.entries import Entry, Intent, State
from masthead.store.journal.journal import Journal
from masthead.store.journal.values import ValueWrite, request_of
from masthead.writes.timeline import concurrent_writes, read_role_writes, read_timelines, trace_holders

BULK_CHANGE, GIVEN_BACK = 0, -1
"""What has set a role last instead of an entry: the plan; an undo of it, after which all else is somebody's change."""
Roles = Mapping[str, Sequence[ValueWrite]]
"""By the key of a person, all writes of their role, the oldest first."""


def read_roles(journal: Journal | None, bulk: BulkChange, team: TeamMembers, names: Mapping[str, str]) -> Roles:
    """What the journal has of all whom a roster names; `names` are keys by name or address."""
    people: dict[str, set[str]] = {}
    for name, key in names.items():
        member = team.find(name)
        people.setdefault(key, set()).update((name, member.id, member.email) if member else (name,))
    return read_role_writes(journal, bulk.purpose.organization, bulk.purpose.wanted["team"], people)


def changed_by_others(roles: Roles, bulk: BulkChange, tried: Sequence[Step]) -> set[str]:
    """The keys of those whom a later call that is none of the bulk change's has named, unless that was undone."""
    own = {step.entry for step in tried}
    found = set[str]()
    for key, writes in roles.items():
        last = max((each.entry for each in writes if each.entry in own), default=0)
        later = [each for each in writes if each.entry > last and each.at > bulk.created_at]
        saved = [each for each in later if each.state is State.SAVED]
        if saved and trace_holders(saved)[-1] != BULK_CHANGE:
            found.add(key)
    return found


def as_undone_change_left(roles: Roles, bulk: BulkChange) -> set[str]:
    """The keys of those whom the plan that this one undoes has set last: who changed them since has undone that."""
    undone, found = bulk.purpose.undoes, set[str]()
    for key, writes in roles.items():
        counts = [each for each in writes if each.state is State.SAVED or (undone and each.bulk == undone)]
        holders = trace_holders(counts)
        left = [holder for each, holder in zip(counts, holders, strict=True) if undone and each.bulk == undone]
        if left and left[-1] == holders[-1]:
            found.add(key)
    return found


def changed_beside(roles: Roles, bulk: BulkChange) -> tuple[set[str], set[str]]:
    """The keys of those whom another call beside one of the undone bulk change has named.

    Of calls that were saved, and of those of which it isn't known.
    """
    states: dict[str, set[State]] = {}
    for key, writes in roles.items():
        own = [each for each in writes if each.bulk is not None and each.bulk == bulk.purpose.undoes]
        beside = (other for each in own for other in concurrent_writes(writes, each) if other.owner != each.owner)
        states[key] = {other.state for other in beside}
    saved = {key for key, found in states.items() if State.SAVED in found}
    return saved, {key for key, found in states.items() if found} - saved


def left_as_found(
    journal: Journal | None, team: TeamMembers, names: Mapping[str, str], tried: Sequence[Step]
) -> set[str]:
    """The keys of those whom no call of unknown outcome has changed: a later entry found them as they were before."""
    if journal is None:
        return set()
    left, changed = set[str](), set[str]()
    for step in tried:
        if is_unknown(step) and (entry := journal.entry(step.intent.organization, step.entry or 0)) is not None:
            for name, timeline in read_timelines(journal, entry, team.members.addresses).items():
                if key := names.get(canonical_address(name)):
                    (left if timeline.had_no_effect(team.role_of(key)) else changed).add(key)
    return left - changed


def maybe_set_back(
    goal: RosterGoal, team: TeamMembers, tried: RosterAttempts, names: Mapping[str, str], steps: Sequence[Step]
) -> set[str]:
    """The keys of those who were in a call of unknown outcome that seems to be saved, as others in it show.

    Not of one that its person wanted to be sent again, when nobody in it was as it asked: who is so now was set since.
    """
    found = set[str]()
    for step in (each for each in steps if is_unknown(each) and each.cause.reason is not Reason.SENT_AGAIN):
        keys = {names[name] for name in _plain_names(step.intent) if name in names}
        if _seems_saved([goal.people[key] for key in keys], team, tried):
            found |= keys
    return found


def keys_left(names: Mapping[str, str], steps: Sequence[Step]) -> set[str]:
    """The keys of those whom their person has left as they are, after a call of unknown outcome."""
    left = (step for step in steps if step.cause.reason is Reason.LEFT_AS_IT_IS)
    return {names[name] for step in left for name in _plain_names(step.intent) if name in names}


def _seems_saved(lines: Sequence[RosterLine], team: TeamMembers, tried: RosterAttempts) -> bool:
    """Not if somebody in it was added without the role: the service did half of it then, and may have done no more."""
    if any(line.key in tried.single or _is_without_role(line, team) for line in lines):
        return False
    by_it = tried.maybe - tried.done - tried.others
    return any(line.key in by_it and _is_as_wanted(line, team) for line in lines)


def _is_without_role(line: RosterLine, team: TeamMembers) -> bool:
    return line.was is None and line.wanted not in {None, team.role_of(line.key)} and team.find(line.key) is not None


def _is_as_wanted(line: RosterLine, team: TeamMembers) -> bool:
    now = team.role_of(line.key)
    return now == line.wanted != line.was and (now is not None or team.rules_out(line.key))


def _plain_names(intent: Intent) -> list[str]:
    return [canonical_address(name) for name in members_named(request_of(intent))]


def changed_since(
    journal: Journal | None, goal: RosterGoal, entries: Sequence[Entry], undoings: Collection[int]
) -> set[str]:
    """The keys of those whom something else than the last of a bulk change's `entries` that named them has set since.

    Saved entries that were not undone again count, and those with the numbers `undoings` for whom they gave back. So do
    those that were under way when an entry of the bulk change began, and were saved or may have been: it did not find
    there what they set.
    """
    if journal is None or not entries:
        return set()
    organization, own = entries[0].intent.organization, {entry.number for entry in entries}
    roles = read_role_writes(journal, organization, goal.team, _names_by_key(goal, entries))
    return {key for key, writes in roles.items() if _is_changed_since(writes, own, undoings, goal.people[key].was)}


def _is_changed_since(
    writes: Sequence[ValueWrite], own: Collection[int], undoings: Collection[int], was: str | None
) -> bool:
    holder: int | None = None
    before: dict[int | None, int] = {}
    for write in writes:
        if write.entry in own:
            earlier = (each for each in concurrent_writes(writes, write) if each.entry < write.entry)
            if any(each.entry not in own for each in earlier):
                return True
            holder, before = BULK_CHANGE, {write.entry: BULK_CHANGE}
        elif holder is not None and write.state is State.SAVED:
            before[write.entry] = holder
            if write.entry not in undoings:
                holder = before.get(write.undoes, write.entry)
            elif holder <= BULK_CHANGE:
                holder = GIVEN_BACK if write.sent == was else BULK_CHANGE
    return holder not in {None, BULK_CHANGE}


def _names_by_key(goal: RosterGoal, entries: Sequence[Entry]) -> Mapping[str, Collection[str]]:
    """What people are called, as far as the entries tell which address is whose."""
    keys = {canonical_address(key): key for key in goal.people}
    names = {key: {key} for key in goal.people}
    for pair in (pair for entry in entries for pair in members_named(request_of(entry.intent)).items()):
        if key := next((keys[each] for each in map(canonical_address, pair) if each in keys), None):
            names[key].update(pair)
    return names
