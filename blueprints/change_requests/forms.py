"""The forms of change requests: a new one, its subject and state, whom to ask for a review."""

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
    """What can be changed of one. Merging has a page of its own, so a merged one keeps its state.

    The status of the page is an attribute of every form, so the field of this name is had as `form["status"]`.
    """

    body = ChangeRequestUpdate
    subject = TextInput(SUBJECT)
    status = Choice(N_("State"), meanings=MEANINGS)


class NewChangeRequestForm(ContractForm):
    """A subject, and the task of an agent where there is one."""

    body = ChangeRequestCreate
    subject = TextInput(SUBJECT, hint=N_("What it is to change, in a few words."))
    agentTaskId = TextInput(
        N_("Id of an agent's task"),
        hint=N_("Leave it empty unless the app gave you the id of a task that an agent is to carry out."),
    )

    def check(self) -> None:
        """The API needs no subject, but a list of untitled ones helps nobody."""
        if not self.subject.data:
            self.subject.errors = [gettext("Subject: enter one, so that others can tell it from the rest.")]


class ReviewersForm(ContractForm):
    """Whom to ask."""

    body = ReviewersRequest
    users = ChosenPeople(N_("Reviewers"))
