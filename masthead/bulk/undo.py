"""Undoing a plan: another plan, with the changes that take back what it did."""

from collections.abc import Mapping
from dataclasses import replace

from masthead.bulk.kind import PlanKind
from masthead.bulk.kinds import KINDS
from masthead.bulk.sent_steps import MAX_STEPS, SENT_WITHOUT_ANSWER, is_decided, look_for_sent, shows_in_part
from masthead.client import Api, Problem, TokenRefused
from masthead.store.causes import quote
from masthead.store.entries import Entry
from masthead.store.journal.journal import Journal
from masthead.store.plans.plans import Plans
from masthead.store.plans.steps import Plan, Step
from masthead.writes.change import intent_of


def add_undo_plan(journal: Journal, plans: Plans, plan: Plan, kinds: Mapping[str, PlanKind] = KINDS) -> int | None:
    """End a plan if need be, and store one that takes back what it did, the last step first; its number.

    None where nothing that was done can be taken back, or while a run is under way; the plan is as it was then.
    """
    purpose = plan.purpose
    entries = entries_to_undo(journal, plans, plan, kinds)
    undoings = plans.entries_of_undoings(plan)
    wanted, changes = kinds[purpose.kind].undo_beside_others(plan, entries, journal, undoings)
    if not changes and wanted is None:
        return None
    title = kinds[purpose.kind].undo_title(plan, wanted)
    back = replace(purpose, title=title, wanted=wanted, reason="", undoes=plan.number)
    left = kinds[purpose.kind].left_by_undo(plan, entries, journal)
    return plans.stop_and_add(plan, back, [intent_of(change, purpose.owner) for change in changes], left)


def look_before_undo(api: Api, journal: Journal, plans: Plans, plan: Plan) -> bool:
    """Find out about calls without an answer, before they are taken back; False where they could not be looked at.

    Only for a kind that asks about one that shows nowhere: somebody else may have done what the others show. A plan
    that has to wait for the API still has to, also where its person is asked now.
    """
    asks = KINDS[plan.purpose.kind].asks_before_again
    steps = plans.steps(plan, states=SENT_WITHOUT_ANSWER) if asks and plan.finished_at is None else []
    run = plans.take(plan, at_once=True) if steps else None
    if run is None:
        return not steps
    try:
        for step in steps:
            look_for_sent(api, journal, run, step, asks=asks)
    except TokenRefused:
        run.put_back()
        raise
    except Problem as problem:
        run.put_back(wait=problem.retry_after, cause=quote(problem.message))
        return False
    run.put_back()
    return True


def entries_to_undo(journal: Journal, plans: Plans, plan: Plan, kinds: Mapping[str, PlanKind] = KINDS) -> list[Entry]:
    """What the journal has of the steps that undoing a plan looks at, in their order.

    Not of those that their person has sent again or left, or is asked about because some of it is there: that may be
    what a colleague did.
    """
    purpose = plan.purpose
    done = plans.steps(plan, states=kinds[purpose.kind].undone_states, limit=plan.steps)
    numbers = [step.entry for step in done if step.entry and is_the_plans_own(step)]
    return journal.numbered(purpose.organization, purpose.owner, numbers)[::-1]


def is_the_plans_own(step: Step) -> bool:
    """Whether what is there now can be what this step did, as far as its person has not said otherwise."""
    return not (is_decided(step) or shows_in_part(step))


def are_current(api: Api, journal: Journal, plans: Plans, plan: Plan) -> bool:
    """Nothing is written. True too for kinds that stand as they were made, and where the service cannot be read."""
    kind = KINDS[plan.purpose.kind]
    if not kind.recomputes:
        return True
    try:
        remaining = kind.replan_beside_others(api, journal, plan, [])
    except TokenRefused:
        raise
    except Problem:
        return True
    steps = [step.intent for step in plans.steps(plan, limit=MAX_STEPS)]
    told = (plan.purpose.title, list(plan.differences))
    is_told = not remaining.title or told == (remaining.title, list(remaining.left))
    return is_told and steps == remaining.intents(plan)
