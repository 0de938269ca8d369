"""The goal that a team has the members in a list, compared with the current members before each call."""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property
from typing import Any, ClassVar, NamedTuple

from contract.organization.people import MEMBER_ROLES
from contract.organization.team_members import UPDATE_TEAM_MEMBER, UPDATE_TEAM_MEMBERS
from masthead.bulk.goal import Goal, Replan, Reversal
from masthead.client import Api, quote_message
from masthead.resources.email_addresses import canonical_address
from masthead.resources.organization import Member
from masthead.resources.values import member_key, parse_roles
from masthead.rosters.comparison import (
    CHANGING,
    RosterAction,
    RosterLine,
    WantedMembers,
    call_summary,
    members_title,
    parse_wanted,
    wanted_json,
)
from masthead.store.bulk.steps import BulkChange, Step, StepState
from masthead.store.entries import MAYBE_SAVED, NO_CAUSE, Cause, Entry, Reason, State, Subject, parse_cause
from masthead.store.journal.journal import Journal, ValueWrite
from masthead.writes.roles import (
    IN_TEAM,
    Members,
    assign_role,
    change_members,
    read_members,
    recorded_addresses,
    roles_before,
)
from masthead.writes.send import Change, sent_values, strip_field, summary_of_undo
from masthead.writes.timeline import concurrent_writes, trace_holders

KIND = "roster"
OWNER, MEMBER = MEMBER_ROLES
AT_ONCE, MAX_LISTED = 200, 20
"""People in one call; people whom the differences name."""
REFUSALS, OF_THE_WHOLE, NOT_FOUND = range(400, 500), (401, 403, 429), 404
"""Statuses of refused calls: all, those that aren't about the people in a call, and that of an unknown person."""
MAX_REFUSALS, MAX_REFUSALS_OF_ALL = 1000, 400
"""Refusals after which we give up, and those with nothing accepted."""
STEP_STATES = {State.SAVED: StepState.DONE, **dict.fromkeys(MAYBE_SAVED, StepState.UNKNOWN)}
OPPOSITE = dict(zip(CHANGING, (RosterAction.REMOVE, RosterAction.CHANGE, RosterAction.ADD), strict=True))
_SEPARATORS = re.compile(r"[\s\"'“”\u2018\u2019«»„<>()\[\]{},;:!?]+")


@dataclass
class MemberAttempts:
    """People by the outcome of their calls: `done` were in an accepted call, `maybe` in one of unknown outcome.

    `refused` maps people to the API's message; the API doesn't find those who are `missing`. `single` had a call of
    their own to set the role. `pieces` maps a person to the group to try next, after the smallest call that was
    refused. `refusals` counts refused calls. `by_step` maps the position of each step to its keys.
    """

    done: set[str] = field(default_factory=set)
    maybe: set[str] = field(default_factory=set)
    refused: dict[str, str] = field(default_factory=dict)
    missing: set[str] = field(default_factory=set)
    single: set[str] = field(default_factory=set)
    pieces: dict[str, tuple[str, ...]] = field(default_factory=dict)
    refusals: int = 0
    by_step: dict[int, list[str]] = field(default_factory=dict)

    @property
    def has_given_up(self) -> bool:
        """True if the API has refused so many calls that no more are sent."""
        return self.refusals >= (MAX_REFUSALS if self.done else MAX_REFUSALS_OF_ALL)

    def add(self, step: Step, keys: list[str]) -> None:
        self.by_step[step.position] = keys
        if step.intent.endpoint == UPDATE_TEAM_MEMBER.name:
            self.single.update(keys)
        if _is_refused(step) and keys:
            self.refusals += 1
            self._add_refusal(keys, strip_field(step.intent, step.cause.text), step.status)
        elif step.state is StepState.DONE:
            self.done.update(keys)
        elif step.state is not StepState.WAITING and step.status not in REFUSALS:
            self.maybe.update(keys)

    def _add_refusal(self, keys: list[str], message: str, status: int | None) -> None:
        guilty = keys[0] if len(keys) == 1 else _key_in_message(keys, message)
        if guilty:
            self.refused[guilty] = message
            self.missing |= {guilty} if status == NOT_FOUND else set()
        rest = [key for key in keys if key != guilty]
        half = (len(rest) + 1) // 2
        for piece in (tuple(rest[:half]), tuple(rest[half:])):
            self.pieces |= {key: piece for key in piece if len(piece) < len(self.pieces.get(key, keys))}


