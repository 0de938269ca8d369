"""The doctor says of each part what is fine, what is wrong and what to do, and shows no secret."""

import json
import socket
import time
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from masthead.commands.checks import _clock
from masthead.store import Database, Journal, LinkedTokens
from masthead.store.journal.anchor import ANCHOR_FILE, JournalAnchor
from masthead.store.key_ring import use_keys
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


def examined(folder: Path, api: str, **settings: str) -> tuple[int, dict[str, tuple[bool, str, str]], str]:
    done = run_in(folder, "doctor", "--json", API_BASE_URL=api, SECRET_KEY=KEY, **settings)
    assert done.stderr == ""
    told: list[dict[str, Any]] = json.loads(done.stdout)
    return done.returncode, {each["check"]: (each["ok"], each["found"], each["advice"]) for each in told}, done.stdout


@pytest.mark.exhaustive
def test_all_is_well(folder: Path, service: RunningService) -> None:
    code, found, told = examined(folder, service.url)
    assert (code, [name for name, (ok, *_) in found.items() if not ok]) == (0, [])
    assert list(found) == ["settings", "files", "disk", "store", "integrity", "keys", "journal", "API", "clock"]
    assert found["journal"][1] == "1 seal holds, to its end"
    assert KEY not in told
    shown = run_in(folder, "doctor", API_BASE_URL=service.url, SECRET_KEY=KEY)
    assert (shown.returncode, shown.stderr) == (0, "")
    assert "ok     journal: 1 seal holds, to its end\n" in shown.stdout


@pytest.mark.exhaustive
def test_a_fallback_is_needed_until_the_portal_was_started(folder: Path, service: RunningService) -> None:
    new = "a newer key of the tests: 84a63b07b2d5f1c9e"
    told = run_in(folder, "doctor", API_BASE_URL=service.url, SECRET_KEY=new, SECRET_KEY_FALLBACKS=KEY).stdout
    assert "WRONG  keys: MASTHEAD_SECRET_KEY is new, and MASTHEAD_SECRET_KEY_FALLBACKS is still needed" in told
    run_in(folder, "journal", "verify", SECRET_KEY=new, SECRET_KEY_FALLBACKS=KEY)
    told = run_in(folder, "doctor", API_BASE_URL=service.url, SECRET_KEY=new, SECRET_KEY_FALLBACKS=KEY).stdout
    assert "ok     keys: MASTHEAD_SECRET_KEY opens them; MASTHEAD_SECRET_KEY_FALLBACKS is no longer needed" in told
    told = run_in(folder, "doctor", API_BASE_URL=service.url, SECRET_KEY=new).stdout
    assert "ok     keys: MASTHEAD_SECRET_KEY opens them\n" in told
    assert "ok     journal: 1 seal holds, to its end" in told


@pytest.mark.exhaustive
def test_what_is_wrong_is_said_with_what_to_do(folder: Path) -> None:
    (folder / "masthead.db").chmod(0o644)
    database = Database(folder / "masthead.db", migrates=False)
    with database.writing() as connection:
        connection.execute(text("DELETE FROM journal_values"))
        connection.execute(text("DELETE FROM journal_seals"))
        connection.execute(text("DELETE FROM journal"))
    database.close()
    with socket.create_server(("127.0.0.1", 0)) as free:
        nobody = f"http://127.0.0.1:{free.getsockname()[1]}"
    code, found, told = examined(folder, nobody, PUBLIC_URL="https://masthead.example.com")
    assert code == 1
    assert {name for name, (ok, *_) in found.items() if not ok} == {"settings", "files", "journal", "API"}
    assert found["files"][2] == f"Run: chmod 600 '{folder}/masthead.db'"
    assert "the journal had the seal 1" in found["journal"][1]
    assert "Restore a backup" in found["journal"][2]
    assert found["API"][1].startswith(f"{nobody} gave no usable answer")
    assert KEY not in told


@pytest.mark.exhaustive
def test_a_server_without_a_key_that_all_portals_share_is_said(
    postgresql_server: PostgresqlServer, tmp_path: Path
) -> None:
    with postgresql_server.with_store() as address:
        done = run_in(tmp_path, "doctor", "--json", API_BASE_URL="http://127.0.0.1:9", DATABASE_URL=address)
    found = {each["check"]: each for each in json.loads(done.stdout)}
    assert "MASTHEAD_SECRET_KEY is not set" in found["settings"]["found"]
    assert found["settings"]["advice"].endswith("such as what secret_key in its folder holds now.")


@pytest.mark.exhaustive
@pytest.mark.parametrize(("content", "words"), [(None, "there is no file"), (b"garbage" * 1000, "cannot be read")])
def test_a_store_that_is_lost_is_said(content: bytes | None, words: str, folder: Path, service: RunningService) -> None:
    (folder / "masthead.db").unlink()
    if content is not None:
        (folder / "masthead.db").write_bytes(content)
        (folder / "masthead.db").chmod(0o600)
    code, found, _ = examined(folder, service.url)
    assert (code, found["store"][0], words in found["store"][1]) == (1, False, True)
    assert (folder / "masthead.db").exists() == (content is not None)


@pytest.mark.exhaustive
def test_a_provider_that_is_away_is_said(folder: Path, service: RunningService) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        issuer = f"http://127.0.0.1:{free.getsockname()[1]}"
    oidc = {"OIDC_ISSUER": issuer, "OIDC_CLIENT_ID": "masthead", "PUBLIC_URL": "http://127.0.0.1:5000"}
    code, found, told = examined(folder, service.url, **oidc, OIDC_CLIENT_SECRET="a-client-secret")
    assert (code, found["provider"][0]) == (1, False)
    assert "MASTHEAD_OIDC_ISSUER" in found["provider"][2]
    assert "a-client-secret" not in told
    second = {name.replace("OIDC_", "OIDC_2_"): each for name, each in oidc.items() if name != "PUBLIC_URL"}
    second |= {"OIDC_2_ISSUER": f"{issuer}/2"}
    _, found, _ = examined(folder, service.url, **oidc, **second)
    assert (found["provider"][0], found["provider 2"][0]) == (False, False)
    assert found["provider 2"][2].startswith("See MASTHEAD_OIDC_2_ISSUER and MASTHEAD_OIDC_2_CA_FILE;")


@pytest.mark.exhaustive
def test_linked_tokens_are_counted(folder: Path, service: RunningService) -> None:
    database = Database(folder / "masthead.db", migrates=False)
    LinkedTokens(database, use_keys(database, keys_in(folder, KEY).secrets)).link("alice", service.url, "a-token")
    database.close()
    _, found, told = examined(folder, service.url)
    assert found["linked tokens"][:2] == (
        False,
        "1 person has linked a token, and MASTHEAD_OIDC_TOKENS is provider: nothing uses them",
    )
    assert "a-token" not in told
    oidc = {"OIDC_ISSUER": "http://127.0.0.1:9", "OIDC_CLIENT_ID": "masthead", "PUBLIC_URL": "http://127.0.0.1:5000"}
    _, found, _ = examined(folder, service.url, **oidc, OIDC_TOKENS="linked")
    assert found["linked tokens"] == (True, "1 person has linked a token", "")


def test_a_clock_that_is_wrong_is_said() -> None:
    now = time.time()
    date = time.strftime("%a, %d %b %Y %H:%M:%S GMT", time.gmtime(now))
    assert _clock(date, now).ok
    assert _clock(date, now + 3600).found.endswith("s from the API's")
    assert not _clock(date, now + 3600).ok
    assert _clock("", now).ok
