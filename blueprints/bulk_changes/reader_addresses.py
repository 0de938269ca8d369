"""Reports readers' addresses of a site's spaces before and after a bulk change."""

from collections.abc import Sequence
from typing import NamedTuple

from blueprints.bulk_changes.labels import not_started
from masthead.bulk.goals.structure import KIND as STRUCTURE
from masthead.i18n import N_, gettext, join_and, ngettext
from masthead.store.bulk.steps import BulkChange, StepState
from masthead.structure.addresses import addresses_of, tell_addresses
from masthead.structure.attempts import read_goal
from masthead.structure.describe import differences

MAX_ROWS, MAX_NAMED = 200, 10
UNCHANGED = N_("No reader's address changed.")
NOT_KNOWN = N_("It isn't known whether readers' addresses changed: the API didn't report them.")
NOT_COMPARED = N_(
    "It isn't known whether readers' addresses changed: Masthead compares them when a bulk change ends by itself."
)


class AddressReport(NamedTuple):
    """A summary with changed addresses as title, before and after.

    `more` counts further ones that changed.
    """

    told: str
    rows: Sequence[tuple[str, str, str]] = ()
    more: int = 0
    unknown: str = ""
    is_compared: bool = True


def address_report(bulk: BulkChange) -> AddressReport | None:
    """Build the report; None if there is nothing to report yet."""
    if bulk.purpose.kind != STRUCTURE:
        return None
    if not_started(bulk) and bulk.steps:
        goal = read_goal(bulk)
        told = tell_addresses(differences(goal.base, goal.wanted))
        return AddressReport(told, is_compared=False) if told else None
    if bulk.finished_at is None or not bulk.counts.get(StepState.DONE):
        return None
    found = addresses_of(bulk)
    if found is None:
        return AddressReport(gettext(NOT_COMPARED), is_compared=False)
    if not found.changed and not found.same:
        return AddressReport(gettext(NOT_KNOWN), is_compared=False)
    rows = [(each.title, each.before, each.after) for each in found.changed]
    changed = ngettext("The address of %(n)s space changed.", "The addresses of %(n)s spaces changed.", len(rows))
    more, unknown = max(0, len(rows) - MAX_ROWS), _unknown_message(found.unknown)
    return AddressReport(changed if rows else gettext(UNCHANGED), rows[:MAX_ROWS], more, unknown)


def _unknown_message(titles: Sequence[str]) -> str:
    if not titles:
        return ""
    if len(titles) > MAX_NAMED:
        return ngettext(
            "The API didn't report the address of %(n)s more space, so it isn't known whether that changed.",
            "The API didn't report the addresses of %(n)s more spaces, so it isn't known whether those changed.",
            len(titles),
        )
    return gettext(
        "The API didn't report the address of %(spaces)s, so it isn't known whether that changed.",
        spaces=join_and(titles),
    )
