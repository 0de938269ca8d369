"""Change requests for display, with status, author and age, and their forms."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import NamedTuple

from contract.authoring.change_requests import ChangeRequest, ChangeRequestCreate, ChangeRequestUpdate, ReviewersRequest
from contract.organization.people import User
from contract.schema.fields import value_or_none
from masthead.i18n import N_, gettext
from masthead.web.descriptions.labels import request_subject, request_title
from masthead.web.forms.fields import Choice, TextInput
from masthead.web.forms.forms import ContractForm
from masthead.web.forms.pickers import ChosenPeople
from masthead.web.frame.templating import web_address

DRAFT, OPEN, ARCHIVED, MERGED = "draft", "open", "archived", "merged"
STATUSES: Mapping[str, tuple[str, str, str]] = {
    OPEN: (N_("Open"), "good", "pencil"),
    DRAFT: (N_("Draft"), "quiet", "pencil"),
    MERGED: (N_("Merged"), "good", "check-circle"),
    ARCHIVED: (N_("Archived"), "quiet", "folder2"),
}
"""Label, kind and icon of a badge by status."""
CLOSED = frozenset({MERGED, ARCHIVED})
SUBJECT = N_("Subject")
MEANINGS = {
    DRAFT: (N_("Draft"), N_("Still being written")),
    OPEN: (N_("Open"), N_("Ready for review")),
    ARCHIVED: (N_("Archived"), N_("Set aside, not merged")),
}


class RequestFacts(NamedTuple):
    request: ChangeRequest

    @property
    def number(self) -> str:
        return str(self.request.number)

    @property
    def subject(self) -> str:
        """Return the subject, or a placeholder for an empty one."""
        return request_subject(self.request)

    @property
    def title(self) -> str:
        return request_title(self.request)

    @property
    def badge(self) -> tuple[str, str, str]:
        """Return the label, kind and icon of the status. An unknown status is shown as the API reports it."""
        label, kind, icon = STATUSES.get(self.request.status, (self.request.status, "quiet", "info-circle"))
        return gettext(label), kind, icon

    @property
    def is_closed(self) -> bool:
        return self.request.status in CLOSED

    @property
    def is_merged(self) -> bool:
        return self.request.status == MERGED

    @property
    def author(self) -> str:
        """Return the author's name, or an empty string if the API doesn't report it."""
        made = value_or_none(self.request.createdBy)
        return person_name(made) if made else ""

    @property
    def seconds_old(self) -> float:
        return _seconds_since(self.request.createdAt)

    @property
    def seconds_since_update(self) -> float:
        return _seconds_since(self.request.updatedAt)

    @property
    def app(self) -> str:
        """Return the URL of the editor in the app, or an empty string if the API reports none."""
        urls = value_or_none(self.request.urls)
        return web_address(value_or_none(urls.app) if urls else None) or ""


class ChangeRequestForm(ContractForm):
    """The subject and status of a change request. Merging has its own page.

    `form.status` is the HTTP status in every form, so get the field with `form["status"]`.
    """

    body = ChangeRequestUpdate
    subject = TextInput(SUBJECT)
    status = Choice(N_("State"), meanings=MEANINGS)


class NewChangeRequestForm(ContractForm):
    """The subject. Leaves out the agent's task id, which the API accepts too but people don't know."""

    body = ChangeRequestCreate
    subject = TextInput(SUBJECT, hint=N_("What it is to change, in a few words."))

    def check(self) -> None:
        """Require a subject. The API doesn't, but untitled requests are hard to find in a list."""
        if not self.subject.data:
            self.subject.errors = [gettext("Subject: enter one, so that others can tell it from the rest.")]


class ReviewersForm(ContractForm):
    body = ReviewersRequest
    users = ChosenPeople(N_("Reviewers"))


def person_name(user: User) -> str:
    """Return the person's display name, or their id."""
    return user.displayName.strip() or user.id


def _seconds_since(moment: datetime) -> float:
    return max(0.0, (datetime.now(UTC) - moment).total_seconds())
