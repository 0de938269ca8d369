"""The pages of access reviews: the list, a new review, its decisions, its completion and its record."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from typing import Any

from flask import Blueprint, abort, request, url_for
from werkzeug.wrappers import Response

from blueprints.access_reviews.forms import MOVED, CompletionForm, DecidedRow, DecisionsForm, NewReviewForm, rows_digest
from blueprints.access_reviews.reads import (
    TEAM,
    decision_label,
    find_title,
    last_visit_label,
    list_changes,
    list_replaced_decisions,
    merge_current,
    read_access,
    read_record,
    role_labels,
)
from masthead.bulk.goal import SKIPS_CHANGED
from masthead.bulk.goals.settings import REVIEWED_ACCESS
from masthead.client import Problem, TokenRefused
from masthead.i18n import N_, gettext, ngettext
from masthead.store.access_reviews import KEEP, AccessReview, ReviewChangedError, ReviewedAccess
from masthead.store.bulk.steps import Purpose
from masthead.store.errors import StoreError
from masthead.web.directory.entries import download_name
from masthead.web.directory.places import SPACE
from masthead.web.forms.forms import CONFLICT, INVALID, NOTHING_TO_SAVE
from masthead.web.forms.pickers import verify_named
from masthead.web.frame.organization import has_permission, is_refresh_requested, load_organization
from masthead.web.frame.pages import page, redirect_info, redirect_saved
from masthead.web.frame.problems import NO_RECORDS, UNAVAILABLE, unread_message
from masthead.web.http.paths import get_page_number, parse_int
from masthead.web.http.responses import redirect_to
from masthead.web.http.spreadsheets import csv_response
from masthead.web.people.access_reviews import next_due
from masthead.web.person.guards import keeps_input, signed_in
from masthead.web.person.locale import today
from masthead.web.person.portal import portal
from masthead.web.person.session import current_name, person
from masthead.web.submit.bulk_changes import store_bulk_change
from masthead.web.submit.review import MAX_REASON_LENGTH, pressed_button
from masthead.web.submit.submission import refuse_form, show_problem

blueprint = Blueprint("access_reviews", __name__, url_prefix="/orgs/<organization_id>/access/reviews")
ROWS, REST = 100, "rest"
"""Rows on a page, and the button that keeps everybody without a decision."""
COLUMNS = (
    *("name", "id", "detail", "role", "lastSeen", "decision", "reason", "decidedBy", "decidedAt"),
    *("earlierDecisions", "outcome"),
)
IS_OPEN = N_("There is an open review of %(title)s. Complete it before you start another.")
REASON = N_("Access review of %(title)s")
ENDED = N_("Somebody has completed this review. This is its record.")
NOT_SAVED = N_("Somebody has completed this review, so your decisions were not saved. This is its record.")
DECIDED = N_("Somebody else has decided about the marked rows since. Select what counts, and save again.")


def _load_review(organization_id: str, review_id: int, *, anew: bool = False) -> AccessReview:
    """Load a review for an administrator. `anew` asks the API whether the person still is one."""
    _require_admin(organization_id, anew=anew)
    return portal().store.access_reviews.get(organization_id, review_id) or abort(404)


def _require_admin(organization_id: str, *, anew: bool = False) -> None:
    load_organization(organization_id, anew=anew)
    if not has_permission("admin"):
        abort(403)


def _review_url(review: AccessReview) -> str:
    return url_for(".show", organization_id=review.organization, review_id=review.number)


@blueprint.get("")
@signed_in
def index(organization_id: str) -> Response:
    _require_admin(organization_id)
    store = portal().store
    reviews = store.access_reviews.find(organization_id)
    undone = store.bulk_changes.find_last_undo_entries(REVIEWED_ACCESS, [each.bulk for each in reviews if each.bulk])
    return page("access_reviews/index.html", reviews=reviews, undone=undone, today=today())


@blueprint.get("/new")
@signed_in
def new(organization_id: str) -> Response:
    """Show the form of a new review. `after` is the number of the review that it follows."""
    number = request.args.get("after", 0, type=parse_int)
    _require_admin(organization_id)
    start = {kind: request.args.get(kind, "") for kind in (TEAM, SPACE)}
    last = portal().store.access_reviews.get(organization_id, number) if number else None
    if last is not None:
        due = next_due(last.due).isoformat()
        start |= {last.kind: last.target, "reviewers": "\n".join(last.reviewers), "due": due}
    return page("access_reviews/new.html", form=NewReviewForm(organization_id, **start))


@blueprint.post("/new")
@signed_in
@keeps_input
def create(organization_id: str) -> Response:
    """Start a review of everybody who has access now."""
    _require_admin(organization_id, anew=True)
    form = NewReviewForm(organization_id)
    if form.validate() and not pressed_button() and verify_named(form, organization_id):
        started = _start_review(organization_id, form)
        if started is not None:
            return started
    return page("access_reviews/new.html", form=form)


def _start_review(organization_id: str, form: NewReviewForm) -> Response | None:
    kind, target = (TEAM, form.team.chosen) if form.team.chosen else (SPACE, form.space.chosen)
    reviews = portal().store.access_reviews
    try:
        title, rows = find_title(organization_id, kind, target), read_access(organization_id, kind, target)
        by, due = current_name(), form.due.day or abort(400)
        new = AccessReview(organization_id, person().owner, kind, target, title, form.names, due, rows, by)
        number = reviews.add(new)
        review = reviews.get(organization_id, number) or new
    except Problem as problem:
        show_problem(problem, form)
        return None
    except StoreError:
        refuse_form(form, gettext(NO_RECORDS), UNAVAILABLE)
        return None
    if review.rows != rows or review.reviewers != form.names:
        return redirect_info(gettext(IS_OPEN, title=title), _review_url(review))
    return redirect_saved(gettext("The access review of %(title)s has begun.", title=title), _review_url(review))


@blueprint.get("/<int:review_id>")
@signed_in
def show(organization_id: str, review_id: int) -> Response:
    """Show the rows to decide about or, once the review is completed, its record."""
    review = _load_review(organization_id, review_id)
    if review.completed_at is not None:
        return _record_page(review)
    review, unread = _read_current(review)
    return _decisions_page(review, DecisionsForm(formdata=None), unread)


def _record_page(review: AccessReview) -> Response:
    record = read_record(review)
    return page(
        "access_reviews/record.html",
        review=review,
        record=record,
        own=record.bulk is not None and record.bulk.purpose.owner == person().owner,
        **_row_context(review),
    )


def _row_context(review: AccessReview) -> dict[str, Any]:
    return {
        "decision_label": partial(decision_label, review),
        "list_earlier": partial(list_replaced_decisions, review),
        "roles": role_labels(review),
        "last_visit_label": last_visit_label,
        "moment": lambda at: datetime.fromtimestamp(at, UTC),
    }


def _read_current(review: AccessReview) -> tuple[AccessReview, str]:
    """Compare a review with the current access. Returns a message if that can't be read."""
    try:
        refresh = request.method == "POST" or is_refresh_requested()
        current = read_access(review.organization, review.kind, review.target, refresh=refresh)
    except TokenRefused:
        raise
    except Problem as problem:
        return review, unread_message(problem)
    return merge_current(review, current), ""


