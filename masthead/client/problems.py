"""Errors of the API, grouped by what the caller can do."""

from typing import Self

from i18n import N_, gettext
from masthead.client.redaction import TECHNICAL

MAX_MESSAGE_LENGTH = 300


class Problem(Exception):  # noqa: N818 - the word that people read too
    """The API did not do or answer what was asked.

    `status` of its answer (None: none came), `message` in at most 300 characters without control characters, and safe
    to show when escaped, `retry_after` in seconds where the API named a time, `request_id` as sent to the API.
    `gives_reason` says that the message is the API's own, or one that says more than the kind of problem.
    """

    words = N_("The API couldn't do this.")

    def __init__(
        self,
        message: str = "",
        *,
        status: int | None = None,
        retry_after: float | None = None,
        request_id: str = "",
    ) -> None:
        self.gives_reason = bool(message) and message not in TECHNICAL
        self.message = (message if self.gives_reason else gettext(message or self.words))[:MAX_MESSAGE_LENGTH]
        self.status = status
        self.retry_after = retry_after
        self.request_id = request_id
        super().__init__(self.message)

    def as_value(self) -> Self:
        """Drop the traceback and causes: their frames would keep the response body in memory."""
        self.__cause__ = self.__context__ = None
        return self.with_traceback(None)


def quote_message(message: str) -> str:
    """The `message` of a Problem in quotation marks, where the API said it; words of our own as they are."""
    own = {gettext(each) for each in {*TECHNICAL, *_own_words(Problem)}}
    return message if not message or message in own else gettext("“%(message)s”", message=message)


def _own_words(kind: type[Problem]) -> set[str]:
    return {kind.words}.union(*map(_own_words, kind.__subclasses__()))


class Refused(Problem):
    """4xx: the API understood, and said no. Nothing was changed."""

    words = N_("The API refused this.")


class TokenRefused(Refused):
    """401: the token is not, or no longer, accepted."""

    words = N_("The API doesn't accept this access token.")


class Forbidden(Refused):
    """403: known, and not allowed."""

    words = N_("Your role doesn't allow this.")


class NotFound(Refused):
    """404, or an id that cannot exist (then `status` is None and nothing was asked)."""

    words = N_("This doesn't exist, or you don't have access to it.")


class Conflict(Refused):
    """409 and 412: it does not fit what is there now."""

    words = N_("This conflicts with what is there now.")


class InvalidInput(Refused):
    """400, 422 and any other 4xx."""

    words = N_("The API didn't accept what Masthead sent.")


class TooMany(Refused):
    """429: too many requests; `retry_after` says when to come back, where the API said it."""

    words = N_("The API asks Masthead to slow down.")


class Unavailable(Problem):
    """There is no answer now. For a write: nothing was sent."""

    words = N_("The API isn't available now.")


class Unreachable(Unavailable):
    """No connection, a connection that broke, a 5xx, or a rest after several of these."""

    words = N_("The API can't be reached.")


class TimedOut(Unavailable):
    """The answer took longer than a page may wait."""

    words = N_("The API took too long to answer.")


class Unrecorded(Unavailable):
    """The portal cannot tell its other pages what is about to change, so a write was not sent."""

    words = N_("Masthead can't write its own records.")


class Unreadable(Problem):
    """An answer that is not what the contract says: an odd 2xx, any 3xx, something that is not HTTP."""

    words = N_("Masthead can't read the API's answer.")


class AnswerTooLarge(Unreadable):
    """An answer to a read that is larger than is read; asking again gives the same."""

    words = N_("The API's answer is larger than Masthead reads at once.")


class OutcomeUnknown(Problem):
    """A write that may have been done: it was sent, and no clear answer came."""

    words = N_("It isn't known whether this was saved: the API didn't confirm it.")
