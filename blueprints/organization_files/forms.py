"""Forms for an organization file: the text, and the review of its changes."""

from typing import TYPE_CHECKING

from wtforms import HiddenField

from blueprints.organization_files.review import FileReview
from masthead.i18n import N_, gettext
from masthead.web.forms.field_types import Upload
from masthead.web.forms.fields import Agreement, TextInput
from masthead.web.forms.forms import INVALID, PageForm

if TYPE_CHECKING:
    from masthead.organization_file.document import FileDocument

NOTHING = N_("Paste a file, or choose one.")
BOTH = N_("Paste a file or choose one, not both.")
NOT_TEXT = N_("The file isn't text in UTF-8. Choose a YAML or JSON file.")
NOTHING_TO_DO = N_("The organization already has these values, so there are no changes.")
MOVED = N_("The organization is not as this page showed it any more. Nothing was sent. Review the changes again.")


class OrganizationFileForm(PageForm):
    """A file, pasted or uploaded. An uploaded text is shown in the field, so that it can be corrected."""

    keeps_input = True
    text = TextInput(N_("Paste a file"), rows=16, clean=str, hint=N_("YAML or JSON."))
    file = Upload(
        N_("Or choose a file"),
        accept=".yaml,.yml,.json,application/yaml,application/json",
        hint=N_("Up to 1 MB. For a larger file, use the command “masthead apply”."),
    )

    @property
    def source(self) -> str:
        name = self.file.file_name
        return gettext("the file %(file_name)s", file_name=name) if name else gettext("the pasted file")

    def read(self) -> "FileDocument | None":
        """Parse the text. If it has errors, show all of them and return None."""
        from masthead.organization_file.document import load  # noqa: PLC0415 - it imports a YAML parser

        pasted = (self.text.data or "").strip()
        if bool(pasted) == bool(self.file.file_name):
            self.text.errors = [gettext(BOTH if pasted else NOTHING)]
        elif self.file.file_name:
            try:
                self.text.data = self.file.data.decode("utf-8-sig")
            except UnicodeDecodeError:
                self.file.errors = [gettext(NOT_TEXT)]
        if self.text.errors or self.file.errors:
            self.status = INVALID
            return None
        found = load(self.text.data)
        if not found.errors:
            return found
        self.status, self.problem_title = INVALID, gettext("The file has errors. Nothing was sent")
        self.problems += map(str, found.errors)
        return None


class FileReviewForm(PageForm):
    """Confirms the reviewed changes, whose digest is in `seen`. With `delete`, what the file lacks is deleted."""

    seen = HiddenField()
    delete = Agreement("")

    def __init__(self, review: FileReview) -> None:
        super().__init__()
        self.review, self._seen = review, self.seen.data
        self.seen.data = review.digest
        self.delete.label.text = gettext("Also delete or remove %(items)s", items=review.deletions_label)

    def check(self) -> None:
        """Require that nothing has changed since the page was shown, and that there is something to change."""
        if self._seen != self.review.digest:
            self.problems.append(gettext(MOVED))
            self.delete.data = False  # given for other items
        elif not self.review.planned.changes:
            if self.review.deletions:
                self.delete.require()
            else:
                self.problems.append(gettext(NOTHING_TO_DO))
