"""Every answer becomes a value or a Problem; no HTTP is needed to see it."""

import gc
import json
import tracemalloc

import pytest

from contract.organization.organizations import LIST_ORGANIZATIONS, UPDATE_ORGANIZATION
from contract.publishing.sites import DELETE_SITE, GET_SITE, LIST_SITES
from contract.schema.endpoint import Endpoint
from masthead.client.exchange import ApiResponse, Failure, Trouble, parse_response
from masthead.client.problems import (
    AnswerTooLarge,
    Conflict,
    Forbidden,
    InvalidInput,
    NotFound,
    OutcomeUnknown,
    Problem,
    TimedOut,
    TokenRefused,
    TooMany,
    Unreachable,
    Unreadable,
)
from tests.faults.faults import UNREADABLE_BODIES
from tests.loops import for_each


def problem_of(endpoint: object, outcome: ApiResponse | Failure) -> Problem:
    with pytest.raises(Problem) as raised:
        parse_response(endpoint, outcome, "r1")  # type: ignore[arg-type]
    return raised.value


@for_each("name", UNREADABLE_BODIES)
def test_what_is_not_the_contract(name: str) -> None:
    answer = ApiResponse(200, UNREADABLE_BODIES[name])
    assert type(problem_of(LIST_ORGANIZATIONS, answer)) is Unreadable
    assert type(problem_of(UPDATE_ORGANIZATION, answer)) is OutcomeUnknown


@for_each("status", [200, 202, 204, 205])
def test_deletion_needs_no_body(status: int) -> None:
    assert parse_response(DELETE_SITE, ApiResponse(status, b""), "r1") is None


@for_each(
    "outcome,read,write",
    [
        (101, Unreadable, OutcomeUnknown),
        (301, Unreadable, OutcomeUnknown),
        (304, Unreadable, OutcomeUnknown),
        (400, InvalidInput, InvalidInput),
        (401, TokenRefused, TokenRefused),
        (403, Forbidden, Forbidden),
        (404, NotFound, NotFound),
        (409, Conflict, Conflict),
        (412, Conflict, Conflict),
        (418, InvalidInput, InvalidInput),
        (422, InvalidInput, InvalidInput),
        (429, TooMany, TooMany),
        (500, Unreachable, OutcomeUnknown),
        (503, Unreachable, OutcomeUnknown),
        (599, Unreachable, OutcomeUnknown),
        (600, Unreadable, OutcomeUnknown),
        (999, Unreadable, OutcomeUnknown),
        (Failure(Trouble.NO_CONNECTION), Unreachable, Unreachable),
        (Failure(Trouble.RESTING), Unreachable, Unreachable),
        (Failure(Trouble.CROWDED), Unreachable, Unreachable),
        (Failure(Trouble.SLOW), TimedOut, TimedOut),
        (Failure(Trouble.SLOW, sent=True), TimedOut, OutcomeUnknown),
        (Failure(Trouble.BROKEN, sent=True), Unreachable, OutcomeUnknown),
        (Failure(Trouble.GARBLED, sent=True), Unreadable, OutcomeUnknown),
        (Failure(Trouble.TOO_LARGE, sent=True), AnswerTooLarge, OutcomeUnknown),
    ],
)
def test_each_outcome_becomes_a_problem(outcome: int | Failure, read: type[Problem], write: type[Problem]) -> None:
    body = b'{"error": {"code": 1, "message": "Because."}}'
    answer = ApiResponse(outcome, body, retry_after="7") if isinstance(outcome, int) else outcome
    seen = [problem_of(endpoint, answer) for endpoint in (LIST_ORGANIZATIONS, UPDATE_ORGANIZATION)]
    assert [type(each) for each in seen] == [read, write]
    if isinstance(outcome, int):
        told = {(each.status, each.message, each.retry_after, each.request_id) for each in seen}
        assert told == {(outcome, "Because.", 7.0, "r1")}


class Body(bytes):
    """It can be found among the objects that are alive."""


def test_a_kept_problem_does_not_keep_the_answer() -> None:
    gc.collect()
    gc.disable()  # it would find the cycles, but late: until then a worker grows
    try:
        kept = [
            caught
            for endpoint in (LIST_ORGANIZATIONS, LIST_SITES, UPDATE_ORGANIZATION)
            for body in UNREADABLE_BODIES.values()
            if (caught := _caught(endpoint, ApiResponse(200, Body(body))))
        ]
        alive = [each for each in gc.get_objects() if isinstance(each, Body)]
    finally:
        gc.enable()
    assert (alive, len(kept)) == ([], 3 * len(UNREADABLE_BODIES))


def _caught(endpoint: Endpoint[object], answer: ApiResponse) -> Problem | None:
    try:
        parse_response(endpoint, answer, "r1")
    except Problem as problem:
        return problem.drop_traceback()
    return None


def test_an_answer_of_another_kind_takes_no_more_memory_than_one_look_at_it() -> None:
    listing = {"items": [{"id": f"site_{number}", "title": "x" * 500} for number in range(1000)]}
    answer = ApiResponse(200, json.dumps(listing).encode())
    problem_of(GET_SITE, answer)  # builds what is kept
    tracemalloc.start()
    try:
        problem_of(GET_SITE, answer)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    # Of each missing field pydantic has a copy of the object that lacks it.
    assert peak < 20 * len(answer.body)
