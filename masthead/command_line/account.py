"""Account commands: sign in, and show whose organizations a token can read."""

import sys
from argparse import Namespace

from masthead.command_line.connection import TOKEN, Connection, ask_for_token
from masthead.command_line.terminal import SAME, print_json, print_progress, print_table, print_text


def login(connection: Connection, _: Namespace) -> int:
    token = ask_for_token() if sys.stdin.isatty() else sys.stdin.readline().strip()
    found = connection.keep(token)
    print_text(
        f"Signed in to {connection.base_url}, with {', '.join(each.title for each in found) or 'no organization'}."
    )
    if connection.token_source == TOKEN:
        print_progress(f"The next commands use {TOKEN} instead, as long as it is set.")
    return SAME


def whoami(connection: Connection, arguments: Namespace) -> int:
    found = [{"id": each.id, "title": each.title} for each in connection.organizations()]
    if arguments.json:
        token = connection.token_source
        print_json({"api": connection.base_url, "token": token, "organizations": found})
    else:
        print_text(f"Signed in to {connection.base_url}, with the token in {connection.token_source}.")
        print_table(("ORGANIZATION", "TITLE"), [tuple(each.values()) for each in found])
    return SAME
