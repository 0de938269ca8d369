"""Plans: what people want done in many steps, kept so that each goes on where it stood, tomorrow or after a crash."""

import json
import time
from collections.abc import Callable, Sequence
from typing import Any

from sqlalchemy import Connection, bindparam, case, literal, not_, or_, select, true, update

from masthead.store.causes import NO_CAUSE, Cause
from masthead.store.database import Database
from masthead.store.entries import Intent
from masthead.store.plans.rows import add_plan, is_held, is_step, stop_plan, to_plans, to_step
from masthead.store.plans.runs import PlanRun, take_run
from masthead.store.plans.steps import Plan, Purpose, Step, StepState
from masthead.store.plans.undone import last_entries_of_undoing
from masthead.store.tables.records import plan_steps, plans

# Made once: a statement costs more to put together than to run, and each page looks for an unfinished plan.
_OWN = (plans.c.owner == bindparam("owner"), plans.c.organization == bindparam("organization"))
MINE = select(plans).where(*_OWN)
# What a plan wants and its report may be large, and a list of plans shows nothing of them.
_LARGE = {plans.c.wanted, plans.c.report}
_BUT_LARGE = [literal("null").label(each.name) if each in _LARGE else each for each in plans.c]
NEWEST = select(*_BUT_LARGE).where(*_OWN).order_by(plans.c.number.desc()).limit(bindparam("most"))
UNFINISHED = NEWEST.where(plans.c.finished_at.is_(None))
ONE = MINE.where(plans.c.number == bindparam("number"))
_UNDOINGS = select(plans.c.number).where(plans.c.undoes == bindparam("number")).cte(recursive=True)
_UNDOINGS = _UNDOINGS.union_all(select(plans.c.number).where(plans.c.undoes == _UNDOINGS.c.number))
UNDOINGS = select(*_BUT_LARGE).where(*_OWN, plans.c.number.in_(select(_UNDOINGS.c.number)))
ENTRIES_OF_UNDOINGS = select(plan_steps.c.entry).where(
    plan_steps.c.plan.in_(select(_UNDOINGS.c.number)), plan_steps.c.entry.is_not(None)
)
TransactionHook = Callable[[Connection, int], object]
"""Writes to the transaction that stores the bulk change with this number."""
STUCK = (StepState.FAILED, StepState.UNKNOWN)
REFUSALS = (400, 499)
"""The first and the last status of an answer that says that nothing was done."""


