"""Pages for importing a roster: enter a list, review its changes, apply them, download a report."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from flask import Blueprint, abort, request, url_for
from werkzeug.wrappers import Response

from blueprints.roster.forms import (
    ADD,
    EXACT,
    MODES,
    ChoicesForm,
    RosterForm,
    RosterReviewForm,
    choices_context,
    choices_query,
    parse_choices,
)
from blueprints.roster.lines import (
    OUTCOMES,
    describe_person,
    find_known_people,
    find_unseen_people,
    mark_misspelled,
    outcome_choices,
    parse_outcome_filter,
    select_lines,
)
from blueprints.roster.review import (
    MAYBE_MEMBERS,
    RosterTeam,
    compare_roster,
    correct_lines,
    ensure_team_exists,
    find_lost_roles,
    load_roster,
    read_team,
    store_roster,
)
from masthead.bulk.goals.members import KIND, MembersComparison, MemberState, compare_members, results_json
from masthead.client import Problem, TokenRefused
from masthead.i18n import N_, gettext
from masthead.rosters.comparison import (
    RosterAction,
    RosterComparison,
    RosterLine,
    WantedMembers,
    count_actions,
    list_corrections,
    members_title,
    parse_wanted,
    wanted_json,
)
from masthead.rosters.roster import Roster, RosterText, read_roster
from masthead.store.bulk.steps import BulkChange, Purpose
from masthead.store.drafts.texts import TooLargeError
from masthead.store.entries import parse_cause
from masthead.store.errors import StoreError
from masthead.tables.rows import TableError
from masthead.web.descriptions.labels import translate_rows
from masthead.web.descriptions.outcome_text import cause_text, role_text
from masthead.web.directory.entries import download_name, find_object_titles, get_search_text
from masthead.web.forms.forms import INVALID
from masthead.web.frame.organization import has_permission, load_organization
from masthead.web.frame.pages import page
from masthead.web.frame.problems import NO_RECORDS, UNAVAILABLE, http_status, unread_message
from masthead.web.frame.saved_views import load_view_links
from masthead.web.http.paths import parse_int, request_path
from masthead.web.http.responses import redirect_to
from masthead.web.http.spreadsheets import csv_response
from masthead.web.people.known_people import unseen_message
from masthead.web.person.guards import keeps_input, signed_in
from masthead.web.person.portal import api, portal
from masthead.web.person.session import person
from masthead.web.submit.bulk_changes import find_resubmission, get_own_bulk_change, store_bulk_change
from masthead.web.submit.review import EDIT, KEEP, MAX_REASON_LENGTH, pressed_button, reason_given
from masthead.writes.roles import read_members

COLUMNS = ("line", "person", "before", "wanted", "result", "found")
NOT_READ = N_("not read")
NOT_USED = N_("Row can't be used: %(note)s")
NOT_KNOWN = N_("Not known: the members could not be read. %(why)s")
NO_CHANGE, WAITING, NOT_SENT = N_("No change"), N_("Waiting"), N_("Not sent before the bulk change ended.")
DONE = {RosterAction.ADD: N_("Added"), RosterAction.CHANGE: N_("Role changed"), RosterAction.REMOVE: N_("Removed")}
blueprint = Blueprint("roster", __name__, url_prefix="/orgs/<organization_id>/teams/<team_id>/roster")
GONE, ROWS = 404, 100
"""The HTTP status for an expired list, and the number of rows on a page of the review."""
LOST = N_("This list is no longer kept. Masthead keeps the last five lists for a day. Upload or paste it again.")
LOOKING = frozenset(("after", "q", "show"))
TOO_MUCH = N_("The list is too large to keep. Split it into parts.")
SAMPLE = (
    ("email", "role"),
    ("owner@example.com", "owner"),
    ("member@example.com", "member"),
    ("newcomer@example.com", ""),
    ("leaver@example.com", "remove"),
)


def report_rows(bulk: BulkChange) -> Iterator[tuple[str, ...]]:
    """Return a row for each line, and for each person who is removed because the list doesn't contain them.

    The rows of a completed bulk change show its results when it ended, not the current state.
    """
    try:
        found, unread = bulk.report if bulk.report is not None else _current_results(bulk), ""
    except TokenRefused:
        raise
    except Problem as problem:
        found, unread = {}, gettext(NOT_KNOWN, why=unread_message(problem))
    ended = bulk.finished_at is not None
    return (
        _report_row(line, found.get(line.key), unread, ended=ended) for line in parse_wanted(bulk.purpose.wanted).lines
    )


def _current_results(bulk: BulkChange) -> Mapping[str, Sequence[str | None]]:
    store = portal().store
    sent = [step for step in store.bulk_changes.steps(bulk, limit=bulk.steps or 1) if step.entry is not None]
    return results_json(compare_members(api(), store.journal, bulk, sent))


def _report_row(line: RosterLine, result: Sequence[str | None] | None, unread: str, *, ended: bool) -> tuple[str, ...]:
    number = str(line.line) if line.line else ""
    if line.action is RosterAction.WRONG:
        return number, line.given, "", "", gettext(NOT_USED, note=line.note), ""
    before, wanted = role_text(line.was), role_text(line.wanted)
    came, found, met = _result_texts(line, result, ended=ended) if result else (unread, gettext(NOT_READ), before)
    if line.action in {RosterAction.SAME, RosterAction.REPEATED}:
        # Older bulk changes have no results for people without a change.
        at_end = found if result or unread else before
        return number, line.given, before, wanted, cause_text(parse_cause(line.note)) or gettext(NO_CHANGE), at_end
    return number, line.given, met or before, wanted, came, found


def _result_texts(line: RosterLine, result: Sequence[str | None], *, ended: bool) -> tuple[str, str, str]:
    """Return the result, the final role and the previous role. Old bulk changes stored these strings themselves."""
    if len(result) < 4:  # noqa: PLR2004 - as stored until then
        came, found, *before = (each or "" for each in result)
        return came, found, "".join(before)
    state, now, met, cause = result
    words = {
        MemberState.DONE: DONE.get(line.action, NO_CHANGE),
        MemberState.ALREADY: NO_CHANGE,
        MemberState.LEFT: "",
    }.get(MemberState(state or ""), NOT_SENT if ended else WAITING)
    return cause_text(parse_cause(cause or "")) or gettext(words), role_text(now), role_text(met)


class ReviewData(NamedTuple):
    """A stored list with its id, and everything that its review shows."""

    id: str
    text: RosterText
    roster: Roster
    team: RosterTeam
    comparison: RosterComparison
    form: RosterReviewForm


@blueprint.get("")
@signed_in
def ask(organization_id: str, team_id: str) -> Response:
    """Show the form in which to enter a list. `list` in the query is the id of a stored list to fill in."""
    load_organization(organization_id)
    ensure_team_exists(organization_id, team_id)
    wanted, form = request.args.get("list"), RosterForm()
    if wanted is None:
        return _form_page(organization_id, team_id, form)
    stored = load_roster(request_path(), wanted)
    if stored is None:
        return _expired_list_page(organization_id, team_id)
    form.text.data, form.mode.data, form.before.data = stored.table.text, _requested_mode(), wanted
    return _form_page(organization_id, team_id, form)


@blueprint.post("")
@signed_in
@keeps_input
def read(organization_id: str, team_id: str) -> Response:
    """Parse and store the list, or one with corrected lines, then redirect to its review. Sends nothing to the API."""
    form, here = RosterForm(), request_path()
    if lines := _corrected_lines():
        form.text.data = correct_lines(here, str(form.before.data), lines)
    text = form.read() if form.validate() and pressed_button() not in {EDIT, KEEP} else None
    if text is not None:
        try:
            read_roster(text.table.text, choices=text.choices)
            list_id = store_roster(here, text, form.before.data)
        except (TableError, TooLargeError) as wrong:
            form.problems.append(gettext(TOO_MUCH) if isinstance(wrong, TooLargeError) else str(wrong))
            form.status = INVALID
        except StoreError:
            form.problems.append(gettext(NO_RECORDS))
            form.status = UNAVAILABLE
        else:
            return redirect_to(f"{here}/{list_id}?mode={EXACT if form.mode.data == EXACT else ADD}")
    load_organization(organization_id)
    return _form_page(organization_id, team_id, form)


def _corrected_lines() -> dict[int, str]:
    return dict(zip(request.form.getlist("line", parse_int), request.form.getlist("row"), strict=False))


def _form_page(organization_id: str, team_id: str, form: RosterForm, *, lost: str = "") -> Response:
    (title,) = find_object_titles("team", organization_id, [team_id])
    load_view_links()
    return page(
        "roster/ask.html",
        status=GONE if lost else form.status,
        form=form,
        lost=lost,
        chosen=choices_query(parse_choices(request.args)),
        team={"id": team_id, "title": title},
        may=has_permission("ownTeam"),
    )


@blueprint.get("/<list_id>")
@signed_in
def review(organization_id: str, team_id: str, list_id: str) -> Response:
    """Show how the list would change the team, and which rows can't be used."""
    load_organization(organization_id)
    data = _load_review(organization_id, team_id, list_id)
    return _expired_list_page(organization_id, team_id) if data is None else _review_page(data)


