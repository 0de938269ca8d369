"""Whatever the API does on the wire, a call ends in time with a Problem of the right kind; reads alone are repeated."""

import time

import pytest

from contract.organization.organizations import LIST_ORGANIZATIONS
from contract.publishing.sites import UPDATE_SITE, SiteUpdate
from masthead.client import (
    AnswerTooLarge,
    Conflict,
    Forbidden,
    InvalidInput,
    Limits,
    OutcomeUnknown,
    Problem,
    Read,
    TimedOut,
    TooMany,
    Unavailable,
    Unreachable,
    Unreadable,
)
from tests.client.conftest import ApiFor, TransportFor
from tests.faults import faults
from tests.faults.hostile import GOOD, Fault, Hostile
from tests.loops import for_each

BUDGET, SLACK = 1.0, 3.0
Answers = dict[str, tuple[Fault, type[Problem], int, type[Problem]]]
ANSWERS: Answers = {
    "hang": (faults.hang, TimedOut, 1, OutcomeUnknown),
    "drip headers": (faults.drip_headers, TimedOut, 1, OutcomeUnknown),
    "drip body": (faults.drip_body, TimedOut, 1, OutcomeUnknown),
    "drip chunks": (faults.drip_chunks, TimedOut, 1, OutcomeUnknown),
    "continues for ever": (faults.continues_for_ever, TimedOut, 1, OutcomeUnknown),
    "reset": (faults.reset, Unreachable, 3, OutcomeUnknown),
    "close": (faults.close, Unreachable, 3, OutcomeUnknown),
    "reset in body": (faults.reset_in_body, Unreachable, 3, OutcomeUnknown),
    "truncated": (faults.truncated, Unreachable, 3, OutcomeUnknown),
    "cut in chunk": (faults.cut_in_chunk, Unreachable, 3, OutcomeUnknown),
    "bad chunk": (faults.bad_chunk, Unreachable, 3, OutcomeUnknown),
    "claims too little": (faults.claims_too_little, Unreadable, 1, OutcomeUnknown),
    "gzip bomb": (faults.gzip_bomb, AnswerTooLarge, 1, OutcomeUnknown),
    "many headers": (faults.many_headers, Unreadable, 1, OutcomeUnknown),
    "long header": (faults.long_header, Unreadable, 1, OutcomeUnknown),
    "not http": (faults.not_http, Unreadable, 1, OutcomeUnknown),
    "bad gzip": (faults.bad_gzip, Unreadable, 1, OutcomeUnknown),
    "two lengths": (faults.two_lengths, Unreadable, 1, OutcomeUnknown),
    "nothing": (faults.answer(body=b""), Unreadable, 1, OutcomeUnknown),
    "a page": (faults.answer(body=b"<html>"), Unreadable, 1, OutcomeUnknown),
    "odd status": (faults.odd_status, Unreadable, 1, OutcomeUnknown),
    "switching": (faults.switching, Unreadable, 1, OutcomeUnknown),
    "malformed Location": (faults.answer(301, b"", "Location: http://[::1/"), Unreadable, 1, OutcomeUnknown),
    "garbage in Location": (faults.answer(302, b"", "Location: \xff\xfe://\x01"), Unreadable, 1, OutcomeUnknown),
    "redirect": (faults.answer(307, b"", "Location: /v1/orgs"), Unreadable, 1, OutcomeUnknown),
    "redirect without Location": (faults.answer(308, b""), Unreadable, 1, OutcomeUnknown),
    "400": (faults.answer(400), InvalidInput, 1, InvalidInput),
    "403": (faults.answer(403), Forbidden, 1, Forbidden),
    "409": (faults.answer(409), Conflict, 1, Conflict),
    "429": (faults.answer(429, b"", "Retry-After: 0"), TooMany, 3, TooMany),
    "429 for long": (faults.answer(429, b"", "Retry-After: 3"), TooMany, 1, TooMany),
    "500": (faults.answer(500, b"<html>"), Unreachable, 1, OutcomeUnknown),
    "501": (faults.answer(501), Unreachable, 1, OutcomeUnknown),
    "502": (faults.answer(502), Unreachable, 3, OutcomeUnknown),
    "503": (faults.answer(503, b"", "Retry-After: 0"), Unreachable, 3, OutcomeUnknown),
    "503 for long": (faults.answer(503, b"", "Retry-After: 60"), Unreachable, 1, OutcomeUnknown),
    "504": (faults.answer(504), Unreachable, 3, OutcomeUnknown),
}
"""Each with the problem of a read, how often that is asked, and the problem of a write, which goes out once."""


@for_each("name", ANSWERS)
def test_a_caller_gets_the_right_problem_in_time(name: str, api_for: ApiFor) -> None:
    fault, of_read, times, of_write = ANSWERS[name]
    patience = {"budget": BUDGET} if of_read is TimedOut else {}
    began = time.monotonic()
    with Hostile(fault) as hostile:
        with pytest.raises(Problem) as read:
            api_for(hostile.url, **patience).read(LIST_ORGANIZATIONS)
        with pytest.raises(Problem) as write:
            api_for(hostile.url, **patience).write(UPDATE_SITE, "o", "s", body=SiteUpdate())
    assert time.monotonic() - began < 2 * BUDGET + SLACK
    assert (type(read.value), type(write.value)) == (of_read, of_write)
    assert [asked.method for asked in hostile.asked] == ["GET"] * times + ["PATCH"]
    assert read.value.request_id == hostile.asked[0].headers["x-request-id"]
    if times > 1:
        with Hostile(fault, fault, faults.answer()) as hostile:
            assert api_for(hostile.url).read(LIST_ORGANIZATIONS).items == []


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
