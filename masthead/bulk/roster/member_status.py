"""Where each person of a roster stands: as wanted, still to be sent, refused, or changed outside of the bulk change."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from contract.organization.people import MEMBER_ROLES
from i18n import N_, gettext
from masthead.bulk.roster.attempts import RosterAttempts
from masthead.bulk.roster.goal import RosterGoal, TeamMembers
from masthead.client import quote_message
from masthead.rosters import RosterAction, RosterLine
from masthead.store.causes import Cause, Reason, quote

OWNER, MEMBER = MEMBER_ROLES
MAX_TOLD = 20


class SyncState(StrEnum):
    """Where a person stands."""

    DONE = "done"
    ALREADY = "already"
    WAITING = "waiting"
    ROLE_NOT_SET = "role not set"
    REFUSED = "refused"
    IN_VAIN = "in vain"
    MEANWHILE = "meanwhile"
    AT_ONCE = "at once"
    NOT_KNOWN = "not known"
    SET_BACK = "set back"
    GONE_AGAIN = "gone again"
    STILL_THERE = "still there"
    ROLE_STAYS = "role stays"
    LAST_OWNER = "last owner"
    FOLLOWS = "follows"
    OTHERWISE = "otherwise"
    ROLE_UNSEEN = "role unseen"
    UNSEEN = "unseen"
    NOT_FOUND = "not found"


STATE_MESSAGES: Mapping[SyncState, str] = {
    SyncState.REFUSED: N_("The API refused this: %(message)s"),
    SyncState.IN_VAIN: N_("Not sent: the API had refused too many calls before."),
    SyncState.MEANWHILE: N_("It was changed outside of this bulk change and left as it was: %(now)s."),
    SyncState.AT_ONCE: N_(
        "Somebody else sent a change of it at the same moment, and it isn't known whether that was saved, so it was "
        "left as it was: %(now)s."
    ),
    SyncState.NOT_KNOWN: N_("It has changed, and it is not known who changed it, so it was left as it was: %(now)s."),
    SyncState.SET_BACK: N_("It may have been saved and set back since, so it was left as it was: %(now)s."),
    SyncState.GONE_AGAIN: N_("The API accepted this, but the person is not in the team."),
    SyncState.STILL_THERE: N_("The API accepted this, but the person is still in the team."),
    SyncState.ROLE_STAYS: N_("The API accepted this, but the role is still %(now)s."),
    SyncState.LAST_OWNER: N_("Left unchanged, so that the team keeps an owner."),
    SyncState.FOLLOWS: N_("Left unchanged until the team has another owner."),
    # Others may have set it since, or the service when it was sent.
    SyncState.OTHERWISE: N_("The API accepted this. Afterwards: %(now)s."),
    SyncState.ROLE_UNSEEN: N_("The API accepted this, but doesn't report the role."),
    SyncState.UNSEEN: N_("The API accepted this, but doesn't report all addresses, so the result can't be checked."),
    SyncState.NOT_FOUND: N_("Left unchanged: the API doesn't report all addresses, so it isn't known who this is."),
}
FOLLOWS_TO = N_("Then: %(wanted)s.")
MORE = N_("And %(more)s more. Download the report to see all.")
MORE_FOLLOW = N_("And %(more)s more: %(told)s Download the report to see all.")
NO_CHANGE = N_("No change")
NOT_USED = N_("Line %(line)s of the list can't be used. %(note)s")
NOBODY, NOT_TOLD = N_("not in the team"), N_("role not reported")


def describe_role(role: str | None) -> str:
    """A role as a person may have it; None for nobody of the team, empty where it is not told."""
    return gettext(NOBODY) if role is None else role or gettext(NOT_TOLD)


@dataclass(frozen=True, slots=True)
class MemberStatus:
    """Where a person stands, and why in a sentence; empty where there is nothing to say.

    `before` is the role that they had when the bulk change came there. `unconfirmed`: all calls that named them have an
    outcome that nobody knows.
    """

    line: RosterLine
    stand: SyncState
    now: str | None
    told: str = ""
    before: str | None = None
    unconfirmed: bool = False


def member_statuses(goal: RosterGoal, team: TeamMembers, tried: RosterAttempts) -> list[MemberStatus]:
    found = [_member_status(line, goal, team, tried) for line in goal.people.values()]
    if not _leaves_no_owner(found, team):
        return found
    another = any(_becomes_owner(each) for each in found)
    return [_keep_owner(each, another=another) for each in found]


def unsent_statuses(goal: RosterGoal, team: TeamMembers) -> list[MemberStatus]:
    """Of those for whom there was nothing to do when the list was compared, with the role of now."""
    lines = [line for line in goal.lines if line.action is RosterAction.SAME]
    return [MemberStatus(line, SyncState.ALREADY, _role_now(line, team), before=line.was) for line in lines]


def changed_meanwhile(unsent: Sequence[MemberStatus]) -> list[MemberStatus]:
    """Those of them whom somebody has changed since: they are not as the list has them, and nothing is sent."""
    changed = [each for each in unsent if each.now not in {each.line.wanted, ""}]
    words = STATE_MESSAGES[SyncState.MEANWHILE]
    return [
        replace(each, stand=SyncState.MEANWHILE, told=gettext(words, now=describe_role(each.now))) for each in changed
    ]


def _role_now(line: RosterLine, team: TeamMembers) -> str | None:
    now = team.role_of(line.key)
    return now if now is not None or team.rules_out(line.key) else ""


def _member_status(line: RosterLine, goal: RosterGoal, team: TeamMembers, tried: RosterAttempts) -> MemberStatus:
    now = team.role_of(line.key)
    if now is None and not team.rules_out(line.key):
        stand = _unseen_state(line, tried)
    else:
        stand = _visible_state(line, now, tried, halfway=line.key in goal.halfway)
    words = gettext(
        STATE_MESSAGES.get(stand, ""), message=quote_message(tried.out.get(line.key, "")), now=describe_role(now)
    )
    unconfirmed = line.key in tried.maybe - tried.done
    return MemberStatus(line, stand, now, words, _role_before(line, stand, now, tried), unconfirmed)


def _role_before(line: RosterLine, stand: SyncState, now: str | None, tried: RosterAttempts) -> str | None:
    """The role before the bulk change: that of now for everybody about whom the bulk change sent nothing."""
    unsent = stand in {SyncState.MEANWHILE, SyncState.AT_ONCE} and line.key not in tried.met
    if stand is SyncState.ALREADY or unsent:
        return now
    return tried.met.get(line.key, line.was)


def _unseen_state(line: RosterLine, tried: RosterAttempts) -> SyncState:
    """Where somebody stands who may be in the team or not."""
    if line.key in tried.out:
        return SyncState.REFUSED
    if line.key in tried.done:
        return SyncState.UNSEEN
    if line.wanted is None or line.key in tried.others:
        return SyncState.NOT_FOUND
    return _unsent_state(tried)


def _unsent_state(tried: RosterAttempts) -> SyncState:
    return SyncState.IN_VAIN if tried.in_vain else SyncState.WAITING


def _visible_state(line: RosterLine, now: str | None, tried: RosterAttempts, *, halfway: bool) -> SyncState:
    if now == line.wanted:
        return SyncState.DONE if line.key in tried.done or line.key in tried.maybe else SyncState.ALREADY
    if line.key in tried.out or line.key in tried.others:
        return _state_beside_others(line, tried)
    if line.key in tried.done:
        return _state_after_done(line, now, tried)
    if _is_as_was(line, now, halfway=halfway):
        return SyncState.SET_BACK if line.key in tried.set_back else _unsent_state(tried)
    if line.key in tried.maybe:
        return (
            _state_without_role(line, tried)
            if (line.was, now, line.wanted) == (None, MEMBER, OWNER)
            else SyncState.NOT_KNOWN
        )
    return SyncState.MEANWHILE if now != "" else SyncState.NOT_KNOWN


def _state_beside_others(line: RosterLine, tried: RosterAttempts) -> SyncState:
    if line.key in tried.out:
        return SyncState.REFUSED
    return SyncState.AT_ONCE if line.key in tried.unsure else SyncState.MEANWHILE


def _is_as_was(line: RosterLine, now: str | None, *, halfway: bool) -> bool:
    """Whether nobody touched them; to remove somebody, it does not matter that a role is not told."""
    removes = line.wanted is None
    return now == line.was or (removes and (now == "" or (halfway and now == MEMBER)))


def _state_after_done(line: RosterLine, now: str | None, tried: RosterAttempts) -> SyncState:
    """What became of somebody whom a call that was done had named, and who is not as wanted."""
    if now is None:
        return SyncState.GONE_AGAIN
    if line.wanted is None:
        return SyncState.STILL_THERE if now == line.was else SyncState.OTHERWISE
    if now == "":
        return SyncState.ROLE_UNSEEN
    if now not in {line.was, MEMBER}:  # what a service would leave that did not look at the role
        return SyncState.OTHERWISE
    return _state_without_role(line, tried)


def _state_without_role(line: RosterLine, tried: RosterAttempts) -> SyncState:
    """What becomes of somebody who is in the team without the role: it is set alone, once."""
    if line.key not in tried.single:
        return SyncState.ROLE_NOT_SET
    return SyncState.ROLE_STAYS if line.key in tried.done else SyncState.NOT_KNOWN


def _leaves_no_owner(found: Sequence[MemberStatus], team: TeamMembers) -> bool:
    """Whether all owners that there are now would go, whoever else is to become one: that may be refused."""
    owners = {each.id for each in team.members.owners}
    going = {member.id for each in found if _loses_owner(each) and (member := team.find(each.line.key)) is not None}
    return bool(owners) and owners <= going


def _loses_owner(each: MemberStatus) -> bool:
    return each.stand in {SyncState.WAITING, SyncState.ROLE_NOT_SET} and each.now == OWNER


def _becomes_owner(each: MemberStatus) -> bool:
    return each.stand in {SyncState.WAITING, SyncState.ROLE_NOT_SET} and each.line.wanted == OWNER


def _keep_owner(each: MemberStatus, *, another: bool) -> MemberStatus:
    """Until there is `another` owner, whom the calls that are left make one; where they make nobody one, for good."""
    if not _loses_owner(each):
        return each
    stand = SyncState.FOLLOWS if another else SyncState.LAST_OWNER
    told = gettext(STATE_MESSAGES[stand])
    if another:
        told += " " + gettext(FOLLOWS_TO, wanted=describe_role(each.line.wanted))
    return replace(each, stand=stand, told=told)


def describe_differences(found: Sequence[MemberStatus], left: Sequence[RosterLine] = ()) -> list[Cause]:
    """Who is not as wanted, some of them by name; `left` are lines for which nothing could be done."""
    told = [f"{each.line.given}: {each.told}" for each in found if each.told and each.stand is not SyncState.FOLLOWS]
    told += [": ".join(filter(None, (line.given, _why_left(line)))) for line in left]
    following = [f"{each.line.given}: {each.told}" for each in found if each.stand is SyncState.FOLLOWS]
    follow = _first(following, MORE_FOLLOW, told=gettext(STATE_MESSAGES[SyncState.FOLLOWS]))
    return [*map(quote, _first(told, MORE)), *(Cause(Reason.FOLLOWS, {"text": each}) for each in follow)]


def _why_left(line: RosterLine) -> str:
    unused = line.action is RosterAction.WRONG
    return gettext(NOT_USED, line=line.line, note=line.note) if unused else line.note


def _first(sentences: list[str], words: str, **said: str) -> list[str]:
    more = len(sentences) - MAX_TOLD
    return sentences if more <= 0 else [*sentences[:MAX_TOLD], gettext(words, more=more, **said)]


def describe_result(each: MemberStatus) -> str:
    """What came of a person in the words of the report."""
    if each.stand is SyncState.DONE:
        done = {
            RosterAction.ADD: gettext("Added"),
            RosterAction.CHANGE: gettext("Role changed"),
            RosterAction.REMOVE: gettext("Removed"),
        }[each.line.action]
        return gettext("%(done)s; the API didn't confirm the call", done=done) if each.unconfirmed else done
    return gettext(NO_CHANGE) if each.stand is SyncState.ALREADY else each.told or gettext("Waiting")
