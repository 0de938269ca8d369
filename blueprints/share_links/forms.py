"""Forms for share links: settings stored by the API, and notes stored in Masthead."""

from collections.abc import Iterable
from datetime import date
from typing import Annotated

from pydantic import BaseModel, Field
from wtforms import HiddenField

from contract.publishing.share_links import ShareLink, ShareLinkCreate, ShareLinkUpdate
from masthead.i18n import N_, gettext
from masthead.web.forms.consequences import Consequence, serious_consequence
from masthead.web.forms.field_types import Day
from masthead.web.forms.fields import Switch, TextInput
from masthead.web.forms.forms import ContractForm, PageForm
from masthead.web.forms.pickers import Picker
from masthead.web.forms.share_links import DUE_HINT, NAME_HINT, DueDate

MAX_NOTE_LENGTH = 500
GONE, ON, OFF = "gone", "on", "off"
LAST = N_("Nobody can read %(site)s then, because no other share link is active.")
NAME = N_("Name")


class NewLink(ShareLinkCreate):
    due: DueDate = None


class NewLinkForm(ContractForm):
    body = NewLink
    name = TextInput(N_("Name of the new link"), hint=NAME_HINT)
    due = Day(N_("Review by (optional)"), hint=DUE_HINT)
    inert = ""
    """The reason why the link would have no effect, as a sentence; empty if it has one."""

    def check(self) -> None:
        self.due.ensure_not_past()

    def find_consequences(self) -> Iterable[Consequence]:
        return [serious_consequence(self.inert)] if self.inert else []


class SitePicker(Picker):
    nothing = N_("Select a site")


class NewLinkOfSiteForm(NewLinkForm):
    site = SitePicker(N_("Site"), of="site")

    def check(self) -> None:
        super().check()
        if not self.site.chosen and not self.site.errors:
            self.site.errors = [gettext("Select a site, or enter its address.")]


class SuccessorForm(ContractForm):
    body = ShareLinkCreate
    name = TextInput(N_("Name of the new link"), hint=N_("You can use the same name."))


class FinishForm(PageForm):
    """Finishes a rotation. The old link is switched off only if the new one's state is still the one that was shown."""

    shown = HiddenField()

    def __init__(self, name: str, old: ShareLink, new: ShareLink | None, *, submitted: bool) -> None:
        """`name` is the new link's name, even if it was deleted. `old` and `new` are the links as just read."""
        super().__init__(**({} if submitted else {"formdata": None}))
        now = GONE if new is None else f"{new.id} {OFF if new.active is False else ON}"
        self.is_as_shown, self.shown.data = old.active is False or self.shown.data == now, now
        self.name, self.is_gone, self.is_off = name, new is None, now.endswith(OFF)

    def check(self) -> None:
        """Add a problem, so that the old link stays on, if the new one has been deleted or switched off."""
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


def last_link_warning(site: str) -> list[Consequence]:
    """Warn that nobody can read the site without its last link. No warning if `site` is empty."""
    return [serious_consequence(gettext(LAST, site=site))] if site else []


class LinkSwitchForm(PageForm):
    """The button that switches a link on or off. `last` is the site's title if readers need this link, else empty."""

    last = ""

    def find_consequences(self) -> list[Consequence]:
        return last_link_warning(self.last)


class EditLinkForm(ContractForm):
    body = ShareLinkUpdate
    name = TextInput(NAME, hint=NAME_HINT)
    active = Switch(
        N_("Opens the site"),
        hint=N_(
            "While the link is off, its address doesn't work. When you switch it on again, the address is the same."
        ),
    )

    last = ""
    """The site's title if nobody can read the site without this link; else empty."""

    def find_consequences(self) -> list[Consequence]:
        return last_link_warning(self.last) if self.changes().get("active") is False else []

    def check(self) -> None:
        """Require a name. The API accepts an empty one, but then nobody could tell the link from others."""
        if self.changes().get("name") == "":
            self.name.errors = [gettext("Enter a name.")]


class NoteOfLink(BaseModel):
    note: Annotated[str, Field(max_length=MAX_NOTE_LENGTH)] = ""
    due: date | None = None


class NoteForm(ContractForm):
    """The note on a link, stored in Masthead and visible to everybody who can see the site's links."""

    body = NoteOfLink
    kept_here = True
    note = TextInput(N_("Note"), hint=N_("Who asked for the link, who has it, and what it is for."))
    due = Day(N_("Review by"), hint=DUE_HINT)

    def check(self) -> None:
        if "due" in self.changes():
            self.due.ensure_not_past()
