"""The program: what it is given, and what it says of what it cannot use."""

import socket
import subprocess
import sys
from contextlib import closing
from io import StringIO
from pathlib import Path

import pytest

from service.__main__ import main
from service.options import parse_options
from service.storage.database import ServiceDatabase, database_url
from tests.loops import for_each
from tests.service.program import run

ROLES_TOLD = "'admin', 'create', 'review', 'edit', 'comment', 'read', 'guest'"


@for_each(
    "options, message",
    [
        ([], "--database: is required: an SQLite file, or a postgresql:// address"),
        (["--port", "abc"], "--port: 'abc' is not a port: a number from 0 to 65535"),
        (["--port", "65536"], "--port: '65536' is not a port: a number from 0 to 65535"),
        (["--port", "-1"], "--port: '-1' is not a port: a number from 0 to 65535"),
        (["--host", "a b"], "--host: 'a b' is not an address of this machine, such as 127.0.0.1"),
        (
            ["--database", "mysql://x/y"],
            "--database: 'mysql://x/y' is neither a file, sqlite:///file nor postgresql://",
        ),
        (["--public-url", "x"], "--public-url: 'x' is not an address such as https://api.example.com"),
        (
            ["--database", "x.db", "--demo", "--demo-size", "10000001"],
            "--demo-size: '10000001' is not a number of sites from 0 to 10000000",
        ),
        (["--database", "x.db", "--demo-size", "9"], "--demo-size: needs --demo"),
        (["--colour"], "unrecognized arguments: --colour"),
        (
            ["--database", "x.db", "--demo", "--host", "0.0.0.0"],  # noqa: S104 it is refused
            "--demo: everyone knows its tokens, so --host may be 127.0.0.1, ::1 or localhost, not '0.0.0.0'",
        ),
        (
            ["grant", "--database", "x.db", "--email", "a@b.c", "--organization", "B", "--role", "king"],
            f"--role: invalid choice: 'king' (choose from {ROLES_TOLD})",
        ),
    ],
)
def test_a_wrong_option_is_told_in_one_line(
    capsys: pytest.CaptureFixture[str], options: list[str], message: str
) -> None:
    with pytest.raises(SystemExit) as ended:
        parse_options(options)
    assert ended.value.code == 1
    assert capsys.readouterr() == ("", f"{message}\n")


@for_each("host", ["127.0.0.1", "localhost", "::1", "127.8.9.10"])
def test_demo_is_for_this_machine(host: str) -> None:
    assert parse_options(["--database", "x.db", "--demo", "--host", host]).demo is True


def ended(*options: str) -> str:
    """What the program says as it ends because something cannot be done."""
    with pytest.raises(SystemExit) as exit_:
        main(options)
    return str(exit_.value.code)


def test_a_database_that_cannot_be_used_is_told(tmp_path: Path) -> None:
    notes = tmp_path / "notes.txt"
    notes.write_text("These are notes, and no database." * 100)
    for file, reason in (
        (tmp_path / "nowhere/service.db", "unable to open database file"),
        (notes, "file is not a database"),
        (tmp_path, "unable to open database file"),
    ):
        assert ended("--port", "0", "--database", str(file)) == f"--database: {file} cannot be used: {reason}"
    assert notes.read_text().startswith("These are notes, and no database.")


@pytest.mark.postgresql
def test_a_database_of_a_newer_version_is_left_alone(empty_database: str) -> None:
    unlinked = ended("unlink", "--database", empty_database, "--issuer", "https://a.example", "--subject", "b")
    assert unlinked == "--subject: nobody is linked to it, so there is nothing to unlink"
    with closing(ServiceDatabase(database_url(empty_database))) as database, database.writing() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    said = ended("--port", "0", "--database", empty_database)
    assert said.startswith("--database: ")
    assert " was made by a newer version of this program: " in said


def test_a_token_to_revoke_is_no_option(
    empty_database: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    database = ("--database", empty_database)
    main(["grant", *database, "--email", "a@b.c", "--organization", "B", "--role", "read"])
    token = capsys.readouterr().out.split()[-1]
    with pytest.raises(SystemExit):
        main(["revoke", *database, token])
    assert "unrecognized arguments" in capsys.readouterr().err
    monkeypatch.setattr("sys.stdin", StringIO(f"{token}\n{token}"))
    main(["revoke", *database])
    assert ended("revoke", *database) == "token: is not known here, so there is nothing to revoke"


def test_a_server_that_cannot_be_reached_is_told_without_the_password() -> None:
    said = ended("--port", "0", "--database", "postgresql://eve:secret@127.0.0.1:1/service")
    assert said.startswith("--database: postgresql+psycopg://eve:***@127.0.0.1:1/service cannot be used: ")
    assert "secret" not in said


@pytest.mark.exhaustive
def test_a_missing_driver_is_told() -> None:
    without = "import sys; sys.modules['psycopg'] = None; from service.__main__ import main; main(sys.argv[1:])"
    command = [sys.executable, "-c", without, "--database", "postgresql://localhost/service"]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    said = "'postgresql://localhost/service' needs a driver that is not installed: pip install 'psycopg[binary]'"
    assert (ended.returncode, ended.stderr) == (1, f"--database: {said}\n")


@pytest.mark.exhaustive
def test_a_port_in_use_is_told_in_one_line_of_the_program(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        program = run("--port", str(port), "--database", str(tmp_path / "service.db"))
    message = f"--host, --port: cannot listen on 127.0.0.1:{port}: Address already in use"
    assert (program.returncode, program.stdout) == (1, "")
    assert program.stderr.startswith(message)
    assert program.stderr.count("\n") == 1
