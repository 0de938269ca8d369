"""Nobody who lists the processes of a machine, or reads what a start says that fails, sees a secret."""

import re
from pathlib import Path

from tests.faults.program import Program
from tests.test_app import started_with
from tests.world import ALICE, RunningService

SECRETS = {
    "SECRET_KEY": "9d3c1e0f5a7b48d2b6e4f1c8a0975d3e",
    "METRICS_TOKEN": "metrics-0d9be1-52ac",
    "REMINDERS_SECRET": "reminders-5c02e8-9f1d",
    "OIDC_CLIENT_SECRET": "client-71f2ac",
}


def processes(program: Program) -> str:
    """What the list of processes shows of a portal."""
    return "\n".join(Path(f"/proc/{pid}/cmdline").read_text() for pid in (program.pid, *program.workers))


def test_the_list_of_processes_has_no_secret(service: RunningService, tmp_path: Path) -> None:
    program = Program(service.url, tmp_path, None, code=None, **SECRETS)
    try:
        program.send("/sign-in", program.open("/sign-in") | {"token": ALICE})
        listed = processes(program)
    finally:
        program.kill()
    assert listed.count("gunicorn") >= 3
    assert [each for each in (*SECRETS.values(), ALICE) if each in listed] == []


def test_a_database_that_does_not_answer_has_its_password_kept_back(tmp_path: Path) -> None:
    url = "postgresql+psycopg://masthead:word-5be07d@127.0.0.1:1/masthead"
    ended = started_with(tmp_path, DATABASE_URL=url)
    assert re.match(r"masthead: .*127\.0\.0\.1", ended.stderr)
    assert "word-5be07d" not in ended.stderr + ended.stdout