def _is_refused(step: Step) -> bool:
    """True if a step was refused, perhaps because of one of the people in it."""
    ended = step.state in {StepState.FAILED, StepState.REFUSED, StepState.SKIPPED}
    return ended and step.status in REFUSALS and step.status not in OF_THE_WHOLE


def _key_in_message(keys: Collection[str], message: str) -> str:
    """Return the key that a message contains as a word; empty if it contains none or several."""
    words = {canonical_address(word.rstrip(".")) for word in _SEPARATORS.split(message) if word}
    found = [key for key in keys if canonical_address(key) in words]
    return found[0] if len(found) == 1 else ""


def read_attempts(names: Mapping[str, str], steps: Iterable[Step]) -> MemberAttempts:
    """Collect the outcomes of calls by person; `names` maps ids and addresses in calls to keys."""
    found = MemberAttempts()
    for step in steps:
        if step.intent.endpoint == UPDATE_TEAM_MEMBERS.name:
            found.add(step, [names[name] for name in parse_roles(sent_values(step.intent)) if name in names])
        elif step.intent.endpoint == UPDATE_TEAM_MEMBER.name:
            found.add(step, [names[name] for name in step.intent.ids[-1:] if name in names])
    return found


def keys_by_name(wanted: WantedMembers, members: Members, steps: Iterable[Step]) -> dict[str, str]:
    """Map the ids and addresses that calls may contain to the people's keys.

    Calls store addresses too, since no list of members contains the id of somebody who has left.
    """
    keys = {canonical_address(key): key for key in wanted.people if "@" in key}
    calls = (step.intent.was for step in steps if step.intent.endpoint == UPDATE_TEAM_MEMBERS.name)
    addresses = {name: canonical_address(email) for was in calls for name, email in recorded_addresses(was).items()}
    found = {name: keys[email] for name, email in addresses.items() if email in keys}
    found |= {key: key for key in wanted.people}
    for key in wanted.people:
        if (member := members.find(key)) is not None:
            found.setdefault(member.id, key)
    return found


class MemberState(StrEnum):
    """The state of a person. `ALONE` waits for a call of their own, since a call for several didn't set the role."""

    DONE = "done"
    ALREADY = "already"
    WAITING = "waiting"
    ALONE = "alone"
    LEFT = "left"


class MemberStatus(NamedTuple):
    """A person's state, current role and previous role; None for not in the team, empty if not reported.

    `cause` says why a person was left as they are.
    """

    line: RosterLine
    state: MemberState
    now: str | None
    before: str | None
    cause: Cause = NO_CAUSE

    @property
    def is_open(self) -> bool:
        return self.state in {MemberState.WAITING, MemberState.ALONE}

    @property
    def loses_owner(self) -> bool:
        return self.is_open and self.now == OWNER

    def with_cause(self, reason: Reason, said: str = "") -> "MemberStatus":
        return self._replace(state=MemberState.LEFT, cause=Cause(reason, {"now": self.now, "said": said}))


