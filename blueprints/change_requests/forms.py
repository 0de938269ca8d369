"""Forms of change requests: a new one, its subject and state, and reviewers."""

from blueprints.change_requests.facts import ARCHIVED, DRAFT, OPEN
from contract.authoring.change_requests import ChangeRequestCreate, ChangeRequestUpdate, ReviewersRequest
from i18n import N_, gettext
from masthead.web.forms.fields import Choice, TextInput
from masthead.web.forms.forms import ContractForm
from masthead.web.forms.people import ChosenPeople

SUBJECT = N_("Subject")
MEANINGS = {
    DRAFT: (N_("Draft"), N_("Still being written")),
    OPEN: (N_("Open"), N_("Ready for review")),
    ARCHIVED: (N_("Archived"), N_("Set aside, not merged")),
}


class ChangeRequestForm(ContractForm):
    """The subject and state of a change request. Merging is not a state here: it has its own page.

    `form.status` is the HTTP status in every form, so get the field with `form["status"]`.
    """

    body = ChangeRequestUpdate
    subject = TextInput(SUBJECT)
    status = Choice(N_("State"), meanings=MEANINGS)


class NewChangeRequestForm(ContractForm):
    """The subject. The id of an agent's task, which the API takes too, is known to no person."""

    body = ChangeRequestCreate
    subject = TextInput(SUBJECT, hint=N_("What it is to change, in a few words."))

    def check(self) -> None:
        """Require a subject. The API doesn't, but a list of untitled requests helps nobody."""
        if not self.subject.data:
            self.subject.errors = [gettext("Subject: enter one, so that others can tell it from the rest.")]


class ReviewersForm(ContractForm):
    """The people to ask for a review."""

    body = ReviewersRequest
    users = ChosenPeople(N_("Reviewers"))
