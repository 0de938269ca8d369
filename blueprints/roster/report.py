"""Builds the CSV report of a roster import: wanted state and result of each row."""

from collections.abc import Iterator

from masthead.bulk.goals.member_status import NO_CHANGE, MemberResult, describe_role
from masthead.bulk.goals.members import read_results
from masthead.bulk.goals.wanted_members import read_wanted
from masthead.client import Problem, TokenRefused
from masthead.i18n import N_, gettext
from masthead.rosters.comparison import RosterAction, RosterLine
from masthead.store.bulk.steps import BulkChange
from masthead.web.frame.problems import unread_message
from masthead.web.person.portal import api, portal

COLUMNS = ("line", "person", "before", "wanted", "result", "found")
NOT_READ = N_("not read")
NOT_USED = N_("Row can't be used: %(note)s")
NOT_KNOWN = N_("Not known: the members could not be read. %(why)s")


def report_rows(bulk: BulkChange) -> Iterator[tuple[str, ...]]:
    """Return a row for each line, and for each person removed for not being listed.

    For a completed bulk change, these are the results at that time, not the current state.
    """
    steps = portal().store.bulk_changes.steps(bulk, limit=bulk.steps or 1)
    try:
        found, unread = read_results(api(), bulk, steps, portal().store.journal), ""
    except TokenRefused:
        raise
    except Problem as problem:
        found, unread = {}, gettext(NOT_KNOWN, why=unread_message(problem))
    return (_row(line, found.get(line.key), unread) for line in read_wanted(bulk).lines)


def _row(line: RosterLine, result: MemberResult | None, unread: str) -> tuple[str, ...]:
    number = str(line.line) if line.line else ""
    if line.action is RosterAction.WRONG:
        return number, line.given, "", "", gettext(NOT_USED, note=line.note), ""
    before, wanted = describe_role(line.was), describe_role(line.wanted)
    if line.action in {RosterAction.SAME, RosterAction.REPEATED}:
        # Older bulk changes have no results for people without a change.
        found = result.found if result else gettext(NOT_READ) if unread else before
        return number, line.given, before, wanted, line.note or gettext(NO_CHANGE), found
    came, found, met = result or (unread, gettext(NOT_READ), "")
    return number, line.given, met or before, wanted, came, found
