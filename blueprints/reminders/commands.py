"""The command `send-reminders`."""

import time
from collections.abc import Sequence
from pathlib import Path

import click
from flask import current_app

from blueprints.reminders.delivery import Channel, DeliveryError, ReminderMessage, list_channels, reminder_key
from contract.organization.organizations import LIST_ORGANIZATIONS
from masthead.client import Problem
from masthead.store.errors import StoreError
from masthead.web.operator import build_operator_api, token_file
from masthead.web.person.portal import portal
from masthead.web.reminders import Reminder, current_day, list_reminders

REMEMBERED_SECONDS = 400 * 86_400.0
NO_CHANNEL = "Set MASTHEAD_REMINDERS_URL, or MASTHEAD_REMINDERS_SMTP_URL. docs/guide/reminders.md says how."


@click.command("send-reminders")
@token_file
def send_reminders(token_file: Path | None) -> None:
    """Send each reminder that is due once, by webhook and mail. Meant for cron: prints nothing if none is due.

    Exits with 1 if a delivery or a read failed; the next run tries again.
    """
    settings = portal().settings
    channels = list_channels(settings)
    if not channels:
        raise click.ClickException(NO_CHANNEL)
    base = (settings.public_url or "").rstrip("/")
    with current_app.test_request_context():
        try:
            api = build_operator_api(token_file)
            found = list_reminders(api, list(api.walk(LIST_ORGANIZATIONS)))
            due = [each for each in found.items if each.stage(current_day()) is not None]
            results = [_deliver(channel, due, base) for channel in channels]
        except Problem as problem:
            raise click.ClickException(f"Nothing was sent: {problem.message}") from None
        except StoreError as fault:
            raise click.ClickException(f"Masthead's records can't be used: {fault}") from None
    for each in found.unread:
        click.echo(f"{each.title} ({each.id}) can't be read completely.", err=True)
    if found.unread or not all(results):
        raise SystemExit(1)


def _deliver(channel: Channel, due: Sequence[Reminder], base: str) -> bool:
    """Send what this channel hasn't had. It is recorded before, so that two runs at once send nothing twice."""
    attempts, today = portal().store.attempts, current_day()
    keys = {f"reminder {channel.key} {reminder_key(each, today)}": each for each in due}
    new = {key: each for key, each in keys.items() if attempts.add(key, REMEMBERED_SECONDS) == 1}
    if not new:
        return True
    try:
        channel.send(ReminderMessage(list(new.values()), today, base), time.time())
    except DeliveryError as error:
        for key in new:
            attempts.forget(key)
        click.echo(f"{len(new)} not sent by {channel.name}: {error}.", err=True)
        return False
    click.echo(f"{len(new)} sent by {channel.name}.")
    return True
