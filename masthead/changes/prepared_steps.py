"""Whether the steps of a plan that was not started still lead from what there is now to what is wanted."""

from masthead.changes.kinds import KINDS
from masthead.changes.tried_steps import MAX_STEPS
from masthead.client import Api, Problem, TokenRefused
from masthead.store import Journal, Plan, Plans


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
