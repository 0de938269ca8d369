"""The steps before a form is sent: its review, and the receipt that the sender has seen."""

from typing import Any

from flask import request, url_for
from werkzeug.exceptions import HTTPException
from werkzeug.wrappers import Response

from masthead.store.entries import Entry
from masthead.web.descriptions.api_requests import shown_request
from masthead.web.forms.fields import WireField
from masthead.web.forms.forms import INVALID, ContractForm, PageForm
from masthead.web.frame.pages import page
from masthead.web.http.paths import request_path
from masthead.web.person.portal import portal
from masthead.web.person.session import person
from masthead.writes.send import Change

STEP, REASON = "step", "reason"
REVIEW, REVIEWED, EDIT, KEEP = "review", "reviewed", "edit", "keep"
ASIDE = "aside"
"""The button that scripts send with input of other forms on the page, which is stored without a response."""
MAX_REASON_LENGTH = 500
RECEIPT = "receipt"
"""The part of a form that says which receipt its sender has seen: `<entry>.<digest of what it showed>`."""


def pressed_button() -> str:
    """Return the name of the pressed button. Empty for the plain save button."""
    return request.form.get(STEP, "")


def reason_given() -> str:
    """Return the reason that the person gave for the journal."""
    return " ".join(request.form.get(REASON, "").split())[:MAX_REASON_LENGTH]


def wants_review(form: PageForm) -> bool:
    """Return whether to show a review: it was requested, or the change is dangerous and not yet confirmed."""
    if pressed_button() in {EDIT, KEEP} or (pressed_button() == REVIEW and not isinstance(form, ContractForm)):
        return False
    unseen = pressed_button() != REVIEWED and (pressed_button() == REVIEW or form.requires_review())
    return unseen or bool(form.missing_consents)


def should_send(form: PageForm) -> bool:
    """Return whether to send a validated form now, rather than to review, edit or keep it as a draft."""
    return not wants_review(form) and pressed_button() not in {EDIT, KEEP}


def render_review(form: PageForm, change: Change[Any]) -> Response:
    """Render the review. It contains the form's input and is submitted to the form's URL."""
    read = {field.name: field.data for field in form.wire_fields if field.uploaded}
    consents = form.missing_consents
    beside = {STEP, REASON, *(field.name for field in consents)}
    typed = [(name, read.get(name, value)) for name, value in request.form.items(multi=True) if name not in beside]
    if pressed_button() == REVIEWED:
        form.status = INVALID
    else:
        _ask_first(consents)
    first = form.list_preceding_changes() if isinstance(form, ContractForm) else []
    sent = None if change.body is None else change.sent
    return page(
        "journal/review.html",
        status=form.status,
        form=form,
        consents=consents,
        reason=reason_given(),
        change=change,
        notes=form.advice() if isinstance(form, ContractForm) else [],
        differences=form.differences if isinstance(form, ContractForm) else [],
        typed=typed,
        action=request_path(),
        longest_reason=MAX_REASON_LENGTH,
        shown=shown_request(change.endpoint, change.ids, sent),
        shown_first=[
            shown_request(each.endpoint, each.ids, None if each.body is None else each.sent) for each in first
        ],
    )


def _ask_first(consents: list[WireField]) -> None:
    """Turn missing consents from errors into hints, since the person has not been asked yet."""
    for field in consents:
        field.hint, field.errors = " ".join(str(error) for error in field.errors), []


def posted_receipt() -> tuple[int | None, str]:
    """Return the entry number and token of the receipt that the sender has seen; None and "" for none."""
    try:
        token = request.form.get(RECEIPT, "")
    except HTTPException:  # such as a form that is too large to be read
        token = ""
    number = token.partition(".")[0]
    return (int(number), token) if number.isascii() and number.isdigit() else (None, "")


def get_own_entry(number: int | None) -> Entry | None:
    """Find the person's journal entry in the organization named in the URL. Raises StoreError."""
    organization = (request.view_args or {}).get("organization_id")
    return portal().store.journal.entry(organization, number, person().owner) if organization and number else None


def entry_url(entry: Entry) -> str:
    """Return the URL of a journal entry's page."""
    return url_for("journal.show", organization_id=entry.intent.organization, number=entry.number)
