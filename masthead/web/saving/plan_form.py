"""The form that begins a plan: it asks before it sends what may have been sent already."""

from collections.abc import Sequence
from typing import Any

from i18n import N_
from masthead.changes import Change, intent_of
from masthead.store import Entry
from masthead.web.forms.agreement import Agreement
from masthead.web.forms.forms import INVALID, PageForm
from masthead.web.person.access import person
from masthead.web.person.portal import portal
from masthead.writes.duplicates import doubts_before

IN_DOUBT = N_(
    "You sent some of this before, and it isn't known whether that was saved. Check that, or select “%(label)s”."
)


class PlanForm(PageForm):
    """`doubts` are entries of which nobody knows the outcome, and that sent some of what the plan would send.

    Its template asks about them with the macro `doubts`, and `anyway` agrees.
    """

    anyway = Agreement(N_("Send it anyway"))

    def __init__(self, **options: Any) -> None:
        """Without doubts, until the changes are known."""
        super().__init__(**options)
        self.doubts: Sequence[Entry] = ()

    def look_for_doubts(self, changes: Sequence[Change[Any]]) -> None:
        """Find what the person sent of these before, without a known outcome."""
        self.doubts = doubts_before(portal().store.journal, [intent_of(change, person().owner) for change in changes])

    def is_agreed(self) -> bool:
        """Whether there is no doubt, or the person sends it anyway; else the form says so. Sets `status`."""
        if not self.doubts or self.anyway.require(IN_DOUBT):
            return True
        self.status = INVALID
        return False
