"""The server's key is made once, kept private, and refused when it is weak."""

import hashlib
import secrets
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from masthead.store.errors import WeakKeyError
from masthead.store.keys import EXAMPLES, Secrets, read_secrets
from tests.loops import for_each
from tests.stores import other_keys

GOOD, OLDER = secrets.token_hex(32), secrets.token_hex(32)


def test_key_is_made_once_and_private(tmp_path: Path) -> None:
    folder = tmp_path / "instance"
    keys = read_secrets(folder)
    assert read_secrets(folder) == keys
    assert [(file.name, oct(file.stat().st_mode)) for file in folder.iterdir()] == [("secret_key", "0o100600")]
    assert len(keys.current) == 64


def test_many_that_start_together_get_the_same_key(tmp_path: Path) -> None:
    with ThreadPoolExecutor(16) as starts:
        keys = set(starts.map(lambda _: read_secrets(tmp_path).current, range(32)))
    assert len(keys) == 1


WEAK = {
    "nothing": "",
    "blanks": " " * 40,
    "a word": "dev",
    "short": GOOD[:31],
    "one letter": "a" * 64,
    "two letters": "ab" * 32,
    "framework's": f"django-insecure-{GOOD}",
    "to be changed": f"{GOOD}changeme",
    "documented": EXAMPLES[0],
}


@for_each("weak", WEAK.values())
def test_weak_key_is_refused(weak: str, tmp_path: Path) -> None:
    with pytest.raises(WeakKeyError, match="MASTHEAD_SECRET_KEY is"):
        read_secrets(tmp_path, weak)
    with pytest.raises(WeakKeyError, match="MASTHEAD_SECRET_KEY_FALLBACKS is"):
        read_secrets(tmp_path, GOOD, [weak])


def test_key_of_the_settings_needs_no_file(tmp_path: Path) -> None:
    assert read_secrets(tmp_path, GOOD, [OLDER]) == Secrets(GOOD.encode(), (OLDER.encode(),))
    assert list(tmp_path.iterdir()) == []


def test_owner_tells_nothing_of_the_token() -> None:
    keys, others = other_keys(GOOD.encode()), other_keys(OLDER.encode())
    owner = keys.owner_of("demo-alice")
    assert owner == other_keys(GOOD.encode()).owner_of("demo-alice")
    assert owner not in {others.owner_of("demo-alice"), keys.owner_of("demo-bob")}
    assert owner != hashlib.sha256(b"demo-alice").hexdigest()
    assert len(owner) == 64
    keys = other_keys(GOOD.encode())
    assert len({keys.derive("cookies"), keys.derive("owner"), keys.current}) == 3
    assert (repr(Secrets(GOOD.encode(), (OLDER.encode(),))), repr(other_keys())) == ("Secrets()", "Keys()")
