"""Whom others have changed since a roster was agreed to or done, as far as the journal tells."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain

from contract.organization.team_members import UPDATE_TEAM_MEMBERS
from masthead.changes.acts import Holder, Holding
from masthead.changes.member_calls import recorded_addresses
from masthead.changes.reading import sent
from masthead.changes.roles import sent_role
from masthead.changes.roster.attempts import RosterAttempts, is_unknown
from masthead.changes.roster.goal import RosterGoal, TeamMembers
from masthead.changes.sent_steps import is_left, is_repeated
from masthead.resources.addresses import canonical
from masthead.resources.values import MEMBER_CALLS, roles_sent
from masthead.rosters import RosterLine
from masthead.store import MAYBE_SAVED, Entry, Intent, Journal, JournalQuery, Plan, State, Step
from masthead.writes.timeline import read_timelines

MAX_ENTRIES = 1000
TEAM_CALLS = sorted(MEMBER_CALLS)


def changed_by_others(
    journal: Journal | None, plan: Plan, team: TeamMembers, names: Mapping[str, str], tried: Sequence[Step]
) -> set[str]:
    """The keys of those whom a later call that is none of the plan's has named; `names` are keys by name or address.

    Not of those whom it was undone for, unless a call of the plan came in between.
    """
    own = {step.entry: step.intent for step in tried if step.entry}
    since = {each.number: each for each in _entries(journal, plan) if each.number not in own}
    holders: dict[str, _Holder] = {}
    for number in sorted({*own, *(number for number, each in since.items() if each.at > plan.created_at)}):
        entry = since.get(number)
        for key in {names[name] for name in _names(entry.intent if entry else own[number], team) if name in names}:
            if entry is None:
                holders[key] = _Holder()
            else:
                holders.setdefault(key, _Holder()).set_by(entry)
    return {key for key, holder in holders.items() if holder.number != PLAN}


def as_undone_plan_left(journal: Journal | None, plan: Plan, team: TeamMembers, names: Mapping[str, str]) -> set[str]:
    """The keys of those whom the plan that this one undoes has set last: who changed them since has undone that."""
    organization, undone = plan.purpose.organization, plan.purpose.undoes
    first = journal.first_of_plan(organization, undone) if journal is not None and undone is not None else None
    if journal is None or first is None:
        return set()
    entries = journal.since_undone(organization, first, TEAM_CALLS, (organization, plan.purpose.wanted["team"]))
    sent_by = journal.plans_of(organization, [each.number for each in entries])
    values: dict[str, Holding] = {}
    left: dict[str, Holder] = {}
    for entry in entries:
        by = sent_by.get(entry.number)
        is_undone = by is not None and by.number == undone
        if entry.outcome.state is State.SAVED or is_undone:
            for key in {names[name] for name in _names(entry.intent, team) if name in names}:
                value = values.setdefault(key, Holding())
                value.set_by(entry, by)
                if is_undone:
                    left[key] = value.holder
    return {key for key, holder in left.items() if values[key].holder == holder}


def changed_beside(
    journal: Journal | None, plan: Plan, team: TeamMembers, names: Mapping[str, str]
) -> tuple[set[str], set[str]]:
    """The keys of those whom another call beside one of the undone plan has named, be it by id or by address.

    Of calls that were saved, and of those of which it isn't known.
    """
    if journal is None or plan.purpose.undoes is None:
        return set(), set()
    pairs = journal.beside_plan(plan.purpose.organization, plan.purpose.undoes)
    found: dict[State, set[str]] = {}
    for pair in pairs:
        own, other = ({names[name] for name in _names(each.intent, team) if name in names} for each in pair)
        found.setdefault(pair[1].outcome.state, set()).update(own & other)
    saved = found.get(State.SAVED, set())
    return saved, set().union(*(found.get(state, ()) for state in MAYBE_SAVED)) - saved


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
                if key := names.get(canonical(name)):
                    (left if timeline.had_no_effect(team.role_of(key)) else changed).add(key)
    return left - changed


def maybe_set_back(
    goal: RosterGoal, team: TeamMembers, tried: RosterAttempts, names: Mapping[str, str], steps: Sequence[Step]
) -> set[str]:
    """The keys of those who were in a call of unknown outcome that seems to be saved, as others in it show.

    Not of one that its person wanted to be sent again, when nobody in it was as it asked: who is so now was set since.
    """
    found = set[str]()
    for step in (each for each in steps if is_unknown(each) and not is_repeated(each)):
        keys = {names[name] for name in _plain_names(step.intent) if name in names}
        if _seems_saved([goal.people[key] for key in keys], team, tried):
            found |= keys
    return found


def keys_left(names: Mapping[str, str], steps: Sequence[Step]) -> set[str]:
    """The keys of those whom their person has left as they are, after a call of unknown outcome."""
    left = (step for step in steps if is_left(step))
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


def _entries(journal: Journal | None, plan: Plan) -> Sequence[Entry]:
    if journal is None:
        return ()
    organization, team = plan.purpose.organization, plan.purpose.wanted["team"]
    wanted = JournalQuery(
        organization, endpoints=TEAM_CALLS, object_id=team, states=[State.SAVED], since=plan.created_at
    )
    return journal.entries(wanted, limit=MAX_ENTRIES)


def _names(intent: Intent, team: TeamMembers) -> Iterator[str]:
    """What those whom a call names may be called: ids, and addresses in their plainest form."""
    for name, email in _named(intent).items():
        member = team.find(name)
        called = (name, email, *((member.id, member.email) if member else ()))
        yield from (canonical(each) if "@" in each else each for each in called if each)


def _named(intent: Intent) -> Mapping[str, str]:
    """The names in a call, with the addresses that it kept of them; empty where it kept none."""
    if intent.endpoint != UPDATE_TEAM_MEMBERS.name:
        return {intent.ids[-1]: intent.was.get("email", "")}
    return dict.fromkeys(roles_sent(sent(intent)), "") | recorded_addresses(intent.was)


PLAN, GIVEN_BACK = 0, -1


@dataclass
class _Holder:
    """What has set a person's role last: PLAN, GIVEN_BACK by a plan that undoes it, or the number of another entry.

    `before` is, by entry, what had before it. A person given back is nothing of the plan's any more: who is not as
    before it then was changed by somebody since, also where the journal has nothing of that.
    """

    number: int = PLAN
    before: dict[int, int] = field(default_factory=dict)

    def set_by(self, entry: Entry) -> None:
        self.before[entry.number] = self.number
        self.number = self.before.get(entry.intent.undoes or 0, entry.number)

    def set_by_undoing(self, entry: Entry, *, back: bool) -> None:
        """Undone by an `entry` of a plan that gives `back`, or redone."""
        self.before[entry.number] = self.number
        if self.number <= PLAN and entry.outcome.state is State.SAVED:
            self.number = GIVEN_BACK if back else PLAN


def changed_since(
    journal: Journal | None, goal: RosterGoal, entries: Sequence[Entry], undoings: Collection[int]
) -> set[str]:
    """The keys of those whom something else than the last of a plan's `entries` that named them has set since.

    Saved entries that were not undone again count, and those with the numbers `undoings` for whom they gave back. So do
    those that were under way when an entry of the plan began, and were saved or may have been: it did not find there
    what they set.
    """
    if journal is None or not entries:
        return set()
    intent, own = entries[0].intent, {entry.number for entry in entries}
    since = journal.since(intent.organization, min(own), TEAM_CALLS, intent.ids[:2])
    beside = [(each, _earlier(each, journal.overlapping(each, TEAM_CALLS, intent.ids[:2]))) for each in entries]
    keys, holders = _keys(goal, [*chain(*(others for _, others in beside)), *since]), dict[str, _Holder]()
    for entry in since:
        for key, role in _roles_by_key(entry.intent, keys).items():
            if entry.number in own:
                holders[key] = _Holder(before={entry.number: PLAN})
            elif (holder := holders.get(key)) is None:
                continue
            elif entry.number in undoings:
                holder.set_by_undoing(entry, back=role == goal.people[key].was)
            elif entry.outcome.state is State.SAVED:
                holder.set_by(entry)
    both = (
        _named_by_both(entry, other, keys) for entry, others in beside for other in others if other.number not in own
    )
    return {key for key, holder in holders.items() if holder.number != PLAN}.union(*both)


def _earlier(entry: Entry, others: Sequence[Entry]) -> Sequence[Entry]:
    return [each for each in others if each.number < entry.number]


def _named_by_both(entry: Entry, other: Entry, keys: Mapping[str, str]) -> Collection[str]:
    if other.outcome.state not in (State.SAVED, *MAYBE_SAVED):
        return ()
    return _roles_by_key(entry.intent, keys).keys() & _roles_by_key(other.intent, keys).keys()


def _roles_by_key(intent: Intent, keys: Mapping[str, str]) -> Mapping[str, str | None]:
    """What a call asks for, for those whom it names."""
    many = intent.endpoint == UPDATE_TEAM_MEMBERS.name
    roles = roles_sent(sent(intent)) if many else {intent.ids[-1]: sent_role(intent)}
    plain = {canonical(name) if "@" in name else name: role for name, role in roles.items()}
    return {keys[name]: role for name, role in plain.items() if name in keys}


def _keys(goal: RosterGoal, entries: Sequence[Entry]) -> Mapping[str, str]:
    """Keys by id and by address, as far as the entries tell which address is whose."""
    keys = {canonical(key) if "@" in key else key: key for key in goal.people}
    for entry in entries:
        for name, email in _named(entry.intent).items():
            both = (name, canonical(email)) if email else ()
            keys |= {each: keys[known] for known in both if known in keys for each in both}
    return keys


def _plain_names(intent: Intent) -> Iterator[str]:
    return (canonical(name) if "@" in name else name for name in _named(intent))
