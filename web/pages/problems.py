"""What a person reads, and which status a page has, when the API refuses or does not answer."""

from dataclasses import dataclass

from client import (
    Conflict,
    Forbidden,
    InvalidInput,
    NotFound,
    Problem,
    Refused,
    TimedOut,
    TokenRefused,
    TooMany,
    Unavailable,
    Unrecorded,
)

BAD_GATEWAY, UNAVAILABLE, GATEWAY_TIMEOUT = 502, 503, 504
STATUSES: tuple[tuple[type[Problem], int], ...] = (
    (TokenRefused, 401),
    (Forbidden, 403),
    (NotFound, 404),
    (Conflict, 409),
    (TooMany, 429),
    (InvalidInput, 400),
    (TimedOut, GATEWAY_TIMEOUT),
    (Unrecorded, UNAVAILABLE),
    (Problem, BAD_GATEWAY),
)
UNREAD: tuple[tuple[type[Problem], str], ...] = (
    (TokenRefused, "The API doesn't accept your access token here."),
    (Forbidden, "Your role doesn't allow this."),
    (NotFound, "The API found nothing under this address."),
    (TooMany, "The API asks Masthead to slow down. Try again {wait}."),
    (Refused, "The API refused this: {said}"),
    (TimedOut, "The API took too long to answer. Try again in a moment."),
    (Unavailable, "The API didn't answer. Try again in a moment."),
)
GARBLED = "Masthead can't read the API's answer. If this happens again, tell whoever runs Masthead."

AWAY = "The API can't be reached, so nothing was saved. "
STILL_HERE = "What you typed is still here. Try again in a moment."
NO_RECORDS = (
    "Masthead can't write its own records right now, so nothing was sent. Try again, or tell whoever runs Masthead."
)


@dataclass(frozen=True, slots=True)
class LinkedText:
    """A sentence with a link to `address` in it."""

    before: str
    link: str
    after: str
    address: str


def status_of(problem: Problem) -> int:
    """The status of a page that shows this problem."""
    return next(status for kind, status in STATUSES if isinstance(problem, kind))


def describe_problem(problem: Problem) -> str:
    """The problem as a person should read it: what happened, and what to do."""
    match problem:
        case Forbidden():
            return f"Your role doesn't allow this, so nothing was changed. The API answered: {problem.message}"
        case NotFound():
            return "This no longer exists, or you no longer have access to it. Nothing was changed."
        case TooMany():
            return f"The API asks Masthead to slow down. Nothing was changed. Try again {wait(problem.retry_after)}."
        case Unrecorded():
            return NO_RECORDS
        case Conflict() | InvalidInput():
            return f"The API refused this: {problem.message}"
        case _:
            return AWAY + STILL_HERE


def why_unread(problem: Problem) -> str:
    """Why a part of a page could not be read, and what to do."""
    words = next((words for kind, words in UNREAD if isinstance(problem, kind)), GARBLED)
    return words.format(wait=wait(problem.retry_after), said=problem.message)


def not_known(address: str) -> LinkedText:
    """What to say of a write without a clear answer; `address` is where it can be looked for."""
    return LinkedText("The API didn't confirm this change. ", "Check now", " before you send it again.", address)


def stays_unknown(address: str) -> LinkedText:
    """The same once nobody is to look any more; `address` is where that is written."""
    before = "You sent this already, and it stays not known whether it was saved. "
    return LinkedText(before, "See what was sent", ", or send it again.", address)


def kept_in_words(problem: Problem, address: str) -> str | LinkedText:
    """The same where what was typed is kept, at `address`."""
    words = describe_problem(problem)
    if not words.startswith(AWAY):
        return words
    return LinkedText(f"{AWAY}What you typed is still here, and Masthead keeps it in ", "your drafts", ".", address)


def wait(seconds: float | None) -> str:
    """When to try again, in words."""
    if seconds is None:
        return "in a moment"
    whole = whole_seconds(seconds)
    return f"in {whole} second{'s' if whole > 1 else ''}"


def whole_seconds(seconds: float | None) -> int:
    """Whole seconds, none where no time was named."""
    return 0 if seconds is None else max(1, round(seconds))
