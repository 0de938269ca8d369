"""A sign-in that has begun is taken once, by its browser, within ten minutes."""

import pytest

from store import Database, Keys, SignIns
from tests.faults.clock import Clock

KEPT = {"nonce": "n", "verifier": "v", "next": "/orgs"}


@pytest.fixture
def sign_ins(database: Database, keys: Keys, clock: Clock) -> SignIns:
    return SignIns(database, keys, clock)


def test_it_is_taken_once(sign_ins: SignIns) -> None:
    state, browser = sign_ins.begin("", KEPT)
    assert sign_ins.take(browser, state) == KEPT
    assert sign_ins.take(browser, state) is None


def test_a_browser_may_begin_several(sign_ins: SignIns) -> None:
    first, browser = sign_ins.begin("", KEPT)
    second, same = sign_ins.begin(browser, {**KEPT, "next": "/"})
    assert same == browser
    assert sign_ins.take(browser, second) == {**KEPT, "next": "/"}
    assert sign_ins.take(browser, first) == KEPT


def test_another_browser_neither_takes_nor_ends_it(sign_ins: SignIns) -> None:
    state, browser = sign_ins.begin("", KEPT)
    _, other = sign_ins.begin("", KEPT)
    forged = f"{browser.partition('.')[0]}.{other.partition('.')[2]}"
    for value in ("", "nonsense", other):
        assert sign_ins.take(value, state) is None
    assert sign_ins.take(browser, state) == KEPT
    state, browser = sign_ins.begin(browser, KEPT)
    assert sign_ins.take(forged, state) is None


def test_it_is_over_after_ten_minutes(sign_ins: SignIns, clock: Clock) -> None:
    state, browser = sign_ins.begin("", KEPT)
    clock.pass_(600)
    assert sign_ins.take(browser, state) is None


def test_a_state_alone_opens_nothing(sign_ins: SignIns) -> None:
    assert sign_ins.take(sign_ins.begin("", KEPT)[1], "A" * 22) is None
