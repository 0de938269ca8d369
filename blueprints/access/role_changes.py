"""Plans bulk role changes: the cells that change, and messages about those that don't."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from blueprints.access.matrix_page import Chosen, reported_role_label
from blueprints.access.reads import can_change_in_bulk
from masthead.i18n import N_, gettext, ngettext
from masthead.store.entries import Subject
from masthead.web.directory.places import AccessPlace
from masthead.web.people import roles as role_summaries
from masthead.web.people.place_roles import HOLDINGS, READ, AccessTeam, PlaceRoles
from masthead.web.people.roles import ROLES, role_label
from masthead.writes.roles import assign_role, remove_role
from masthead.writes.send import Change

GUEST, TAKE, TAKE_ALL, COPY = "guest", "take", "take-all", "copy:"
ADMIN = "admin"
CLOSED = N_("You don't administer it.")
TAKING = {TAKE: N_("Remove roles"), TAKE_ALL: N_("Remove roles, for guests too")}
NOTES = {
    "same": N_("No change for %(roles)s."),
    "unread": N_(
        "Masthead leaves %(roles)s unchanged: it doesn't know the current role, or knows none to copy or to remove. "
        "To remove guests too, go back and select “Remove the role, for guests too”."
    ),
    "guests": N_("In %(cases)s, the team has no role now, or is a guest. Masthead makes it a guest in any case."),
    "taken": N_(
        "In %(cases)s, the team has no role now, or is a guest. A guest loses that; without a role, "
        "nothing changes. You can't undo this part."
    ),
}
"""Why cells don't change, and what becomes of teams without a reported role, each with a count."""


class Cell(NamedTuple):
    """A change of one team's role in one place. `old` is the reported role or None; `new` may be TAKE.

    `shown` is the label that the matrix showed if it differs from the current one; else empty.
    """

    team: AccessTeam
    place: AccessPlace
    old: str | None
    new: str
    shown: str = ""

    @property
    def new_role_label(self) -> str:
        return gettext("No role") if self.new == TAKE else role_label(None if self.new == GUEST else self.new)

    @property
    def current_role_label(self) -> str:
        return reported_role_label(self.old)

    @property
    def old_role_label(self) -> str:
        """The label of the current role, with the label that the matrix showed if it differs."""
        return (
            gettext("%(now)s (the page showed %(shown)s)", now=self.current_role_label, shown=self.shown)
            if self.shown
            else self.current_role_label
        )


class RoleChangeGroup(NamedTuple):
    """Teams with the same change in one place; `now` and `then` are labels."""

    place: AccessPlace
    now: str
    then: str
    teams: list[AccessTeam]


@dataclass(slots=True)
class RoleChanges:
    """The selected role changes: the cells that change, and messages about cells and places left out.

    `what` is the label of the new role, or names the team whose roles are copied.
    """

    what: str
    cells: list[Cell] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)

    @property
    def title(self) -> str:
        teams = len({cell.team.id for cell in self.cells})
        places = len({cell.place.key for cell in self.cells})
        return gettext(
            "%(what)s: %(teams)s in %(places)s",
            what=self.what,
            teams=ngettext("%(n)s team", "%(n)s teams", teams),
            places=ngettext("%(n)s place", "%(n)s places", places),
        )

    @property
    def groups(self) -> list[RoleChangeGroup]:
        found: dict[tuple[str, str, str], RoleChangeGroup] = {}
        for cell in self.cells:
            now, then = cell.old_role_label, cell.new_role_label
            key = (cell.place.key, now, then)
            found.setdefault(key, RoleChangeGroup(cell.place, now, then, [])).teams.append(cell.team)
        return list(found.values())

    @property
    def totals(self) -> list[tuple[int, str, str]]:
        """The number of cells for each pair of old and new role labels, most frequent first."""
        counts = Counter((cell.current_role_label, cell.new_role_label) for cell in self.cells)
        return [(count, *words) for words, count in counts.most_common()]

    @property
    def admin_count(self) -> int:
        return sum(cell.new == ADMIN for cell in self.cells)

    @property
    def changed_count(self) -> int:
        """The number of cells that a colleague has changed since the matrix was shown."""
        return sum(bool(cell.shown) for cell in self.cells)


def plan_role_changes(what: str, source: str, chosen: Chosen) -> RoleChanges:
    """Plan `what` (a role, GUEST, TAKE, TAKE_ALL, or COPY with a team's id) for a selection.

    `source` is the title of the team to copy from.
    """
    label = (
        gettext("Copy the roles of %(source)s", source=source)
        if what.startswith(COPY)
        else gettext(TAKING[what])
        if what in TAKING
        else role_label(None if what == GUEST else what)
    )
    wishes, counts = RoleChanges(label), Counter[str]()
    for row in chosen.rows:
        if why := _find_obstacle(row):
            wishes.left_out.append(gettext("Masthead leaves out %(place)s. %(why)s", place=row.place.called, why=why))
        else:
            wishes.cells += _plan_place(what, row, chosen, counts)
    wishes.left_out += _list_notes(counts)
    return wishes


def _plan_place(what: str, row: PlaceRoles, chosen: Chosen, counts: Counter[str]) -> Iterator[Cell]:
    """Yield the cells of a place that change. Counts what `NOTES` tells."""
    new = row.roles.get(what.removeprefix(COPY)) if what.startswith(COPY) else TAKE if what == TAKE_ALL else what
    for team in chosen.teams_in(row.place):
        old = row.roles.get(team.id)
        if new is None or not row.is_role_known(team.id) or new not in (GUEST, TAKE, *ROLES):
            counts["unread"] += 1
        elif new == old:
            counts["same"] += 1
        elif what == TAKE and old is None:
            counts["unread"] += 1
        else:
            counts["guests"] += new == GUEST and old is None
            counts["taken"] += new == TAKE and old is None
            yield Cell(team, row.place, old, new, chosen.outdated_label(row.place, team, reported_role_label(old)))


def _list_notes(counts: Counter[str]) -> Iterator[str]:
    for reason, words in NOTES.items():
        if count := counts[reason]:
            roles, cases = ngettext("%(n)s role", "%(n)s roles", count), ngettext("%(n)s case", "%(n)s cases", count)
            yield gettext(words, roles=roles, cases=cases)


def _find_obstacle(row: PlaceRoles) -> str:
    """Say why no role in the place can be changed. Empty if roles can be."""
    if not can_change_in_bulk(row.place):
        return gettext(CLOSED)
    return "" if row.state == READ else row.why or gettext("It was not read yet.")


def build_role_assignment(
    organization_id: str, place: AccessPlace, team: AccessTeam, role: str | None, was: str | None
) -> Change[None]:
    """Build the change that gives a team a role; None makes it a guest. `was` is the reported role, if any."""
    summary = role_summaries.place_role_title(team.title, place.called, role, was)
    return assign_role(
        HOLDINGS[place.kind],
        (place.id, team.id),
        _place_subject(place),
        summary,
        role,
        was,
        organization=organization_id,
    )


def build_role_removal(organization_id: str, place: AccessPlace, team: AccessTeam, was: str | None) -> Change[None]:
    summary = gettext("Remove the role of %(team)s in %(place)s", team=team.title, place=place.called)
    return remove_role(
        HOLDINGS[place.kind], (place.id, team.id), _place_subject(place), summary, was, organization=organization_id
    )


def _place_subject(place: AccessPlace) -> Subject:
    return Subject(place.kind, place.id, place.called)