def _decisions_page(
    review: AccessReview, form: DecisionsForm, unread: str, decided: Mapping[str, DecidedRow] | None = None
) -> Response:
    number, undecided = get_page_number(), review.undecided
    rows = decided or {key: DecidedRow(row, row.to, row.reason) for key, row in review.rows.items()}
    form.shown.data = rows_digest(undecided)
    return page(
        "access_reviews/show.html",
        review=review,
        form=form,
        unread=unread,
        rows=[*rows.values()][(number - 1) * ROWS : number * ROWS],
        number=number,
        more=len(rows) > number * ROWS,
        undecided=len(undecided),
        here=_review_url(review),
        longest_reason=MAX_REASON_LENGTH,
        **_row_context(review),
    )


@blueprint.post("/<int:review_id>")
@signed_in
@keeps_input
def decide(organization_id: str, review_id: int) -> Response:
    """Save decisions. With `rest`, also keep everybody without one."""
    review = _load_review(organization_id, review_id, anew=True)
    if review.completed_at is not None:
        return redirect_info(gettext(NOT_SAVED), _review_url(review))
    review, unread = _read_current(review)
    form = DecisionsForm()
    decided = form.read(review.rows, role_labels(review))
    if any(each.error for each in decided.values()):
        form.status = INVALID
    is_for_rest = pressed_button() == REST
    if (
        form.validate()
        and pressed_button() in {"", REST}
        and (not is_for_rest or form.agrees_to_rest(review.undecided))
    ):
        new = _list_new(decided, is_for_rest=is_for_rest)
        try:
            return _save_decisions(review, form, decided, new)
        except ReviewChangedError:
            return redirect_info(gettext(NOT_SAVED), _review_url(review))
        except StoreError:
            refuse_form(form, gettext(NO_RECORDS), UNAVAILABLE)
    return _decisions_page(review, form, unread, decided)


