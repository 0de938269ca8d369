"""Which plans were taken back as a whole by another one: an undo of their own person, or somebody's draft."""

from collections.abc import Sequence

from sqlalchemy import func, literal, or_, select

from masthead.store.database import Database
from masthead.store.plans.rows import to_plans
from masthead.store.plans.steps import Plan, StepState
from masthead.store.tables.records import plan_steps, plans


def last_entries_of_undoing(database: Database, kind: str, numbers: Sequence[int]) -> dict[int, int]:
    """The plans of a kind, out of these numbers, of which nothing is left, and that were not redone since.

    Each comes with the number of the last entry that the plan sent which took it back.
    """
    if not numbers:
        return {}
    light = [literal("null").label(each.name) if each in {plans.c.wanted, plans.c.report} else each for each in plans.c]
    did = or_(plans.c.undoes.in_(numbers), plans.c.takes_back.in_(numbers)) & plans.c.finished_at.is_not(None)
    with database.reading() as connection:
        rows = connection.execute(select(*light).where(did, plans.c.kind == kind).order_by(plans.c.number)).all()
        found = {each.number: each for each in to_plans(connection, rows, 0.0) if each.counts.get(StepState.DONE)}
        last = select(plan_steps.c.plan, func.max(plan_steps.c.entry)).where(plan_steps.c.plan.in_(found))
        entries = {row[0]: row[1] for row in connection.execute(last.group_by(plan_steps.c.plan))}
    redone = last_entries_of_undoing(database, kind, list(found))
    return {
        each.purpose.undoes or each.purpose.takes_back or 0: entries[number]
        for number, each in found.items()
        if _is_whole(each) and number not in redone
    }


def _is_whole(plan: Plan) -> bool:
    return set(plan.counts) == {StepState.DONE} and not plan.differences
