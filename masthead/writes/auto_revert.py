"""Enforcing single sign-on: switched on only together with a countdown, switched off again when nobody keeps it."""

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
from masthead.store.causes import Cause, Reason, quote
from masthead.store.entries import State
from masthead.store.errors import LeaseLostError, StoreError
from masthead.store.journal.finding import JournalQuery
from masthead.store.journal.journal import Journal
from masthead.store.sso.countdowns import Countdown
from masthead.store.sso.enforcements import Enforcements, RevertLease
from masthead.writes.change import Change, sent_values
from masthead.writes.check import look_up
from masthead.writes.send import NotAppliedError, apply

OF_THIS_PERSON = (TokenRefused, Forbidden, NotFound, TooMany)
"""Another person may well be able to do it."""


def can_change_enforcement(organization: Organization) -> bool:
    """Whether the API grants it to the person who read this."""
    return value_or_none((value_or_none(organization.permissions) or OrganizationPermissions()).admin) is True


def settle_enforcing(api: Api, journal: Journal, countdown: Countdown) -> None:
    """Let the journal say that the call which began an unconfirmed countdown was saved, where a read shows it.

    Nothing waits for it: where it cannot be told now, the entry stays not known.
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
    """Switches off, with one person's access, what nobody kept; `lift` makes the change that does."""

    api: Api
    journal: Journal
    enforcements: Enforcements
    lift: Callable[[Organization, Countdown], Change[Organization]]

    def revert(self, countdown: Countdown, *, at_once: bool = False) -> bool:
        """Do it if it is due and nobody else is at it; what came of it stands in the countdown, read anew.

        False where it is this person who cannot. Nothing is sent that a fresh read does not call for. Raises StoreError
        where nothing can be written: nothing was sent then. `at_once` is how the operator's command does it: it does
        not wait after a failure.
        """
        right = self.enforcements.take(countdown, at_once=at_once)
        if right is None:
            return True
        try:
            return self._revert(right)
        except OF_THIS_PERSON as problem:
            if isinstance(problem, NotFound) and countdown.given_up and (at_once or countdown.owner == self.api.owner):
                right.gone()
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
