"""Deadlines of access reviews, and alerts for the administrators who share them."""

import calendar
from collections.abc import Iterable, Iterator
from contextlib import suppress
from datetime import date

from flask import url_for

from masthead.i18n import N_, gettext, join_some, ngettext
from masthead.store.access_reviews import AccessReview
from masthead.store.bulk.steps import BulkChange
from masthead.store.errors import StoreError
from masthead.web.frame.alerts import SOONER, Alert, AlertLink, relative_day_label
from masthead.web.person.locale import today
from masthead.web.person.portal import portal

MONTHS = 3
"""Months between the deadlines of two reviews."""
MAX_NAMED = 5
OPEN = (N_("The access review of %(title)s is due %(when)s."), N_("The access review of %(title)s was due %(when)s."))
NEXT = (
    N_("The next access review of %(title)s is due %(when)s."),
    N_("The next access review of %(title)s was due %(when)s."),
)
UNFINISHED = N_("The changes of the access review of %(title)s are not finished.")


def next_due(due: date) -> date:
    """Return the same day three months later, or the last day of that month if it is shorter."""
    year, month = divmod(due.year * 12 + due.month - 1 + MONTHS, 12)
    return date(year, month + 1, min(due.day, calendar.monthrange(year, month + 1)[1]))


def get_review_changes(review: AccessReview) -> BulkChange | None:
    """Return the bulk change that carries out a completed review. None if it needed no changes."""
    changes = portal().store.bulk_changes
    return changes.get(review.organization, review.bulk, review.completer) if review.bulk else None


def list_due_dates(reviews: Iterable[AccessReview]) -> Iterator[tuple[AccessReview, date]]:
    """Yield the newest review of each team and space, and the day on which it or the one after it is due."""
    newest: dict[tuple[str, str], AccessReview] = {}
    for review in reviews:
        newest.setdefault((review.kind, review.target), review)
    for review in newest.values():
        yield review, review.due if review.completed_at is None else next_due(review.due)


def build_due_url(review: AccessReview) -> str:
    """Return the URL of an open review or, after a completed one, of the form that starts the next."""
    if review.completed_at is None:
        return url_for("access_reviews.show", organization_id=review.organization, review_id=review.number)
    return url_for("access_reviews.new", organization_id=review.organization, after=review.number)


def review_alerts(organization_id: str) -> Iterator[Alert]:
    """List the reviews that are due within 30 days, and those whose changes aren't finished."""
    reviews: list[AccessReview] = []
    with suppress(StoreError):
        reviews += portal().store.access_reviews.find(organization_id)
        for review in reviews:
            bulk = get_review_changes(review)
            if bulk is not None and bulk.finished_at is None:
                yield _build_alert(review, "warn", gettext(UNFINISHED, title=review.title))
    for review, due in list_due_dates(reviews):
        days = (due - today()).days
        if days < SOONER:
            words = (OPEN if review.completed_at is None else NEXT)[days < 0]
            text = gettext(words, title=review.title, when=relative_day_label(days))
            yield _build_alert(review, "bad" if days < 0 else "warn", text, is_due=True)


def _build_alert(review: AccessReview, level: str, text: str, *, is_due: bool = False) -> Alert:
    show = url_for("access_reviews.show", organization_id=review.organization, review_id=review.number)
    link = AlertLink(gettext("View review"), show)
    if is_due:
        label = gettext("Review access") if review.completed_at is None else gettext("Start review")
        link = AlertLink(label, build_due_url(review))
    return Alert(level, text, _advice(review, is_due=is_due), (link,), f"access review:{review.number}")


def _advice(review: AccessReview, *, is_due: bool) -> str:
    if not is_due:
        return gettext("%(name)s completed it.", name=review.completed_by or gettext("An unnamed admin"))
    parts = [gettext("Reviewers: %(names)s.", names=join_some(review.reviewers, MAX_NAMED))] if review.reviewers else []
    if review.completed_at is None and (count := len(review.undecided)):
        parts.append(ngettext("%(n)s row is not decided.", "%(n)s rows are not decided.", count))
    return " ".join(parts)
