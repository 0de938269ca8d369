"""Access to the API for commands, with the token of an operator."""

import os
from pathlib import Path

import click

from masthead.client import Api
from masthead.web.person.portal import portal

TOKEN = "MASTHEAD_OPERATOR_TOKEN"  # noqa: S105 - the name of a variable
NAME = "Operator, from the command line"
BUDGET_SECONDS = 600.0
token_file = click.option(
    "--token-file",
    type=click.Path(exists=True, dir_okay=False, allow_dash=True, path_type=Path),
    help="A file with the access token; - is the standard input. Without it, the token is read from "
    f"{TOKEN} or prompted for.",
)


def build_operator_api(token_file: Path | None) -> Api:
    """Build an API client with the operator's token. It isn't an argument, since all users of the host see those."""
    if token_file is not None:
        with click.open_file(str(token_file)) as lines:
            token = lines.readline().strip()
    else:
        token = os.environ.get(TOKEN, "").strip() or click.prompt("Access token", hide_input=True, err=True).strip()
    owner = portal().store.keys.owner_of(token)
    if portal().store.people.get_name(owner) is None:
        portal().store.people.set_name(owner, NAME)
    return portal().api_for(token, owner, budget=BUDGET_SECONDS)
