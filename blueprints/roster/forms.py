"""The forms of a roster: the one that takes a list, and the one that agrees to what it would do."""

from collections.abc import Mapping

from flask import request
from wtforms import BooleanField, HiddenField

from i18n import N_, gettext
from rosters import Comparison, RosterError, RosterText, read_roster_text
from web.forms import snapshot
from web.forms.fields import Choice, TypedName
from web.forms.fields import TextInput as TextField
from web.forms.forms import INVALID, PageForm
from web.forms.snapshot import Snapshot
from web.forms.uploads import Upload
from web.saving.plan_form import PlanForm

ADD, EXACT = "add", "exact"
MODES: Mapping[str, tuple[str, str]] = {
    ADD: (N_("Add only"), N_("Members who are not in the list stay in the team.")),
    EXACT: (N_("Replace members"), N_("Members who are not in the list are removed from the team.")),
}
NOTHING = N_("Paste a list, or choose a file.")
BOTH = N_("Paste a list or choose a file, not both.")
NOTHING_TO_DO = N_("All of these people are already in the team with these roles, so there are no changes.")
NO_ROW = N_("No row of this list can be used, so there are no changes.")
AGREE_OWN = N_("Confirm that this may change your own place in the team.")
AGREE_DOUBT = N_("Confirm removing people whom no row names that could be read.")
AGREE_ALIKE = N_("Confirm removing people who look like somebody that the list adds.")
MOVED = N_("The team is not as this page showed it any more. Nothing was sent. Review the changes again.")


def parse_mode(text: str | None) -> str:
    """What to do with a list; to add alone, where nobody said anything else."""
    return EXACT if text == EXACT else ADD


class RosterForm(PageForm):
    """A list of people, pasted or in a file, and what to do with it."""

    text = TextField(
        N_("Paste a list"),
        rows=8,
        clean=str,
        hint=N_("One person a line, by e-mail address or id. Add the role if it is owner."),
    )
    file = Upload(
        N_("Or choose a file"), hint=N_("CSV or text, 1 MB at most."), accept=".csv,.tsv,.txt,text/csv,text/plain"
    )
    mode = Choice(N_("How to use the list"), meanings=MODES, default=ADD)

    @property
    def sealed(self) -> str:
        """It edits nothing; but what is typed into it is worth keeping when a session ends."""
        return snapshot.seal_snapshot(Snapshot({}))

    def read(self) -> RosterText | None:
        """The text of a validated form; None where there is none that could be used, and the form says why."""
        pasted = self.text.data if (self.text.data or "").strip() else ""
        if bool(pasted) == bool(self.file.file_name):
            self.text.errors = [gettext(BOTH) if pasted else gettext(NOTHING)]
            self.status = INVALID
            return None
        field = self.file if self.file.file_name else self.text
        try:
            return read_roster_text(field.data)
        except RosterError as wrong:
            field.errors = [str(wrong)]
            self.status = INVALID
            if wrong.is_secret:
                self.text.data = ""
        return None

    @property
    def origin(self) -> str:
        """Where the list comes from, in words."""
        return (
            gettext("the file %(file_name)s", file_name=self.file.file_name)
            if self.file.file_name
            else gettext("the pasted list")
        )


class ReviewForm(PlanForm):
    """Agrees to what was shown: `seen` stands for it. The name of the team is typed where many are removed."""

    seen = HiddenField()
    confirm = TypedName(N_("Name"))
    agreed_own = BooleanField()
    agreed_doubt = BooleanField()
    agreed_alike = BooleanField()

    def __init__(self, comparison: Comparison, mark: str, team: str) -> None:
        """`mark` stands for the comparison as it is now, `team` is the name that may have to be typed."""
        super().__init__(**({} if request.method == "POST" else {"formdata": None}))
        self.comparison, self.mark = comparison, mark
        self.confirm.require_name(team)
        self.was_seen = str(self.seen.data or "")
        self.seen.data = mark

    def check(self) -> None:
        """What was shown is what there is, and all that has to be agreed to is."""
        if self.was_seen != self.mark:
            self.problems.append(gettext(MOVED))
            self.agreed_own.data = self.agreed_doubt.data = self.agreed_alike.data = False  # that was about others
            return
        if self.comparison.blocked:
            self.problems.append(self.comparison.blocked)
        elif not self.comparison.changing:
            self.problems.append(gettext(NOTHING_TO_DO) if self.comparison.usable else gettext(NO_ROW))
        if self.comparison.own and not self.agreed_own.data:
            self.problems.append(gettext(AGREE_OWN))
        if self.comparison.in_doubt and not self.agreed_doubt.data:
            self.problems.append(gettext(AGREE_DOUBT))
        if self.comparison.alike and not self.agreed_alike.data:
            self.problems.append(gettext(AGREE_ALIKE))
        if self.comparison.removes_many:
            self.confirm.check()
