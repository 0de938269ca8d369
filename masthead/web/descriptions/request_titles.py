"""What a change request is called, on its own page and where others name it."""

from contract.authoring.change_requests import ChangeRequest
from i18n import gettext


def subject_of(told: ChangeRequest) -> str:
    """What people know it by."""
    return told.subject.strip() or gettext("Without a subject")


def title_of(told: ChangeRequest) -> str:
    """Its subject with its number."""
    return f"#{told.number} {subject_of(told)}"
