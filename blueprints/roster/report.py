"""Builds the CSV report of a roster import: wanted state and result of each row."""

from collections.abc import Iterator, Mapping, Sequence

from masthead.bulk.goals.members import MemberState, compare_members, results_json
from masthead.client import Problem, TokenRefused
from masthead.i18n import N_, gettext
from masthead.rosters.comparison import RosterAction, RosterLine, parse_wanted
from masthead.store.bulk.steps import BulkChange
from masthead.store.entries import parse_cause
from masthead.web.descriptions.outcome_text import cause_text, role_text
from masthead.web.frame.problems import unread_message
from masthead.web.person.portal import api, portal

COLUMNS = ("line", "person", "before", "wanted", "result", "found")
NOT_READ = N_("not read")
NOT_USED = N_("Row can't be used: %(note)s")
NOT_KNOWN = N_("Not known: the members could not be read. %(why)s")
NO_CHANGE, WAITING, NOT_SENT = N_("No change"), N_("Waiting"), N_("Not sent before the bulk change ended.")
DONE = {
    RosterAction.ADD: N_("Added"),
    RosterAction.CHANGE: N_("Role changed"),
    RosterAction.REMOVE: N_("Removed"),
}


def report_rows(bulk: BulkChange) -> Iterator[tuple[str, ...]]:
    """Return a row for each line, and for each person removed for not being listed.

    For a completed bulk change, these are the results at that time, not the current state.
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
    """Return the result, the role at the end and the role before; earlier bulk changes stored these as texts."""
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