def _save_decisions(
    review: AccessReview, form: DecisionsForm, decided: Mapping[str, DecidedRow], new: Mapping[str, ReviewedAccess]
) -> Response:
    """Save new decisions, and ask about the rows that somebody else has decided otherwise."""
    if not new:
        return redirect_info(gettext(NOTHING_TO_SAVE), _review_url(review))
    others = portal().store.access_reviews.decide(review, new)
    others = {key: row for key, row in others.items() if (row.to, row.reason) != (new[key].to, new[key].reason)}
    if not others:
        words = ngettext("%(n)s decision saved.", "%(n)s decisions saved.", len(new))
        return redirect_saved(words, f"{_review_url(review)}?page={get_page_number()}")
    refuse_form(form, gettext(DECIDED), CONFLICT)
    form.problem_title = ngettext("%(n)s decision was not saved", "%(n)s decisions were not saved", len(others))
    stored = portal().store.access_reviews.get(review.organization, review.number) or review
    review = merge_current(stored, {key: row for key, row in review.rows.items() if not row.left})
    rows = {
        key: decided[key]._replace(other=others[key]) if key in others else DecidedRow(row, row.to, row.reason)
        for key, row in review.rows.items()
    }
    return _decisions_page(review, form, "", rows)


def _list_new(decided: Mapping[str, DecidedRow], *, is_for_rest: bool) -> dict[str, ReviewedAccess]:
    by, rest = current_name(), " ".join(request.form.get("rest", "").split())[:MAX_REASON_LENGTH]
    new = {
        key: replace(each.row, to=each.to, reason=each.reason, by=by)
        for key, each in decided.items()
        if each.is_touched
    }
    if is_for_rest:
        undecided = {key: each.row for key, each in decided.items() if not each.row.to and not each.row.left}
        new = {key: replace(row, to=KEEP, reason=rest, by=by) for key, row in undecided.items()} | new
    return new


@blueprint.get("/<int:review_id>/complete")
@signed_in
def ask_complete(organization_id: str, review_id: int) -> Response:
    """Show what completing the review does."""
    review = _load_review(organization_id, review_id)
    if review.completed_at is not None:
        return redirect_to(_review_url(review))
    review, unread = _read_current(review)
    return _completion_page(review, CompletionForm(review), unread)


def _completion_page(review: AccessReview, form: CompletionForm, unread: str) -> Response:
    return page(
        "access_reviews/complete.html",
        review=review,
        form=form,
        unread=unread,
        changing=[row for row in review.rows.values() if row.changes],
        **_row_context(review),
    )


@blueprint.post("/<int:review_id>/complete")
@signed_in
def complete(organization_id: str, review_id: int) -> Response:
    """Complete the review, and send its changes as one bulk change. Only the first person to press completes it."""
    review = _load_review(organization_id, review_id, anew=True)
    if review.completed_at is not None:
        return redirect_info(gettext(ENDED), _review_url(review))
    review, unread = _read_current(review)
    form = CompletionForm(review)
    if unread:
        refuse_form(form, unread, UNAVAILABLE)
    elif form.validate() and (completed := _complete(review, form)):
        return completed
    return _completion_page(review, form, unread)


def _complete(review: AccessReview, form: CompletionForm) -> Response | None:
    reviews, changes, owner = portal().store.access_reviews, list_changes(review), person().owner
    review = replace(review, completer=owner, completed_by=current_name())
    try:
        if not changes:
            reviews.complete_without_changes(review)
            return redirect_saved(gettext("The review is completed."), _review_url(review))
        reason, wanted = gettext(REASON, title=review.title), {"review": review.number, SKIPS_CHANGED: True}
        count = ngettext("%(n)s change", "%(n)s changes", len(changes))
        purpose = Purpose(review.organization, owner, f"{reason}: {count}", REVIEWED_ACCESS, wanted, reason)
        return store_bulk_change(form, purpose, changes, partial(reviews.complete, review), onward=_review_url(review))
    except ReviewChangedError:
        return redirect_info(gettext(MOVED), _review_url(review))
    except StoreError:
        refuse_form(form, gettext(NO_RECORDS), UNAVAILABLE)
        return None


@blueprint.get("/<int:review_id>.csv")
@signed_in
def export(organization_id: str, review_id: int) -> Response:
    """Download the rows with their decisions and outcomes as CSV."""
    review = _load_review(organization_id, review_id)
    return csv_response([COLUMNS, *_csv_rows(review)], download_name(f"access-review-{review.number}", organization_id))


def _csv_rows(review: AccessReview) -> Iterator[tuple[str, ...]]:
    outcomes = read_record(review).outcomes if review.completed_at is not None else {}
    for key, row in review.rows.items():
        at = datetime.fromtimestamp(row.at, UTC).isoformat(timespec="seconds") if row.at else ""
        decided = (decision_label(review, row.to), row.reason, row.by, at)
        earlier = "; ".join(list_replaced_decisions(review, row))
        yield (row.name, key, row.detail, row.role, row.seen, *decided, earlier, outcomes.get(key, ""))
