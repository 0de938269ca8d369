"""What earlier plans of a person found out about the service."""

from changes.structure.arranging import KIND
from changes.structure.planned import kept_in_section
from web.person.access import person
from web.person.portal import portal

PLANS_MAX = 40


def moves_change_section(organization: str) -> bool:
    """Whether moves change the section of a space, by the person's newest plans at this service."""
    newest = portal().store.plans.plans(organization, person().owner, limit=PLANS_MAX)
    return not any(kept_in_section(plan.differences) for plan in newest if plan.purpose.kind == KIND)
