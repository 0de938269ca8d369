"""Computes the status of each person in a list: as wanted, waiting, refused or left."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, NamedTuple

from contract.organization.people import MEMBER_ROLES
from masthead.bulk.goals.member_attempts import MemberAttempts
from masthead.bulk.goals.wanted_members import WantedMembers
from masthead.client import quote_message
from masthead.i18n import N_, gettext
from masthead.rosters.comparison import RosterAction, RosterLine
from masthead.store.entries import Cause, Reason, State, quote
from masthead.writes.roles import Members

OWNER, MEMBER = MEMBER_ROLES
MAX_LISTED = 20


class SyncState(StrEnum):
    DONE = "done"
    ALREADY = "already"
    WAITING = "waiting"
    ROLE_NOT_SET = "role-not-set"
    REFUSED = "refused"
    GIVEN_UP = "given-up"
    CHANGED = "changed"
    UNKNOWN = "unknown"
    OTHERWISE = "otherwise"
    UNSEEN = "unseen"
    NOT_FOUND = "not-found"
    LAST_OWNER = "last-owner"
    FOLLOWS = "follows"


MESSAGES: Mapping[SyncState, str] = {
    SyncState.REFUSED: N_("The API refused this: %(message)s"),
    SyncState.GIVEN_UP: N_("Not sent: the API had refused too many calls before."),
    SyncState.CHANGED: N_("It was changed outside of this bulk change and left as it was: %(now)s."),
    SyncState.UNKNOWN: N_("It has changed, and it is not known who changed it, so it was left as it was: %(now)s."),
    # Others may have set it since, or the API at once.
    SyncState.OTHERWISE: N_("The API accepted this. Afterwards: %(now)s."),
    SyncState.UNSEEN: N_("The API accepted this, but doesn't report all addresses, so the result can't be checked."),
    SyncState.NOT_FOUND: N_("Left unchanged: the API doesn't report all addresses, so it isn't known who this is."),
    SyncState.LAST_OWNER: N_("Left unchanged, so that the team keeps an owner."),
    SyncState.FOLLOWS: N_("Left unchanged until the team has another owner."),
}
TO_SEND = (SyncState.WAITING, SyncState.ROLE_NOT_SET)
DONE_LABELS = {
    RosterAction.ADD: N_("Added"),
    RosterAction.CHANGE: N_("Role changed"),
    RosterAction.REMOVE: N_("Removed"),
}
THEN = N_("Then: %(wanted)s.")
MORE = N_("And %(more)s more. Download the report to see all.")
MORE_FOLLOW = N_("And %(more)s more: %(told)s Download the report to see all.")
NO_CHANGE = N_("No change")
NOT_USED = N_("Line %(line)s of the list can't be used. %(note)s")
NOBODY, NOT_REPORTED = N_("not in the team"), N_("role not reported")
NOT_CHECKED = N_("not checked")
ACCEPTED = N_("The API accepted this. The result was not checked.")
NOT_KNOWN = N_("The API gave no clear answer. The result was not checked.")
NOT_SENT = N_("Not sent before the bulk change ended.")
NOT_KNOWN_YET = N_("Not known yet")


@dataclass(frozen=True, slots=True)
class MemberStatus:
    """A person's status; roles are None outside of the team, empty if not reported.

    `unconfirmed`: all calls that named the person have an unknown outcome.
    """

    line: RosterLine
    state: SyncState
    now: str | None
    message: str = ""
    before: str | None = None
    unconfirmed: bool = False


def find_member_statuses(
    wanted: WantedMembers, members: Members, tried: MemberAttempts, others: Mapping[str, State]
) -> list[MemberStatus]:
    """Compute the status of each person to change.

    `others` are people whom somebody else set, or may have set.
    """
    found = [_find_status(line, members, tried, others.get(line.key)) for line in wanted.people.values()]
    owners = {each.id for each in members.owners}
    going = {member.id for each in found if _loses_owner(each) and (member := members.find(each.line.key))}
    if not owners or not owners <= going:
        return found
    # The API may refuse to leave a team without an owner, whoever else is to become one.
    another = any(each.state in TO_SEND and each.line.wanted == OWNER for each in found)
    return [_keep_owner(each, another=another) if _loses_owner(each) else each for each in found]


def find_unsent_statuses(wanted: WantedMembers, members: Members) -> list[MemberStatus]:
    """Compute the status of each person who needed no change when the list was compared."""
    found = []
    for line in (each for each in wanted.lines if each.action is RosterAction.SAME):
        member = members.find(line.key)
        now = member.role if member else None if members.rules_out(line.key) else ""
        found.append(MemberStatus(line, SyncState.ALREADY, now, before=line.was))
    return found


def list_changed_members(unsent: Sequence[MemberStatus]) -> list[MemberStatus]:
    """List people who needed no change and are no longer as in the list."""
    changed = [each for each in unsent if each.now not in {each.line.wanted, ""}]
    words = MESSAGES[SyncState.CHANGED]
    return [
        replace(each, state=SyncState.CHANGED, message=gettext(words, now=describe_role(each.now))) for each in changed
    ]


def _find_status(line: RosterLine, members: Members, tried: MemberAttempts, other: State | None) -> MemberStatus:
    member, key = members.find(line.key), line.key
    now = member.role if member else None
    is_hidden = member is None and not members.rules_out(key)
    state = _hidden_state_of(line, tried, other) if is_hidden else _state_of(line, now, tried, other)
    message = gettext(
        MESSAGES.get(state, ""), message=quote_message(tried.refused.get(key, "")), now=describe_role(now)
    )
    is_unsent = state is SyncState.ALREADY or (state is SyncState.CHANGED and key not in tried.before)
    before = now if is_unsent else tried.before.get(key, line.was)
    return MemberStatus(line, state, now, message, before, key in tried.maybe - tried.done)


def _state_of(line: RosterLine, now: str | None, tried: MemberAttempts, other: State | None) -> SyncState:
    """Return the state of a person known to be in the team with role `now`, or not in it."""
    key, as_asked = line.key, now == line.wanted
    if as_asked:
        return SyncState.DONE if key in tried.done | tried.maybe else SyncState.ALREADY
    if key in tried.refused:
        return SyncState.REFUSED
    if other:
        return SyncState.CHANGED if other is State.SAVED else SyncState.UNKNOWN
    if key not in tried.done and (now == line.was or (line.wanted is None and now == "")):
        return SyncState.GIVEN_UP if tried.gives_up else SyncState.WAITING
    return _state_after_call(line, now, tried)


def _state_after_call(line: RosterLine, now: str | None, tried: MemberAttempts) -> SyncState:
    """Return the state of a person whose call did not have the wanted result."""
    key = line.key
    is_short = bool(line.wanted and now) and now in {MEMBER, line.was} and key not in tried.single
    if key in tried.done:
        return SyncState.ROLE_NOT_SET if is_short else SyncState.OTHERWISE
    if key not in tried.maybe:
        return SyncState.CHANGED if now != "" else SyncState.UNKNOWN
    return SyncState.ROLE_NOT_SET if is_short and line.was is None else SyncState.UNKNOWN


def _hidden_state_of(line: RosterLine, tried: MemberAttempts, other: State | None) -> SyncState:
    """Return the state of a person of whom the API doesn't show if they are a member."""
    if line.key in tried.refused:
        return SyncState.REFUSED
    if line.key in tried.done:
        return SyncState.UNSEEN
    if line.wanted is None or other:
        return SyncState.NOT_FOUND
    return SyncState.GIVEN_UP if tried.gives_up else SyncState.WAITING


