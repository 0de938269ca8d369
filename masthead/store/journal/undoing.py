"""From which entry on the journal has all that is undone there, by an entry or by a plan."""

from collections.abc import Sequence

from sqlalchemy import ScalarSelect, func, literal, select, union_all

from masthead.store.journal.finding import HIGHEST_NUMBER, begins_with
from masthead.store.tables import journal, plan_steps, plans


def first_undone(organization: str, first: int, endpoints: Sequence[str], ids: Sequence[str]) -> ScalarSelect[int]:
    """The number of the first entry that one from `first` on undoes, or that one from there on undoes, and so on.

    What a plan sent begins with the first entry of the plan, as does what it undoes. At each turn only the entries are
    looked at that the last one has added, by their numbers: the index of ids would give all of the object's each time.
    """
    windows = select(literal(first).label("first"), literal(HIGHEST_NUMBER).label("end")).cte(recursive=True)
    within = (
        journal.c.organization == organization,
        journal.c.endpoint.in_(endpoints),
        begins_with(journal.c.ids + "", ids),
        journal.c.number >= windows.c.first,
        journal.c.number < windows.c.end,
    )
    sent_by = select(plan_steps.c.plan).join(journal, journal.c.number == plan_steps.c.entry).where(*within)
    undone = select(plans.c.undoes).where(plans.c.number.in_(sent_by.correlate(windows)))
    of_plans = select(func.min(plan_steps.c.entry))
    known = union_all(
        select(func.min(journal.c.undoes).label("number")).where(*within).correlate(windows),
        of_plans.where(plan_steps.c.plan.in_(sent_by.correlate(windows))).correlate(windows),
        of_plans.where(plan_steps.c.plan.in_(undone.correlate(windows))).correlate(windows),
    ).subquery()
    earlier = select(func.min(known.c.number)).correlate(windows).scalar_subquery()
    windows = windows.union_all(select(earlier, windows.c.first).where(windows.c.first < windows.c.end))
    return select(func.min(windows.c.first)).scalar_subquery()
