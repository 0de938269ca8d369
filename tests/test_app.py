"""The portal starts with right settings, and with a wrong one ends in one line that says which."""

import gc
import os
import runpy
import stat
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from flask import Flask

from app import create_app
from masthead.web.person.portal import get_portal
from tests.commands.programs import run_in
from tests.loops import for_each
from tests.pages.document import text_of
from tests.pages.pages import Pages
from tests.portals import PortalFor, close_portal

ROOT = Path(__file__).parents[1]
RARELY_NEEDED = {
    *("authlib", "fpdf", "icalendar", "joserfc", "jsonschema", "lxml", "opentelemetry", "PIL", "prometheus_client"),
    *("signxml", "yaml", "nh3", "pyromark", "alembic", "sqlalchemy.dialects.postgresql"),
}
START = "import app; app.create_app()"


def started_with(
    folder: Path, code: str = "import app; app.create_app()", **settings: str
) -> subprocess.CompletedProcess[str]:
    """The portal made as a server makes it, by the environment alone."""
    given = {f"MASTHEAD_{name}": value for name, value in settings.items()}
    return subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env={"PATH": os.environ["PATH"], "MASTHEAD_INSTANCE_PATH": str(folder), **given},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


@for_each(
    "name, value, words",
    [
        ("API_BASE_URL", "nowhere", "MASTHEAD_API_BASE_URL is 'nowhere'. Allowed: an http or https address"),
        ("SECRET_KEY", "too-short", "MASTHEAD_SECRET_KEY is too short. Allowed: 32 random bytes or more"),
        ("DATABASE_URL", "sqlite:////dev/null/masthead.db", "cannot be used as the portal's database"),
    ],
)
def test_a_wrong_setting_ends_it_with_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, value: str, words: str
) -> None:
    with pytest.raises(SystemExit) as ended:
        create_app({"INSTANCE_PATH": tmp_path, name: value})
    said = capsys.readouterr().err
    assert (ended.value.code, said.startswith("masthead: "), words in said, said.count("\n")) == (1, True, True, 1)


def test_it_makes_its_own_key_once_and_keeps_it_to_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The settings that the caller gives come before those of the environment."""
    monkeypatch.setenv("MASTHEAD_FRESH_SECONDS", "7")
    monkeypatch.setenv("MASTHEAD_PROXIES", "2")
    folder, keys = tmp_path / "instance", set()
    for _ in range(2):
        app = create_app({"INSTANCE_PATH": folder, "FRESH_SECONDS": 9})
        keys.add(app.config["SECRET_KEY"])
        settings = get_portal(app).settings
        assert (settings.fresh_seconds, settings.proxies) == (9.0, 2)
        close_portal(app)
    assert len(keys) == 1
    modes = {name: stat.S_IMODE((folder / name).stat().st_mode) for name in ("", "secret_key", "masthead.db")}
    assert modes == {"": 0o700, "secret_key": 0o600, "masthead.db": 0o600}


def test_a_proxy_is_believed_by_configuration_alone(portal: Flask, portal_for: PortalFor) -> None:
    forwarded = {"X-Forwarded-Host": "evil.example", "X-Forwarded-Proto": "https"}
    assert portal.test_client().get("/sign-in", headers=forwarded).status_code == 200
    behind = portal_for(PROXIES=1, TRUSTED_HOSTS="docs.example")
    told = {"X-Forwarded-Host": "docs.example", "X-Forwarded-For": "192.0.2.7"}
    assert behind.test_client().get("/sign-in", headers=told).status_code == 200
    assert behind.test_client().get("/sign-in", headers=forwarded).status_code == 400


def test_a_form_of_more_than_a_megabyte_is_refused(alice: Pages) -> None:
    alice.get("/orgs/org_larkfield/settings")
    shown = alice.post("/orgs/org_larkfield/settings/profile", {"title": "x" * (1024 * 1024 + 1)}, csrf=False)
    assert (shown.status, shown.h1) == (413, "This form is too large")
    assert "1 MB" in shown.main
    assert shown.links["Back to the form"] == "/orgs/org_larkfield/settings/profile"
    assert "Sign out" in [text_of(each) for each in shown.document.all("button")]


def test_workers_share_the_portal_that_is_built_before_they_start() -> None:
    try:
        configuration = runpy.run_path(str(ROOT / "gunicorn.conf.py"))
        assert (configuration["preload_app"], gc.isenabled()) == (True, False)
        searches = gc.get_stats()[-1]["collections"]
        configuration["on_starting"](None)
        assert (gc.get_freeze_count() > 0, gc.isenabled()) == (True, True)
        assert gc.get_stats()[-1]["collections"] == searches
        gc.unfreeze()
        configuration["post_worker_init"](SimpleNamespace())
        assert (gc.get_freeze_count() > 0, gc.isenabled()) == (True, True)
    finally:
        gc.enable()
        gc.unfreeze()


@pytest.mark.exhaustive
def test_little_is_loaded_for_the_first_page_and_nothing_is_open_where_workers_are_forked(tmp_path: Path) -> None:
    code = f"""
import os, sys, app
made = app.create_app()
numbers = [name for name in os.listdir('/proc/self/fd') if os.path.islink(f'/proc/self/fd/{{name}}')]
flags = {{name: int(open(f'/proc/self/fdinfo/{{name}}').read().split()[3], 8) for name in numbers}}
files = [os.readlink(f'/proc/self/fd/{{name}}') for name in numbers if not flags[name] & os.O_PATH]
# What was opened as a path alone shows whether the file is still the same, and the other is a lock that all share.
print([file for file in files if '.db' in file and not file.endswith('.in-use')])
print(made.test_client().get('/sign-in').status, {RARELY_NEEDED} & sys.modules.keys())
from masthead.bulk.goals import structure
from masthead.structure import describe, draft, tree
print([each.pydantic_complete for each in (describe._addresses, structure._goals, draft._drafts, tree._adapter)])
"""
    started_with(tmp_path)  # the first start makes the tables, with Alembic
    assert started_with(tmp_path, code).stdout == f"[]\n200 OK set()\n{[False] * 4}\n"


@pytest.mark.exhaustive
def test_a_command_that_needs_no_store_opens_none(tmp_path: Path) -> None:
    (tmp_path / "masthead.db").write_bytes(b"garbage" * 1000)
    listed, needs_it = (run_in(tmp_path, *arguments) for arguments in (["--help"], ["journal", "verify"]))
    assert (listed.returncode, listed.stderr) == (0, "")
    assert "revert-enforcement" in listed.stdout
    assert (needs_it.returncode, needs_it.stdout) == (1, "")
    assert "cannot be used as the portal's database" in needs_it.stderr
    assert len(needs_it.stderr.splitlines()) == 1
    assert (tmp_path / "masthead.db").read_bytes() == b"garbage" * 1000
