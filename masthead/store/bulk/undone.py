"""Which bulk changes were taken back as a whole by another one: an undo of their own person, or somebody's draft."""

from collections.abc import Sequence

from sqlalchemy import func, literal, or_, select

from masthead.store.bulk.rows import to_bulk_changes
from masthead.store.bulk.steps import BulkChange, StepState
from masthead.store.database import Database
from masthead.store.tables.records import bulk_changes, bulk_steps


def last_entries_of_undoing(database: Database, kind: str, numbers: Sequence[int]) -> dict[int, int]:
    """The bulk changes of a kind, out of these numbers, of which nothing is left, and that were not redone since.

    Each comes with the number of the last entry that the bulk change sent which took it back.
    """
    if not numbers:
        return {}
    light = [
        literal("null").label(each.name) if each in {bulk_changes.c.wanted, bulk_changes.c.report} else each
        for each in bulk_changes.c
    ]
    did = or_(
        bulk_changes.c.undoes.in_(numbers), bulk_changes.c.takes_back.in_(numbers)
    ) & bulk_changes.c.finished_at.is_not(None)
    with database.reading() as connection:
        rows = connection.execute(
            select(*light).where(did, bulk_changes.c.kind == kind).order_by(bulk_changes.c.number)
        ).all()
        found = {
            each.number: each for each in to_bulk_changes(connection, rows, 0.0) if each.counts.get(StepState.DONE)
        }
        last = select(bulk_steps.c.bulk_change, func.max(bulk_steps.c.entry)).where(bulk_steps.c.bulk_change.in_(found))
        entries = {row[0]: row[1] for row in connection.execute(last.group_by(bulk_steps.c.bulk_change))}
    redone = last_entries_of_undoing(database, kind, list(found))
    return {
        each.purpose.undoes or each.purpose.takes_back or 0: entries[number]
        for number, each in found.items()
        if _is_whole(each) and number not in redone
    }


def _is_whole(bulk: BulkChange) -> bool:
    return set(bulk.counts) == {StepState.DONE} and not bulk.differences
