"""What a plan has sent so far, and whether it has sent the same to no effect."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from masthead.changes.plan_kinds import WITHOUT_EFFECT
from masthead.store import Intent, Journal, Plan, Plans, Step

MAX_SAME_CALL = 2
"""How often the same call may be done in a plan to no effect."""
MAX_STEPS = 10_000
Call = tuple[str, tuple[str, ...], str | None]


def tried_steps(plans: Plans, plan: Plan) -> list[Step]:
    steps = plans.steps(plan, limit=MAX_STEPS)
    return [step for step in steps if step.entry is not None and step.state not in WITHOUT_EFFECT]


def with_outcomes(journal: Journal, plan: Plan, steps: Sequence[Step]) -> list[Step]:
    """The steps with what came of each, as the journal has it."""
    purpose, numbers = plan.purpose, [step.entry or 0 for step in steps]
    entries = journal.numbered(purpose.organization, purpose.owner, numbers) if numbers else []
    outcomes = {entry.number: entry.outcome for entry in entries}
    return [replace(step, outcome=outcomes.get(step.entry or 0)) for step in steps]


def call_of(intent: Intent) -> Call:
    return intent.endpoint, intent.ids, intent.body


def is_in_vain(calls: Sequence[Intent], tried: Iterable[Step]) -> bool:
    """Whether one of the calls was done often enough."""
    done = Counter(call_of(step.intent) for step in tried)
    return any(done[call_of(intent)] >= MAX_SAME_CALL for intent in calls)
