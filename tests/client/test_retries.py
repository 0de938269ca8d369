"""Reads are asked again where that may help; nothing else is."""

import time

import pytest

from contract.organization.organizations import LIST_ORGANIZATIONS
from masthead.client import InvalidInput, Limits, Problem, TimedOut, TooMany, Unreachable, Unreadable
from tests.client.conftest import ApiFor, TransportFor
from tests.faults import faults
from tests.faults.hostile import Fault, Hostile
from tests.loops import for_each

AGAIN = {
    "reset": faults.reset,
    "close": faults.close,
    "truncated": faults.truncated,
    "reset in body": faults.reset_in_body,
    "429": faults.answer(429),
    "502": faults.answer(502),
    "503": faults.answer(503, b"", "Retry-After: 0"),
    "504": faults.answer(504),
}
ONCE: dict[str, tuple[Fault, type[Problem]]] = {
    "hang": (faults.hang, TimedOut),
    "400": (faults.answer(400), InvalidInput),
    "500": (faults.answer(500), Unreachable),
    "501": (faults.answer(501), Unreachable),
    "302": (faults.answer(302), Unreadable),
    "html": (faults.answer(body=b"<html>"), Unreadable),
    "not http": (faults.not_http, Unreadable),
    "429 for long": (faults.answer(429, b"", "Retry-After: 3"), TooMany),
    "429 for very long": (faults.answer(429, b"", "Retry-After: 90"), TooMany),
    "503 for long": (faults.answer(503, b"", "Retry-After: 3"), Unreachable),
}


@for_each("name", AGAIN)
def test_read_is_asked_three_times_at_most(name: str, api_for: ApiFor) -> None:
    fault = AGAIN[name]
    with Hostile(fault, fault, faults.answer()) as hostile:
        assert api_for(hostile.url).read(LIST_ORGANIZATIONS).items == []
    assert len(hostile.asked) == 3
    with Hostile(fault) as hostile, pytest.raises(Problem):
        api_for(hostile.url).read(LIST_ORGANIZATIONS)
    assert len(hostile.asked) == 3


@for_each("name", ONCE)
def test_read_is_asked_once(name: str, api_for: ApiFor) -> None:
    fault, kind = ONCE[name]
    with Hostile(fault) as hostile, pytest.raises(kind) as raised:
        api_for(hostile.url, **{"budget": 1} if kind is TimedOut else {}).read(LIST_ORGANIZATIONS)
    assert len(hostile.asked) == 1
    assert name != "429 for very long" or raised.value.retry_after == 90


def test_connection_that_is_refused_is_tried_again(api_for: ApiFor, transport_for: TransportFor) -> None:
    limits = Limits(pause_seconds=(0.2, 0.2))
    with Hostile(faults.answer(), is_open=False) as hostile:
        hostile.relent_after(0.1)
        assert api_for(transport_for(hostile.url, limits=limits)).read(LIST_ORGANIZATIONS).items == []


def test_retry_after_is_waited_for(api_for: ApiFor) -> None:
    with Hostile(faults.answer(429, b"", "Retry-After: 1"), faults.answer()) as hostile:
        began = time.monotonic()
        api_for(hostile.url).read(LIST_ORGANIZATIONS)
    assert time.monotonic() - began >= 1


def test_no_retry_that_would_outlast_the_page(api_for: ApiFor) -> None:
    with Hostile(faults.answer(503, b"", "Retry-After: 2"), faults.answer()) as hostile:
        began = time.monotonic()
        with pytest.raises(Unreachable):
            api_for(hostile.url, budget=1.9).read(LIST_ORGANIZATIONS)
        assert time.monotonic() - began < 1.9
    assert len(hostile.asked) == 1


def test_pauses_are_between_100_and_800_ms(api_for: ApiFor, transport_for: TransportFor) -> None:
    with Hostile(faults.reset) as hostile:
        began = time.monotonic()
        with pytest.raises(Unreachable):
            api_for(transport_for(hostile.url, limits=Limits()), budget=8).read(LIST_ORGANIZATIONS)
        assert 0.2 <= time.monotonic() - began < 4