@blueprint.get("/<list_id>/choices", endpoint="choices_back_to_review")
@blueprint.get("/<list_id>/apply")
@signed_in
def back_to_review(organization_id: str, team_id: str, list_id: str) -> Response:
    """Redirect to the review after a sign-in that interrupted a submission."""
    here = url_for(".review", organization_id=organization_id, team_id=team_id, list_id=list_id, mode=_requested_mode())
    return redirect_to(here)


@blueprint.post("/<list_id>/choices")
@signed_in
def choices(organization_id: str, team_id: str, list_id: str) -> Response:
    """Store the choices on how to read the list, and show the resulting changes."""
    form = ChoicesForm()
    page = url_for(".ask", organization_id=organization_id, team_id=team_id)
    if not form.validate() or (stored := load_roster(page, list_id)) is None:
        return back_to_review(organization_id, team_id, list_id)
    text = stored.choose(parse_choices(request.form, stored.choices))
    return redirect_to(f"{page}/{store_roster(page, text)}?mode={_requested_mode()}")


@blueprint.post("/<list_id>/apply")
@signed_in
@keeps_input
def make_bulk_change(organization_id: str, team_id: str, list_id: str) -> Response:
    """Create the reviewed bulk change and start it.

    A second submission redirects to the first one's bulk change.
    """
    if (made := find_resubmission()) is not None:
        return made
    load_organization(organization_id)
    data = _load_review(organization_id, team_id, list_id)
    data = data and _correct_rows(data)
    if data is None:
        return _expired_list_page(organization_id, team_id)
    team, form = data.team, data.form
    if not team.problem and form.validate():
        lines, unseen = data.comparison.lines, bool(data.comparison.possible)
        members = WantedMembers(team.id, team.title, lines, unseen=unseen)
        wanted = {**wanted_json(members), "list": data.id, "mode": _requested_mode()}
        title = members_title(team.title, lines)
        purpose = Purpose(organization_id, person().owner, title, KIND, wanted, reason_given())
        stored = store_bulk_change(form, purpose, MembersComparison(members, team.members).calls(organization_id))
        if stored is not None:
            return stored
    return _review_page(data)


