"""Messages and HTTP statuses for API problems."""

from typing import NamedTuple

from masthead.client import (
    AnswerTooLarge,
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
    quote_message,
)
from masthead.i18n import N_, gettext, ngettext

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
    (TokenRefused, N_("The documentation service doesn't accept your access token here.")),
    (Forbidden, N_("Your role doesn't allow this.")),
    (NotFound, N_("It is gone, or hidden from you.")),
    (TooMany, N_("The documentation service asks Masthead to slow down. Try again %(wait)s.")),
    (Refused, N_("The documentation service refused this: %(said)s")),
    (TimedOut, N_("The documentation service took too long to answer. Try again in a moment.")),
    (Unavailable, N_("The documentation service didn't answer. Try again in a moment.")),
    (AnswerTooLarge, N_("This is larger than Masthead reads at once.")),
)
GARBLED = N_(
    "Masthead can't read the documentation service's answer. If this happens again, tell an administrator of Masthead."
)

AWAY = N_(
    "The documentation service can't be reached, so nothing was saved. What you typed is still here. Try again "
    "in a moment."
)
FORBIDDEN = N_("Your role doesn't allow this, so nothing was changed.")
FORBIDDEN_FOR = N_("Your role doesn't allow this, so nothing was changed. The documentation service answered: %(said)s")
NO_RECORDS = N_(
    "Masthead can't write its own records right now, so nothing was sent. Try again, or tell an administrator of "
    "Masthead."
)


class LinkedText(NamedTuple):
    """A sentence with a link."""

    before: str
    link: str
    after: str
    address: str


def http_status(problem: Problem) -> int:
    """Return the HTTP status for a page that shows this problem."""
    return next(status for kind, status in STATUSES if isinstance(problem, kind))


def problem_message(problem: Problem) -> str:
    """Explain what happened to a write, and what the person can do."""
    match problem:
        case Forbidden():
            return gettext(FORBIDDEN_FOR if problem.gives_reason else FORBIDDEN, said=quote_message(problem.message))
        case NotFound():
            return gettext("This no longer exists, or you no longer have access to it. Nothing was changed.")
        case TooMany():
            return gettext(
                "The documentation service asks Masthead to slow down. Nothing was changed. Try again %(wait)s.",
                wait=retry_time_label(problem.retry_after),
            )
        case Unrecorded():
            return gettext(NO_RECORDS)
        case Conflict() | InvalidInput():
            return gettext("The documentation service refused this: %(said)s", said=quote_message(problem.message))
        case _:
            return gettext(AWAY)


def unread_message(problem: Problem) -> str:
    """Explain why a part of the page could not be read, and what the person can do."""
    words = next((words for kind, words in UNREAD if isinstance(problem, kind)), GARBLED)
    return gettext(words, wait=retry_time_label(problem.retry_after), said=quote_message(problem.message))


def unknown_outcome_message(address: str) -> LinkedText:
    """Explain that a write wasn't confirmed. `address` is the page for checking it."""
    return LinkedText(
        gettext("The documentation service didn't confirm this change. "),
        gettext("Check now"),
        gettext(" before you send it again."),
        address,
    )


def stopped_checks_message(address: str) -> LinkedText:
    """Explain that the outcome of a write remains unknown. `address` is the URL of its journal entry."""
    before = gettext("You sent this already, and it stays not known whether it was saved. ")
    return LinkedText(before, gettext("See what was sent"), gettext(", or send it again."), address)


def draft_stored_message(problem: Problem, address: str) -> str | LinkedText:
    """Explain what happened to a write whose input is kept as a draft at `address`."""
    if isinstance(problem, Forbidden | NotFound | TooMany | Unrecorded | Conflict | InvalidInput):
        return problem_message(problem)
    return LinkedText(
        gettext(
            "The documentation service can't be reached, so nothing was saved. What you typed is still here, and "
            "Masthead keeps it in "
        ),
        gettext("your drafts"),
        ".",
        address,
    )


def retry_time_label(seconds: float | None) -> str:
    """Describe when to retry: `in 5 seconds`, `in a moment`."""
    if seconds is None:
        return gettext("in a moment")
    whole = whole_seconds(seconds)
    return ngettext("in %(n)s second", "in %(n)s seconds", whole)


def whole_seconds(seconds: float | None) -> int:
    """Round up to whole seconds, at least one. Returns 0 for None."""
    return 0 if seconds is None else max(1, round(seconds))