@dataclass(frozen=True)
class MembersComparison:
    """A list compared with the current members, after the calls so far.

    `others` are the keys of people whose role somebody else set, or may have set.
    """

    wanted: WantedMembers
    members: Members
    tried: MemberAttempts = field(default_factory=MemberAttempts)
    others: Collection[str] = ()

    @cached_property
    def people(self) -> Sequence[MemberStatus]:
        """The people in the list, without unusable rows. An owner stays while the team would have no other owner."""
        lines = [line for line in self.wanted.lines if line.action in {*CHANGING, RosterAction.SAME}]
        found = [self._find_status(line) for line in lines]
        if not self._last_owners(found) or any(each.is_open and each.line.wanted == OWNER for each in found):
            return found
        return [each.with_cause(Reason.LAST_OWNER) if each.loses_owner else each for each in found]

    def _last_owners(self, found: Iterable[MemberStatus]) -> list[MemberStatus]:
        """List people losing the owner role if they are all owners. The API may refuse that despite new owners."""
        losing = [each for each in found if each.loses_owner]
        going = {member.id for each in losing if (member := self.members.find(each.line.key))}
        return losing if going.issuperset(each.id for each in self.members.owners) else []

    def _find_status(self, line: RosterLine) -> MemberStatus:
        member, key, tried = self.members.find(line.key), line.key, self.tried
        is_hidden = member is None and not self.members.is_no_member(key)
        now = member.role if member else "" if is_hidden else None
        was_sent = key in tried.done | tried.maybe
        as_it_is = MemberStatus(line, MemberState.ALREADY, now, line.was if was_sent else now)
        if line.action is RosterAction.SAME:
            return _check_unchanged_line(as_it_is)
        if now == line.wanted:
            return as_it_is._replace(state=MemberState.DONE) if was_sent else as_it_is
        if reason := self._skip_reason(line, is_hidden=is_hidden):
            return as_it_is.with_cause(reason, quote_message(tried.refused.get(key, "")))
        if is_hidden or (key not in tried.done and (now == line.was or (line.wanted is None and now == ""))):
            waits = as_it_is._replace(state=MemberState.WAITING)
            return as_it_is.with_cause(Reason.GIVEN_UP) if tried.has_given_up else waits
        if self._lacks_role(line, now):
            return as_it_is._replace(state=MemberState.ALONE)
        return as_it_is.with_cause(Reason.OTHERWISE if key in tried.done else Reason.CHANGED_OUTSIDE)

    def _skip_reason(self, line: RosterLine, *, is_hidden: bool) -> Reason | None:
        key, is_changed = line.key, line.key in self.others
        if key in self.tried.refused:
            return Reason.NOT_MEMBER if line.was is None and key in self.tried.missing else Reason.REFUSED
        if is_hidden and key in self.tried.done:
            return Reason.UNSEEN
        if is_hidden and (line.wanted is None or is_changed):
            return Reason.NOT_FOUND
        return Reason.CHANGED_OUTSIDE if is_changed else None

    def _lacks_role(self, line: RosterLine, now: str | None) -> bool:
        """True if a call for several people didn't set the role, and no call for this person alone was sent."""
        may_have_added = line.key in self.tried.done or (line.key in self.tried.maybe and line.was is None)
        is_short = bool(line.wanted and now) and now in {MEMBER, line.was}
        return is_short and may_have_added and line.key not in self.tried.single

    def calls(self, organization: str) -> list[Change[Any]]:
        """Build the remaining calls: new owners first, and the calls that replace all current owners last."""
        last = self._last_owners(self.people)
        first = [each for each in self.people if each.is_open and each not in last]
        return [call for some in (first, last) for call in self._calls_for(organization, some)]

    def _calls_for(self, organization: str, some: Sequence[MemberStatus]) -> list[Change[Any]]:
        batches = self._batches([each.line for each in some if each.state is MemberState.WAITING])
        alone = [each.line for each in some if each.state is MemberState.ALONE]
        roles = [(line, member) for line in alone if (member := self.members.find(line.key))]
        return [
            *(self._call_for(organization, lines) for lines in batches),
            *(build_role_call(organization, self.wanted, member, line) for line, member in roles),
        ]

    def _batches(self, people: Iterable[RosterLine]) -> list[list[RosterLine]]:
        """Split people into calls: first those who were in no refused call, then the parts of refused calls."""
        # Owners first, so that the team has one before another loses the role.
        ordered = sorted(people, key=lambda line: (line.wanted != OWNER, CHANGING.index(line.action)))
        fresh = [line for line in ordered if line.key not in self.tried.pieces]
        again: dict[tuple[str, ...], list[RosterLine]] = {}
        for line in ordered:
            if line.key in self.tried.pieces:
                again.setdefault(self.tried.pieces[line.key], []).append(line)
        return [*(fresh[at : at + AT_ONCE] for at in range(0, len(fresh), AT_ONCE)), *again.values()]

    def _call_for(self, organization: str, lines: Sequence[RosterLine]) -> Change[Any]:
        roles = {(there.id if (there := self.members.find(line.key)) else line.key): line.wanted for line in lines}
        summary = call_summary(self.wanted.title, lines)
        return change_members(organization, self.wanted.team, self.wanted.title, roles, self.members, summary)