def _requested_mode() -> str:
    return EXACT if request.values.get("mode") == EXACT else ADD


def _load_review(organization_id: str, team_id: str, list_id: str) -> ReviewData | None:
    """Load the list and compare it with the team; None if the list expired."""
    text = load_roster(url_for(".ask", organization_id=organization_id, team_id=team_id), list_id)
    if text is None:
        return None
    # Paging and filtering use the members that were read when the review was opened.
    fresh = request.method == "POST" or not request.args.keys() & LOOKING
    data = _compare(list_id, text, read_team(organization_id, team_id, refresh=fresh))
    # Read again before saying that no change is needed or possible: no later step would correct that.
    if data is not None and not fresh and (data.comparison.blocked or not data.comparison.changing_lines):
        return _compare(list_id, text, read_team(organization_id, team_id))
    return data


def _correct_rows(data: ReviewData) -> ReviewData | None:
    """Store and compare the list with the rows that were corrected in its review; None if it can't be parsed."""
    lines = {at: row for at, row in _corrected_lines().items() if row != data.text.table.line(at, "")}
    if not lines:
        return data
    text = replace(data.text, table=data.text.table.with_lines(lines))
    try:
        list_id = store_roster(url_for(".ask", organization_id=data.team.organization, team_id=data.team.id), text)
    except TooLargeError:
        data.form.problems.append(gettext(TOO_MUCH))
        return data
    return _compare(list_id, text, data.team, data.comparison)


