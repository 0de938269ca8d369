"""Forms of team pages: add people, and change the roles of selected members or remove them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import inf
from typing import Annotated, ClassVar

from pydantic import BaseModel, Field
from wtforms import HiddenField

from contract.organization.people import MemberRole
from contract.organization.team_members import TeamMembersUpdate, TeamMemberUpdate
from i18n import N_, gettext
from masthead.web.forms import snapshot
from masthead.web.forms.fields import OwnPlaceAgreement, RoleChoice
from masthead.web.forms.forms import INVALID, ContractForm, PageForm
from masthead.web.forms.people import Names, PeopleField
from masthead.web.forms.snapshot import Snapshot
from masthead.web.frame.problems import LinkedText
from masthead.web.people.member_summaries import are, as_role
from masthead.web.people.roles import TEAM_ROLES
from masthead.web.person.oneself import Oneself
from masthead.writes.members import Member, Members, leaves_no_owner

MAX_AT_ONCE = 200
STALE = N_("This page is out of date. Nothing was sent. Select the people again.")
OWNERS_UNREAD = N_(
    "Masthead couldn't read all members, and these are all the owners it could read. Nothing was "
    "sent. Try again later, or make somebody else an owner first."
)
NO_OWNER = N_("The team would have no owner, and nobody could manage its members. Make somebody else an owner first.")
CHANGED = N_("Somebody changed this in the meantime. Nothing was sent. Check it again.")
GONE = N_("%(are)s no longer in the team.")
BACK = N_("%(are)s in the team again. This doesn't change them: select them again in the team.")
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
        N_("E-mail addresses or user ids"),
        hint=N_("One or more members of the organization, separated by commas, spaces or line breaks."),
    )
    role = RoleChoice(N_("Role"), meanings=TEAM_ROLES)


class MemberWords(ContractForm):
    """Gives the journal labels for a change of one member. No page shows this form."""

    body = TeamMemberUpdate
    role = RoleChoice(N_("Role in the team"), meanings=TEAM_ROLES)


class MembersWords(ContractForm):
    """Gives the journal labels for a change of several members. No page shows this form."""

    body = TeamMembersUpdate
    add = Names(N_("Added"))
    remove = Names(N_("Removed"))
    memberships = Names(N_("Roles in the team"))


@dataclass(frozen=True, slots=True)
class Picked:
    """People to change, and their new role `to`: selected by checkbox (`ticked`), or by the button of a row.

    `changed`: the row showed another role than they have now. `gone` has names of people who were not found, by id.
    `shown_at` is when the page's data was read, in seconds since 1970.
    """

    to: str
    people: Sequence[Member]
    gone: Mapping[str, str] = field(default_factory=dict)
    ticked: bool = False
    changed: bool = False
    shown_at: float = inf


class ChosenForm(PageForm):
    """Selected members and their new role. It carries them, sealed, with the roles that the page showed.

    `changed` has current roles, by id, of people whom the page showed with another one; None for no member.
    `back` has names of people who had left when an earlier page was shown, and are members again.
    """

    TO: ClassVar[Mapping[str, str | None]] = {"owner": "owner", "member": "member", "remove": None}
    seen = HiddenField()
    agreed = OwnPlaceAgreement()

    changed: Mapping[str, str | None]

    def __init__(self, members: Members, own: Oneself, picked: "Picked | None") -> None:
        """Without `picked`, the people are those that the submitted form carries."""
        super().__init__()
        self.members, self.own, self.picked = members, own, picked
        self._changed_text = gettext(CHANGED)
        self.agreed.name_oneself(known=own.known)
        self.to = picked.to if picked else ""
        self.shown_at = picked.shown_at if picked else inf
        self.gone = dict(picked.gone) if picked else {}
        self.back: list[str] = []
        self._left_out_before: dict[str, str] = {}
        self.changed = {each.id: each.role for each in picked.people} if picked and picked.changed else {}
        self.people = list(picked.people) if picked else self._carried()
        self.remember_sent()

    def remember_sent(self) -> None:
        """Seal the people and the current time: this page reports the outcome of what it has sent so far itself."""
        shown, names = ({each.id: getattr(each, of) for each in self.people} for of in ("role", "name"))
        gone = self._left_out_before | self.gone
        sealed = Snapshot({"to": self.to, "people": shown, "names": names, "gone": gone})
        self.seen.data = snapshot.seal_snapshot(sealed)

    def _carried(self) -> list[Member]:
        opened = snapshot.open_snapshot(str(self.seen.data))
        if opened is None or opened.values.get("to") not in self.TO:
            self.problems.append(gettext(STALE))
            return []
        self.to, shown, self.shown_at = opened.values["to"], opened.values["people"], opened.at
        there = [each for id_ in shown if (each := self.members.find(id_)) is not None]
        names = opened.values.get("names", {})
        self.gone = {id_: names.get(id_, id_) for id_ in shown if self.members.find(id_) is None}
        self._left_out_before = opened.values.get("gone", {})
        self.back = [name for id_, name in self._left_out_before.items() if self.members.find(id_) is not None]
        now = {each.id: each.role for each in there}
        self.changed = {id_: now.get(id_) for id_ in shown if now.get(id_) != shown[id_]}
        if self.changed:
            self.problems.append(self._changed_text)
        return there

    def tell_changed(self) -> None:
        """Ask for another review although roles are as shown: they may have changed and been set back in between."""
        if self.picked:
            self.notes += [] if self.picked.changed else [self._changed_text]
            self.picked = replace(self.picked, changed=True)
        elif not self.is_out_of_date:
            self.problems.append(self._changed_text)
            self.status = INVALID

    def blame(self, why: str | LinkedText) -> None:
        """Replace the message that somebody changed this by a more precise one."""
        for told in (self.problems, self.notes):
            told[:] = [why if each is self._changed_text else each for each in told]

    @property
    def is_out_of_date(self) -> bool:
        """Whether people's roles differ from those that the form carries."""
        return any(each is self._changed_text for each in self.problems)

    @property
    def role(self) -> str | None:
        """The new role; None to remove them."""
        return self.TO.get(self.to)

    @property
    def now(self) -> dict[str, str | None]:
        """Current roles by id; None for no member."""
        return {each.id: each.role for each in self.people} | dict.fromkeys(self.gone)

    @property
    def changing(self) -> list[Member]:
        return [each for each in self.people if each.role != self.role]

    @property
    def left_out(self) -> list[str]:
        """Sentences about selected people who are left out, and why."""
        same = [each.name for each in self.people if each.role == self.role]
        so = gettext(SO, are=are(same), role=as_role(self.role, one=len(same) == 1)) if same and self.role else ""
        names = list(self.gone.values())
        gone = gettext(GONE, are=are(names)) if self.members.whole else gettext(NOT_FOUND, are=are(names, past=True))
        back = gettext(BACK, are=are(self.back)) if self.back else ""
        return [told for told in (gone if names else "", back, so) if told]

    @property
    def why_nobody(self) -> str:
        """The message if nobody changes."""
        return " ".join([*self.left_out, gettext(NOTHING_SENT)]) if self.gone or self.back else gettext(ALL_SO)

    @property
    def losing(self) -> list[Member]:
        """People who are removed or become plain members."""
        return [] if self.role == "owner" else self.changing

    @property
    def lowers_oneself(self) -> bool:
        """Whether somebody who looks like this person loses a role or membership."""
        return any(each.id in self.own.ids for each in self.losing)

    @property
    def may_lower_oneself(self) -> bool:
        """Whether somebody who could be this person loses a role or membership."""
        return any(self.own.may_be(each.id) for each in self.losing)

    @property
    def removes_owner(self) -> bool:
        """Whether an owner leaves the team, or a member whose role is not reported."""
        return self.role is None and any(each.role != "member" for each in self.changing)

    def check(self) -> None:
        """Reject a change that leaves no owner, and ask for confirmation if it concerns oneself."""
        self.notes += self.left_out
        if self.no_owner_stays:
            self.problems.append(gettext(NO_OWNER) if self.members.whole else gettext(OWNERS_UNREAD))
        elif self.picked and self.picked.changed:
            self.notes.append(self._changed_text)
        elif self.lowers_oneself and not (self.picked or self.problems):
            self.agreed.require()

    @property
    def must_be_seen(self) -> bool:
        """Whether to show a review: for several people, an owner, maybe oneself, or an outdated row."""
        ticked_or_changed = self.picked is not None and (self.picked.ticked or self.picked.changed)
        return ticked_or_changed or self.removes_owner or self.may_lower_oneself or self.no_owner_stays

    @property
    def no_owner_stays(self) -> bool:
        """Whether the team has owners now and would have none."""
        return leaves_no_owner(self.members, {each.id: self.role for each in self.changing})
