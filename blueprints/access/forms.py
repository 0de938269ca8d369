"""Forms to add, change and remove a team's role in a place, and to review bulk role changes."""

from collections.abc import Iterable
from typing import Any

from blueprints.access.role_changes import GUEST as MADE_GUEST
from blueprints.access.role_changes import TAKE, Cell, RoleChanges, build_role_assignment, build_role_removal
from contract.organization.team_permissions import TeamPermissionUpdate
from masthead.i18n import N_, format_number, gettext
from masthead.web.directory.places import AccessPlace
from masthead.web.forms.consequences import Consequence, serious_consequence
from masthead.web.forms.fields import RoleChoice, TypedName
from masthead.web.forms.forms import ContractForm, SealedForm
from masthead.web.forms.pickers import Picker
from masthead.web.people.place_roles import AccessTeam
from masthead.web.people.roles import GUEST
from masthead.web.submit.review import REVIEWED, pressed_button
from masthead.writes.send import Change

ADMIN = "admin"
GIVES_ADMIN = N_("Everybody in this team can then administer %(place)s: its content, and the access of others.")
GUEST_HERE = (GUEST[0], N_("No role here. Guests aren't listed."))
ANOTHER_ROLE = N_("The role of this team has changed since you opened the page. Check the role below.")
CHOOSE_A_TEAM = N_("Select a team, or enter its address.")


class RoleForm(ContractForm):
    """Edits a team's role in a place. `size` is a text with the team's number of members."""

    body = TeamPermissionUpdate
    role = RoleChoice(N_("Role"), null=GUEST_HERE)
    place = ""
    size = ""

    def find_consequences(self) -> Iterable[Consequence]:
        """Warn that all members of the team will administer the place, and add `size` if it is set."""
        if self.changes().get("role") != ADMIN:
            return []
        return map(serious_consequence, filter(None, [gettext(GIVES_ADMIN, place=self.place), self.size]))


class RemoveTeamForm(SealedForm):
    """Removes a team's role. The form contains the role that the page showed, sealed; `now` is the current role."""

    def __init__(self, about: str, now: str | None) -> None:
        """`about` identifies the team and the place; `now` is None if no role is reported."""
        super().__init__()
        shown = {"about": about, "role": now}
        self.is_as_shown = self.open_shown() == shown
        self.seal_shown(shown)

    def check(self) -> None:
        if not self.is_as_shown:
            self.problems.append(gettext(ANOTHER_ROLE))


class AddTeamForm(RoleForm):
    team = Picker(N_("Team"), of="team")
    role = RoleChoice(N_("Role"), null=GUEST_HERE)  # declared again so that it comes after the team

    def check(self) -> None:
        if not self.team.chosen and not self.team.errors:
            self.team.errors = [gettext(CHOOSE_A_TEAM)]


SEVERAL = 2
MAX_CHANGES = 1000
STALE = N_("This page is out of date. Nothing was saved. Select the teams, spaces and collections again.")
NOTHING = N_("Your selection changes nothing.")
TOO_MANY = N_(
    "These are %(count)s changes, and at most %(max_changes)s are allowed at once. Select fewer "
    "teams, spaces or collections."
)


class RoleChangesForm(SealedForm):
    """Confirms sealed role changes. If several cells become Admin, the organization's name must be typed."""

    confirm = TypedName(N_("Name"))

    def __init__(self, organization_id: str, organization: str, wishes: RoleChanges | None = None) -> None:
        """`organization` is the title to type. Without `wishes`, the role changes come from the form."""
        super().__init__(**({"formdata": None} if wishes is not None else {}))
        self._organization_id = organization_id
        self.wishes = self._open_selection() if wishes is None else wishes
        self.seal_shown({"of": organization_id, **_pack_selection(self.wishes)})
        self.confirm.require_name(organization)

    def _open_selection(self) -> RoleChanges:
        shown = self.open_shown()
        if shown.get("of") != self._organization_id or "cells" not in shown:
            self.problems.append(gettext(STALE))
            return RoleChanges("")
        return _unpack_selection(shown)

    @property
    def may_be_sent(self) -> bool:
        return 0 < len(self.wishes.cells) <= MAX_CHANGES

    def must_confirm(self) -> bool:
        """True if several cells become Admin, which requires typing the organization's name."""
        return self.wishes.admin_count >= SEVERAL

    def check(self) -> None:
        count = len(self.wishes.cells)
        if not count and not self.problems:
            self.problems.append(gettext(NOTHING))
        elif count > MAX_CHANGES:
            self.problems.append(gettext(TOO_MANY, count=format_number(count), max_changes=format_number(MAX_CHANGES)))
        elif pressed_button() == REVIEWED and self.must_confirm():
            self.confirm.check()

    def changes(self, organization_id: str) -> list[Change[Any]]:
        return [_build_change(organization_id, cell) for cell in self.wishes.cells]


def _build_change(organization_id: str, cell: Cell) -> Change[Any]:
    if cell.new == TAKE:
        return build_role_removal(organization_id, cell.place, cell.team, cell.old)
    return build_role_assignment(
        organization_id, cell.place, cell.team, None if cell.new == MADE_GUEST else cell.new, cell.old
    )


def _pack_selection(wishes: RoleChanges) -> dict[str, Any]:
    """Convert the selection to JSON. Includes at most one cell above the limit, which shows that there are too many."""
    cells = wishes.cells[: MAX_CHANGES + 1]
    teams, places = list(dict.fromkeys(cell.team for cell in cells)), list(dict.fromkeys(cell.place for cell in cells))
    column, row = ({each: number for number, each in enumerate(several)} for several in (teams, places))
    return {
        "what": wishes.what,
        "left": wishes.left_out,
        "teams": [[each.id, each.title] for each in teams],
        "places": [[each.kind, each.id, each.title] for each in places],
        "cells": [[column[cell.team], row[cell.place], cell.old, cell.new, cell.shown] for cell in cells],
    }


def _unpack_selection(values: Any) -> RoleChanges:  # noqa: ANN401 - JSON
    teams, places = [AccessTeam(*each) for each in values["teams"]], [AccessPlace(*each) for each in values["places"]]
    cells = [Cell(teams[team], places[place], *rest) for team, place, *rest in values["cells"]]
    return RoleChanges(values["what"], cells, values["left"])
