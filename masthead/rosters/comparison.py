"""Compares a roster with a team's members: people to add, change or remove."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property
from typing import Any, NamedTuple

from contract.organization.people import MEMBER_ROLES
from masthead.i18n import N_, gettext, join_and, join_some, ngettext
from masthead.resources.email_addresses import canonical_address
from masthead.resources.organization import Member
from masthead.rosters.people import REMOVE
from masthead.rosters.roster import Roster, RosterText, Row

OWNER, MEMBER = MEMBER_ROLES
MANY, MAX_NAMED = 10, 3
"""Removals that need the team's name typed (so does more than half of it); owners that a message names."""
REMOVED = N_("The list both adds and removes this person. The removal wins.")
AGAIN = N_("Same as line %(line)s. It counts once.")
OTHERWISE = N_("Line %(line)s gives the same person another role, so Masthead uses neither.")
SWITCHED_OFF = N_("The list says that this account isn't active.")
NOT_THERE = N_("This person isn't in the team, so there is nobody to remove.")
NO_OWNER = N_("The team would have no owner. In the list, keep %(names)s as owner, or make somebody else an owner.")
DISABLED = N_("This account is disabled. The role is set anyway.")


class RosterAction(StrEnum):
    ADD = "add"
    CHANGE = "change"
    REMOVE = "remove"
    SAME = "same"
    REPEATED = "repeated"  # another line says it
    WRONG = "wrong"


CHANGING = (RosterAction.ADD, RosterAction.CHANGE, RosterAction.REMOVE)
ROLE_NOUNS = {"owner": (N_("an owner"), N_("owners")), "member": (N_("a member"), N_("members"))}
"""Nouns of roles: singular and plural."""
SUMMARIES = {
    RosterAction.ADD: (N_("Add %(people)s to the team %(team)s as %(role)s"), N_("add %(people)s as %(role)s")),
    RosterAction.CHANGE: (N_("Make %(people)s %(role)s of the team %(team)s"), N_("make %(people)s %(role)s")),
    RosterAction.REMOVE: (N_("Remove %(people)s from the team %(team)s"), N_("remove %(people)s")),
}
"""Phrases of a summary, by action: at its beginning, and further on."""


@dataclass(frozen=True, slots=True)
class RosterLine:
    """One person, or one row that names nobody; `line` is 0 for people not in the list.

    `key` is a member's id, else the person as the list has them. `was` and `wanted` are roles, None for not being in
    the team. `note` is a sentence about it.
    """

    line: int
    given: str
    action: RosterAction
    key: str = ""
    was: str | None = None
    wanted: str | None = None
    member: Member | None = None
    note: str = ""

    @property
    def name(self) -> str:
        """The member's name, else the person as the list has them."""
        return (self.member.name if self.member else "") or self.given


class Correction(NamedTuple):
    """A row that can't be used: its line, the person as given, the reason, and the line's text, empty if lost."""

    line: int
    given: str
    note: str
    text: str


def list_corrections(lines: Iterable[RosterLine], stored: RosterText | None) -> list[Correction]:
    """List the rows that can't be used, with their text while Masthead keeps the list."""
    wrong = [line for line in lines if line.action is RosterAction.WRONG]
    texts = [stored.table.line(line.line, line.given) if stored else "" for line in wrong]
    return [Correction(each.line, each.given, each.note, text) for each, text in zip(wrong, texts, strict=True)]


