"""What a plan would send although it may have been sent already: nobody knows whether an earlier change was saved."""

from collections.abc import Sequence

from pydantic_core import from_json

from contract.publishing.section_groups import CREATE_SECTION_GROUP
from contract.publishing.site_spaces import ADD_SITE_SPACE
from masthead.changes.sent_again import subjects_of, unknown_entries
from masthead.store import Entry, Intent, Journal, JournalQuery, Plan, Plans, State, StepState

MAX_STEPS = 10_000
ADDED = {ADD_SITE_SPACE.name: ("spaceId", "sectionId"), CREATE_SECTION_GROUP.name: ("title",)}
"""By the name of an endpoint that adds something to a site, the fields that say what and where."""


def find_doubts(journal: Journal, plans: Plans, plan: Plan) -> list[Entry]:
    """The entries of its person that sent some of what its steps would send, without a known outcome.

    Those before what it takes back say nothing: that was made in the knowledge of them.
    """
    unknown = JournalQuery(
        plan.purpose.organization, by=plan.purpose.owner, states=[State.UNKNOWN], since=_since(plans, plan)
    )
    numbers = {each.number for each in journal.entries(unknown)}
    steps = plans.steps(plan, limit=MAX_STEPS) if numbers else []
    numbers -= {step.entry for step in steps}
    waiting = [step.intent for step in steps if numbers and step.state is StepState.WAITING]
    return [each for each in doubts_before(journal, waiting) if each.number in numbers]


def doubts_before(journal: Journal, intents: Sequence[Intent]) -> list[Entry]:
    """The entries of the same person that sent some of what these would send, without a known outcome.

    All are of one organization.
    """
    if not intents:
        return []
    unknown = journal.entries(
        JournalQuery(intents[0].organization, by=intents[0].owner, states=[State.UNKNOWN]), limit=MAX_STEPS
    )
    tried = set[str]().union(*(subjects_of(entry.intent) for entry in unknown))
    concerned = [intent for intent in intents if subjects_of(intent) & tried]
    found = [
        entry for intent in concerned for entry in unknown_entries(journal, intent) if _adds_same(entry.intent, intent)
    ]
    return list({each.number: each for each in found}.values())


def _adds_same(one: Intent, other: Intent) -> bool:
    """Whether both add the same in the same place; calls that add nothing have no such difference."""
    first, second = (from_json(each.body or "{}") for each in (one, other))
    return all(first.get(name) == second.get(name) for name in ADDED.get(other.endpoint, ()))


def _since(plans: Plans, plan: Plan) -> float:
    purpose = plan.purpose
    undone = plans.plan(purpose.organization, purpose.undoes, purpose.owner) if purpose.undoes else None
    return (undone or plan).created_at