def _check_unchanged_line(status: MemberStatus) -> MemberStatus:
    noted = parse_cause(status.line.note)
    if noted and noted.reason is not Reason.TEXT:
        return status.with_cause(noted.reason)
    return status if status.now in {status.line.wanted, ""} else status.with_cause(Reason.CHANGED_OUTSIDE)


def build_role_call(organization: str, wanted: WantedMembers, member: Member, line: RosterLine) -> Change[Any]:
    """Build the call that sets a single member's role."""
    subject = Subject("team", wanted.team, wanted.title)
    summary = call_summary(wanted.title, [replace(line, action=RosterAction.CHANGE)])
    return assign_role(IN_TEAM, (organization, wanted.team, member.id), subject, summary, line.wanted, member.role)


def compare_members(api: Api, journal: Journal, bulk: BulkChange, steps: Sequence[Step]) -> MembersComparison:
    """Read the members and compare them with the list. Raises Problem if the read fails."""
    wanted = parse_wanted(bulk.purpose.wanted)
    members = read_members(api, bulk.purpose.organization, wanted.team)
    names = keys_by_name(wanted, members, steps)
    others = _keys_set_by_others(journal, bulk, members, names)
    return MembersComparison(wanted, members, read_attempts(names, steps), others)


def _keys_set_by_others(journal: Journal, bulk: BulkChange, members: Members, names: Mapping[str, str]) -> set[str]:
    """Find people whose role somebody else set, or may have set; the bulk change that this one undoes doesn't count."""
    people: dict[str, str] = {}
    for name, key in names.items():
        member = members.find(name)
        known = (name, member.id, member.email) if member else (name,)
        people |= {member_key(bulk.purpose.wanted["team"], each): key for each in known if each}
    writes: dict[str, dict[int, ValueWrite]] = {}  # by person and entry, which may name somebody by id and address
    for each in journal.list_writes(bulk.purpose.organization, sorted(people)):
        writes.setdefault(people[each.key], {})[each.entry] = each
    return {key for key, by_entry in writes.items() if _is_set_by_others([*by_entry.values()], bulk)}


def _is_set_by_others(writes: Sequence[ValueWrite], bulk: BulkChange) -> bool:
    undone = [each for each in writes if each.bulk is not None and each.bulk == bulk.purpose.undoes]
    if any(other.owner != own.owner for own in undone for other in concurrent_writes(writes, own)):
        return True
    last = max((each.entry for each in writes if each.bulk == bulk.number), default=0)
    if undone and not last:
        counts = [each for each in writes if each.state is State.SAVED or each in undone]
        holders = trace_holders(counts)
        return holders[-1] != holders[counts.index(undone[-1])]
    later = [each for each in writes if each.entry > last and each.at > bulk.created_at and each.state is State.SAVED]
    return bool(later) and trace_holders(later)[-1] != 0


