"""The person's unfinished bulk changes, and what each waits for."""

from collections.abc import Iterator, Sequence

from flask import url_for

from i18n import gettext, ngettext
from masthead.store.bulk.steps import BulkChange
from masthead.web.frame.alerts import Alert, AlertLink
from masthead.web.person.access import person
from masthead.web.person.portal import portal

MAX_BULK_CHANGES = 20


def read_unfinished(organization_id: str) -> list[BulkChange]:
    """Unfinished bulk changes that are not running right now, newest first."""
    found = portal().store.bulk_changes.all_unfinished(organization_id, person().owner, limit=MAX_BULK_CHANGES)
    return [bulk for bulk in found if not bulk.runs]


def bulk_change_alerts(bulk_changes: Sequence[BulkChange]) -> Iterator[Alert]:
    """An alert for each bulk change, with its state and progress."""
    for bulk in bulk_changes:
        link = AlertLink(
            gettext("View bulk change"),
            url_for("bulk_changes.show", organization_id=bulk.purpose.organization, number=bulk.number),
        )
        level, state = _standing(bulk)
        yield Alert(level, f"“{bulk.purpose.title}” {state}.", _progress(bulk), (link,))


def _standing(bulk: BulkChange) -> tuple[str, str]:
    if bulk.stuck:
        return "warn", gettext("needs your decision")
    if bulk.cause:
        return "warn", gettext("was interrupted")
    if bulk.paused_at is not None:
        return "quiet", gettext("is paused")
    return "quiet", gettext("is waiting") if bulk.settled else gettext("has not started")


def _progress(bulk: BulkChange) -> str:
    if not bulk.steps:
        return gettext("Its steps are not worked out yet.")
    return ngettext(
        "%(settled)s of %(n)s step completed.",
        "%(settled)s of %(n)s steps completed.",
        bulk.steps,
        settled=bulk.settled,
    )
