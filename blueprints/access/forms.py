"""Forms that give a team a role in a place, change the role and remove it."""

from collections.abc import Iterable

from contract.organization.team_permissions import TeamPermissionUpdate
from masthead.i18n import N_, gettext
from masthead.web.forms.consequences import Consequence, serious
from masthead.web.forms.fields import RoleChoice
from masthead.web.forms.forms import ContractForm, SealedForm
from masthead.web.forms.pickers import Picker
from masthead.web.people.roles import GUEST

ADMIN = "admin"
GIVES_ADMIN = N_("Everybody in this team can then administer %(place)s: its content, and the access of others.")
GUEST_HERE = (GUEST[0], N_("No role here. The API doesn't list guests."))
ANOTHER_ROLE = N_("The role of this team has changed since you opened the page. Check the role below.")
CHOOSE_A_TEAM = N_("Select a team, or enter its id or address.")


class RoleForm(ContractForm):
    """The role of a team in a place. `size` says in words how many members the team has."""

    body = TeamPermissionUpdate
    role = RoleChoice(N_("Role"), null=GUEST_HERE)
    place = ""
    size = ""

    def find_consequences(self) -> Iterable[Consequence]:
        """Warn that every member of the team will administer the place, with their number if `size` has it."""
        if self.changes().get("role") != ADMIN:
            return []
        return map(serious, filter(None, [gettext(GIVES_ADMIN, place=self.place), self.size]))


class TakeForm(SealedForm):
    """Removes a team's role. It carries the role that the page showed, sealed; `now` is the current role."""

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
