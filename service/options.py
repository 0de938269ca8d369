"""Parses the command line, and reports an error in one line."""

import socket
import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NoReturn
from urllib.parse import urlsplit

from sqlalchemy import URL

from contract.organization.people import ROLES
from fetching.failures import FetchError
from fetching.rules import Configured
from fetching.signed_tokens import ASYMMETRIC
from service.demo.growth import MAX_SIZE
from service.identity.tokens import DEFAULT_ALGORITHMS
from service.loopback import is_loopback
from service.rehearsal.switches import Switches, parse_switches
from service.storage.database import database_url

HIGHEST_PORT = 65535


class OneLineParser(ArgumentParser):
    """An argument parser that reports an error in one line and exits with status 1."""

    def error(self, message: str) -> NoReturn:
        sys.stderr.write(f"{message.removeprefix('argument ')}\n")
        sys.exit(1)


def parse_options(given: Sequence[str] | None = None) -> Namespace:
    """Parse options; `command` is `serve`, `grant`, `revoke`, `link` or `unlink`."""
    parser = OneLineParser(prog="python -m service", description=__doc__, allow_abbrev=False)
    _add_serve_options(parser)
    commands = parser.add_subparsers(
        dest="command", metavar="grant | revoke | link | unlink", parser_class=OneLineParser
    )
    parser.set_defaults(command="serve")
    for name, what, add_options in COMMANDS:
        command = commands.add_parser(name, help=what, allow_abbrev=False)
        command.add_argument("--database", type=_parse_database, required=True)
        add_options(command)
    options = parser.parse_args(given)
    if options.command == "serve":
        _validate_serve_options(parser, options)
    return options


def _add_serve_options(parser: OneLineParser) -> None:
    parser.add_argument("--host", type=_parse_host, default="127.0.0.1", help="address to listen on (127.0.0.1)")
    parser.add_argument(
        "--port",
        type=_number_parser("a port: a number", HIGHEST_PORT),
        default=5001,
        help="0 selects a free one (5001)",
    )
    parser.add_argument(
        "--database", type=_parse_database, help="an SQLite file, made if missing, or a postgresql:// address"
    )
    parser.add_argument("--public-url", type=_parse_public_url, help="address that clients use, if it is another one")
    parser.add_argument("--demo", action="store_true", help="fill an empty database, accept the demo tokens")
    parser.add_argument(
        "--demo-size",
        type=_number_parser("a number of sites", MAX_SIZE),
        help="least number of sites and spaces in the demo world",
    )
    parser.add_argument("--fetch-from-loopback", action="store_true", help="fetch documents from this machine too")
    parser.add_argument("--switches", type=_read_switches, help="a JSON file with switches, for rehearsals")
    _add_token_options(parser)


def _add_token_options(parser: OneLineParser) -> None:
    parser.add_argument("--token-issuer", type=_parse_issuer, help="issuer whose signed tokens are accepted")
    parser.add_argument("--token-audience", help="required audience of signed tokens")
    parser.add_argument("--token-keys", type=_parse_issuer, help="address of the issuer's public keys (JWKS)")
    parser.add_argument(
        "--token-algorithms",
        type=_parse_algorithms,
        default=DEFAULT_ALGORITHMS,
        help=f"accepted signature algorithms ({','.join(DEFAULT_ALGORITHMS)})",
    )


def _add_link_options(parser: ArgumentParser) -> None:
    _add_subject_options(parser)
    parser.add_argument("--email", required=True, help="e-mail address of the person")


def _add_subject_options(parser: ArgumentParser) -> None:
    parser.add_argument("--issuer", type=_parse_issuer, required=True, help="issuer of the tokens")
    parser.add_argument("--subject", required=True, help="the person's subject (sub) at the issuer")


def _add_grant_options(parser: ArgumentParser) -> None:
    parser.add_argument("--email", required=True, help="e-mail address of the person")
    parser.add_argument("--name", help="name of the person, if nobody has the address yet")
    parser.add_argument("--organization", required=True, help="its id, or the title of a new one")
    parser.add_argument("--role", choices=[*ROLES, "guest"], required=True)


COMMANDS: tuple[tuple[str, str, Callable[[ArgumentParser], None]], ...] = (
    ("grant", "give a person a role and a new access token", _add_grant_options),
    ("revoke", "revoke the access token on standard input", lambda _parser: None),
    ("link", "let an issuer's tokens identify a person", _add_link_options),
    ("unlink", "undo link", _add_subject_options),
)
"""Subcommands besides serving: name, help text, and a function that adds options."""


def _validate_serve_options(parser: OneLineParser, options: Namespace) -> None:
    if options.database is None:
        parser.error("--database: is required: an SQLite file, or a postgresql:// address")
    if options.demo_size is not None and not options.demo:
        parser.error("--demo-size: needs --demo")
    named = (options.token_issuer, options.token_audience, options.token_keys)
    if any(named) and not all(named):
        parser.error("--token-issuer, --token-audience, --token-keys: need each other")
    for name, why in (("demo", "everyone knows its tokens"), ("switches", "are for rehearsals")):
        if getattr(options, name) and not is_loopback(options.host):
            parser.error(f"--{name}: {why}, so --host may be 127.0.0.1, ::1 or localhost, not {options.host!r}")


def _parse_algorithms(given: str) -> tuple[str, ...]:
    chosen = tuple(given.split(","))
    if wrong := [each for each in chosen if each not in ASYMMETRIC]:
        raise ArgumentTypeError(f"{wrong[0]!r} is none of {', '.join(ASYMMETRIC)}")
    return chosen


def _parse_issuer(given: str) -> str:
    try:
        Configured().parse_target(given)
    except FetchError as error:
        raise ArgumentTypeError(f"{given!r} is not an https address, or an http one of this machine") from error
    return given


def _read_switches(given: str) -> Switches:
    try:
        return parse_switches(Path(given).read_bytes())
    except OSError as error:
        raise ArgumentTypeError(f"{given!r} cannot be read: {error.strerror}") from error
    except ValueError as error:
        raise ArgumentTypeError(f"{given}: {error}") from error


def _parse_host(given: str) -> str:
    try:
        socket.getaddrinfo(given or None, None)
    except OSError as error:
        raise ArgumentTypeError(f"{given!r} is not an address of this machine, such as 127.0.0.1") from error
    return given


def _number_parser(what: str, most: int) -> Callable[[str], int]:
    def read(given: str) -> int:
        if not (given.isascii() and given.isdigit() and int(given) <= most):
            raise ArgumentTypeError(f"{given!r} is not {what} from 0 to {most}")
        return int(given)

    return read


def _parse_database(given: str) -> URL:
    try:
        return database_url(given)
    except ValueError as error:
        raise ArgumentTypeError(f"{given!r} {error}") from error


def _parse_public_url(given: str) -> str:
    parts = urlsplit(given)
    if parts.scheme not in {"http", "https"} or not parts.hostname or parts.query or parts.fragment:
        raise ArgumentTypeError(f"{given!r} is not an address such as https://api.example.com")
    return given.rstrip("/")
