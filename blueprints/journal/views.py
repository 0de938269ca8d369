"""Pages of the journal: list, export, one change, outcome checks and undo."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime

from flask import Blueprint, abort, request, url_for
from werkzeug.wrappers import Response

from blueprints.journal.commands import verify
from blueprints.journal.entries import capitalized_subject_label, find_site_title, list_changed_settings
from blueprints.journal.export import build_csv, build_json, filters_slug, iterate_entries
from blueprints.journal.filters import LABELS, JournalFilters
from blueprints.journal.history import build_history, history_introduction, no_changes_message
from blueprints.journal.rows import SentInBulk, rows_by_day
from blueprints.journal.undo import (
    UndoForm,
    build_undo_report,
    find_saved_undo,
    is_undo,
    list_restored_rows,
    list_rows_changed_since,
    list_value_labels,
    open_undoings,
    plain_summary,
    restored_value_labels,
    undo_summary,
    visible_owner,
)
from contract import BY_NAME
from masthead.client import NotFound, Problem
from masthead.i18n import N_, gettext
from masthead.store.entries import MAYBE_SAVED, Cause, Entry, Outcome, Reason, State, quote
from masthead.web.descriptions.api_requests import shown_request
from masthead.web.descriptions.labels import translate_labels, translate_rows
from masthead.web.descriptions.outcome_text import OUTCOMES, cause_text
from masthead.web.directory.entries import download_name
from masthead.web.forms.forms import CONFLICT, FINE
from masthead.web.frame.layout import mark_as_local
from masthead.web.frame.organization import has_permission, load_organization
from masthead.web.frame.pages import Feedback, Report, build_report, page, redirect_info, redirect_saved
from masthead.web.frame.problems import http_status, unread_message
from masthead.web.http.paths import local_path
from masthead.web.http.responses import redirect_to
from masthead.web.person.guards import keeps_input, signed_in
from masthead.web.person.locale import today
from masthead.web.person.portal import api, portal
from masthead.web.person.session import current_name, person
from masthead.web.submit.bulk_changes import SelectAll
from masthead.web.submit.receipt import observe_entry, render_receipt
from masthead.web.submit.recorded_changes import OF_TEAMS, object_page_url
from masthead.web.submit.review import get_own_entry
from masthead.web.submit.submission import save
from masthead.writes.check import check_entry
from masthead.writes.observe import ARRIVES_WITHIN_SECONDS
from masthead.writes.send import sent_values
from masthead.writes.timeline import is_undone_whole
from masthead.writes.undo import UndoPreview, find_undo_obstacle, preview_undo

CHECKABLE = (State.UNKNOWN, State.CLOSED)
NO_ANSWER_YET = N_("No answer yet. Check again in a moment.")
STOPPED = N_("You stopped checking. It stays not known whether this was saved.")
STOPPED_ALREADY = N_("Checking was already stopped.")
NOT_TOLD_SINCE = N_("The current values don't show whether this was carried out later.")
KNOWN_ALREADY = N_("The outcome is clear already.")
blueprint = Blueprint("journal", __name__, url_prefix="/orgs/<organization_id>/journal")
blueprint.cli.add_command(verify)
ROWS = 100
UNDONE = N_("The bulk change that this is part of was undone.")
ALREADY_UNDONE = N_("It was undone. To have it again, redo it: open the change that undid it.")
NOT_THERE = N_("What this change is about isn't there: somebody deleted it, or you have no access to it.")


def is_checkable(entry: Entry) -> bool:
    """True if a check may still determine the outcome."""
    return entry.outcome.state in CHECKABLE or seconds_to_check(entry) is not None


def record_check_result(entry: Entry, found: Outcome) -> bool:
    """Record the result of a check. Return False if the outcome has become known in the meantime.

    A closed entry stays closed if the check is inconclusive. A change that was not saved stays so, unless the check
    finds that it was saved.
    """
    if entry.outcome.state is State.CLOSED and found.state in MAYBE_SAVED:
        return True
    if entry.outcome.state is State.NOT_SAVED and found.state is not State.SAVED:
        return True
    return portal().store.journal.write_outcome_if_more_certain(entry.number, found)


def report_check(entry: Entry, found: Outcome) -> Report:
    """Report the result of a check."""
    if entry.outcome.state is State.NOT_SAVED and found.state in MAYBE_SAVED:
        return Report(Feedback.UNKNOWN, gettext(NOT_TOLD_SINCE))
    return build_report(found)


def stop_checking_entry(entry: Entry) -> bool:
    """Stop the checks for good. Return False if the outcome is known or the entry was already closed."""
    who = current_name() or gettext("Unnamed admin (%(owner)s)", owner=person().owner[:6])
    is_open = entry.outcome.state is State.UNKNOWN
    return is_open and portal().store.journal.write_outcome_if_more_certain(
        entry.number, Outcome(State.CLOSED, Cause(Reason.CHECKS_STOPPED, {"who": who}), entry.outcome.status)
    )


def nothing_to_check_message(entry: Entry) -> str:
    """Explain why there is nothing to check, or no check to stop."""
    if entry.outcome.state is State.UNDER_WAY:
        return gettext(NO_ANSWER_YET)
    return gettext(STOPPED_ALREADY) if entry.outcome.state is State.CLOSED else gettext(KNOWN_ALREADY)


def seconds_to_check(entry: Entry) -> int | None:
    """Return the seconds from the call to the check that found nothing, if it may have been saved since; else None."""
    if entry.outcome.state is not State.NOT_SAVED or entry.settled_at is None:
        return None
    seconds = entry.settled_at - entry.at
    return round(seconds) if seconds < ARRIVES_WITHIN_SECONDS else None


@blueprint.get("")
@signed_in
def index(organization_id: str) -> Response:
    """List the changes, newest first."""
    load_organization(organization_id, anew=True)
    mark_as_local()
    filters = JournalFilters.from_request()
    found = portal().store.journal.entries(
        filters.build_query(organization_id, visible_owner()), before=filters.before, limit=ROWS + 1
    )
    shown, now = found[:ROWS], datetime.now(UTC)
    undone = portal().store.journal.find_undos([each.number for each in shown])
    narrowed = build_history(organization_id, filters.object, found) if filters.object else None
    name = narrowed.title if narrowed else ""
    sent = SentInBulk.from_entries(organization_id, shown, person().owner)
    untouched = list(filters.active_filters) == ["object"] and not (found or filters.before)
    return page(
        "journal/index.html",
        fragment="rows",
        days=list(rows_by_day(shown, sent, undone, now)),
        presets=filters.presets(today()),
        narrows=bool(shown or filters.before or (filters.active_filters and not untouched)),
        owner=person().owner,
        count=len(shown),
        more=found[ROWS - 1].number if len(found) > ROWS else None,
        filters=filters,
        all=SelectAll(None, filters.active_filters, pages=len(found) > ROWS or filters.before is not None),
        people=portal().store.journal.list_people(organization_id) if has_permission("admin") else {},
        outcomes=translate_rows(OUTCOMES),
        areas_changed=translate_labels(LABELS),
        untouched=no_changes_message(name) if untouched else "",
        narrowed=narrowed,
        lead=history_introduction(name, filters.object, shown),
    )


@blueprint.get("/export.<any(csv, json):kind>")
@signed_in
def export(organization_id: str, kind: str) -> Response:
    """Download all changes that match the filters."""
    load_organization(organization_id, anew=True)
    filters, journal = JournalFilters.from_request(), portal().store.journal
    people = journal.list_people(organization_id) if filters.by and has_permission("admin") else {}
    entries = iterate_entries(journal, filters.build_query(organization_id, visible_owner()))
    return (build_csv if kind == "csv" else build_json)(
        entries, download_name(filters_slug(filters, people), organization_id)
    )


@blueprint.get("/<int:number>")
@signed_in
def show(organization_id: str, number: int) -> Response:
    """Show one change: sent values, values before it, and its outcome."""
    return _entry_page(_find_entry(organization_id, number))


@blueprint.post("/<int:number>/check")
@signed_in
def look(organization_id: str, number: int) -> Response:
    """Check an unknown outcome against the current values, and record the result."""
    entry = _find_entry(organization_id, number)
    if not is_checkable(entry):
        return _redirect_to_entry(entry)
    try:
        found = check_entry(api(), entry, portal().store.journal)
    except Problem as problem:
        return _entry_page(entry, unread_message(problem), http_status(problem))
    if not record_check_result(entry, found):
        return _redirect_to_entry(entry)
    return redirect_saved(report_check(entry, found), _entry_url(entry))


@blueprint.get("/<int:number>/receipt")
@signed_in
def show_receipt(organization_id: str, number: int) -> Response:
    """Compare what the person sent with the current values."""
    load_organization(organization_id)
    seen = observe_entry(get_own_entry(number) or abort(404), looks=False)
    return redirect_to(_entry_url(seen.entry)) if seen.is_saved else render_receipt(seen, status=FINE)


@blueprint.post("/<int:number>/receipt")
@signed_in
def look_again(organization_id: str, number: int) -> Response:
    """Check again whether a submission was saved. If so, redirect to its page."""
    load_organization(organization_id)
    seen = observe_entry(get_own_entry(number) or abort(404))
    if seen.entry.outcome.state is State.SAVED:
        return redirect_saved(build_report(seen.entry.outcome), object_page_url(seen.entry))
    return render_receipt(seen, status=FINE if seen.problem is None else http_status(seen.problem))


@blueprint.post("/<int:number>/stop")
@signed_in
def stop_checking(organization_id: str, number: int) -> Response:
    """Stop the checks of an unknown outcome."""
    entry = _find_entry(organization_id, number)
    return (
        redirect_info(gettext(STOPPED), _entry_url(entry)) if stop_checking_entry(entry) else _redirect_to_entry(entry)
    )


def _redirect_to_entry(entry: Entry) -> Response:
    now = portal().store.journal.entry(entry.intent.organization, entry.number) or entry
    return redirect_info(nothing_to_check_message(now), _entry_url(entry))


@blueprint.get("/<int:number>/undo")
@signed_in
def ask_undo(organization_id: str, number: int) -> Response:
    """Preview the undo with the current values."""
    entry = _find_entry(organization_id, number)
    if find_undo_obstacle(entry, portal().store.journal.list_undos(entry.number)):
        return _entry_page(entry)
    try:
        found = _read_preview(entry)
    except Problem as problem:
        return _entry_page(entry, unread_message(problem), http_status(problem))
    form = UndoForm(found, open_undoings(number))
    form.next.data = request.args.get("next")
    return _undo_page(found, form)


@blueprint.post("/<int:number>/undo")
@signed_in
@keeps_input
def undo(organization_id: str, number: int) -> Response:
    """Undo the change.

    Values that changed again, or that can't be restored, are shown first and stay as they are.
    """
    entry = _find_entry(organization_id, number)
    undoings = portal().store.journal.list_undos(number)  # before the preview: see `UndoForm.set_form_key`
    if reason := find_undo_obstacle(entry, undoings):
        return _entry_page(entry, cause_text(reason), CONFLICT)
    try:
        if (earlier := find_saved_undo(undoings)) is not None:
            return redirect_saved(build_report(earlier.outcome), _entry_url_if_visible(earlier) or _entry_url(entry))
        found = _read_preview(entry)
    except Problem as problem:
        return _entry_page(entry, unread_message(problem), http_status(problem))
    form = UndoForm(found, open_undoings(number))
    agreed = form.is_of_page or not form.needs_review
    if form.validate() and agreed and found.possible and not form.problems:
        form.set_form_key(undoings)
        change = found.change()
        change = replace(change, summary=undo_summary(found, change))
        form.sends = restored_value_labels(found)
        if saved := save(form, change, lambda _: (build_undo_report(change), form.next_url(change))):
            return saved
    return _undo_page(found, form, form.status if found.possible and (agreed or found.warnings) else CONFLICT)


def _read_preview(entry: Entry) -> UndoPreview:
    try:
        return preview_undo(api(), entry, portal().store.journal)
    except NotFound:
        return UndoPreview(entry, warnings=[quote(gettext(NOT_THERE))])


def _find_entry(organization_id: str, number: int) -> Entry:
    """Find the entry if fresh permissions let the person see it, else abort with 404."""
    load_organization(organization_id, anew=True)
    entry = portal().store.journal.entry(organization_id, number, visible_owner())
    return entry or abort(404)


def _entry_url(entry: Entry) -> str:
    return url_for("journal.show", organization_id=entry.intent.organization, number=entry.number)


def _entry_url_if_visible(entry: Entry) -> str:
    """Return the entry's URL; empty for a colleague's entry unless the person is an administrator."""
    return _entry_url(entry) if visible_owner() in {None, entry.intent.owner} else ""


def _pair_with_urls(entries: Sequence[Entry]) -> list[tuple[Entry, str]]:
    return [(each, _entry_url_if_visible(each)) for each in entries]


def _undone_url(entry: Entry) -> str:
    """Return the URL of the undone entry; empty if the person may not see it."""
    number = entry.intent.undoes
    undone = portal().store.journal.entry(entry.intent.organization, number, visible_owner()) if number else None
    return _entry_url(undone) if undone else ""


def _entry_page(entry: Entry, problem: str = "", status: int = 200) -> Response:
    intent, sent = entry.intent, sent_values(entry.intent)
    journal, sent_by = portal().store.journal, SentInBulk.from_entries(intent.organization, [entry], person().owner)
    undoings, last = journal.list_undos(entry.number), sent_by.find_undoing_entry(entry)
    undone_by = journal.entry(intent.organization, last) if last else None
    in_part = {each.number for each in undoings if not is_undone_whole(entry, each)}
    redone = journal.find_undos([each.number for each in undoings])
    is_undone = any(each.outcome.state is State.SAVED and each.number not in redone for each in undoings)
    is_over = gettext(ALREADY_UNDONE) if is_undone and not in_part else ""
    mark_as_local()
    return page(
        "journal/show.html",
        status=status,
        entry=entry,
        site=find_site_title(entry),
        rows=list_changed_settings(entry),
        problem=problem,
        place=object_page_url(entry),
        about=capitalized_subject_label(intent),
        outcomes=translate_rows(OUTCOMES),
        undoings=_pair_with_urls([*undoings, *([undone_by] if undone_by else [])]),
        seconds_to_check=seconds_to_check(entry),
        redone=redone,
        in_part=in_part,
        undone_by=undone_by,
        undone=_undone_url(entry),
        why_not=gettext(UNDONE) if undone_by else cause_text(find_undo_obstacle(entry, undoings)) or is_over,
        bulk_change=sent_by.bulk_change(entry),
        redo=is_undo(entry),
        shown=shown_request(BY_NAME[intent.endpoint], intent.ids, sent if intent.body else None),
    )


def _undo_page(found: UndoPreview, form: UndoForm, status: int = 200) -> Response:
    return page(
        "journal/undo.html",
        status=status,
        entry=found.entry,
        site=find_site_title(found.entry),
        own=found.entry.intent.owner == person().owner,
        redo=is_undo(found.entry),
        done=plain_summary(found.entry),
        form=form,
        back_to=local_path(form.next.data, _entry_url(found.entry)),
        possible=found.possible,
        open_undoings=_pair_with_urls(form.open_undoings),
        warnings=[cause_text(each) for each in found.warnings],
        back=list_restored_rows(found),
        of_people=found.entry.intent.endpoint in OF_TEAMS,
        touched=list_rows_changed_since(found),
        lost=list_value_labels(found.entry, found.lost),
        at_once=list_value_labels(found.entry, found.at_once),
        done_already=list_value_labels(found.entry, found.done),
    )
