"""Forms to start an access review, to decide about its rows, and to complete it."""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any, NamedTuple

from flask import request
from wtforms import HiddenField

from masthead.i18n import N_, gettext, ngettext
from masthead.store.access_reviews import KEEP, REMOVE, AccessReview, ReviewedAccess
from masthead.web.forms.field_types import Day
from masthead.web.forms.fields import Agreement, TextInput
from masthead.web.forms.forms import CONFLICT, FINE, INVALID, PageForm
from masthead.web.forms.pickers import Picker
from masthead.web.person.locale import today
from masthead.web.submit.review import MAX_REASON_LENGTH
from masthead.writes.roles import OWNER

DAYS, MAX_REVIEWERS, MAX_NAME = 14, 20, 80
"""Days until the first deadline; reviewers; characters of a name."""
TARGET = N_("Select a team or a space, not both.")
WHEN = N_("Enter the day by which the review has to be completed: today or later.")
WHY = N_("Enter a reason.")
OTHER_REST = N_("The list has changed since this page was opened. Check who has no decision now.")
NO_OWNER = N_("The team would have no owner. Keep one, or make somebody else an owner.")
MOVED = N_("Decisions or access have changed since this page was opened. Nothing was sent. Check the list again.")


class NoTeam(Picker):
    nothing = N_("None")


class NewReviewForm(PageForm):
    """The team or space to review, the reviewers and the deadline."""

    keeps_input = True
    team = NoTeam(N_("Team"), of="team")
    space = NoTeam(N_("Or space"), of="space")
    reviewers = TextInput(
        N_("Reviewers"), rows=3, hint=N_("One name a line. All administrators can decide; these are asked to.")
    )
    due = Day(N_("Complete by"))

    def __init__(self, organization_id: str, **start: str) -> None:
        """`start` holds the initial input values."""
        super().__init__(data={"due": (today() + timedelta(days=DAYS)).isoformat(), **start})
        for field in (self.team, self.space):
            field.offer_known(organization_id)
            field.offer_current(field.wire)

    @property
    def names(self) -> tuple[str, ...]:
        lines = (" ".join(line.split())[:MAX_NAME] for line in (self.reviewers.data or "").splitlines())
        return tuple(dict.fromkeys(filter(None, lines)))[:MAX_REVIEWERS]

    def check(self) -> None:
        if bool(self.team.chosen) == bool(self.space.chosen) and not (self.team.errors or self.space.errors):
            self.team.errors = [gettext(TARGET)]
        if self.due.day is None or self.due.day < today():
            self.due.errors = [gettext(WHEN)]


class DecidedRow(NamedTuple):
    """A row of the page, with the decision in the form. `row.version` is the one that the form was drawn from.

    `other` is the decision that somebody else has made since.
    """

    row: ReviewedAccess
    to: str
    reason: str
    error: str = ""
    other: ReviewedAccess | None = None
    is_touched: bool = False

    @property
    def shown(self) -> str:
        """The form's record of what the page showed."""
        row = self.other or self.row
        return f"{row.version} {row.to} {row.reason}"


class ReasonsText(TextInput):
    """The reasons of all rows, each of which has an input of its own."""

    def process_inputs(self, formdata: Any) -> None:  # noqa: ANN401 - as WTForms passes it
        """Join the inputs of the rows."""
        names = [name for name in formdata if name.startswith("reason-")]
        self.data = ", ".join(filter(None, map(formdata.get, names)))


class DecisionsForm(PageForm):
    """Decisions about rows, and the consent to keep everybody who has none. `shown` is the digest of those people."""

    keeps_input = True
    shown = HiddenField()
    reasons = ReasonsText(N_("Decisions and reasons"))
    agreed = Agreement(N_("I have checked everybody without a decision"))

    def read(self, rows: Mapping[str, ReviewedAccess], roles: Iterable[str]) -> dict[str, DecidedRow]:
        """Read the decisions about these rows. Rows that the form doesn't have are as stored."""
        return {key: self._read_row(row, {"", KEEP, REMOVE, *roles}) for key, row in rows.items()}

    def _read_row(self, row: ReviewedAccess, allowed: set[str]) -> DecidedRow:
        version, _, was = request.form.get(f"was-{row.key}", "").partition(" ")
        to, reason = request.form.get(f"to-{row.key}", ""), request.form.get(f"reason-{row.key}", "")
        reason = " ".join(reason.split())[:MAX_REASON_LENGTH]
        if not version.isdecimal() or f"{to} {reason}" == was or to not in allowed:
            return DecidedRow(row, row.to, row.reason)
        error = gettext(WHY) if to not in {"", KEEP} and not reason else ""
        return DecidedRow(replace(row, version=int(version)), to, reason, error, is_touched=True)

    def agrees_to_rest(self, undecided: Sequence[ReviewedAccess]) -> bool:
        """Return whether the person wants to keep exactly these people. If not, set the problem."""
        if self.shown.data != rows_digest(undecided):
            self.problems.append(gettext(OTHER_REST))
            self.status = CONFLICT
        elif not self.agreed.require():
            self.status = INVALID
        return self.status == FINE


class CompletionForm(PageForm):
    """Confirms what a review does. `shown` is the version of the review and the digest of its rows."""

    shown = HiddenField()
    agreed = Agreement("")

    def __init__(self, review: AccessReview) -> None:
        super().__init__()
        now, undecided = f"{review.version} {rows_digest(review.rows.values())}", len(review.undecided)
        owners = [row for row in review.rows.values() if row.now == OWNER and not row.left]
        stay = [row for row in review.rows.values() if (row.to if row.changes else row.now) == OWNER and not row.left]
        self._has_no_owner = bool(owners) and not stay
        self._is_as_shown, self._asks = self.shown.data in {now, None, ""}, bool(undecided)
        self.shown.data = now
        self.agreed.label.text = ngettext(
            "Complete the review without a decision about %(n)s row. The record says so.",
            "Complete the review without a decision about %(n)s rows. The record says so.",
            undecided,
        )

    def check(self) -> None:
        if not self._is_as_shown:
            self.problems.append(gettext(MOVED))
        elif self._has_no_owner:
            self.problems.append(gettext(NO_OWNER))
        elif self._asks:
            self.agreed.require()


def rows_digest(rows: Iterable[ReviewedAccess]) -> str:
    """Return a digest of which rows these are, their current roles and their decisions."""
    parts = sorted(f"{row.key} {row.now} {row.version} {row.left}" for row in rows)
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()
