"""When the API is left alone, and when it is tried again."""

import pytest

from client import Breaker, Silence
from tests.faults.clock import Clock


@pytest.fixture
def breaker(clock: Clock) -> Breaker:
    return Breaker(rest_seconds=10, monotonic=clock)


def fail(breaker: Breaker, *paths: str) -> None:
    for path in paths:
        breaker.failed(path)


def test_opens_after_five_failures_on_two_paths(breaker: Breaker) -> None:
    fail(breaker, "/a", "/a", "/a", "/b")
    assert breaker.lets_through()
    fail(breaker, "/b")
    assert not breaker.lets_through()


def test_stays_closed_for_one_path_that_always_fails(breaker: Breaker) -> None:
    fail(breaker, *["/a"] * 200)
    assert breaker.lets_through()


def test_an_answer_in_between_starts_anew(breaker: Breaker) -> None:
    fail(breaker, "/a", "/b", "/a", "/b")
    breaker.worked()
    fail(breaker, "/a")
    assert breaker.lets_through()


def test_failures_count_for_thirty_seconds(breaker: Breaker, clock: Clock) -> None:
    fail(breaker, "/a", "/b", "/a", "/b")
    clock.pass_(31)
    fail(breaker, "/a")
    assert breaker.lets_through()


def test_one_try_after_each_rest(breaker: Breaker, clock: Clock) -> None:
    fail(breaker, "/a", "/b", "/a", "/b", "/a")
    clock.pass_(9.9)
    assert not breaker.lets_through()
    clock.pass_(0.1)
    assert [breaker.rests, breaker.lets_through(), breaker.rests, breaker.lets_through()] == [False, True, True, False]
    breaker.failed("/a")
    clock.pass_(10)
    assert [breaker.lets_through(), breaker.lets_through()] == [True, False]


def test_try_that_hangs_does_not_put_off_the_next(breaker: Breaker, clock: Clock) -> None:
    fail(breaker, "/a", "/b", "/a", "/b", "/a")
    clock.pass_(10)
    assert breaker.lets_through()
    clock.pass_(5)
    breaker.failed("/a")  # the try ends only now
    clock.pass_(5)
    assert breaker.lets_through()


def test_closes_with_the_first_answer(breaker: Breaker, clock: Clock, caplog: pytest.LogCaptureFixture) -> None:
    fail(breaker, "/a", "/b", "/a", "/b", "/a")
    clock.pass_(10)
    breaker.lets_through()
    breaker.worked()
    assert [breaker.lets_through(), breaker.lets_through()] == [True, True]
    assert [record.message for record in caplog.records] == ["breaker opened", "breaker closed"]


def test_silence_is_counted_from_its_first_failure(breaker: Breaker, clock: Clock) -> None:
    fail(breaker, "/a")
    clock.pass_(3)
    assert breaker.silence == Silence(3, None)
    fail(breaker, "/b", "/a", "/b", "/a")
    clock.pass_(4)
    assert breaker.silence == Silence(7, 6)
    clock.pass_(600)
    assert breaker.silence == Silence(607, 0)
    breaker.worked()
    assert breaker.silence is None


def test_someone_may_try_at_once_but_not_again_and_again(breaker: Breaker, clock: Clock) -> None:
    fail(breaker, "/a", "/b", "/a", "/b", "/a")
    assert [breaker.lets_through(), breaker.lets_through(at_once=True)] == [False, True]
    assert breaker.lets_through(at_once=True) is False
    clock.pass_(1)
    assert breaker.lets_through(at_once=True)
    clock.pass_(9.9)
    assert not breaker.lets_through()
