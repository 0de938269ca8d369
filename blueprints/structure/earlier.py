"""What earlier plans of a person found out about the service, and which of them go on."""

import time

from masthead.changes.structure.arranging import KIND
from masthead.store import Plan, Reason
from masthead.web.person.access import person
from masthead.web.person.portal import portal

PLANS_MAX = 40
BELIEVED_SECONDS = 24 * 3600.0
"""How long what a plan found is believed: then the next one tries a move again."""


def moves_change_section(organization: str) -> bool:
    """Whether moves change the section of a space, by the person's plans of the last day at this service."""
    since = time.time() - BELIEVED_SECONDS
    lately = [plan for plan in _newest(organization) if plan.finished_at is None or plan.finished_at > since]
    return all(each.reason is not Reason.KEPT_IN_SECTION for plan in lately for each in plan.differences)


def unfinished_plans(organization: str, site: str) -> list[Plan]:
    """The person's plans for the structure of a site that have not ended, the newest first."""
    open_ = [each.number for each in _newest(organization) if each.finished_at is None]
    found = [portal().store.plans.plan(organization, number, person().owner) for number in open_]
    return [plan for plan in found if plan is not None and plan.purpose.wanted["site"] == site]


def _newest(organization: str) -> list[Plan]:
    newest = portal().store.plans.plans(organization, person().owner, limit=PLANS_MAX)
    return [plan for plan in newest if plan.purpose.kind == KIND]
