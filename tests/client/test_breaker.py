"""When the API is left alone, and when it is tried again."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis.stateful import RuleBasedStateMachine, precondition, rule
from hypothesis.strategies import booleans, integers, sampled_from

from masthead.client import Breaker, Outage
from masthead.client.transport.breaker import Admission, Probe
from tests.faults.clock import Clock

REST = 10


@pytest.fixture
def breaker(clock: Clock) -> Breaker:
    return Breaker(rest_seconds=REST, monotonic=clock)


def fail(breaker: Breaker, *paths: str) -> None:
    for path in paths:
        breaker.record_failure(path)


def tries(breaker: Breaker, *, at_once: bool = False) -> bool:
    """Whether a caller is given a probe now, which fails."""
    entered = breaker.admit(at_once=at_once)
    if isinstance(entered, Probe):
        breaker.record_failure("/a")
        breaker.end_probe(entered)
    return isinstance(entered, Probe)


def test_it_opens_after_five_failures_in_a_row_within_thirty_seconds_on_two_paths(clock: Clock) -> None:
    fives, alone, answered, slow = (Breaker(REST, clock) for _ in range(4))
    fail(fives, "/a", "/a", "/a", "/b")
    assert fives.admit() is Admission.FREE
    fail(fives, "/b")
    assert fives.admit() is Admission.REFUSED
    fail(alone, *["/a"] * 200)
    fail(answered, "/a", "/b", "/a", "/b")
    answered.record_success()
    fail(answered, "/a")
    fail(slow, "/a", "/b", "/a", "/b")
    clock.pass_(31)
    fail(slow, "/a")
    assert not any(each.is_open for each in (alone, answered, slow))


@pytest.mark.parametrize("works", [True, False])
def test_others_wait_for_the_try_and_learn_what_comes_of_it(breaker: Breaker, clock: Clock, *, works: bool) -> None:
    fail(breaker, "/a", "/b", "/a", "/b", "/a")
    clock.pass_(REST)
    probe = breaker.admit()
    assert isinstance(probe, Probe)
    assert [breaker.admit(), breaker.wait(0)] == [Admission.WAIT, False]
    with ThreadPoolExecutor(1) as other:
        waits = other.submit(breaker.wait, 60)
        if works:
            breaker.record_success()
            assert waits.result()
        else:
            breaker.record_failure("/a")
        breaker.end_probe(probe)
        assert waits.result() is works
    assert breaker.admit() is (Admission.FREE if works else Admission.REFUSED)
    assert not works or breaker.wait(60)


def test_silence_is_counted_from_its_first_failure_and_its_last(breaker: Breaker, clock: Clock) -> None:
    fail(breaker, "/a")
    clock.pass_(3)
    assert breaker.outage == Outage(3, 3, None)
    fail(breaker, "/b", "/a", "/b", "/a")
    clock.pass_(4)
    assert breaker.outage == Outage(7, 4, 6)
    clock.pass_(600)
    assert breaker.outage == Outage(607, 604, 0)
    breaker.record_success()
    assert breaker.outage is None


def test_an_answer_counts_for_a_time_and_until_the_next_failure(breaker: Breaker, clock: Clock) -> None:
    assert not breaker.has_answered_within(1), "nothing was asked"
    breaker.record_success()
    clock.pass_(1)
    assert breaker.has_answered_within(1)
    clock.pass_(0.5)
    assert not breaker.has_answered_within(1)
    breaker.record_success()
    fail(breaker, "/a")
    assert not breaker.has_answered_within(1)


def test_someone_may_try_at_once_but_not_again_and_again(breaker: Breaker, clock: Clock) -> None:
    fail(breaker, "/a", "/b", "/a", "/b", "/a")
    assert [tries(breaker), tries(breaker, at_once=True)] == [False, True]
    assert not tries(breaker, at_once=True)
    clock.pass_(1)
    assert tries(breaker, at_once=True)
    clock.pass_(9.9)
    assert not tries(breaker)


class AnyOrder(RuleBasedStateMachine):
    """Whatever happens in which order, the promises hold."""

    def __init__(self) -> None:
        super().__init__()
        self.clock = Clock()
        self.breaker = Breaker(REST, self.clock)
        self.out: list[Probe] = []
        self.probed_at = -float("inf")

    @rule(quarters=integers(0, 60))
    def pass_time(self, quarters: int) -> None:
        self.clock.pass_(quarters / 4)

    @rule(path=sampled_from("ab"))
    def fail(self, path: str) -> None:
        self.breaker.record_failure(path)

    @rule()
    def answer(self) -> None:
        self.breaker.record_success()
        assert self.breaker.admit() is Admission.FREE
        assert self.breaker.outage is None

    @rule(at_once=booleans())
    def enter(self, *, at_once: bool) -> None:
        was_open, silence = self.breaker.is_open, self.breaker.outage
        entered = self.breaker.admit(at_once=at_once)
        assert (entered is Admission.FREE) is not was_open
        if entered in {Admission.REFUSED, Admission.WAIT}:
            assert silence is not None
            assert silence.next_try, "nobody is kept back once the rest is over"
        if entered is Admission.WAIT:
            assert self.out, "there is somebody to wait for"
        if isinstance(entered, Probe):
            assert self.clock.now - self.probed_at >= (1 if at_once else REST)
            self.probed_at = self.clock.now
            self.out.append(entered)

    @precondition(lambda self: self.out)
    @rule(works=booleans())
    def end_probe(self, *, works: bool) -> None:
        probe = self.out.pop(0)
        if works:
            self.breaker.record_success()
        self.breaker.end_probe(probe)


TestAnyOrder = AnyOrder.TestCase