def _compare(
    list_id: str, text: RosterText, team: RosterTeam, reviewed: RosterComparison | None = None
) -> ReviewData | None:
    try:
        names = [name for each in team.members for name in (each.id, each.email)]
        roster = read_roster(text.table.text, names, text.choices)
    except TableError:  # stored by a version with other limits
        return None
    found = compare_roster(roster, team.members, exact=_requested_mode() == EXACT)
    comparison = mark_misspelled(team.organization, found)
    form = RosterReviewForm(comparison, team.title, reviewed or comparison)
    return ReviewData(list_id, text, roster, team, comparison, form)


def _expired_list_page(organization_id: str, team_id: str) -> Response:
    form = RosterForm(formdata=None)
    form.mode.data = _requested_mode()
    return _form_page(organization_id, team_id, form, lost=gettext(LOST))


def _review_page(data: ReviewData) -> Response:
    team, comparison, form, problem = data.team, data.comparison, data.form, data.team.problem
    words, show = get_search_text(), parse_outcome_filter(request.args.get("show"))
    known = find_known_people(team.organization, comparison)
    unseen = find_unseen_people(known, comparison)
    lines = [] if problem else select_lines(comparison, show, words)
    first = request.args.get("after", 0, type=parse_int) // ROWS * ROWS
    shown = lines[first : first + ROWS]
    return page(
        "roster/review.html",
        status=http_status(problem) if problem else form.status,
        form=form,
        given=data,
        reading=choices_context(data.roster, data.text),
        team=team,
        unread=unread_message(problem) if problem else "",
        comparison=comparison,
        doubt=gettext(MAYBE_MEMBERS, count=comparison.possible) if comparison.possible else "",
        lost=find_lost_roles(team, comparison),
        unseen=unseen,
        unseen_said=unseen_message(unseen),
        lines=shown,
        to_correct=list_corrections(comparison.lines, data.text),
        people=[describe_person(line, known or {}) for line in shown],
        found=len(lines),
        totals={what: len(comparison.with_action(what)) for what in RosterAction},
        outcomes=translate_rows(OUTCOMES, 3),
        choices=outcome_choices(comparison),
        What=RosterAction,
        show=show,
        first=first,
        rows=ROWS,
        words=words,
        mode=_requested_mode(),
        modes=translate_rows(MODES, 2),
        here=url_for(".review", organization_id=team.organization, team_id=team.id, list_id=data.id),
        in_numbers=count_actions(comparison.lines),
        longest_reason=MAX_REASON_LENGTH,
    )


@blueprint.get("/sample.csv")
@signed_in
def sample(organization_id: str, team_id: str) -> Response:  # noqa: ARG001 - the same for every team
    return csv_response(SAMPLE, "roster-sample")


@blueprint.get("/members.csv")
@signed_in
def members(organization_id: str, team_id: str) -> Response:
    """Download the members as CSV. Importing that file changes nothing."""
    found = read_members(api(), organization_id, team_id)
    rows = [(each.email, each.id, each.role, each.name) for each in found]
    (title,) = find_object_titles("team", organization_id, [team_id])
    return csv_response([("email", "id", "role", "name"), *rows], download_name(f"members-{title}", organization_id))


@blueprint.get("/report/<int:number>.csv")
@signed_in
def report(organization_id: str, team_id: str, number: int) -> Response:
    """Download the result of each row of an applied list."""
    bulk = get_own_bulk_change(organization_id, number)
    if bulk is None or bulk.purpose.kind != KIND or bulk.purpose.wanted.get("team") != team_id:
        abort(404)
    return csv_response([COLUMNS, *report_rows(bulk)], download_name(f"roster-{number}", organization_id))
