"""The person's unfinished bulk changes, and what each waits for."""

from collections.abc import Iterator, Sequence

from flask import url_for

from i18n import gettext, ngettext
from masthead.store.plans.steps import Plan
from masthead.web.frame.alerts import Alert, AlertLink
from masthead.web.person.access import person
from masthead.web.person.portal import portal

MAX_PLANS = 20


def read_unfinished(organization_id: str) -> list[Plan]:
    """Unfinished bulk changes that are not running right now, newest first."""
    found = portal().store.plans.all_unfinished(organization_id, person().owner, limit=MAX_PLANS)
    return [plan for plan in found if not plan.runs]


def plan_alerts(plans: Sequence[Plan]) -> Iterator[Alert]:
    """An alert for each bulk change, with its state and progress."""
    for plan in plans:
        link = AlertLink(
            gettext("View bulk change"),
            url_for("plans.show", organization_id=plan.purpose.organization, number=plan.number),
        )
        level, state = _standing(plan)
        yield Alert(level, f"“{plan.purpose.title}” {state}.", _progress(plan), (link,))


def _standing(plan: Plan) -> tuple[str, str]:
    if plan.stuck:
        return "warn", gettext("needs your decision")
    if plan.cause:
        return "warn", gettext("was interrupted")
    if plan.paused_at is not None:
        return "quiet", gettext("is paused")
    return "quiet", gettext("is waiting") if plan.settled else gettext("has not started")


def _progress(plan: Plan) -> str:
    if not plan.steps:
        return gettext("Its steps are not worked out yet.")
    return ngettext(
        "%(settled)s of %(n)s step completed.",
        "%(settled)s of %(n)s steps completed.",
        plan.steps,
        settled=plan.settled,
    )
