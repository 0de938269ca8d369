"""A roster beside the members as they are: whom to add, whose role changes, whom to remove, and who is so already."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from contract.organization.people import MEMBER_ROLES
from i18n import N_, gettext
from masthead.resources.email_addresses import canonical_address
from masthead.rosters.roles import REMOVE
from masthead.rosters.roster import Roster, Row

OWNER, MEMBER = MEMBER_ROLES
MANY = 10
"""From so many people on that are removed, the team's name is asked for; and where it is more than half of them."""
REMOVED = N_("The list both adds and removes this person. The removal wins, as it does in the API.")
AGAIN = N_("Same as line %(line)s. It counts once.")
OTHERWISE = N_("Line %(line)s gives the same person another role, so Masthead uses neither.")
NOT_THERE = N_("This person isn't in the team, so there is nobody to remove.")
DISABLED = N_("This account is disabled. The role is set anyway.")


class RosterAction(StrEnum):
    ADD = "add"
    CHANGE = "change"
    REMOVE = "remove"
    SAME = "same"
    REPEATED = "repeated"  # another line says it
    WRONG = "wrong"


@dataclass(frozen=True, slots=True)
class ListedMember:
    """`role` may be one that is not known here."""

    id: str
    email: str
    name: str
    role: str
    disabled: bool = False


@dataclass(frozen=True, slots=True)
class RosterLine:
    """One person, or one row that names nobody. `line` is 0 for somebody who is not in the list.

    `key` is what the service knows the person by: the id of a member, else what the list says. `was` and `wanted` are
    roles, None for not being in the team. `note` is a sentence about it.
    """

    line: int
    given: str
    action: RosterAction
    key: str = ""
    was: str | None = None
    wanted: str | None = None
    member: ListedMember | None = None
    note: str = ""

    @property
    def name(self) -> str:
        """What the person is called: by the team, else by the list."""
        return (self.member.name if self.member else "") or self.given


@dataclass(frozen=True)
class Comparison:
    """What a roster asks of a team: one outcome for each person, so nobody is added and removed at once.

    `blocked` says why none of it can be done. `own` are the lines that take something from the person who asks, `alike`
    those who would be removed while the list adds somebody who may be they, misspelled.
    """

    lines: tuple[RosterLine, ...]
    members: int
    blocked: str = ""
    own: tuple[RosterLine, ...] = ()
    alike: tuple[RosterLine, ...] = ()

    def with_action(self, what: RosterAction) -> list[RosterLine]:
        return [line for line in self.lines if line.action is what]

    @property
    def changing(self) -> list[RosterLine]:
        """Those that need a request."""
        return [
            line for line in self.lines if line.action in {RosterAction.ADD, RosterAction.CHANGE, RosterAction.REMOVE}
        ]

    @property
    def usable(self) -> list[RosterLine]:
        """Those of the list that name a person and a role."""
        return [line for line in self.lines if line.line and line.action is not RosterAction.WRONG]

    @property
    def removes_many(self) -> bool:
        """So many that it may be a mistake."""
        gone = len(self.with_action(RosterAction.REMOVE))
        return gone >= MANY or gone * 2 > max(self.members, 1)

    @property
    def unread_lines(self) -> list[int]:
        """The numbers of the lines that name nobody who could be read."""
        return [line.line for line in self.with_action(RosterAction.WRONG) if not line.key]

    @property
    def in_doubt(self) -> list[RosterLine]:
        """Who is removed for not being in the list, while some of its rows could not be read and may name them."""
        if not self.unread_lines:
            return []
        return [line for line in self.with_action(RosterAction.REMOVE) if not line.line]


def compare(
    roster: Roster, members: Sequence[ListedMember], *, exact: bool, own: Iterable[str] = frozenset()
) -> Comparison:
    """`exact` removes who is not in the roster; `own` are the ids of the person who asks."""
    by_name = _by_name(members)
    named = [(row, _find(row.person, by_name) if row.person else None) for row in roster.rows]
    outcomes = _resolve_rows(named)
    lines = [_line(row, member, outcomes.get(row.line)) for row, member in named]
    if exact:
        # A row that cannot be used still names its person, who is not removed for it.
        mentioned = {member.id for _, member in named if member is not None}
        lines += [
            RosterLine(0, each.email or each.id, RosterAction.REMOVE, each.id, each.role, None, each)
            for each in members
            if each.id not in mentioned
        ]
    mine = frozenset(own)
    touched = tuple(line for line in lines if line.key in mine and _takes_access(line))
    return Comparison(tuple(lines), len(members), _blocked(lines, members), touched)