@dataclass(frozen=True)
class RosterComparison:
    """The changes that a roster makes to a team, with one outcome for each person.

    `blocked` says why none of it can be done. `own` are lines that take something from the person who asks, `alike`
    people to remove who may be somebody in the list, misspelled. `possible` counts people who may be members although
    they were not found.
    """

    lines: tuple[RosterLine, ...]
    members: int
    blocked: str = ""
    own: tuple[RosterLine, ...] = ()
    alike: tuple[RosterLine, ...] = ()
    possible: int = 0

    def with_action(self, *actions: RosterAction) -> list[RosterLine]:
        return [line for line in self.lines if line.action in actions]

    @property
    def changing_lines(self) -> list[RosterLine]:
        """Lines that need a request."""
        return self.with_action(*CHANGING)

    @property
    def usable_lines(self) -> list[RosterLine]:
        """Lines of the list that name a person and a role."""
        unused = (RosterAction.WRONG, RosterAction.REPEATED)
        return [line for line in self.lines if line.line and line.key and line.action not in unused]

    @property
    def removes_many(self) -> bool:
        """True if so many people are removed that it may be a mistake."""
        gone = len(self.with_action(RosterAction.REMOVE))
        return gone >= MANY or gone * 2 > max(self.members, 1)

    @property
    def unread_lines(self) -> list[int]:
        """Numbers of the lines in which no person could be read."""
        return [line.line for line in self.with_action(RosterAction.WRONG) if not line.key]

    @property
    def doubtful_removals(self) -> list[RosterLine]:
        """People removed for not being in the list, if an unreadable row may name them."""
        removed = self.with_action(RosterAction.REMOVE) if self.unread_lines else []
        return [line for line in removed if not line.line]


def compare_with_members(
    roster: Roster, members: Sequence[Member], *, exact: bool, own: Collection[str] = ()
) -> RosterComparison:
    """Compare a roster with members; `exact` removes members who are not in the roster.

    `own` are the ids of the person who asks.
    """
    # Match the exact text first: ids are case-sensitive and may have an @.
    by_name = {canonical_address(each.email): each for each in members if each.email}
    by_name |= {each.email: each for each in members if each.email} | {each.id: each for each in members}
    named = [
        (row, (by_name.get(row.person) or by_name.get(canonical_address(row.person))) if row.person else None)
        for row in roster.rows
    ]
    duplicates = _resolve_duplicates(named)
    # A row that can't be used still names its person, so don't remove them.
    mentioned = {member.id for row, member in named if member is not None and not row.skipped}
    removed = {member.id: row for row, member in reversed(named) if exact and member and member.id not in mentioned}
    lines = [
        replace(_build_unused_line(row, member), action=RosterAction.REMOVE, wanted=None, note=gettext(SWITCHED_OFF))
        if member and removed.get(member.id) is row
        else duplicates.get(row.line) or _build_line(row, member)
        for row, member in named
    ]
    if exact:
        mentioned |= {*removed}
        lines += [
            RosterLine(0, each.email or each.id, RosterAction.REMOVE, each.id, each.role, None, each)
            for each in members
            if each.id not in mentioned
        ]
    touched = tuple(line for line in lines if line.key in own and _removes_access(line))
    return RosterComparison(tuple(lines), len(members), _blocked_message(lines, members), touched)


def _resolve_duplicates(named: Sequence[tuple[Row, Member | None]]) -> dict[int, RosterLine]:
    """Return lines, by number, for people whom several usable rows name."""
    people: dict[str, list[tuple[Row, Member | None]]] = {}
    for row, member in named:
        if not row.wrong:
            people.setdefault(member.id if member else canonical_address(row.person), []).append((row, member))
    found: dict[int, RosterLine] = {}
    for rows in people.values():
        roles = {row.role for row, _ in rows}
        if len(rows) > 1 and REMOVE not in roles and len(roles - {""}) > 1:
            for row, member in rows:
                other = next(each.line for each, _ in rows if each is not row)
                found[row.line] = replace(_build_unused_line(row, member), note=gettext(OTHERWISE, line=other))
        elif len(rows) > 1:
            wins = REMOVE if REMOVE in roles else next(iter(roles - {""}), "")
            counts = next(row for row, _ in rows if row.role == wins)
            note = gettext(REMOVED) if REMOVE in roles and len(roles) > 1 else ""
            said = note or gettext(AGAIN, line=counts.line)
            for row, member in rows:
                again = replace(_build_unused_line(row, member), action=RosterAction.REPEATED, note=said)
                found[row.line] = _build_line(row, member, note) if row is counts else again
    return found


def _build_unused_line(row: Row, member: Member | None) -> RosterLine:
    was, key = (member.role, member.id) if member else (None, row.person)
    action = RosterAction.REPEATED if row.skipped else RosterAction.WRONG
    return RosterLine(row.line, row.given, action, key, was, was, member, row.wrong)


