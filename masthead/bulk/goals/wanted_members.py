"""The wanted members of a team: the rows of a list, each with a role."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from contract.organization.people import MEMBER_ROLES
from masthead.i18n import N_, gettext, ngettext
from masthead.rosters.comparison import RosterAction, RosterLine
from masthead.store.bulk.steps import BulkChange

SENT = frozenset((RosterAction.ADD, RosterAction.CHANGE, RosterAction.REMOVE))
OPPOSITE = {
    RosterAction.ADD: RosterAction.REMOVE,
    RosterAction.REMOVE: RosterAction.ADD,
    RosterAction.CHANGE: RosterAction.CHANGE,
}
ROLE_LOST = N_("Left unchanged: the API didn't report the earlier role, or it can't be sent.")
MAYBE_THERE = N_("Left unchanged: the API didn't report whether they were in the team before.")
_CELLS = 7


@dataclass(frozen=True)
class WantedMembers:
    """The reviewed lines of a comparison; `key` names each person in calls.

    `unseen`: the API didn't report all addresses then, so people who were not found may have been in the team.
    """

    team: str
    title: str
    lines: tuple[RosterLine, ...]
    unseen: bool = False

    @cached_property
    def people(self) -> Mapping[str, RosterLine]:
        """Lines that change something, by key."""
        return {line.key: line for line in self.lines if line.action in SENT}

    def back(self, keys: Iterable[str]) -> "WantedMembers":
        """Reverse the lines of these people; one that can't be reversed says why."""
        return WantedMembers(self.team, self.title, tuple(self._undo_line(self.people[key]) for key in keys))

    def _undo_line(self, line: RosterLine) -> RosterLine:
        left = gettext(ROLE_LOST) if line.was not in {None, *MEMBER_ROLES} else ""
        if self.unseen and line.was is None and "@" in line.key:
            left = gettext(MAYBE_THERE)
        if left:
            return RosterLine(line.line, line.given, RosterAction.SAME, line.key, line.wanted, line.wanted, note=left)
        return RosterLine(line.line, line.given, OPPOSITE[line.action], line.key, line.wanted, line.was)


def count_actions(lines: Iterable[RosterLine]) -> str:
    """Count the changes, as `3 to add, 1 to change, 2 to remove`."""
    counts = Counter(line.action for line in lines)
    add, change, remove = (counts[each] for each in (RosterAction.ADD, RosterAction.CHANGE, RosterAction.REMOVE))
    parts = (
        ngettext("%(n)s to add", "%(n)s to add", add) if add else "",
        ngettext("%(n)s to change", "%(n)s to change", change) if change else "",
        ngettext("%(n)s to remove", "%(n)s to remove", remove) if remove else "",
    )
    return ", ".join(filter(None, parts))


def wanted_json(wanted: WantedMembers) -> dict[str, Any]:
    """Return the stored form; each line is a list without empty end cells, to save space."""
    lines = [_pack_line(line) for line in wanted.lines]
    return {"team": wanted.team, "title": wanted.title, "lines": lines, "unseen": wanted.unseen}


def read_wanted(bulk: BulkChange) -> WantedMembers:
    return parse_wanted(bulk.purpose.wanted)


def parse_wanted(stored: Any) -> WantedMembers:  # noqa: ANN401 - JSON
    lines = tuple(_unpack_line(each) for each in stored["lines"])
    return WantedMembers(stored["team"], stored["title"], lines, stored.get("unseen", False))


def _pack_line(line: RosterLine) -> list[Any]:
    given = "" if line.given == line.key else line.given
    cells = [line.line, line.action.value, line.key, given, line.was, line.wanted, line.note or None]
    while cells[-1] is None:
        cells.pop()
    return cells


def _unpack_line(cells: list[Any]) -> RosterLine:
    padded: list[Any] = [*cells, *[None] * (_CELLS - len(cells))]
    number, action, key, given, was, wanted, note = padded
    return RosterLine(number, given or key, RosterAction(action), key, was, wanted, note=note or "")
