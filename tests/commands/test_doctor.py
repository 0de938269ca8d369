"""The doctor says of each part what is fine, what is wrong and what to do, and shows no secret."""

import json
import socket
import time
from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy import text

from masthead.commands.doctor import _check_clock, run_checks
from masthead.store.database import Database
from masthead.store.journal.journal import Journal
from masthead.store.journal.seals import ANCHOR_FILE, JournalAnchor
from masthead.store.key_ring import use_keys
from masthead.store.keys import read_secrets
from masthead.store.sessions import LinkedTokens
from masthead.web.http.settings import read_settings
from masthead.web.person.portal import ClosedPortal, install_portal
from tests.commands.programs import run_in
from tests.postgresql import PostgresqlServer
from tests.store.backups.stores import change
from tests.stores import keys_in
from tests.world import RunningService

KEY = "a key of the tests: 5f1c9e07b2d84a63"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """An instance folder with one change in its journal."""
    folder = tmp_path / "instance"
    folder.mkdir(mode=0o700)
    database = Database(folder / "masthead.db")
    keys = use_keys(database, keys_in(folder, KEY).secrets)
    Journal(database, keys, anchor=JournalAnchor(folder / ANCHOR_FILE, database, keys.secrets)).begin(change(1))
    database.close()
    return folder


def examined(folder: Path, api: str, **more: str) -> dict[str, tuple[bool, str, str]]:
    """What the command finds: whether it is fine, the finding, and the advice; no secret is in any of it."""
    given = {"INSTANCE_PATH": str(folder), "API_BASE_URL": api, "SECRET_KEY": KEY} | more
    settings, app = read_settings(given), Flask("examined")
    secrets = read_secrets(folder, settings.secret_key, settings.secret_key_fallbacks)
    install_portal(app, ClosedPortal(settings, secrets, lambda: pytest.fail("the doctor opens no portal")))
    with app.app_context():
        found = {each.check: (each.ok, each.found, each.advice) for each in run_checks(settings, secrets)}
    assert [name for name, each in given.items() if "SECRET" in name and each in str(found)] == []
    return found


def wrong(found: dict[str, tuple[bool, str, str]]) -> set[str]:
    return {name for name, (ok, *_) in found.items() if not ok}


@pytest.mark.exhaustive
def test_all_is_well(folder: Path, service: RunningService) -> None:
    done = run_in(folder, "doctor", "--json", API_BASE_URL=service.url, SECRET_KEY=KEY)
    found = {each["check"]: (each["ok"], each["found"], each["advice"]) for each in json.loads(done.stdout)}
    assert (done.returncode, done.stderr, wrong(found), KEY in done.stdout) == (0, "", set(), False)
    assert list(found) == ["settings", "files", "disk", "store", "integrity", "keys", "journal", "API", "clock"]
    assert found["journal"][1] == "1 seal holds, to its end"
    (folder / "masthead.db").chmod(0o644)
    shown = run_in(folder, "doctor", API_BASE_URL=service.url, SECRET_KEY=KEY)
    assert (shown.returncode, shown.stderr) == (1, "")
    assert "ok     journal: 1 seal holds, to its end\n" in shown.stdout
    assert f"       Run: chmod 600 '{folder}/masthead.db'\n" in shown.stdout


@pytest.mark.exhaustive
def test_a_fallback_is_needed_until_the_portal_was_started(folder: Path, service: RunningService) -> None:
    new = "a newer key of the tests: 84a63b07b2d5f1c9e"
    ok, said, _ = examined(folder, service.url, SECRET_KEY=new, SECRET_KEY_FALLBACKS=KEY)["keys"]
    assert (ok, said) == (
        False,
        "MASTHEAD_SECRET_KEY is new, and MASTHEAD_SECRET_KEY_FALLBACKS is still needed to open them",
    )
    run_in(folder, "journal", "verify", SECRET_KEY=new, SECRET_KEY_FALLBACKS=KEY)
    ok, said, _ = examined(folder, service.url, SECRET_KEY=new, SECRET_KEY_FALLBACKS=KEY)["keys"]
    assert (ok, said.split("; ")[1]) == (True, "MASTHEAD_SECRET_KEY_FALLBACKS is no longer needed: remove it")
    found = examined(folder, service.url, SECRET_KEY=new)
    assert (found["keys"][1], found["journal"][1]) == (
        "MASTHEAD_SECRET_KEY opens them",
        "1 seal holds, to its end",
    )


