"""The form that starts a bulk change; asks before taking a role or repeating a call."""

from contextlib import suppress

from wtforms import HiddenField

from blueprints.bulk_changes.labels import not_started
from blueprints.bulk_changes.undo_state import steps_version
from contract.organization.people import MEMBER_ROLES
from masthead.bulk.goal import Call, call_of
from masthead.bulk.goals.members import KIND as MEMBERS
from masthead.bulk.goals.structure import KIND as STRUCTURE
from masthead.bulk.reconcile import MAX_STEPS
from masthead.client import Problem
from masthead.i18n import N_, gettext
from masthead.rosters.comparison import parse_wanted
from masthead.store.bulk.steps import BulkChange
from masthead.store.entries import Entry
from masthead.web.forms.fields import OwnPlaceAgreement
from masthead.web.person.identity import OwnLoss, find_own_loss
from masthead.web.person.portal import api, portal
from masthead.web.submit.bulk_changes import BulkChangeForm, prepare
from masthead.writes.roles import read_cached_members
from masthead.writes.timeline import find_doubts

OWNER = MEMBER_ROLES[0]
MORE_NOW = N_(
    "Nothing was sent yet: the site changed since these steps were worked out, and now there are others. Check the "
    "steps before you start."
)


class StartForm(BulkChangeForm):
    """Asks for consent to `own` losses; `shown` is a hash of the steps on the page."""

    agreed = OwnPlaceAgreement()
    shown = HiddenField()

    def __init__(self, bulk: BulkChange) -> None:
        super().__init__()
        self._bulk = bulk
        asks = bulk.purpose.kind == MEMBERS and bulk.purpose.undoes is not None and not_started(bulk)
        self.own = _own_loss(bulk) if asks else OwnLoss()
        self.agreed.name_oneself(known=self.own.known)
        self.doubts = _doubts(bulk)
        self._was_shown, self.shown.data = self.shown.data, steps_version(bulk)

    def check(self) -> None:
        if self.own.certain:
            self.agreed.require()
        if self.is_agreed() and self._does_more_now():
            self.problems.append(gettext(MORE_NOW))

    def _does_more_now(self) -> bool:
        """True if an undo of a structure now has steps that the page did not show."""
        bulk = self._bulk
        if bulk.purpose.kind != STRUCTURE or bulk.purpose.undoes is None or not not_started(bulk):
            return False
        shown = _calls(bulk)
        prepare(bulk)
        if self._was_shown == self.shown.data and _calls(bulk) <= shown:
            return False
        self.shown.data = steps_version(bulk)
        return True


def _calls(bulk: BulkChange) -> set[Call]:
    return {call_of(step.intent) for step in portal().store.bulk_changes.steps(bulk, limit=MAX_STEPS)}


def _doubts(bulk: BulkChange) -> list[Entry]:
    """List earlier calls that this may repeat; none once it has started."""
    is_started = bulk.runs or bulk.waits_until is not None or bulk.finished_at is not None
    store = portal().store
    return [] if is_started else find_doubts(store.journal, store.bulk_changes, bulk)


def _own_loss(bulk: BulkChange) -> OwnLoss:
    wanted = parse_wanted(bulk.purpose.wanted)
    losing = [
        line.key for line in wanted.people.values() if line.was is not None and line.wanted not in {OWNER, line.was}
    ]
    with suppress(Problem):  # the bulk change reads the members before it sends anything
        return find_own_loss(read_cached_members(api(), bulk.purpose.organization, wanted.team), losing)
    return OwnLoss()
