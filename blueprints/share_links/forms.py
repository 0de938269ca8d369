"""The forms of the share link pages: what the API takes, and what colleagues note beside it."""

from collections.abc import Iterable
from datetime import date
from typing import Annotated

from pydantic import BaseModel, Field
from wtforms import HiddenField

from contract.publishing.share_links import ShareLink, ShareLinkCreate, ShareLinkUpdate
from i18n import N_, gettext
from masthead.web.forms.consequences import Consequence, serious
from masthead.web.forms.days import Day
from masthead.web.forms.fields import Switch, TextInput
from masthead.web.forms.forms import ContractForm, PageForm
from masthead.web.forms.pickers import Picker
from masthead.web.person.time_zone import today

MAX_NOTE_LENGTH = 500
GONE, ON, OFF = "gone", "on", "off"
LAST = N_("Nobody can read %(site)s then, because no other share link is active.")
NAME = N_("Name")
NAME_HINT = N_("Whom the link is for. Readers don't see this.")

DUE_HINT = N_("By this day, check whether the link is still needed. Masthead reminds you, but doesn't switch it off.")


def check_due(field: Day) -> None:
    """Refuse a day that is over."""
    if field.day and field.day < today():
        field.errors = [gettext("Review by: this day is in the past. Enter today or a later day, or leave it empty.")]


class NewLink(ShareLinkCreate):
    """A new link, and what Masthead notes of it."""

    due: Annotated[date | None, Field(strict=False)] = None


class NewLinkForm(ContractForm):
    """The name of a new link, and when to review it."""

    body = NewLink
    name = TextInput(N_("Name of the new link"), hint=NAME_HINT)
    due = Day(N_("Review by (optional)"), hint=DUE_HINT)
    inert = ""
    """Why the link would open nothing, in a sentence; empty where it opens its site."""

    def check(self) -> None:
        """A day that is over reminds nobody."""
        check_due(self.due)

    def find_consequences(self) -> Iterable[Consequence]:
        """A link of a site that others read without it has no effect."""
        return [serious(self.inert)] if self.inert else []


class SitePicker(Picker):
    """One site; there is none yet to leave as it is."""

    nothing = N_("Select a site")


class NewLinkOfSiteForm(NewLinkForm):
    """The same for a site that is selected here."""

    site = SitePicker(N_("Site"), of="site")

    def check(self) -> None:
        """A link opens one site."""
        super().check()
        if not self.site.chosen and not self.site.errors:
            self.site.errors = [gettext("Select a site, or enter its id or address.")]


class SuccessorForm(ContractForm):
    """The name of a link that comes in the place of another."""

    body = ShareLinkCreate
    name = TextInput(N_("Name of the new link"), hint=N_("You can use the same name."))


class FinishForm(PageForm):
    """Ends a rotation. What the page showed of the new link travels in it: the old one goes for that."""

    shown = HiddenField()

    def __init__(self, name: str, old: ShareLink, new: ShareLink | None, *, submitted: bool) -> None:
        """`name` is what the new link is called, or was; `old` and `new` are what there is of both now."""
        super().__init__(**({} if submitted else {"formdata": None}))
        now = GONE if new is None else f"{new.id} {OFF if new.active is False else ON}"
        self.is_as_shown, self.shown.data = old.active is False or self.shown.data == now, now
        self.name, self.is_gone, self.is_off = name, new is None, now.endswith(OFF)

    def check(self) -> None:
        """Where a colleague took the new link away meanwhile, the old one stays."""
        if self.is_as_shown:
            return
        if self.is_gone:
            self.problems.append(
                gettext("The new link “%(name)s” is gone now, so the old one was left on.", name=self.name)
            )
        elif self.is_off:
            self.problems.append(
                gettext("The new link “%(name)s” is off now, so the old one was left on.", name=self.name)
            )


def last_link(site: str) -> list[Consequence]:
    """That nobody can read the site without a link; empty where `site` names none."""
    return [serious(gettext(LAST, site=site))] if site else []


class SwitchForm(PageForm):
    """The button that switches a link on or off. `last` is the site that nobody can read then, by its title."""

    last = ""

    def find_consequences(self) -> list[Consequence]:
        """That the last link of a site is switched off."""
        return last_link(self.last)


class EditLinkForm(ContractForm):
    """All that can be changed about a link."""

    body = ShareLinkUpdate
    name = TextInput(NAME, hint=NAME_HINT)
    active = Switch(
        N_("Opens the site"),
        hint=N_(
            "While the link is off, its address doesn't work. When you switch it on again, the address is the same."
        ),
    )

    last = ""
    """The site that nobody can read without the link, by its title."""

    def find_consequences(self) -> list[Consequence]:
        """That the last link of a site is switched off."""
        return last_link(self.last) if self.changes().get("active") is False else []

    def check(self) -> None:
        """A link keeps a name: the API takes none too, and then nobody can tell which one it is."""
        if self.changes().get("name") == "":
            self.name.errors = [gettext("Enter a name.")]


class NoteOfLink(BaseModel):
    """What is noted of a link."""

    note: Annotated[str, Field(max_length=MAX_NOTE_LENGTH)] = ""
    due: date | None = None


class NoteForm(ContractForm):
    """What the portal keeps of a link, for all who may see the links of the site."""

    body = NoteOfLink
    kept_here = True
    note = TextInput(N_("Note"), hint=N_("Who asked for the link, who has it, and what it is for."))
    due = Day(N_("Review by"), hint=DUE_HINT)

    def check(self) -> None:
        """A day that is over reminds nobody."""
        if "due" in self.changes():
            check_due(self.due)
