"""Trial enforcement of single sign-on: unless somebody confirms it in time, the next request disables it."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from flask import Flask, current_app, g, request
from pydantic import MISSING

from contract.organization.organizations import (
    GET_ORGANIZATION,
    UPDATE_ORGANIZATION,
    Organization,
    OrganizationPermissions,
    OrganizationUpdate,
)
from contract.schema.fields import value_or_none
from masthead.client import Api, Forbidden, NotFound, Problem, TokenRefused, TooMany
from masthead.client.exchange import Deadline
from masthead.i18n import N_, gettext, ngettext
from masthead.store.entries import Cause, Reason, State, Subject, quote
from masthead.store.errors import LeaseLostError, StoreError
from masthead.store.journal.journal import Journal
from masthead.store.journal.queries import JournalQuery
from masthead.store.sso.enforcements import Countdown, Enforcements, RevertLease
from masthead.web.forms.forms import PageForm
from masthead.web.frame.layout import countdowns_version, stopped_by_label
from masthead.web.http.log import log
from masthead.web.person.guards import SIGNED_IN, get_access
from masthead.web.person.portal import portal
from masthead.web.person.session import Person
from masthead.writes.check import verify_entry
from masthead.writes.send import Change, NotAppliedError, apply, sent_values

OF_THIS_PERSON = (TokenRefused, Forbidden, NotFound, TooMany)
"""Problems of one person's access: another person may be able to end the enforcement."""


def can_change_enforcement(organization: Organization) -> bool:
    """Return whether, according to the API, the person may change the organization's enforcement."""
    return value_or_none((value_or_none(organization.permissions) or OrganizationPermissions()).admin) is True


def check_enforcing_call(api: Api, journal: Journal, countdown: Countdown) -> None:
    """Look up the call behind an unconfirmed countdown. Record it in the journal if it was saved.

    If the read fails, nothing changes and the outcome stays unknown.
    """
    unknown = JournalQuery(
        countdown.organization, by=countdown.owner, endpoints=[UPDATE_ORGANIZATION.name], states=[State.UNKNOWN]
    )
    with suppress(Problem, StoreError):
        newest = next((each for each in journal.entries(unknown) if sent_values(each.intent).get("sso") is True), None)
        if not countdown.confirmed and newest is not None:
            verify_entry(api, journal, newest)


@dataclass(frozen=True)
class Reverter:
    """Disables enforcement using one person's access. `lift` builds the change."""

    api: Api
    journal: Journal
    enforcements: Enforcements
    lift: Callable[[Organization, Countdown], Change[Organization]]

    def revert(self, countdown: Countdown, *, at_once: bool = False) -> bool:
        """Disable enforcement if the countdown is due and nobody else is doing so. The countdown stores the result.

        Returns False if this person lacks the permission. The organization is read again to decide whether to send
        anything. Raises StoreError before anything is sent. `at_once`, for the operator's command, skips the wait after
        an earlier failure.
        """
        right = self.enforcements.take(countdown, at_once=at_once)
        if right is None:
            return True
        try:
            return self._revert(right)
        except OF_THIS_PERSON as problem:
            if (
                isinstance(problem, NotFound)
                and countdown.is_given_up
                and (at_once or countdown.owner == self.api.owner)
            ):
                right.mark_missing()
                return True
            right.release(quote(problem.message))
            return False
        except Problem as problem:
            right.release_after_failure(quote(problem.message), problem.retry_after)
        except NotAppliedError as failure:  # the countdown has the outcome already
            return not isinstance(failure.problem, OF_THIS_PERSON)
        except LeaseLostError:  # somebody else has the lease, or the countdown has ended
            pass
        return True

    def _revert(self, right: RevertLease) -> bool:
        organization = self.api.read(GET_ORGANIZATION, right.countdown.organization)
        if organization.sso is False:
            right.record_disabled()
        elif not can_change_enforcement(organization):
            right.release(Cause(Reason.NOT_ADMINISTRATOR))
            return False
        else:
            if organization.sso is True:
                self.enforcements.confirm(right.countdown)
            check_enforcing_call(self.api, self.journal, right.countdown)
            apply(self.api, self.journal, self.lift(organization, right.countdown), right)
        return True


