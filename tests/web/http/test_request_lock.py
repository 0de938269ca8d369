"""Requests of one process run one after the other, but while they wait."""

import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier, Lock

import pytest
from flask import Flask

from masthead.web.http import request_lock
from masthead.web.http.request_lock import AT_ONCE, lock_released, wait_for_lock
from tests.faults.hostile import Talk
from tests.pages.pages import Pages
from tests.wire import Wire

MANY = 8
SHORT = 0.003
LONG = 10.0
LONGER = 20.0


class Counted:
    """Counts who is in it at the same time."""

    def __init__(self) -> None:
        self._lock, self._now, self.most = Lock(), 0, 0

    def stay(self) -> None:
        with self._lock:
            self._now += 1
            self.most = max(self.most, self._now)
        time.sleep(SHORT)
        with self._lock:
            self._now -= 1


def made(view: Callable[[], object]) -> Flask:
    app = Flask("made")
    app.add_url_rule("/", "show", lambda: str(view()))
    request_lock.init_app(app)
    return app


def patient(app: Flask) -> Flask:
    """One whose requests wait longer for each other than a test waits for anything."""
    app.extensions["request_lock"].patience_seconds = LONGER
    return app


def opened_together(app: Flask, address: str = "/") -> Sequence[int]:
    with ThreadPoolExecutor(MANY) as people:
        return list(people.map(lambda _: app.test_client().get(address).status_code, range(MANY)))


def test_no_more_wait_for_the_api_than_there_are_places() -> None:
    counted = Counted()

    def wait() -> None:
        with lock_released():
            counted.stay()

    app = made(wait)
    with ThreadPoolExecutor(2 * AT_ONCE) as people:
        assert {*people.map(lambda _: app.test_client().get("/").status_code, range(8 * AT_ONCE))} == {200}
    assert 1 < counted.most <= AT_ONCE


def test_it_runs_alone_again_once_it_has_waited() -> None:
    counted, everybody = Counted(), Barrier(MANY, timeout=LONG)

    def wait_first() -> None:
        with lock_released():
            everybody.wait()
        counted.stay()

    assert opened_together(patient(made(wait_first))) == [200] * MANY
    assert counted.most == 1


def test_those_with_much_to_read_wait_longer_for_their_turn() -> None:
    counted, everybody = Counted(), Barrier(MANY, timeout=LONG)

    def read_much() -> None:
        with lock_released():
            everybody.wait()
        wait_for_lock(LONGER)
        counted.stay()

    app = made(read_much)
    app.extensions["request_lock"].patience_seconds = 0.0
    assert opened_together(app) == [200] * MANY
    assert counted.most == 1


def test_one_with_much_to_read_goes_on_when_its_turn_does_not_come() -> None:
    everybody = Barrier(MANY, timeout=LONG)

    def read_much() -> None:
        wait_for_lock(SHORT)
        everybody.wait()

    assert opened_together(made(read_much)) == [200] * MANY


def test_what_is_read_after_a_request_does_not_keep_the_others_waiting() -> None:
    app = patient(made(lambda: None))

    def read_much_afterwards() -> None:
        app.test_client().get("/")
        wait_for_lock(SHORT)

    with ThreadPoolExecutor(2) as people:
        people.submit(read_much_afterwards).result(LONG)
        assert people.submit(app.test_client().get, "/").result(LONG).status_code == 200


def test_one_that_takes_long_blocks_nobody() -> None:
    everybody = Barrier(MANY, timeout=LONG)
    assert opened_together(made(everybody.wait)) == [200] * MANY


def test_one_that_fails_gives_it_back() -> None:
    failing = [True]

    def fail_once() -> None:
        while failing and failing.pop():
            raise ValueError("once")

    app = patient(made(fail_once))
    app.testing = True
    with ThreadPoolExecutor(1) as people:
        with pytest.raises(ValueError, match="once"):
            people.submit(app.test_client().get, "/").result(LONG)
        assert people.submit(app.test_client().get, "/").result(LONG).status_code == 200


def test_the_api_is_asked_for_several_pages_at_once(distant: Pages, wire: Wire) -> None:
    everybody = Barrier(MANY, timeout=LONG)

    def answer_all_at_once(talk: Talk) -> bool:
        everybody.wait()
        return talk.pass_on()

    wire.faults["GET"] = answer_all_at_once
    patient(distant.app)
    with ThreadPoolExecutor(MANY) as people:
        pages = people.map(lambda number: distant.client.get(f"/orgs/org_{number}/sites"), range(MANY))
    assert {page.status_code for page in pages} == {404}
