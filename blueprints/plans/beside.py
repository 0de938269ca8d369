"""What others changed at the same moment as a bulk change: the API keeps whichever comes last."""

from flask import g

from changes.later import set_otherwise
from client import Problem
from i18n import N_, gettext
from store import Plan, State
from web.pages.organization import has_permission, load_organization
from web.person.portal import portal

AT_ONCE = N_("%(author)s: %(summary)s.")
COUNTS = (State.SAVED, State.UNDER_WAY, State.UNKNOWN)


def changes_at_once(plan: Plan) -> list[str]:
    """A sentence for each change to other values that was under way beside a step; once the plan has ended.

    Only an administrator may see what others sent.
    """
    if plan.finished_at is None:
        return []
    pairs = portal().store.journal.beside_plan(plan.purpose.organization, plan.number)
    others = {
        other.number: other for own, other in pairs if other.outcome.state in COUNTS and set_otherwise(own, other)
    }
    if not others or not _is_administrator(plan.purpose.organization):
        return []
    somebody = gettext("Somebody else")
    told = others.values()
    return [gettext(AT_ONCE, author=each.name or somebody, summary=each.intent.summary) for each in told]


def _is_administrator(organization_id: str) -> bool:
    """As far as can be told now: a part of the page is shown without a read of the organization."""
    try:
        if "organization" not in g:
            load_organization(organization_id)
    except Problem:
        return False
    return has_permission("admin")
