"""Forms on team pages: add people, and change the roles of selected members or remove them."""

from collections.abc import Mapping, Sequence
from typing import Annotated, ClassVar, NamedTuple

from pydantic import BaseModel, Field
from wtforms import HiddenField

from contract.organization.people import MemberRole
from contract.organization.team_members import TeamMembersUpdate, TeamMemberUpdate
from masthead.i18n import N_, gettext
from masthead.resources.organization import Member
from masthead.web.forms.fields import OwnPlaceAgreement, RoleChoice
from masthead.web.forms.forms import ContractForm, PageForm
from masthead.web.forms.merge import Snapshot, open_snapshot, seal_snapshot
from masthead.web.forms.pickers import PeopleField, PeopleNames
from masthead.web.people.organization_members import find_own_loss
from masthead.web.people.roles import TEAM_ROLES, people_with_verb, role_phrase
from masthead.writes.roles import Members, leaves_no_owner

MAX_AT_ONCE = 200
STALE = N_("This page is out of date. Nothing was sent. Select the people again.")
OWNERS_UNREAD = N_(
    "Masthead couldn't read all members, and these are all the owners it could read. Nothing was "
    "sent. Try again later, or make somebody else an owner first."
)
NO_OWNER = N_("The team would have no owner, and nobody could manage its members. Make somebody else an owner first.")
CHANGED = N_("This was changed since you opened the page. Nothing was sent. Check it again.")
GONE = N_("%(are)s no longer in the team.")
NOT_FOUND = N_("%(are)s not found, and Masthead couldn't read all members.")
SO = N_("%(are)s already %(role)s, so no change.")
ALL_SO = N_("These people already have this role, so nothing was sent.")
NOTHING_SENT = N_("Nothing was sent.")


class PeopleToAdd(BaseModel):
    """People to add to a team, by e-mail address or user id, with their role."""

    add: Annotated[list[str], Field(min_length=1, max_length=MAX_AT_ONCE)]
    role: MemberRole


class AddPeopleForm(ContractForm):
    body = PeopleToAdd
    add = PeopleField(
        N_("E-mail addresses"),
        hint=N_("One or more members of the organization, separated by commas, spaces or line breaks."),
    )
    role = RoleChoice(N_("Role"), meanings=TEAM_ROLES)


class MemberWords(ContractForm):
    """Gives the journal labels for changes to one member. No page shows this form."""

    body = TeamMemberUpdate
    role = RoleChoice(N_("Role in the team"), meanings=TEAM_ROLES)


class MembersWords(ContractForm):
    """Gives the journal labels for changes to several members. No page shows this form."""

    body = TeamMembersUpdate
    add = PeopleNames(N_("Added"))
    remove = PeopleNames(N_("Removed"))
    memberships = PeopleNames(N_("Roles in the team"))


class Picked(NamedTuple):
    """People to change, and their new role `to`. They were selected by checkbox (`ticked`) or by a row's button.

    `changed` is true if the row showed an outdated role. `gone` has the names of people who were not found.
    """

    to: str
    people: Sequence[Member]
    gone: Sequence[str] = ()
    ticked: bool = False
    changed: bool = False


class ChosenForm(PageForm):
    """Changes the role of selected members. It contains them, sealed, with the roles that the page showed."""

    TO: ClassVar[Mapping[str, str | None]] = {"owner": "owner", "member": "member", "remove": None}
    seen = HiddenField()
    agreed = OwnPlaceAgreement()

    def __init__(self, members: Members, picked: Picked | None) -> None:
        """Take the people from `picked` or, if it is None, from the submitted form."""
        super().__init__()
        self.members, self.picked = members, picked
        self.to = picked.to if picked else ""
        self.gone = list(picked.gone) if picked else []
        self.people = list(picked.people) if picked else self._open_selection()
        losing = [] if self.role == "owner" else [each.id for each in self.changing_members]
        self.own = find_own_loss(members, losing)
        self.agreed.set_own_place_label(known=self.own.known)
        shown, names = ({each.id: getattr(each, of) for each in self.people} for of in ("role", "name"))
        sealed = Snapshot({"to": self.to, "people": shown, "names": names})
        self.seen.data = seal_snapshot(sealed)

    def _open_selection(self) -> list[Member]:
        opened = open_snapshot(str(self.seen.data))
        if opened is None or opened.values.get("to") not in self.TO:
            self.problems.append(gettext(STALE))
            return []
        self.to, shown, names = (opened.values[name] for name in ("to", "people", "names"))
        members = {id_: self.members.find(id_) for id_ in shown}
        self.gone = [names[id_] for id_, member in members.items() if member is None]
        there = [each for each in members.values() if each is not None]
        if self.gone or any(each.role != shown[each.id] for each in there):
            self.problems.append(gettext(CHANGED))
        return there

    @property
    def role(self) -> str | None:
        """The new role; None to remove the members."""
        return self.TO.get(self.to)

    @property
    def changing_members(self) -> list[Member]:
        return [each for each in self.people if each.role != self.role]

    @property
    def omission_messages(self) -> list[str]:
        """Sentences that explain why some of the selected people are left out."""
        same = [each.name for each in self.people if each.role == self.role]
        so = (
            gettext(SO, are=people_with_verb(same), role=role_phrase(self.role, one=len(same) == 1))
            if same and self.role
            else ""
        )
        whole = self.members.whole
        gone = (
            gettext(GONE if whole else NOT_FOUND, are=people_with_verb(self.gone, past=not whole)) if self.gone else ""
        )
        return [each for each in (gone, so) if each]

    @property
    def no_change_message(self) -> str:
        """The message to show if there is nothing to change."""
        return " ".join([*self.omission_messages, gettext(NOTHING_SENT)]) if self.gone else gettext(ALL_SO)

    @property
    def removes_owner(self) -> bool:
        """True if the change removes an owner, or a member whose role isn't reported."""
        return self.role is None and any(each.role != "member" for each in self.changing_members)

    def check(self) -> None:
        self.notes += self.omission_messages
        if self.has_no_owner_left:
            self.problems.append(gettext(NO_OWNER) if self.members.whole else gettext(OWNERS_UNREAD))
        elif self.picked and self.picked.changed:
            self.notes.append(gettext(CHANGED))
        elif self.own.certain and not (self.picked or self.problems):
            self.agreed.require()

    @property
    def needs_review(self) -> bool:
        """True if the change must be reviewed.

        That is the case for people selected by checkbox, owners, possibly oneself, and outdated rows.
        """
        ticked_or_changed = self.picked is not None and (self.picked.ticked or self.picked.changed)
        return ticked_or_changed or self.removes_owner or self.own.possible or self.has_no_owner_left

    @property
    def has_no_owner_left(self) -> bool:
        """True if the team has owners now, and would have none after the change."""
        return leaves_no_owner(self.members, {each.id: self.role for each in self.changing_members})
