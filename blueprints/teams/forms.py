"""The forms of the team pages: whom to add, and what is to become of those who were chosen."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import inf
from typing import Annotated, ClassVar

from pydantic import BaseModel, Field
from wtforms import HiddenField

from contract.organization.people import MemberRole
from contract.organization.team_members import TeamMembersUpdate, TeamMemberUpdate
from i18n import N_, gettext
from masthead.changes import Member, Members, leaves_no_owner
from masthead.web.forms import snapshot
from masthead.web.forms.agreement import OwnPlaceAgreement
from masthead.web.forms.forms import INVALID, ContractForm, PageForm
from masthead.web.forms.people import Names, PeopleField
from masthead.web.forms.role_choice import RoleChoice
from masthead.web.forms.snapshot import Snapshot
from masthead.web.pages.member_summaries import are, as_role
from masthead.web.pages.problems import LinkedText
from masthead.web.pages.roles import TEAM_ROLES
from masthead.web.person.oneself import Oneself

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
    """Whom to add to a team, and as what."""

    add: Annotated[list[str], Field(min_length=1, max_length=MAX_AT_ONCE)]
    role: MemberRole


class AddPeopleForm(ContractForm):
    """People for a team, as many as one call takes."""

    body = PeopleToAdd
    add = PeopleField(
        N_("E-mail addresses or user ids"),
        hint=N_("One or more members of the organization, separated by commas, spaces or line breaks."),
    )
    role = RoleChoice(N_("Role"), meanings=TEAM_ROLES)


class MemberWords(ContractForm):
    """How the journal speaks of one member."""

    body = TeamMemberUpdate
    role = RoleChoice(N_("Role in the team"), meanings=TEAM_ROLES)


class MembersWords(ContractForm):
    """How the journal speaks of many."""

    body = TeamMembersUpdate
    add = Names(N_("Added"))
    remove = Names(N_("Removed"))
    memberships = Names(N_("Roles in the team"))


@dataclass(frozen=True, slots=True)
class Picked:
    """Whom a page was sent for, and what they are to be: `ticked`, or by the button of their row.

    `changed` tells that the row showed them as something else than they are by now. `gone` are those who were not
    found, ids with names. The page was read at `shown_at`, in seconds since 1970.
    """

    to: str
    people: Sequence[Member]
    gone: Mapping[str, str] = field(default_factory=dict)
    ticked: bool = False
    changed: bool = False
    shown_at: float = inf


class ChosenForm(PageForm):
    """Members of a team who were chosen, and what is to become of them: sealed as the page showed them.

    `changed` are the ids of those whom the page showed as something else, with what they are; None for no member.
    `back` are the names of those whom an earlier page left out, as they were gone, and who are there again.
    """

    TO: ClassVar[Mapping[str, str | None]] = {"owner": "owner", "member": "member", "remove": None}
    seen = HiddenField()
    agreed = OwnPlaceAgreement()

    changed: Mapping[str, str | None]

    def __init__(self, members: Members, own: Oneself, picked: "Picked | None") -> None:
        """Without anybody `picked` they are those whom the form carries."""
        super().__init__()
        self.members, self.own, self.picked = members, own, picked
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
        """Seal those who are shown, and the time: what this page sent until now, it tells of itself."""
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
            self.problems.append(gettext(CHANGED))
        return there

    def tell_changed(self) -> None:
        """Let the page ask, though all are as it showed them: they may not have been in between."""
        if self.picked:
            self.notes += [] if self.picked.changed else [gettext(CHANGED)]
            self.picked = replace(self.picked, changed=True)
        elif not self.is_out_of_date:
            self.problems.append(gettext(CHANGED))
            self.status = INVALID

    def blame(self, why: str | LinkedText) -> None:
        """Say this instead of that somebody changed what the page showed."""
        for told in (self.problems, self.notes):
            told[:] = [why if each == gettext(CHANGED) else each for each in told]

    @property
    def is_out_of_date(self) -> bool:
        """Whether those whom the form carries are not all as it showed them."""
        return gettext(CHANGED) in self.problems

    @property
    def role(self) -> str | None:
        """What they are to be; None for nobody of the team."""
        return self.TO.get(self.to)

    @property
    def now(self) -> dict[str, str | None]:
        """What the chosen are by now, by id; None for nobody of the team."""
        return {each.id: each.role for each in self.people} | dict.fromkeys(self.gone)

    @property
    def changing(self) -> list[Member]:
        """Those who are not so already."""
        return [each for each in self.people if each.role != self.role]

    @property
    def left_out(self) -> list[str]:
        """Who of the chosen is not among them, and why, in sentences."""
        same = [each.name for each in self.people if each.role == self.role]
        so = gettext(SO, are=are(same), role=as_role(self.role, one=len(same) == 1)) if same and self.role else ""
        names = list(self.gone.values())
        gone = gettext(GONE, are=are(names)) if self.members.whole else gettext(NOT_FOUND, are=are(names, past=True))
        back = gettext(BACK, are=are(self.back)) if self.back else ""
        return [told for told in (gone if names else "", back, so) if told]

    @property
    def why_nobody(self) -> str:
        """What to say where nobody is to change."""
        return " ".join([*self.left_out, gettext(NOTHING_SENT)]) if self.gone or self.back else gettext(ALL_SO)

    @property
    def losing(self) -> list[Member]:
        """Those who are removed, or get the lesser role."""
        return [] if self.role == "owner" else self.changing

    @property
    def lowers_oneself(self) -> bool:
        """Whether somebody who resembles the person loses something by it."""
        return any(each.id in self.own.ids for each in self.losing)

    @property
    def may_lower_oneself(self) -> bool:
        """Whether somebody loses something by it who could be the person."""
        return any(self.own.may_be(each.id) for each in self.losing)

    @property
    def removes_owner(self) -> bool:
        """Whether an owner, or a member whose role is not reported, leaves the team."""
        return self.role is None and any(each.role != "member" for each in self.changing)

    def check(self) -> None:
        """An owner stays; and whoever changes their own place says so."""
        self.notes += self.left_out
        if self.no_owner_stays:
            self.problems.append(gettext(NO_OWNER) if self.members.whole else gettext(OWNERS_UNREAD))
        elif self.picked and self.picked.changed:
            self.notes.append(gettext(CHANGED))
        elif self.lowers_oneself and not (self.picked or self.problems):
            self.agreed.require()

    @property
    def must_be_seen(self) -> bool:
        """Whether a page asks first: about many people, an owner, maybe oneself, or a row out of date."""
        ticked_or_changed = self.picked is not None and (self.picked.ticked or self.picked.changed)
        return ticked_or_changed or self.removes_owner or self.may_lower_oneself or self.no_owner_stays

    @property
    def no_owner_stays(self) -> bool:
        """Whether the team has owners, and would have none."""
        return leaves_no_owner(self.members, {each.id: self.role for each in self.changing})
