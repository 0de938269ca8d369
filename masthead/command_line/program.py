"""The `masthead` commands, declared once in a table from which the parser and shell completion are built."""

import logging
import sys
from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

from masthead.command_line.kinds import KINDS, LIST, OPEN, SHOW, names_for
from masthead.command_line.terminal import FAILED, SAME, CommandError, print_progress

DESCRIPTION = """\
Administer documentation organizations from a terminal or a pipeline.

The API is MASTHEAD_API_BASE_URL. The access token comes from MASTHEAD_TOKEN, or from the file that `login` writes.
Exit codes: 0 nothing to do, 1 an error, 2 differences. Guide: docs/guide/command-line.md
"""
Argument = tuple[str, Mapping[str, Any]]
"""The name of an argument and its options, as argparse takes them."""


class Command(NamedTuple):
    """A command. `function` is in a module of this package that is imported only when the command runs."""

    help: str
    function: str
    arguments: Sequence[Argument] = ()


def _kind_argument(command: str) -> Argument:
    names = names_for(command)
    return "kind", {"metavar": "KIND", "type": _plural, "choices": names, "help": ", ".join(names)}


def _plural(name: str) -> str:
    return f"{name}s" if f"{name}s" in KINDS else name


def _flag(name: str, text: str) -> Argument:
    return name, {"action": "store_true", "help": text}


ORGANIZATION: Argument = (
    "--organization",
    {"metavar": "ID", "help": "Without it: MASTHEAD_ORGANIZATION, else the only one of the token."},
)
JSON = _flag("--json", "Print JSON instead of a table or text.")
IDS: Argument = (
    "ids",
    {"nargs": "*", "metavar": "ID", "help": "Ids that lead to it, such as a site and a share link."},
)
FILE: Argument = ("file", {"metavar": "FILE", "help": "An organization file; - is standard input."})
DELETE = _flag("--allow-delete", "Delete what isn't in the file. Without it, that stays.")
ONLY: Argument = ("--only", {"metavar": "SECTIONS", "help": "Sections with commas between them: sites,settings"})
PEOPLE = _flag("--people", "Include the members of teams, which is personal data.")
NUMBER: Argument = ("number", {"nargs": "?", "type": int, "metavar": "NUMBER", "help": "Continue this bulk change."})
YES = _flag("--yes", "Apply without asking.")
SHELL: Argument = ("shell", {"choices": ("bash", "zsh")})
COMMANDS: Mapping[str, Command] = {
    "login": Command("Keep an access token in a file for you alone.", "account.login"),
    "whoami": Command("Show the API and the organizations of the token.", "account.whoami", [JSON]),
    "list": Command("List items.", "items.list_items", [_kind_argument(LIST), IDS, ORGANIZATION, JSON]),
    "show": Command("Show one item.", "items.show_item", [_kind_argument(SHOW), IDS, ORGANIZATION, JSON]),
    "open": Command("Open the portal's page of an item.", "items.open_item", [_kind_argument(OPEN), IDS, ORGANIZATION]),
    "export": Command("Print an organization as a file.", "files.export_file", [ONLY, PEOPLE, ORGANIZATION, JSON]),
    "plan": Command("Show what apply would change.", "files.plan_file", [FILE, DELETE, ORGANIZATION, JSON]),
    "apply": Command("Bring an organization to a file.", "files.apply_file", [FILE, DELETE, YES, ORGANIZATION, JSON]),
    "run": Command("List or continue bulk changes.", "bulk_changes.run_bulk_change", [NUMBER, ORGANIZATION, JSON]),
    "drift": Command("Show what differs from a file.", "files.find_drift", [FILE, ORGANIZATION, JSON]),
    "completion": Command("Print a script that completes these commands.", "completion.print_completion", [SHELL]),
}


class _CommandParser(ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise CommandError(f"{message[:1].upper()}{message[1:]}. See `{self.prog} --help`.")


def _build_parser() -> ArgumentParser:
    parser = _CommandParser("masthead", description=DESCRIPTION, formatter_class=RawDescriptionHelpFormatter)
    parser.add_argument("--version", action="store_true", help="Print the version.")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    for name, command in COMMANDS.items():
        added = commands.add_parser(name, help=command.help, description=command.help, allow_abbrev=False)
        for argument, options in command.arguments:
            added.add_argument(argument, **options)
    return parser


def main(given: Sequence[str]) -> int:
    """Run a command and return its exit code."""
    try:
        code = _run(given)
        sys.stdout.flush()
    except CommandError as error:
        print_progress(f"masthead: {error}")
    except KeyboardInterrupt:
        print_progress("masthead: stopped")
    except OSError as fault:
        if not isinstance(fault, BrokenPipeError):  # whoever reads has enough
            print_progress(f"masthead: {fault.filename}: {fault.strerror}")
    else:
        return code
    return FAILED


def _run(given: Sequence[str]) -> int:
    parser = _build_parser()
    arguments, unknown = parser.parse_known_args(given)
    if unknown:
        _refuse(unknown)
    if arguments.version:
        print(f"masthead {read_version()}")
        return SAME
    if arguments.command is None:
        parser.print_help(sys.stderr)
        return FAILED
    module, _, name = COMMANDS[arguments.command].function.partition(".")
    function = getattr(import_module(f"masthead.command_line.{module}"), name)
    if module == "completion":
        return int(function(COMMANDS, arguments.shell))
    return _connect(function, arguments)


def _refuse(unknown: Sequence[str]) -> NoReturn:
    names = [each.partition("=")[0] for each in unknown if each.startswith("-")]
    if "--token" in names:
        raise CommandError("A token is never an argument: others on this machine could see it. Run `masthead login`.")
    # Values aren't repeated: they may be secrets.
    raise CommandError(f"Not recognized: {', '.join(names) or 'an argument too many'}. See `masthead --help`.")


def _connect(function: Callable[..., int], arguments: Namespace) -> int:
    from masthead.client import Problem  # noqa: PLC0415 - it takes longer than the rest of the start
    from masthead.command_line.connection import Connection  # noqa: PLC0415

    logging.disable()  # the message of a problem says what the log would
    connection = Connection(getattr(arguments, "organization", None))
    try:
        return function(connection, arguments)
    except Problem as problem:
        raise CommandError(connection.explain(problem)) from None


def read_version() -> str:
    import tomllib  # noqa: PLC0415 - for one option

    with (Path(__file__).parents[2] / "pyproject.toml").open("rb") as file:
        return str(tomllib.load(file)["project"]["version"])