BUDGET_SECONDS = 4.0
"""The time for countdowns before a page, which has its own budget."""
ASKED_FOR = N_("Automatic: somebody tried to switch it off before, and that failed.")
NOT_AGAIN_SECONDS = 60.0
"""The pause before we try again for a person who couldn't revert."""


def init_app(app: Flask) -> None:
    """Try due countdowns on each request by a signed-in person. Call it after guarding the pages."""
    app.before_request(_revert_due_countdowns)
    app.jinja_env.globals.update(new_form_key=new_form_key, stopper=stopped_by_label, version_of=countdowns_version)


def new_form_key() -> str:
    return str(PageForm(formdata=None).form_key.data)


def list_countdowns(owner: str) -> list[Countdown]:
    """List this person's open countdowns, which only others can end once the person has signed out."""
    return [each for each in current_countdowns() if each.owner == owner and each.end is None]


def current_countdowns() -> list[Countdown]:
    """List the countdowns of all organizations. Empty if they can't be read."""
    try:
        return portal().store.enforcements.list_current()
    except StoreError:
        return []


def _revert_due_countdowns() -> None:
    who = g.get("person")
    if who is None or not who.token or request.endpoint is None:
        return
    if get_access(current_app.view_functions[request.endpoint]) != SIGNED_IN:
        return
    due = [each for each in current_countdowns() if each.is_ready_to_revert]
    if due:
        with suppress(StoreError):
            _revert_countdowns(due, who)


def _revert_countdowns(due: list[Countdown], who: Person) -> None:
    """Try the countdowns in order until half of the time budget is used up."""
    api, half = portal().api_for(who.token, who.owner, budget=BUDGET_SECONDS), Deadline(BUDGET_SECONDS / 2)
    for each in due:
        if half.has_passed:
            return
        _revert(create_reverter(api), each, who)


def _revert(reverter: Reverter, due: Countdown, who: Person) -> None:
    attempts, key = portal().store.attempts, f"enforcement {due.number} {who.owner}"
    if attempts.peek(key)[0]:
        return
    if not reverter.revert(due):
        attempts.add(key, NOT_AGAIN_SECONDS)
        return
    end = portal().store.enforcements.get(due.number).end or "due"
    log.info("countdown", extra={"organization": due.organization, "end": end})


def create_reverter(api: Api) -> Reverter:
    """Create a reverter that disables enforcement through the given API client."""
    return Reverter(api, portal().store.journal, portal().store.enforcements, _build_disabling_change)


def set_enforcement(organization: Organization, *, on: bool, reason: str = "") -> Change[Organization]:
    """Build the change that enables or disables enforcement."""
    title, was = organization.title, {} if organization.sso is MISSING else {"sso": organization.sso}
    return Change(
        UPDATE_ORGANIZATION,
        (organization.id,),
        Subject("organization", organization.id, title),
        gettext("Enforce single sign-on for %(title)s", title=title)
        if on
        else gettext("Stop enforcing single sign-on for %(title)s", title=title),
        OrganizationUpdate(sso=on),
        was=was,
        reason=reason,
    )


def _build_disabling_change(organization: Organization, countdown: Countdown) -> Change[Organization]:
    minutes = max(1, round((countdown.deadline - countdown.begun_at) / 60))
    reason = ngettext(
        "Automatic: nobody pressed “Keep enforcement” in time (%(n)s minute).",
        "Automatic: nobody pressed “Keep enforcement” in time (%(n)s minutes).",
        minutes,
    )
    return set_enforcement(organization, on=False, reason=gettext(ASKED_FOR) if countdown.is_stopped else reason)
