"""Commands for operators who can't use a browser: stop enforcing single sign-on. They need an access token."""

from pathlib import Path

import click

from contract.organization.organizations import GET_ORGANIZATION
from masthead.client import Api, OutcomeUnknown, Problem
from masthead.store.errors import StoreError
from masthead.store.sso.enforcements import Countdown, End
from masthead.web.auto_revert import create_reverter, set_enforcement
from masthead.web.descriptions.outcome_text import cause_text
from masthead.web.operator import build_operator_api, token_file
from masthead.web.person.portal import portal
from masthead.writes.send import NotAppliedError, apply

WORDS = {
    End.REVERTED: "is no longer enforced",
    End.OFF: "was already switched off",
    End.STOPPED: "was switched off in the meantime",
    End.GONE: "is not tried any more: no such organization has been visible for a week",
}
BREAK_GLASS = "Break glass: an administrator of Masthead switched it off from the command line."


@click.command("revert-enforcement")
@token_file
def revert_enforcement(token_file: Path | None) -> None:
    """Stop enforcing single sign-on where nobody kept it in time. Meant for cron: prints nothing if none is due.

    Exits with 1 if any failed; those stay due.
    """
    due = [each for each in portal().store.enforcements.list_current() if each.is_due]
    if not due:
        return
    api = build_operator_api(token_file)
    left = [each for each in due if not _revert_trial(api, each)]
    if left:
        raise SystemExit(1)


@click.command("break-glass")
@click.option("--org", "organization", required=True, help="The organization.")
@token_file
def break_glass(organization: str, token_file: Path | None) -> None:
    """Stop enforcing single sign-on at once, no matter who enforced it."""
    api = build_operator_api(token_file)
    try:
        found = api.read(GET_ORGANIZATION, organization)
        beside = portal().store.enforcements.build_stop_hook(organization, api.owner)
        apply(api, portal().store.journal, set_enforcement(found, on=False, reason=BREAK_GLASS), beside)
    except NotAppliedError as failure:
        unknown = isinstance(failure.problem, OutcomeUnknown)
        words = "It isn't known whether single sign-on is still enforced" if unknown else "Nothing was changed"
        raise click.ClickException(f"{words}: {failure.problem.message}") from None
    except (Problem, StoreError) as problem:
        raise click.ClickException(f"Nothing was changed: {problem}") from None
    click.echo(f"Single sign-on for {found.title} is no longer enforced.")


def _revert_trial(api: Api, due: Countdown) -> bool:
    enforcements = portal().store.enforcements
    create_reverter(api).revert(due, at_once=True)
    now = enforcements.get(due.number)
    if now.end is None:
        why = cause_text(now.cause) or "another portal is switching it off"
        click.echo(f"Single sign-on for {due.title} ({due.organization}) is still enforced: {why}", err=True)
        return False
    click.echo(f"Single sign-on for {due.title} ({due.organization}) {WORDS.get(now.end, now.end)}.")
    return True
