"""Many roles at once: what was chosen in the matrix, cell by cell, and what of it changes nothing or is left out."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from blueprints.access.matrix_reads import READ, MatrixColumn
from blueprints.access.reads import AccessTeam
from web.pages.places import AccessPlace
from web.pages.roles import ROLES, role_label

GUEST, TAKE, TAKE_ALL, COPY = "guest", "take", "take-all", "copy:"
ADMIN = "admin"
TAKING = {TAKE: "Remove roles", TAKE_ALL: "Remove roles, for guests too"}


class Cell(NamedTuple):
    """What is to become of one team in one place: `old` is the role that is told, None for none; `new` may be TAKE."""

    team: AccessTeam
    place: AccessPlace
    old: str | None
    new: str

    @property
    def role_after(self) -> str:
        """What is there afterwards, in words."""
        return "No role" if self.new == TAKE else role_label(None if self.new == GUEST else self.new)

    @property
    def now(self) -> str:
        """What is there now, in words."""
        return "Not reported" if self.old is None else role_label(self.old)


class RoleChangeGroup(NamedTuple):
    """The teams to which the same happens in one place; `now` and `then` are in words."""

    place: AccessPlace
    now: str
    then: str
    teams: list[AccessTeam]


@dataclass(slots=True)
class RoleChanges:
    """What was chosen: the cells that change, and in sentences what is left out of it and why.

    `what` is the role in words, or whose are copied.
    """

    what: str
    cells: list[Cell] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)

    @property
    def title(self) -> str:
        """What the plan is called."""
        teams = len({cell.team.id for cell in self.cells})
        places = len({cell.place.key for cell in self.cells})
        return f"{self.what}: {_count_phrase(teams, 'team')} in {_count_phrase(places, 'place')}"

    @property
    def groups(self) -> list[RoleChangeGroup]:
        """The same cells, together where the same happens in one place."""
        found: dict[tuple[str, str, str], RoleChangeGroup] = {}
        for cell in self.cells:
            key = (cell.place.key, cell.now, cell.role_after)
            found.setdefault(key, RoleChangeGroup(cell.place, cell.now, cell.role_after, [])).teams.append(cell.team)
        return list(found.values())

    @property
    def totals(self) -> list[tuple[int, str, str]]:
        """How many cells change from what to what, in words, the most first."""
        counts = Counter((cell.now, cell.role_after) for cell in self.cells)
        return [(count, *words) for words, count in counts.most_common()]

    @property
    def admin_count(self) -> int:
        """How many cells become Admin."""
        return sum(cell.new == ADMIN for cell in self.cells)


def role_changes_for(
    what: str, source: str, teams: Sequence[AccessTeam], columns: Sequence[MatrixColumn]
) -> RoleChanges:
    """What setting `what` (a role, GUEST, TAKE, or COPY with an id) for teams in places means. `source` is a title."""
    label = (
        f"Copy the roles of {source}"
        if what.startswith(COPY)
        else TAKING[what]
        if what in TAKING
        else _role_phrase(what)
    )
    wishes, left = RoleChanges(label), SkippedCells(source)
    for column in columns:
        if column.state != READ:
            wishes.left_out.append(f"Masthead leaves out {column.place.called}. {column.why or 'It was not read yet.'}")
            continue
        for team in teams:
            old, new = column.roles.get(team.id), _new_role(what, column)
            if reason := _skip_reason(what, team.id, column):
                left.count[reason] += 1
            elif new is not None:
                left.guests += new == GUEST and old is None
                left.taken += new == TAKE and old is None
                wishes.cells.append(Cell(team, column.place, old, new))
    wishes.left_out += left.sentences()
    return wishes


def _skip_reason(what: str, team_id: str, column: MatrixColumn) -> str:
    """Why a cell does not change, as a key of `REASONS`; empty where it does."""
    new, source = _new_role(what, column), what.removeprefix(COPY)
    if new is None:
        return "nothing" if column.knows_role_of(source) else "unread"
    if not column.knows_role_of(team_id):
        return "unread"
    old = column.roles.get(team_id)
    if new == old:
        return "same"
    if what == TAKE and old is None:
        return "untold"
    return "" if new in (GUEST, TAKE, *ROLES) else "unknown"


def _new_role(what: str, column: MatrixColumn) -> str | None:
    if what.startswith(COPY):
        return column.roles.get(what.removeprefix(COPY))
    return TAKE if what == TAKE_ALL else what


def _role_phrase(what: str) -> str:
    return role_label(None if what == GUEST else what)


REASONS = {
    "same": "No change for {roles}.",
    "nothing": "In {cases}, the API reports no role of {source}, so there is none to copy. Nothing changes there.",
    "unread": "In {cases}, Masthead doesn't know the current role, because there are more teams than it "
    "read. Nothing changes there.",
    "untold": (
        "In {cases}, the API reports no role: the team has none, or is a guest. Nothing changes there. To remove guests"
        " too, go back and select “Remove the role, for guests too”."
    ),
    "unknown": "Masthead leaves {roles} unchanged, because it doesn't know that kind of role.",
}


@dataclass(slots=True)
class SkippedCells:
    """How many cells are left out for which reason.

    Of cells in which no role is told, `guests` are made guests, and from `taken` whatever is there is taken away.
    `source` is the title of the team that is copied.
    """

    source: str
    count: Counter[str] = field(default_factory=Counter)
    guests: int = 0
    taken: int = 0

    def sentences(self) -> Iterator[str]:
        """The same in sentences."""
        for reason, words in REASONS.items():
            if count := self.count[reason]:
                roles = _count_phrase(count, "role")
                yield words.format(roles=roles, cases=_count_phrase(count, "case"), source=self.source)
        if self.guests:
            yield (
                f"In {_count_phrase(self.guests, 'case')}, the API reports no role now. The team may "
                "already be a guest."
                " Masthead makes it a guest in any case."
            )
        if self.taken:
            yield (
                f"In {_count_phrase(self.taken, 'case')}, the API reports no role now. If the team is a "
                "guest, it loses that."
                " If it has no role, nothing changes and the API says so. You can't undo this part."
            )


def _count_phrase(count: int, word: str) -> str:
    return f"{count:,} {word}" if count == 1 else f"{count:,} {word}s"