def _loses_owner(each: MemberStatus) -> bool:
    return each.state in TO_SEND and each.now == OWNER


def _keep_owner(each: MemberStatus, *, another: bool) -> MemberStatus:
    """Leave an owner until there is `another`, or for good if the list makes nobody owner."""
    state = SyncState.FOLLOWS if another else SyncState.LAST_OWNER
    then = gettext(THEN, wanted=describe_role(each.line.wanted)) if another else ""
    return replace(each, state=state, message=" ".join(filter(None, (gettext(MESSAGES[state]), then))))


def describe_role(role: str | None) -> str:
    """Name a role; None means not in the team, empty that the API doesn't report it."""
    return gettext(NOBODY) if role is None else role or gettext(NOT_REPORTED)


def describe_differences(found: Sequence[MemberStatus], left: Sequence[RosterLine] = ()) -> list[Cause]:
    """List people who are not as wanted; `left` are lines that nothing could be done for."""
    later = [each for each in found if each.state is SyncState.FOLLOWS]
    now = [each for each in found if each.message and each not in later]
    messages = [f"{each.line.given}: {each.message}" for each in now]
    messages += [": ".join(filter(None, (line.given, _why_left(line)))) for line in left]
    following = [f"{each.line.given}: {each.message}" for each in later]
    follow = _first(following, MORE_FOLLOW, told=gettext(MESSAGES[SyncState.FOLLOWS]))
    return [*map(quote, _first(messages, MORE)), *(Cause(Reason.FOLLOWS, {"text": each}) for each in follow)]