def _build_line(row: Row, member: Member | None, note: str = "") -> RosterLine:
    line = _build_unused_line(row, member)
    if row.wrong:
        return line
    if row.role == REMOVE:
        action = RosterAction.REMOVE if member else RosterAction.SAME
        return replace(line, action=action, wanted=None, note=note or ("" if member else gettext(NOT_THERE)))
    wanted = row.role or (MEMBER if line.was is None else line.was)
    changed = RosterAction.CHANGE if wanted != line.was else RosterAction.SAME
    action = changed if member else RosterAction.ADD
    disabled = member is not None and member.disabled and action is not RosterAction.SAME
    return replace(line, action=action, wanted=wanted, note=gettext(DISABLED) if disabled else "")


def _removes_access(line: RosterLine) -> bool:
    """True if somebody leaves the team, or stops being its owner."""
    return line.action is RosterAction.REMOVE or (line.action is RosterAction.CHANGE and line.was == OWNER)


def _blocked_message(lines: Sequence[RosterLine], members: Sequence[Member]) -> str:
    changed = {line.key: line.wanted for line in lines if line.action in CHANGING}
    before = [each for each in members if each.role == OWNER]
    after = [each for each in members if changed.get(each.id, each.role) == OWNER]
    if not before or after or OWNER in changed.values():
        return ""
    return gettext(NO_OWNER, names=join_some([each.name or each.email or each.id for each in before], MAX_NAMED))


@dataclass(frozen=True)
class WantedMembers:
    """The reviewed lines of a list; `key` names each person in calls.

    `unseen`: the API didn't report all addresses then, so people who were not found may have been in the team.
    """

    team: str
    title: str
    lines: tuple[RosterLine, ...]
    unseen: bool = False

    @cached_property
    def people(self) -> Mapping[str, RosterLine]:
        """Lines that change something, by key."""
        return {line.key: line for line in self.lines if line.action in CHANGING}


def wanted_json(wanted: WantedMembers) -> dict[str, Any]:
    """Return the stored form; each line is a list, to save space."""
    lines = [[each.line, each.action, each.key, each.given, each.was, each.wanted, each.note] for each in wanted.lines]
    return {"team": wanted.team, "title": wanted.title, "lines": lines, "unseen": wanted.unseen}


def parse_wanted(stored: Any) -> WantedMembers:  # noqa: ANN401 - JSON
    lines = tuple(_parse_line(each) for each in stored["lines"])
    return WantedMembers(stored["team"], stored["title"], lines, stored.get("unseen", False))


def _parse_line(cells: list[Any]) -> RosterLine:
    padded: list[Any] = [*cells, *[None] * (7 - len(cells))]  # earlier ones lack empty cells at the end
    number, action, key, given, was, wanted, note = padded
    return RosterLine(number, given or key, RosterAction(action), key, was, wanted, note=note or "")


def members_title(team: str, lines: Iterable[RosterLine]) -> str:
    """Title the changes of a team, as `Members of Docs: 3 to add`."""
    return ": ".join(filter(None, (gettext("Members of %(team)s", team=team), count_actions(lines))))


def count_actions(lines: Iterable[RosterLine]) -> str:
    """Count the changes, as `3 to add, 1 to change, 2 to remove`."""
    counts = Counter(line.action for line in lines)
    add, change, remove = (counts[each] for each in CHANGING)
    parts = (
        ngettext("%(n)s to add", "%(n)s to add", add) if add else "",
        ngettext("%(n)s to change", "%(n)s to change", change) if change else "",
        ngettext("%(n)s to remove", "%(n)s to remove", remove) if remove else "",
    )
    return ", ".join(filter(None, parts))


def call_summary(team: str, lines: Iterable[RosterLine]) -> str:
    """Summarize a call in one sentence, with names if there are few."""
    groups: dict[tuple[RosterAction, str | None], list[str]] = {}
    for line in lines:
        groups.setdefault((line.action, line.wanted), []).append(line.given)
    parts = list[str]()
    for (action, role), people in sorted(groups.items(), key=lambda group: CHANGING.index(group[0][0])):
        noun = gettext(ROLE_NOUNS.get(role or "", (role or "",) * 2)[len(people) > 1])
        parts.append(gettext(SUMMARIES[action][bool(parts)], people=join_some(people, MAX_NAMED), role=noun, team=team))
    return join_and(parts)
