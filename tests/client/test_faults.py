"""Whatever the API does on the wire, a read ends in time and with a Problem of the right kind."""

import time

import pytest

from contract.organization.organizations import LIST_ORGANIZATIONS
from masthead.client import AnswerTooLarge, Limits, Problem, Read, TimedOut, Unavailable, Unreachable, Unreadable
from tests.client.conftest import ApiFor, TransportFor
from tests.faults import faults
from tests.faults.hostile import GOOD, Fault, Hostile
from tests.loops import for_each

BUDGET, SLACK = 1.0, 3.0
KINDS: dict[str, tuple[Fault, type[Problem]]] = {
    "hang": (faults.hang, TimedOut),
    "drip headers": (faults.drip_headers, TimedOut),
    "drip body": (faults.drip_body, TimedOut),
    "drip chunks": (faults.drip_chunks, TimedOut),
    "continues for ever": (faults.continues_for_ever, TimedOut),
    "reset": (faults.reset, Unreachable),
    "close": (faults.close, Unreachable),
    "reset in body": (faults.reset_in_body, Unreachable),
    "truncated": (faults.truncated, Unreachable),
    "cut in chunk": (faults.cut_in_chunk, Unreachable),
    "claims too little": (faults.claims_too_little, Unreadable),
    "gzip bomb": (faults.gzip_bomb, AnswerTooLarge),
    "many headers": (faults.many_headers, Unreadable),
    "long header": (faults.long_header, Unreadable),
    "not http": (faults.not_http, Unreadable),
    "bad chunk": (faults.bad_chunk, Unreachable),
    "bad gzip": (faults.bad_gzip, Unreadable),
    "two lengths": (faults.two_lengths, Unreadable),
    "a page": (faults.answer(body=b"<html>"), Unreadable),
    "odd status": (faults.odd_status, Unreadable),
    "switching": (faults.switching, Unreadable),
    "malformed Location": (faults.answer(301, b"", "Location: http://[::1/"), Unreadable),
    "garbage in Location": (faults.answer(302, b"", "Location: \xff\xfe://\x01"), Unreadable),
    "redirect": (faults.answer(307, b"", "Location: /v1/orgs"), Unreadable),
    "redirect without Location": (faults.answer(308, b""), Unreadable),
    "500": (faults.answer(500, b"<html>"), Unreachable),
    "503": (faults.answer(503, b"", "Retry-After: 60"), Unreachable),
}


@for_each("name", KINDS)
def test_fault_becomes_a_problem_in_time(name: str, api_for: ApiFor) -> None:
    fault, kind = KINDS[name]
    with Hostile(fault) as hostile:
        api = api_for(hostile.url, **{"budget": BUDGET} if kind is TimedOut else {})
        began = time.monotonic()
        with pytest.raises(Problem) as raised:
            api.read(LIST_ORGANIZATIONS)
        assert time.monotonic() - began < BUDGET + SLACK
    assert type(raised.value) is kind
    assert raised.value.request_id == hostile.asked[0].headers["x-request-id"]


def test_nobody_listens_or_has_the_name(api_for: ApiFor) -> None:
    with Hostile(is_open=False) as hostile, pytest.raises(Unreachable):
        api_for(hostile.url).read(LIST_ORGANIZATIONS)
    with pytest.raises(Unavailable):
        api_for("http://nobody.invalid").read(LIST_ORGANIZATIONS)


def test_8_mb_are_read_and_one_byte_more_is_not(api_for: ApiFor) -> None:
    filling = GOOD + b" " * (8 * faults.MEGABYTE - len(GOOD))
    with Hostile(faults.answer(body=filling), faults.answer(body=filling + b" ")) as hostile:
        api = api_for(hostile.url, budget=5)
        assert api.read(LIST_ORGANIZATIONS).items == []
        with pytest.raises(Unreadable):
            api.read(LIST_ORGANIZATIONS)


def test_calls_of_a_page_share_its_time(api_for: ApiFor) -> None:
    with Hostile(faults.after(0.4, faults.answer())) as hostile:
        api = api_for(hostile.url, budget=BUDGET)
        began = time.monotonic()
        seen = [type(api.gather(Read(LIST_ORGANIZATIONS))[0]).__name__ for _ in range(5)]
        assert time.monotonic() - began < BUDGET + SLACK
    assert (seen[0], seen[-1]) == ("Listing[Organization]", "TimedOut")
    assert len(hostile.asked) < 5  # how many is for the machine to say


def test_connection_of_a_call_that_was_cut_is_good_again(api_for: ApiFor, transport_for: TransportFor) -> None:
    once = Limits(attempts=1)
    with Hostile(faults.drip_body, faults.answer()) as hostile:
        transport = transport_for(hostile.url, limits=once)
        with pytest.raises(TimedOut):
            api_for(transport, budget=BUDGET).read(LIST_ORGANIZATIONS)
        assert api_for(transport).read(LIST_ORGANIZATIONS).items == []


def test_connections_are_kept_and_those_that_were_closed_are_made_anew(
    api_for: ApiFor, transport_for: TransportFor
) -> None:
    good, last = faults.answer(), faults.answer(keep=False)
    with Hostile(good, last, good, good) as hostile:
        api = api_for(transport_for(hostile.url, limits=Limits(attempts=1)))
        for _ in range(2):
            api.read(LIST_ORGANIZATIONS)
        hostile.wait_until_closed(0)
        for _ in range(2):
            api.read(LIST_ORGANIZATIONS)
    assert [asked.connection for asked in hostile.asked] == [0, 0, 1, 1]
