"""The way back without a browser: commands as an administrator of Masthead types them, each in a process of its own."""

import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from store import Enforcements
from tests.asked import Log
from tests.enforced import API, ORG, PATCH, enforce, is_enforced, switch, with_clock
from tests.faults.clock import Clock
from tests.pages.pages import Pages
from tests.portals import PortalFor
from tests.world import ALICE, BOB, RunningService
from web.person.portal import portal_of

Run = Callable[..., subprocess.CompletedProcess[str]]
ROOT = Path(__file__).parents[2]
LONG_AGO = 601.0


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "kept"


@pytest.fixture
def alice_then(portal_for: PortalFor, folder: Path) -> Pages:
    """Alice at a portal whose clock is eleven minutes behind that of the commands."""
    app = with_clock(portal_for(INSTANCE_PATH=folder), Clock(time.time() - LONG_AGO))
    return Pages(app).sign_in(ALICE)


@pytest.fixture
def run(service: RunningService, folder: Path, alice_then: Pages) -> Run:
    assert alice_then.get("/sessions").status == 200

    def run(*arguments: str, token: str = "", typed: str = "", url: str = "") -> subprocess.CompletedProcess[str]:
        settings = {"MASTHEAD_API_BASE_URL": url or service.url, "MASTHEAD_INSTANCE_PATH": str(folder)}
        settings |= {"MASTHEAD_OPERATOR_TOKEN": token} if token else {}
        command = [sys.executable, "-m", "flask", "--app", "app", *arguments]
        return subprocess.run(
            command,
            cwd=ROOT,
            env={"PATH": os.environ["PATH"], **settings},
            input=typed,
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
        )

    return run


@pytest.mark.exhaustive
def test_cron_switches_off_what_nobody_kept(run: Run, alice_then: Pages, service: RunningService, asked: Log) -> None:
    asked.clear()
    silent = run("revert-enforcement", token=ALICE)
    assert (silent.returncode, silent.stdout, asked.lines) == (0, "", [])
    enforce(alice_then)
    done = run("revert-enforcement", token=ALICE)
    assert (done.returncode, done.stdout) == (
        0,
        "Single sign-on for Larkfield Freight (org_larkfield) is no longer enforced.\n",
    )
    assert not is_enforced(service)
    told = alice_then.get(f"{ORG}/journal/2")
    assert told.facts["Why"].startswith("Automatic: nobody pressed “Keep enforcement” in time")
    assert run("revert-enforcement", token=ALICE).stdout == ""
    assert asked.writes == [PATCH, PATCH]


@pytest.mark.exhaustive
def test_what_fails_stays_due(run: Run, alice_then: Pages, service: RunningService) -> None:
    enforce(alice_then)
    refused = run("revert-enforcement", token=BOB)
    assert (refused.returncode, refused.stdout) == (1, "")
    assert "Single sign-on for Larkfield Freight (org_larkfield) is still enforced:" in refused.stderr
    away = run("revert-enforcement", token=ALICE, url="http://127.0.0.1:1")
    assert away.returncode == 1
    assert "can't be reached" in away.stderr
    assert is_enforced(service)
    assert run("revert-enforcement", token=ALICE).returncode == 0
    assert not is_enforced(service)


@pytest.mark.exhaustive
def test_what_exists_no_more_is_given_up_after_a_week(run: Run, alice_then: Pages) -> None:
    parts = portal_of(alice_then.app)
    for title, days in (("Newer", 6), ("Older", 8)):
        behind = Enforcements(parts.store.database, Clock(time.time() - LONG_AGO - days * 86_400))
        with parts.store.database.writing() as connection:
            behind.beginning(f"org_{title}", title, "somebody").begun(connection, 1)
    first, second = (run("revert-enforcement", token=ALICE) for _ in range(2))
    assert first.stdout == (
        "Single sign-on for Older (org_Older) is not tried any more: "
        "no such organization has been visible for a week.\n"
    )
    assert (first.returncode, second.returncode, second.stdout) == (1, 1, "")
    assert "Single sign-on for Newer (org_Newer) is still enforced: No organization with this id" in second.stderr


@pytest.mark.exhaustive
def test_break_glass_switches_it_off_at_once(
    run: Run, alice_then: Pages, service: RunningService, tmp_path: Path
) -> None:
    switch(service, on=True)
    token = tmp_path / "token"
    token.write_text(f"{ALICE}\n", encoding="utf-8")
    done = run("break-glass", "--org", "org_larkfield", "--token-file", str(token))
    assert (done.returncode, done.stdout) == (0, "Single sign-on for Larkfield Freight is no longer enforced.\n")
    assert not is_enforced(service)
    assert alice_then.get(f"{ORG}/journal/1").facts["Why"].startswith("Break glass:")


@pytest.mark.exhaustive
def test_break_glass_ends_the_countdown(run: Run, alice_then: Pages, asked: Log) -> None:
    enforce(alice_then)
    done = run("break-glass", "--org", "org_larkfield", "--token-file", "-", typed=f"{ALICE}\n")
    assert done.returncode == 0
    assert run("revert-enforcement", token=ALICE).stdout == ""
    assert asked.writes == [PATCH, PATCH]


@pytest.mark.exhaustive
def test_break_glass_says_what_went_wrong(run: Run, service: RunningService, asked: Log) -> None:
    switch(service, on=True)
    for arguments, token, words in (
        (("--org", "org_larkfield"), BOB, "Nothing was changed:"),
        (("--org", "org_gone"), ALICE, "Nothing was changed:"),
        (("--org", "org_larkfield"), "nobody", "Nothing was changed:"),
        (("--org", "org_larkfield"), "", "Aborted!"),
    ):
        wrong = run("break-glass", *arguments, token=token)
        assert wrong.returncode == 1
        assert words in wrong.stderr
        assert "Traceback" not in wrong.stderr
    assert f"GET {API}" in asked.lines
    assert is_enforced(service)


@pytest.mark.exhaustive
def test_a_token_is_no_argument(run: Run) -> None:
    for command in ("break-glass", "revert-enforcement"):
        assert "--token " not in run(command, "--help").stdout
