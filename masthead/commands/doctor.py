"""The command that says what is wrong with an installation, and what to do."""

import json

import click
from flask import current_app
from flask.cli import with_appcontext

from masthead.commands.checks import run_checks
from masthead.web.person.portal import secrets_of, settings_of


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@with_appcontext
def doctor(*, as_json: bool) -> None:
    """Check settings, files, disk, records, API, clock and identity provider. Ends with 1 if something is wrong."""
    findings = list(run_checks(settings_of(current_app), secrets_of(current_app)))
    if as_json:
        told = [{"check": each.check, "ok": each.ok, "found": each.found, "advice": each.advice} for each in findings]
        click.echo(json.dumps(told, indent=2))
    else:
        for each in findings:
            click.echo(f"{'ok   ' if each.ok else 'WRONG'}  {each.check}: {each.found}")
            if each.advice:
                click.echo(f"       {each.advice}")
    if not all(each.ok for each in findings):
        raise SystemExit(1)