def test_what_is_wrong_is_said_with_what_to_do(folder: Path) -> None:
    database = Database(folder / "masthead.db", migrates=False)
    with database.writing() as connection:
        connection.execute(text("DELETE FROM journal_values"))
        connection.execute(text("DELETE FROM journal_seals"))
        connection.execute(text("DELETE FROM journal"))
    database.close()
    with socket.create_server(("127.0.0.1", 0)) as free:
        nobody = f"http://127.0.0.1:{free.getsockname()[1]}"
    found = examined(folder, nobody, PUBLIC_URL="https://masthead.example.com")
    assert wrong(found) == {"settings", "journal", "API"}
    assert "the journal had the seal 1" in found["journal"][1]
    assert "Restore a backup" in found["journal"][2]
    assert found["API"][1].startswith(f"{nobody} gave no usable answer")


@pytest.mark.exhaustive
def test_a_server_without_a_key_that_all_portals_share_is_said(
    postgresql_server: PostgresqlServer, tmp_path: Path
) -> None:
    with postgresql_server.with_store() as address:
        settings = read_settings({"INSTANCE_PATH": str(tmp_path), "DATABASE_URL": address})
        said = next(run_checks(settings, read_secrets(tmp_path)))
    assert "MASTHEAD_SECRET_KEY is not set" in said.found
    assert said.advice.endswith("such as what secret_key in its folder holds now.")


@pytest.mark.parametrize(("content", "words"), [(None, "there is no file"), (b"garbage" * 1000, "cannot be read")])
def test_a_store_that_is_lost_is_said(content: bytes | None, words: str, folder: Path, service: RunningService) -> None:
    (folder / "masthead.db").unlink()
    if content is not None:
        (folder / "masthead.db").write_bytes(content)
        (folder / "masthead.db").chmod(0o600)
    ok, said, _ = examined(folder, service.url)["store"]
    assert (ok, words in said) == (False, True)
    assert (folder / "masthead.db").exists() == (content is not None)


def test_why_nothing_can_be_reached_is_said(folder: Path) -> None:
    oidc = {
        "OIDC_CLIENT_ID": "masthead",
        "PUBLIC_URL": "http://127.0.0.1:5000",
        "OIDC_CLIENT_SECRET": "a-client-secret",
    }
    with socket.create_server(("127.0.0.1", 0)) as free:
        nobody = f"http://127.0.0.1:{free.getsockname()[1]}"
    reasons = {
        nobody: "its host refuses the connection: nothing listens at that port",
        "https://nowhere.invalid": "no DNS server knows its host name",
    }
    for url, reason in reasons.items():
        found = examined(folder, url, **oidc, OIDC_ISSUER=url)
        assert found["API"][1] == f"{url} gave no usable answer ({reason})"
        assert found["provider"][1] == f"{url}: its metadata can't be read: {reason}"


def test_a_provider_that_is_away_is_said(folder: Path, service: RunningService) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        issuer = f"http://127.0.0.1:{free.getsockname()[1]}"
    oidc = {"OIDC_ISSUER": issuer, "OIDC_CLIENT_ID": "masthead", "PUBLIC_URL": "http://127.0.0.1:5000"}
    second = {name.replace("OIDC_", "OIDC_2_"): each for name, each in oidc.items() if name != "PUBLIC_URL"}
    second |= {"OIDC_2_ISSUER": f"{issuer}/2"}
    found = examined(folder, service.url, **oidc, **second, OIDC_CLIENT_SECRET="a-client-secret")
    assert wrong(found) == {"provider", "provider 2"}
    assert "MASTHEAD_OIDC_ISSUER" in found["provider"][2]
    assert found["provider 2"][2].startswith("See MASTHEAD_OIDC_2_ISSUER and MASTHEAD_OIDC_2_CA_FILE;")


def test_linked_tokens_are_counted(folder: Path, service: RunningService) -> None:
    database = Database(folder / "masthead.db", migrates=False)
    LinkedTokens(database, use_keys(database, keys_in(folder, KEY).secrets)).link("alice", service.url, "a-token")
    database.close()
    found = examined(folder, service.url)
    assert found["linked tokens"][:2] == (
        False,
        "1 person has linked a token, and MASTHEAD_OIDC_TOKENS is provider: nothing uses them",
    )
    assert "a-token" not in str(found)
    oidc = {"OIDC_ISSUER": "http://127.0.0.1:9", "OIDC_CLIENT_ID": "masthead", "PUBLIC_URL": "http://127.0.0.1:5000"}
    found = examined(folder, service.url, **oidc, OIDC_TOKENS="linked")
    assert found["linked tokens"] == (True, "1 person has linked a token", "")


def test_a_clock_that_is_wrong_is_said() -> None:
    now = time.time()
    date = time.strftime("%a, %d %b %Y %H:%M:%S GMT", time.gmtime(now))
    assert _check_clock(date, now).ok
    assert _check_clock(date, now + 3600).found.endswith("s from the API's")
    assert not _check_clock(date, now + 3600).ok
    assert _check_clock("", now).ok
