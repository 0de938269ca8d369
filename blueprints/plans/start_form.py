"""Starting a plan, which asks before it takes something from the person, or sends what may have been sent already."""

from contextlib import suppress

from wtforms import HiddenField

from blueprints.plans.undoings import steps_shown
from blueprints.plans.words import not_started
from contract.organization.people import MEMBER_ROLES
from i18n import N_, gettext
from masthead.bulk.roster.goal import read_goal
from masthead.bulk.roster.syncing import KIND as ROSTER
from masthead.bulk.sent_steps import MAX_STEPS, Call, call_of
from masthead.client import Problem
from masthead.store.entries import Entry
from masthead.store.plans.steps import Plan
from masthead.structure.arranging import KIND as STRUCTURE
from masthead.web.forms.fields import OwnPlaceAgreement
from masthead.web.person.oneself import OwnLoss, own_loss_among
from masthead.web.person.portal import api, portal
from masthead.web.submit.plan_form import PlanForm
from masthead.web.submit.planning import prepare
from masthead.writes.duplicates import find_doubts
from masthead.writes.members import read_cached_members

OWNER = MEMBER_ROLES[0]
MORE_NOW = N_(
    "Nothing was sent yet: the site changed since these steps were worked out, and now there are others. Check the "
    "steps before you start."
)


class StartForm(PlanForm):
    """`own` is what starting it takes from the person, to which they agree; nothing once it was started.

    `shown` is a digest of the steps that its page showed.
    """

    agreed = OwnPlaceAgreement()
    shown = HiddenField()

    def __init__(self, plan: Plan) -> None:
        super().__init__()
        self._plan = plan
        asks = plan.purpose.kind == ROSTER and plan.purpose.undoes is not None and not_started(plan)
        self.own = _own_loss(plan) if asks else OwnLoss()
        self.agreed.name_oneself(known=self.own.known)
        self.doubts = _doubts(plan)
        self._was_shown, self.shown.data = self.shown.data, steps_shown(plan)

    def check(self) -> None:
        """Nobody loses their own place by a button alone, nor takes back what a colleague may have set back."""
        if self.own.certain:
            self.agreed.require()
        if self.is_agreed() and self._does_more_now():
            self.problems.append(gettext(MORE_NOW))

    def _does_more_now(self) -> bool:
        """Whether the site changed, so that an undo of its structure has steps that the page did not show."""
        plan = self._plan
        if plan.purpose.kind != STRUCTURE or plan.purpose.undoes is None or not not_started(plan):
            return False
        shown = _calls(plan)
        prepare(plan)
        if self._was_shown == self.shown.data and _calls(plan) <= shown:
            return False
        self.shown.data = steps_shown(plan)
        return True


def _calls(plan: Plan) -> set[Call]:
    return {call_of(step.intent) for step in portal().store.plans.steps(plan, limit=MAX_STEPS)}


def _doubts(plan: Plan) -> list[Entry]:
    """None of a plan that runs, or is about to go on by itself: its person has started it."""
    goes_on = plan.runs or plan.waits_until is not None
    store = portal().store
    return [] if goes_on or plan.finished_at is not None else find_doubts(store.journal, store.plans, plan)


def _own_loss(plan: Plan) -> OwnLoss:
    goal = read_goal(plan)
    lines = [line for line in goal.people.values() if line.key not in goal.changed]
    losing = [line.key for line in lines if line.was is not None and line.wanted not in {OWNER, line.was}]
    with suppress(Problem):  # then nothing is sent either: the plan reads the members before it does
        return own_loss_among(read_cached_members(api(), plan.purpose.organization, goal.team), losing)
    return OwnLoss()