class MembersGoal(Goal):
    """Sends calls only for people whose role is still as it was reviewed."""

    recomputes: ClassVar[bool] = True

    def replan(self, api: Api, journal: Journal, bulk: BulkChange, tried: Sequence[Step]) -> Replan:
        found, undoes = compare_members(api, journal, bulk, tried), bool(bulk.purpose.undoes)
        achieved = {each.line.key for each in found.people if each.state is MemberState.DONE}
        done = [step.position for step in tried if step.state is StepState.DONE]
        open_ = [each.line for each in found.people if each.is_open]
        return Replan(
            found.calls(bulk.purpose.organization),
            _list_differences(found),
            results_json(found),
            [at for at in done if achieved.isdisjoint(found.tried.by_step.get(at, ()))],
            _undo_title(bulk.purpose.title, found.wanted.title, open_) if undoes else "",
        )

    def can_replan_refused(self, step: Step) -> bool:
        """True if the call might not be refused with fewer people in it."""
        return _is_refused(step)

    def would_overwrite_newer(self, api: Api, step: Step) -> bool:  # noqa: ARG002 - it is compared then
        """True if the step takes the owner role from somebody: the team may have no other owner yet."""
        of_many = step.intent.endpoint == UPDATE_TEAM_MEMBERS.name
        return OWNER in (roles_before(step.intent) if of_many else step.intent.was).values()

    def undo(self, bulk: BulkChange, entries: Sequence[Entry], journal: Journal) -> Reversal:  # noqa: ARG002 - `replan` asks it
        """Restore everybody named in a call that was or may have been saved.

        The steps are computed before the start.
        """
        wanted = parse_wanted(bulk.purpose.wanted)
        found = [each for each in entries if each.outcome.state in STEP_STATES]
        steps = [Step(at, STEP_STATES[each.outcome.state], each.intent) for at, each in enumerate(found, 1)]
        tried = read_attempts(keys_by_name(wanted, Members([]), steps), steps)
        lines = [_undo_line(wanted, line) for key, line in wanted.people.items() if key in tried.done | tried.maybe]
        back = WantedMembers(wanted.team, wanted.title, tuple(lines))
        title = _undo_title(summary_of_undo(bulk.purpose.title), back.title, back.people.values())
        return Reversal(title, wanted_json(back) if back.people else None)


def _undo_line(wanted: WantedMembers, line: RosterLine) -> RosterLine:
    """Reverse a line; if it can't be reversed, its note is a stored cause."""
    left = Reason.ROLE_LOST if line.was not in {None, *MEMBER_ROLES} else None
    if wanted.unseen and line.was is None and "@" in line.key:
        left = Reason.MAYBE_THERE
    if left:
        return replace(line, action=RosterAction.SAME, was=line.wanted, note=Cause(left).to_json())
    return replace(line, action=OPPOSITE[line.action], was=line.wanted, wanted=line.was, note="")


def results_json(found: MembersComparison) -> dict[str, list[str | None]]:
    """Return each person's state, current role, previous role and stored cause, by key."""
    return {each.line.key: [each.state, each.now, each.before, each.cause.to_json()] for each in found.people}


def _undo_title(title: str, team: str, lines: Iterable[RosterLine]) -> str:
    """Build the title of an undo, or of a redo if `title` is an undo's, and count its changes."""
    return f"{title.partition(': ')[0]}: {members_title(team, lines)}"


def _list_differences(found: MembersComparison) -> list[Cause]:
    """List people whose role isn't as wanted, and rows that name nobody."""
    left = [(each.line.given, each.cause) for each in found.people if each.cause]
    wrong = [line for line in found.wanted.lines if line.action is RosterAction.WRONG]
    left += [(line.given, Cause(Reason.NOT_USED, {"line": line.line, "note": line.note})) for line in wrong]
    causes = [replace(cause, facts={**cause.facts, "of": given}) for given, cause in left]
    more = len(causes) - MAX_LISTED
    return causes if more <= 0 else [*causes[:MAX_LISTED], Cause(Reason.MORE_PEOPLE, {"more": more})]