class Plans:
    """Each plan belongs to one person and one organization. Raises StoreError where it cannot read or write.

    A plan is read and decided about here; what runs it gets a `PlanRun` from `take`. `clock` gives seconds since 1970;
    portals on several machines must agree on the time within a few seconds.
    """

    def __init__(self, database: Database, clock: Callable[[], float] = time.time) -> None:
        self._database = database
        self._clock = clock

    def add(self, purpose: Purpose, steps: Sequence[Intent], *besides: TransactionHook) -> int:
        """Keep a new plan; gives its number. Owner, organization and reason of the intents are the plan's."""
        with self._database.writing() as connection:
            number = add_plan(connection, purpose, steps, self._clock())
            for each in besides:
                each(connection, number)
            return number

    def plan(self, organization: str, number: int, owner: str) -> Plan | None:
        """One plan, where it is there and is this person's."""
        with self._database.reading() as connection:
            asked = {"organization": organization, "owner": owner, "number": number}
            found = to_plans(connection, connection.execute(ONE, asked).all(), self._clock())
        return found[0] if found else None

    def plans(self, organization: str, owner: str, *, before: int | None = None, limit: int = 100) -> list[Plan]:
        """A person's plans in an organization, the newest first, from below `before`; without `wanted` and `report`."""
        rows = NEWEST if before is None else NEWEST.where(plans.c.number < before)
        with self._database.reading() as connection:
            asked = {"organization": organization, "owner": owner, "most": limit}
            return to_plans(connection, connection.execute(rows, asked).all(), self._clock())

    def unfinished(self, organization: str, owner: str, connection: Connection | None = None) -> Plan | None:
        """The person's newest plan here that is not finished, without `wanted` and `report`."""
        with self._database.reading(connection) as reading:
            asked = {"organization": organization, "owner": owner, "most": 1}
            found = to_plans(reading, reading.execute(UNFINISHED, asked).all(), self._clock())
        return found[0] if found else None

    def all_unfinished(self, organization: str, owner: str, *, limit: int) -> list[Plan]:
        """All of a person's here that are not finished, the newest first, without `wanted` and `report`."""
        asked = {"organization": organization, "owner": owner, "most": limit}
        with self._database.reading() as connection:
            return to_plans(connection, connection.execute(UNFINISHED, asked).all(), self._clock())

    def undoings(self, plan: Plan) -> list[Plan]:
        """The plans that undo this one, or that undo such a plan, and so on, the newest first.

        They come without `wanted` and `report`.
        """
        asked = {"organization": plan.purpose.organization, "owner": plan.purpose.owner, "number": plan.number}
        with self._database.reading() as connection:
            rows = connection.execute(UNDOINGS.order_by(plans.c.number.desc()), asked).all()
            return to_plans(connection, rows, self._clock())

    def entries_of_undoings(self, plan: Plan) -> set[int]:
        """The numbers in the journal of the steps of plans that undo this one, or that undo such a plan, and so on."""
        with self._database.reading() as connection:
            return set(connection.scalars(ENTRIES_OF_UNDOINGS, {"number": plan.number}))

    def last_entries_of_undoing(self, kind: str, numbers: Sequence[int]) -> dict[int, int]:
        """Which of anybody's plans were taken back as a whole: see store/plans/undone.py."""
        return last_entries_of_undoing(self._database, kind, numbers)

    def steps(
        self,
        plan: Plan,
        *,
        after: int = 0,
        limit: int = 100,
        states: Sequence[StepState] = (),
        unverified: bool = False,
        effective: bool = False,
    ) -> list[Step]:
        """Its steps in order, from behind the position `after`; only those in `states`, if any are named.

        The `effective` ones were sent and not refused, so they may have done something.
        """
        rows = select(plan_steps).where(plan_steps.c.plan == plan.number, plan_steps.c.position > after)
        if states:
            rows = rows.where(plan_steps.c.state.in_(states))
        if unverified:
            rows = rows.where(plan_steps.c.verified_at.is_(None))
        if effective:
            refused = plan_steps.c.status.between(*REFUSALS)
            rows = rows.where(plan_steps.c.entry.is_not(None), or_(plan_steps.c.status.is_(None), not_(refused)))
        with self._database.reading() as connection:
            found = connection.execute(rows.order_by(plan_steps.c.position).limit(limit))
            return [to_step(row, plan.purpose) for row in found]

    def take(self, plan: Plan, *, resume: bool = True, at_once: bool = False, looks: bool = False) -> PlanRun | None:
        """The right to run it, which nobody else has then; None where it runs already, has to wait, or is finished.

        `resume` ends a pause; without it a paused plan is not given. `at_once` is for one that only reads, and
        `looks` for one that works out the steps before a start: that is no run, and loses the right to one.
        A run that was killed loses its right in time.
        """
        return take_run(self._database, self._clock, plan.number, resume=resume, at_once=at_once, looks=looks)

    def pause(self, plan: Plan) -> None:
        """Let the run that has it end after the step that is under way."""
        unfinished = (plans.c.number == plan.number) & plans.c.finished_at.is_(None)
        with self._database.writing() as connection:
            paused = {"paused_at": self._clock(), "continues_until": None}
            connection.execute(update(plans).where(unfinished).values(paused))

    def decide(
        self,
        plan: Plan,
        position: int,
        state: StepState,
        cause: Cause = NO_CAUSE,
        *,
        adopt: bool = False,
        summary: str = "",
    ) -> bool:
        """Let a step that failed, or is not known, wait again or be left out. False where it is neither any more.

        What the API asked the plan to wait stays.

        `adopt` takes what somebody else had put there for what it was, so that it may be replaced. `summary` is
        what the step is called from then on, where that is another name.
        """
        stuck = is_step(plan.number, position) & plan_steps.c.state.in_(STUCK)
        with self._database.writing() as connection:
            row = connection.execute(select(plan_steps.c.was, plan_steps.c.found).where(stuck)).first()
            if row is None:
                return False
            was = json.loads(row.was) | (json.loads(row.found or "{}") if adopt else {})
            step = {"state": state, "message": cause.to_json(), "found": None, "was": json.dumps(was)}
            step |= {"summary": summary} if summary else {}
            connection.execute(update(plan_steps).where(stuck).values(step))
            why = case((plans.c.waits_until.is_not(None), plans.c.message), else_="")
            still = {"continues_until": None, "message": why}
            connection.execute(update(plans).where(plans.c.number == plan.number).values(still))
        return True

    def amend(self, plan: Plan, wanted: Any, *, also_sent: bool = False) -> bool:  # noqa: ANN401 - JSON
        """Let a plan want this instead; False where it is run or ended, or, but for `also_sent`, was begun."""
        sent = select(plan_steps.c.plan).where(plan_steps.c.plan == plan.number, plan_steps.c.entry.is_not(None))
        amendable = (plans.c.number == plan.number) & plans.c.finished_at.is_(None)
        amendable &= true() if also_sent else ~sent.exists()
        with self._database.writing() as connection:
            if is_held(connection, plan.number, self._clock()):
                return False
            amended = update(plans).where(amendable).values(wanted=json.dumps(wanted))
            return connection.execute(amended).rowcount == 1

    def stop(self, plan: Plan) -> None:
        """End it where it stands: what was not sent is left out, what failed stays told."""
        with self._database.writing() as connection:
            stop_plan(connection, plan.number, self._clock())

    def stop_and_add(
        self, plan: Plan, purpose: Purpose, steps: Sequence[Intent], differences: Sequence[Cause] = ()
    ) -> int | None:
        """End it where it stands and keep another one that takes it back, both or neither; gives the other's number.

        That is the one there is, where one is not finished. None while the plan is run: what is under way would be
        missing in the other one.
        """
        now = self._clock()
        there = select(plans.c.number).where(plans.c.undoes == plan.number, plans.c.finished_at.is_(None))
        with self._database.writing() as connection:
            if is_held(connection, plan.number, now):
                return None
            if number := connection.scalar(there):
                return int(number)
            stop_plan(connection, plan.number, now)
            return add_plan(connection, purpose, steps, now, differences)
