"""Runs the portal, and the service with it unless MASTHEAD_API_BASE_URL names another API: `make run`."""

import errno
import os
import re
import socket
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from scripts.processes import Program, print_line, run

ROOT = Path(__file__).resolve().parent.parent
LAST_PORT = 65535
SIGN_IN = """
  Alice    demo-alice    administrator
  Lena     demo-lena     administrator of the same organization
  Bob      demo-bob      edits content
  Charlie  demo-charlie  reads
  Dana     demo-dana     administrator of another organization
"""


class RefusedError(Exception):
    """The programs can't be started. The message gives the reason and the remedy in one line."""


def main(environment: Mapping[str, str]) -> int:
    try:
        programs, announce = plan_programs(environment)
    except RefusedError as refused:
        print_line(str(refused))
        return 1
    return run(programs, announce)


def plan_programs(environment: Mapping[str, str]) -> tuple[Sequence[Program], Callable[[], None]]:
    """Return the programs, and a function that announces them once they run."""
    port = free_port(environment, "PORT", 5000)
    folder = instance_folder(environment)
    if api := environment.get("MASTHEAD_API_BASE_URL"):
        return [portal_program(environment, port)], lambda: print_line(portal_running_message(port, api))
    service_port = free_port(environment, "SERVICE_PORT", 5001)
    if port == service_port:
        raise RefusedError(f"PORT and SERVICE_PORT are both {port}: give each program a port of its own.")
    settings = {"MASTHEAD_API_BASE_URL": f"http://127.0.0.1:{service_port}", "MASTHEAD_DEMO": "true"}
    programs = [service_program(environment, service_port, folder), portal_program({**environment, **settings}, port)]
    return programs, lambda: print_line(both_running_message(port, service_port))


def portal_program(environment: Mapping[str, str], port: int) -> Program:
    """Build the portal's command; the other options are in gunicorn.conf.py."""
    command = [sys.executable, "-m", "gunicorn", "app:create_app()"]
    return Program("portal", command, {**environment, "PORT": str(port)}, port)


def service_program(environment: Mapping[str, str], port: int, folder: Path) -> Program:
    database = folder / "service.db"
    options = ["--host", "127.0.0.1", "--port", str(port), "--database", str(database), "--demo"]
    if size := environment.get("DEMO_SIZE"):
        if not re.fullmatch(r"[1-9][0-9]{0,6}", size):
            raise RefusedError(f"DEMO_SIZE is '{size}'. Allowed: a number of sites, from 1 to 9999999.")
        if database.exists():
            raise RefusedError(f"DEMO_SIZE is for a new demo world. Delete {database} to get one, or leave it out.")
        options += ["--demo-size", size]
    return Program("service", [sys.executable, "-m", "service", *options], environment, port)


def instance_folder(environment: Mapping[str, str]) -> Path:
    """Find or create the folder for the data of both programs."""
    folder = Path(environment.get("MASTHEAD_INSTANCE_PATH") or ROOT / "instance")
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as problem:
        raise RefusedError(f"MASTHEAD_INSTANCE_PATH is '{folder}'. Allowed: a folder ({problem.strerror}).") from None
    return folder


def free_port(environment: Mapping[str, str], variable: str, default: int) -> int:
    """Return the configured port. Raises RefusedError if it isn't free."""
    value = environment.get(variable) or str(default)
    if not re.fullmatch(r"[1-9][0-9]{0,4}", value) or int(value) > LAST_PORT:
        raise RefusedError(f"{variable} is '{value}'. Allowed: a port, from 1 to {LAST_PORT}.")
    try:
        # Like the programs: create_server sets SO_REUSEADDR, so closing connections of the last run don't matter.
        socket.create_server(("127.0.0.1", int(value))).close()
    except OSError as problem:
        why = "is in use" if problem.errno == errno.EADDRINUSE else f"cannot be opened ({problem.strerror})"
        raise RefusedError(
            f"Port {value} {why}: choose another with {variable}, as in `make run {variable}=5080`."
        ) from None
    return int(value)


def both_running_message(port: int, service_port: int) -> str:
    return f"""
The portal is at   http://127.0.0.1:{port}
The service is at  http://127.0.0.1:{service_port}  (what it can do: http://127.0.0.1:{service_port}/docs)

Sign in at http://127.0.0.1:{port}/sign-in as one of the demo people, by a button or with a token:
{SIGN_IN}
Ctrl-C stops both, and what was saved stays.
"""


def portal_running_message(port: int, api: str) -> str:
    return f"""
The portal is at  http://127.0.0.1:{port}  and speaks with {api}

Sign in at http://127.0.0.1:{port}/sign-in with a token of that API. Ctrl-C stops the portal.
"""


if __name__ == "__main__":
    os.chdir(ROOT)
    sys.exit(main(os.environ))
