"""What a plan of a roster wants, as the plan keeps it: each row of the list, and what each person is to be."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from contract.organization.people import MEMBER_ROLES
from i18n import N_, gettext, ngettext
from masthead.resources.email_addresses import canonical_address
from masthead.rosters import RosterAction, RosterLine
from masthead.store.bulk.steps import BulkChange
from masthead.writes.members import Member, Members

SENT = frozenset((RosterAction.ADD, RosterAction.CHANGE, RosterAction.REMOVE))
BACK = {
    RosterAction.ADD: RosterAction.REMOVE,
    RosterAction.REMOVE: RosterAction.ADD,
    RosterAction.CHANGE: RosterAction.CHANGE,
}
ROLE_LOST = N_("Left unchanged: the API didn't report the earlier role, or it can't be sent.")
MAYBE_THERE = N_("Left unchanged: the API didn't report whether they were in the team before.")
_COMPACT = 7


@dataclass(frozen=True)
class RosterGoal:
    """The lines of a comparison, as they were when a person looked at them; `key` names each person in calls.

    `unseen` says that addresses of members were not told then, so whoever was not found may have been in the team.
    Of a goal that takes back, `halfway` are those who may have been added without their role, and `changed` those whom
    somebody else has changed since, so that they stay as they are.
    """

    team: str
    title: str
    lines: tuple[RosterLine, ...]
    unseen: bool = False
    halfway: frozenset[str] = frozenset()
    changed: frozenset[str] = frozenset()

    @cached_property
    def people(self) -> Mapping[str, RosterLine]:
        """Those who are to become something else, by key."""
        return {line.key: line for line in self.lines if line.action in SENT}

    def back(self, keys: Iterable[str], halfway: Iterable[str] = (), changed: Iterable[str] = ()) -> "RosterGoal":
        """The goal that takes back what came to these people; who cannot be brought back is in it with the reason."""
        lines = tuple(self._undo_line(self.people[key]) for key in keys)
        return RosterGoal(self.team, self.title, lines, halfway=frozenset(halfway), changed=frozenset(changed))

    def _undo_line(self, line: RosterLine) -> RosterLine:
        left = gettext(ROLE_LOST) if line.was not in {None, *MEMBER_ROLES} else ""
        if self.unseen and line.was is None and "@" in line.key:
            left = gettext(MAYBE_THERE)
        if left:
            return RosterLine(line.line, line.given, RosterAction.SAME, line.key, line.wanted, line.wanted, note=left)
        return RosterLine(line.line, line.given, BACK[line.action], line.key, line.wanted, line.was)


def count_actions(lines: Iterable[RosterLine]) -> str:
    """What they do, in numbers: `3 to add, 1 to change, 2 to remove`."""
    counts = Counter(line.action for line in lines)
    add, change, remove = counts[RosterAction.ADD], counts[RosterAction.CHANGE], counts[RosterAction.REMOVE]
    told = (
        ngettext("%(n)s to add", "%(n)s to add", add) if add else "",
        ngettext("%(n)s to change", "%(n)s to change", change) if change else "",
        ngettext("%(n)s to remove", "%(n)s to remove", remove) if remove else "",
    )
    return ", ".join(filter(None, told))


def serialize_goal(goal: RosterGoal) -> Any:  # noqa: ANN401 - JSON
    """The goal as a bulk change keeps it: there may be thousands of lines, so each is a list without its empty end."""
    kept = {"team": goal.team, "title": goal.title, "lines": [_pack_line(line) for line in goal.lines]}
    return kept | {"unseen": goal.unseen, "halfway": sorted(goal.halfway), "changed": sorted(goal.changed)}


def read_goal(bulk: BulkChange) -> RosterGoal:
    return parse_goal(bulk.purpose.wanted)


def parse_goal(kept: Any) -> RosterGoal:  # noqa: ANN401 - JSON
    lines = tuple(_unpack_line(each) for each in kept["lines"])
    halfway, changed = (frozenset(kept.get(name, ())) for name in ("halfway", "changed"))
    return RosterGoal(kept["team"], kept["title"], lines, kept.get("unseen", False), halfway, changed)


def _pack_line(line: RosterLine) -> list[Any]:
    given = "" if line.given == line.key else line.given
    cells = [line.line, line.action.value, line.key, given, line.was, line.wanted, line.note or None]
    while cells[-1] is None:
        cells.pop()
    return cells


def _unpack_line(cells: Sequence[Any]) -> RosterLine:
    padded: list[Any] = [*cells, *[None] * (_COMPACT - len(cells))]
    number, what, key, given, was, wanted, told = padded
    return RosterLine(number, given or key, RosterAction(what), key, was, wanted, note=told or "")


class TeamMembers:
    """The members as they are, found by the key of a line: an id, or an address in whatever way it is written."""

    def __init__(self, members: Members) -> None:
        self.members = members
        self._found = {canonical_address(each.email): each for each in members if each.email} | {
            each.id: each for each in members
        }

    def find(self, key: str) -> Member | None:
        return self._found.get(canonical_address(key) if "@" in key else key)

    def role_of(self, key: str) -> str | None:
        """Their role; None for nobody of the team."""
        found = self.find(key)
        return None if found is None else found.role

    def rules_out(self, key: str) -> bool:
        """Whether somebody who is not found is not in the team: False where the address of a member is not told."""
        return self._tells_addresses if "@" in key else self.members.whole

    @cached_property
    def _tells_addresses(self) -> bool:
        return self.members.rules_out("@")  # nobody's address, so it asks about all of them, and once
