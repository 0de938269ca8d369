"""Switches enforced single sign-on off again when nobody confirms it before its countdown ends."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from contract.organization.organizations import (
    GET_ORGANIZATION,
    UPDATE_ORGANIZATION,
    Organization,
    OrganizationPermissions,
)
from contract.schema.fields import value_or_none
from masthead.client import Api, Forbidden, NotFound, Problem, TokenRefused, TooMany
from masthead.store.entries import Cause, Reason, State, quote
from masthead.store.errors import LeaseLostError, StoreError
from masthead.store.journal.journal import Journal
from masthead.store.journal.queries import JournalQuery
from masthead.store.sso.enforcements import Countdown, Enforcements, RevertLease
from masthead.writes.check import look_up
from masthead.writes.send import Change, NotAppliedError, apply, sent_values

OF_THIS_PERSON = (TokenRefused, Forbidden, NotFound, TooMany)
"""Another person may be able to do it."""


def can_change_enforcement(organization: Organization) -> bool:
    """Return whether the person who read the organization may change its enforcement."""
    return value_or_none((value_or_none(organization.permissions) or OrganizationPermissions()).admin) is True


def settle_enforcing(api: Api, journal: Journal, countdown: Countdown) -> None:
    """Look up the call that began an unconfirmed countdown; record it in the journal if it was saved.

    A read that fails changes nothing: the outcome stays unknown.
    """
    unknown = JournalQuery(
        countdown.organization, by=countdown.owner, endpoints=[UPDATE_ORGANIZATION.name], states=[State.UNKNOWN]
    )
    with suppress(Problem, StoreError):
        newest = next((each for each in journal.entries(unknown) if sent_values(each.intent).get("sso") is True), None)
        if not countdown.confirmed and newest is not None:
            look_up(api, journal, newest)


@dataclass(frozen=True)
class Reverter:
    """Ends enforcement with one person's access; `lift` builds the change."""

    api: Api
    journal: Journal
    enforcements: Enforcements
    lift: Callable[[Organization, Countdown], Change[Organization]]

    def revert(self, countdown: Countdown, *, at_once: bool = False) -> bool:
        """Revert if it is due and nobody else is reverting; the countdown then has the result.

        False if this person lacks the permission. A fresh read decides whether anything is sent. Raises StoreError
        before anything is sent. With `at_once`, as the operator's command does it, there is no wait after a failure.
        """
        right = self.enforcements.take(countdown, at_once=at_once)
        if right is None:
            return True
        try:
            return self._revert(right)
        except OF_THIS_PERSON as problem:
            if isinstance(problem, NotFound) and countdown.given_up and (at_once or countdown.owner == self.api.owner):
                right.mark_missing()
                return True
            right.give_back(quote(problem.message))
            return False
        except Problem as problem:
            right.failed(quote(problem.message), problem.retry_after)
        except NotAppliedError as failure:  # the countdown knows already
            return not isinstance(failure.problem, OF_THIS_PERSON)
        except LeaseLostError:  # somebody else is at it, or it ended
            pass
        return True

    def _revert(self, right: RevertLease) -> bool:
        organization = self.api.read(GET_ORGANIZATION, right.countdown.organization)
        if organization.sso is False:
            right.found_off()
        elif not can_change_enforcement(organization):
            right.give_back(Cause(Reason.NOT_ADMINISTRATOR))
            return False
        else:
            if organization.sso is True:
                self.enforcements.confirm(right.countdown)
            settle_enforcing(self.api, self.journal, right.countdown)
            apply(self.api, self.journal, self.lift(organization, right.countdown), right)
        return True