def _by_name(members: Sequence[ListedMember]) -> Mapping[str, ListedMember]:
    """By id and by address; an id counts more than an address that reads like it."""
    return (
        {canonical_address(each.email): each for each in members if each.email}
        | {each.email: each for each in members if each.email}
        | {each.id: each for each in members}
    )


def _find(person: str, by_name: Mapping[str, ListedMember]) -> ListedMember | None:
    """As written first: ids have upper and lower case, and may have an @."""
    return by_name.get(person) or by_name.get(canonical_address(person))


@dataclass(frozen=True, slots=True)
class _Outcome:
    """What several rows about one person come to: the role, or a sentence that says why not."""

    role: str = ""
    wrong: str = ""
    repeats: int = 0
    note: str = ""


def _resolve_rows(named: Sequence[tuple[Row, ListedMember | None]]) -> dict[int, _Outcome]:
    """The outcome of each usable row, by its line."""
    people: dict[str, list[Row]] = {}
    for row, member in named:
        if not row.wrong:
            people.setdefault(member.id if member else canonical_address(row.person), []).append(row)
    found: dict[int, _Outcome] = {}
    for rows in people.values():
        found |= {rows[0].line: _Outcome(rows[0].role)} if len(rows) == 1 else _resolve_duplicates(rows)
    return found


def _resolve_duplicates(rows: Sequence[Row]) -> dict[int, _Outcome]:
    roles = {row.role for row in rows}
    if REMOVE in roles:
        told = gettext(REMOVED) if len(roles) > 1 else ""
        return _count_once(rows, next(row for row in rows if row.role == REMOVE), told)
    said = roles - {""}
    if len(said) > 1:
        return {
            row.line: _Outcome(wrong=gettext(OTHERWISE, line=next(each.line for each in rows if each is not row)))
            for row in rows
        }
    return _count_once(rows, next((row for row in rows if row.role), rows[0]), "")


def _count_once(rows: Sequence[Row], counts: Row, told: str) -> dict[int, _Outcome]:
    return {
        row.line: _Outcome(row.role, note=told) if row is counts else _Outcome(row.role, repeats=counts.line, note=told)
        for row in rows
    }


def _line(row: Row, member: ListedMember | None, outcome: _Outcome | None) -> RosterLine:
    was = member.role if member else None
    key = member.id if member else row.person
    line = RosterLine(row.line, row.given, RosterAction.WRONG, key, was, was, member, row.wrong)
    if outcome is None:
        return replace(line, action=RosterAction.REPEATED) if row.skipped else line
    if outcome.wrong:
        return replace(line, note=outcome.wrong)
    if outcome.repeats:
        return replace(line, action=RosterAction.REPEATED, note=outcome.note or gettext(AGAIN, line=outcome.repeats))
    if outcome.role == REMOVE:
        told = outcome.note or ("" if member else gettext(NOT_THERE))
        return replace(line, action=RosterAction.REMOVE if member else RosterAction.SAME, wanted=None, note=told)
    wanted = outcome.role or (MEMBER if was is None else was)
    what = RosterAction.ADD if member is None else RosterAction.CHANGE if wanted != was else RosterAction.SAME
    told = gettext(DISABLED) if member is not None and member.disabled and what is not RosterAction.SAME else ""
    return replace(line, action=what, wanted=wanted, note=told)


def _takes_access(line: RosterLine) -> bool:
    """Whether somebody leaves the team, or is its owner no more."""
    return line.action is RosterAction.REMOVE or (line.action is RosterAction.CHANGE and line.was == OWNER)


def _blocked(lines: Sequence[RosterLine], members: Sequence[ListedMember]) -> str:
    before = [each for each in members if each.role == OWNER]
    changed = {
        line.key: line.wanted
        for line in lines
        if line.action in {RosterAction.ADD, RosterAction.CHANGE, RosterAction.REMOVE}
    }
    after = [each for each in members if changed.get(each.id, each.role) == OWNER]
    if not before or after or OWNER in changed.values():
        return ""
    names = ", ".join(each.name or each.email or each.id for each in before[:3])
    more = gettext(" and %(count)s more", count=len(before) - 3) if len(before) > 3 else ""  # noqa: PLR2004 - names that are shown
    return gettext(
        "The team would have no owner. In the list, keep %(names)s%(more)s as owner, or make somebody else an owner.",
        names=names,
        more=more,
    )