def _why_left(line: RosterLine) -> str:
    unused = line.action is RosterAction.WRONG
    return gettext(NOT_USED, line=line.line, note=line.note) if unused else line.note


def _first(sentences: list[str], words: str, **values: str) -> list[str]:
    more = len(sentences) - MAX_LISTED
    return sentences if more <= 0 else [*sentences[:MAX_LISTED], gettext(words, more=more, **values)]


class MemberResult(NamedTuple):
    """Texts of the report: the result, the role at the end, and the role before.

    Bulk changes that ended before `before` was stored have none.
    """

    came: str
    found: str
    before: str = ""


def describe_result(each: MemberStatus) -> str:
    if each.state is SyncState.DONE:
        done = gettext(DONE_LABELS[each.line.action])
        return gettext("%(done)s; the API didn't confirm the call", done=done) if each.unconfirmed else done
    return gettext(NO_CHANGE) if each.state is SyncState.ALREADY else each.message or gettext("Waiting")


def result_of(each: MemberStatus, *, is_open: bool = False) -> MemberResult:
    """Describe a result; if the bulk change `is_open`, unknown calls may yet be saved."""
    unclear = is_open and each.unconfirmed and each.state in {SyncState.DONE, SyncState.WAITING}
    came = gettext(NOT_KNOWN_YET) if unclear else describe_result(each)
    return MemberResult(came, describe_role(each.now), describe_role(each.before))


def results_json(found: Sequence[MemberStatus]) -> Any:  # noqa: ANN401 - JSON
    """Build the report of a bulk change: results by key."""
    return {each.line.key: list(result_of(each)) for each in found}


def unchecked_results(wanted: WantedMembers, tried: MemberAttempts) -> Mapping[str, MemberResult]:
    """Return the API's answers for a bulk change that ended before it was checked."""
    unsent = [line for line in wanted.lines if line.action is RosterAction.SAME]
    results = {line.key: (gettext(NO_CHANGE), line.was) for line in unsent}
    for key, line in wanted.people.items():
        results[key] = _unchecked_outcome(key, tried), tried.before.get(key, line.was)
    not_checked = gettext(NOT_CHECKED)
    return {key: MemberResult(came, not_checked, describe_role(before)) for key, (came, before) in results.items()}


def _unchecked_outcome(key: str, tried: MemberAttempts) -> str:
    if key in tried.refused:
        return gettext(MESSAGES[SyncState.REFUSED], message=quote_message(tried.refused[key]))
    if key in tried.done:
        return gettext(ACCEPTED)
    return gettext(NOT_KNOWN) if key in tried.maybe else gettext(NOT_SENT)
