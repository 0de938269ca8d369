"""The command line of administrators with the settings and records of this portal."""

import os

import click
from flask import current_app
from flask.cli import with_appcontext

from masthead.command_line.program import main
from masthead.web.person.portal import get_settings


@click.command(context_settings={"ignore_unknown_options": True, "help_option_names": []})
@click.argument("arguments", nargs=-1, type=click.UNPROCESSED)
@with_appcontext
def organization(arguments: tuple[str, ...]) -> None:
    """Run `masthead` with these arguments for this portal: export, plan, apply, run, drift and more."""
    settings = get_settings(current_app)
    os.environ.setdefault("MASTHEAD_INSTANCE_PATH", str(settings.instance_path))
    os.environ.setdefault("MASTHEAD_API_BASE_URL", settings.api_base_url)
    raise SystemExit(main(arguments))
