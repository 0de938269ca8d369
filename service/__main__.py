"""Runs the service, or manages who may use it (`grant`, `revoke`, `link`, `unlink`)."""

import resource
import sys
from argparse import Namespace
from collections.abc import Sequence
from contextlib import closing
from getpass import getpass

from flask import Flask
from sqlalchemy import URL
from sqlalchemy.exc import SQLAlchemyError

from service.app import create_service
from service.grants import grant_token, link_issuer, revoke_token, unlink_issuer
from service.http.server import ServiceServer, listen
from service.identity.tokens import TokenIssuer
from service.migrate import DatabaseVersionError, migrate
from service.options import parse_options
from service.rehearsal.middleware import SWITCHES_PATH
from service.settings import ServiceSettings
from service.storage.database import ServiceDatabase


def main(given: Sequence[str] | None = None) -> None:
    """Run a command; exit with one line on standard error if it fails."""
    # A core file written after a crash would contain tokens.
    resource.setrlimit(resource.RLIMIT_CORE, (0, resource.getrlimit(resource.RLIMIT_CORE)[1]))
    options = parse_options(given)
    try:
        if options.command == "serve":
            serve(options)
        else:
            with closing(ServiceDatabase(options.database)) as database:
                migrate(database)
                COMMANDS[options.command](database, options)
    except SQLAlchemyError as error:
        sys.exit(f"--database: {_hide_password(options)} cannot be used: {_first_line(error)}")
    except DatabaseVersionError as error:
        sys.exit(f"--database: {_hide_password(options)} {error}")


def serve(options: Namespace) -> None:
    """Run the service until SIGINT or SIGTERM."""
    try:
        listening = listen(options.host, options.port)
    except OSError as error:
        sys.exit(f"--host, --port: cannot listen on {options.host}:{options.port}: {error.strerror}")
    with listening:
        host = f"[{options.host}]" if ":" in options.host else options.host
        address = f"http://{host}:{listening.getsockname()[1]}"
        settings = ServiceSettings(
            options.database,
            options.public_url or address,
            demo=options.demo,
            demo_size=options.demo_size or 0,
            tell=_print_progress,
            fetch_from_loopback=options.fetch_from_loopback,
            switches=options.switches,
            token_issuer=_token_issuer(options),
        )
        app = create_service(settings)
        app.extensions["runtime"].database.close()  # no connection may cross the fork
        ServiceServer(app, listening.detach(), lambda: _print_addresses(app, address)).run()


def _print_progress(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


def _token_issuer(options: Namespace) -> TokenIssuer | None:
    if options.token_issuer is None:
        return None
    return TokenIssuer(options.token_issuer, options.token_audience, options.token_keys, options.token_algorithms)


def _print_addresses(app: Flask, address: str) -> None:
    """Print the URLs of the service and its switches, and the token for the switches, shown nowhere else."""
    print(f"The service answers at {address}", flush=True)
    board = app.extensions.get("switchboard")
    if board is not None:
        print(f"Its switches are at {address}{SWITCHES_PATH}, for the token {board.token}", flush=True)


def grant_access(database: ServiceDatabase, options: Namespace) -> None:
    """Print a new access token, which is shown only once."""
    role = None if options.role == "guest" else options.role
    print(grant_token(database, options.email, options.name, options.organization, role))


def revoke_access(database: ServiceDatabase, _options: Namespace) -> None:
    """Revoke the token on standard input. A command-line option would show up in the process list."""
    token = getpass("Access token: ") if sys.stdin.isatty() else sys.stdin.readline().strip()
    if not revoke_token(database, token):
        sys.exit("token: is not known here, so there is nothing to revoke")


def link_person(database: ServiceDatabase, options: Namespace) -> None:
    if not link_issuer(database, options.email, options.issuer, options.subject):
        sys.exit("--email: nobody has this address: grant them a role first")


def unlink_person(database: ServiceDatabase, options: Namespace) -> None:
    if not unlink_issuer(database, options.issuer, options.subject):
        sys.exit("--subject: nobody is linked to it, so there is nothing to unlink")


COMMANDS = {"grant": grant_access, "revoke": revoke_access, "link": link_person, "unlink": unlink_person}


def _hide_password(options: Namespace) -> str:
    url: URL = options.database
    return url.database if url.get_backend_name() == "sqlite" and url.database else str(url)


def _first_line(error: SQLAlchemyError) -> str:
    return str(getattr(error, "orig", error)).splitlines()[0]


if __name__ == "__main__":
    main()
