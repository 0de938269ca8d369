"""The forms of the share link pages: what the API takes, and what colleagues note beside it."""

from datetime import date
from typing import Annotated

from pydantic import BaseModel, Field

from contract.publishing.share_links import ShareLinkCreate, ShareLinkUpdate
from web.forms.days import Day, today
from web.forms.fields import Switch, TextInput
from web.forms.forms import ContractForm

MAX_NOTE_LENGTH = 500
NAME = "Name"
NAME_HINT = "Whom it is for. Readers do not see it."


class NewLinkForm(ContractForm):
    """The name of a new link."""

    body = ShareLinkCreate
    name = TextInput("Name of the new link", hint=NAME_HINT)


class SuccessorForm(ContractForm):
    """The name of a link that comes in the place of another."""

    body = ShareLinkCreate
    name = TextInput("Name of the new link", hint="It may be the same.")


class EditLinkForm(ContractForm):
    """All that can be changed about a link."""

    body = ShareLinkUpdate
    name = TextInput(NAME, hint=NAME_HINT)
    active = Switch(
        "Opens the site", hint="Switched off, its address opens nothing. Switched on again, it is the same."
    )

    def check(self) -> None:
        """A link keeps a name: the API takes none too, and then nobody can tell which one it is."""
        if self.changes().get("name") == "":
            self.name.errors = [f"{NAME}: please fill this in."]


class NoteOfLink(BaseModel):
    """What is noted of a link."""

    note: Annotated[str, Field(max_length=MAX_NOTE_LENGTH)] = ""
    due: date | None = None


class NoteForm(ContractForm):
    """What the portal keeps of a link, for all who may see the links of the site."""

    body = NoteOfLink
    note = TextInput("Note", hint="Who asked for it, who holds it, what it is for.")
    due = Day(
        "Due",
        hint="The last day on which it should be on. Masthead reminds; nothing is switched off by itself.",
    )

    def check(self) -> None:
        """A day that is over reminds nobody."""
        if "due" in self.changes() and self.due.day and self.due.day < today():
            self.due.errors = ["Due: this day is over. Give today or a later one, or leave it empty."]
