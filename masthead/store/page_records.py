"""What the portal keeps that every page shows around its content."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import bindparam, exists, or_, select

from contract import BY_NAME
from masthead.store.bulk.steps import BulkChange
from masthead.store.drafts.drafts import IS_INPUT, Draft, ParkedDraft
from masthead.store.sso.countdowns import Countdown, End
from masthead.store.tables.drafts import arrangements
from masthead.store.tables.records import bulk_changes, drafts, journal
from masthead.store.tables.sso import enforcements

REVIEWING = [
    name
    for name, each in BY_NAME.items()
    if each.method != "GET" and ("/comments" in each.path or "/change-requests" in each.path)
]
"""The names of what writes comments and change requests."""
# Most pages show none of it, and one statement says so; what is there may be over, which the reads of each decide.
IS_ANY = select(
    exists().where(enforcements.c.ended_at.is_(None) | (enforcements.c.end == End.REVERTED)).label("countdowns"),
    exists().where(drafts.c.owner == bindparam("owner"), IS_INPUT).label("drafts"),
    exists().where(arrangements.c.owner == bindparam("owner")).label("structures"),
    exists().where(drafts.c.owner == bindparam("browser")).label("parked"),
    exists()
    .where(bulk_changes.c.owner == bindparam("owner"), bulk_changes.c.organization == bindparam("organization"))
    .where(bulk_changes.c.finished_at.is_(None))
    .label("bulk_changes"),
    exists()
    .where(journal.c.organization == bindparam("reviewed"), journal.c.number > bindparam("since"))
    .where(or_(*(journal.c.endpoint == name for name in REVIEWING)))
    .label("reviews"),
)


@dataclass(frozen=True, slots=True)
class PageRecords:
    """Countdowns of all organizations, the person's drafts, what their browser parked, and their unfinished plan.

    `structures` are the places of their drafts of structures, and when each was changed. `reviews` says that somebody
    wrote comments or change requests since the entry that was asked about.
    """

    countdowns: Sequence[Countdown] = ()
    drafts: Sequence[Draft] = ()
    structures: Sequence[tuple[str, float]] = ()
    parked: Sequence[ParkedDraft] = ()
    bulk: BulkChange | None = None
    reviews: bool = False
