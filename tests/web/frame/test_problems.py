"""Each problem of the API has a status and words of its own."""

from flask import Flask

from masthead import client
from masthead.web.frame.problems import AWAY, http_status, problem_message
from tests.loops import for_each


@for_each(
    "problem, status",
    [
        (client.TokenRefused(), 401),
        (client.Forbidden(), 403),
        (client.NotFound(), 404),
        (client.Conflict(), 409),
        (client.TooMany(), 429),
        (client.InvalidInput(), 400),
        (client.Unreachable(), 502),
        (client.Unreadable(), 502),
        (client.OutcomeUnknown(), 502),
        (client.Problem(), 502),
    ],
)
def test_each_has_its_status(problem: client.Problem, status: int) -> None:
    assert http_status(problem) == status


@for_each(
    "problem, words",
    [
        (
            client.Forbidden("Needs admin."),
            "Your role doesn't allow this, so nothing was changed. The documentation service answered: “Needs admin.”",
        ),
        (client.NotFound(), "This no longer exists, or you no longer have access to it. Nothing was changed."),
        (
            client.TooMany(retry_after=90),
            "The documentation service asks Masthead to slow down. Nothing was changed. Try again in 90 seconds.",
        ),
        (client.Conflict("Taken."), "The documentation service refused this: “Taken.”"),
        (
            client.Unreachable(),
            AWAY,
        ),
    ],
)
def test_it_is_told_what_happened_and_what_to_do(portal: Flask, problem: client.Problem, words: str) -> None:
    with portal.test_request_context("/orgs"):
        assert problem_message(problem) == words
