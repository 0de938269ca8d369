"""API errors, grouped by what the caller can do about them."""

from typing import Self

from masthead.client.redaction import TECHNICAL
from masthead.i18n import N_, gettext

MAX_MESSAGE_LENGTH = 300


class Problem(Exception):  # noqa: N818 - pages call it a problem, too
    """The API refused a request, failed, or didn't answer.

    `status` is None if there was no response. `message` has at most 300 characters and no control characters; escape it
    before showing it. `retry_after` is in seconds. `gives_reason` means that the message adds something to the class.
    """

    words = N_("The documentation service couldn't do this.")

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

    def drop_traceback(self) -> Self:
        """Drop the traceback and the causes, since their frames keep the response body in memory."""
        self.__cause__ = self.__context__ = None
        return self.with_traceback(None)


def quote_message(message: str) -> str:
    """Return a Problem's message, in quotation marks if it comes from the API."""
    own = {gettext(each) for each in {*TECHNICAL, *_list_words(Problem)}}
    return message if not message or message in own else gettext("“%(message)s”", message=message)


def _list_words(kind: type[Problem]) -> set[str]:
    return {kind.words}.union(*map(_list_words, kind.__subclasses__()))


class Refused(Problem):
    """4xx: the API refused. Nothing was changed."""

    words = N_("The documentation service refused this.")


class TokenRefused(Refused):
    """401: the token is invalid or has expired."""

    words = N_("The documentation service doesn't accept this access token.")


class Forbidden(Refused):
    """403: the person isn't allowed to do this."""

    words = N_("Your role doesn't allow this.")


class NotFound(Refused):
    """404, or an id that cannot exist. In the latter case nothing was sent, and `status` is None."""

    words = N_("This doesn't exist, or you don't have access to it.")


class Conflict(Refused):
    """409 and 412: the current state doesn't allow it."""

    words = N_("This conflicts with what is there now.")


class InvalidInput(Refused):
    """400, 422 and any other 4xx."""

    words = N_("The documentation service didn't accept what Masthead sent.")


class TooMany(Refused):
    """429: too many requests. `retry_after` is set if the API sent it."""

    words = N_("The documentation service asks Masthead to slow down.")


class Unavailable(Problem):
    """The API isn't answering at the moment. If this was a write, it was not sent."""

    words = N_("The documentation service isn't available now.")


class Unreachable(Unavailable):
    """No connection, a broken connection, a 5xx, or an open circuit breaker."""

    words = N_("The documentation service can't be reached.")


class TimedOut(Unavailable):
    """The response didn't arrive before the page's deadline."""

    words = N_("The documentation service took too long to answer.")


class Unrecorded(Unavailable):
    """The new cache versions couldn't be stored, so the write was not sent."""

    words = N_("Masthead can't write its own records.")


class Unreadable(Problem):
    """A response that doesn't fit the contract: an invalid 2xx, any 3xx, or something that isn't HTTP."""

    words = N_("Masthead can't read the documentation service's answer.")


class AnswerTooLarge(Unreadable):
    """The response exceeds the size limit. A retry doesn't help."""

    words = N_("The answer is larger than Masthead reads at once.")


class OutcomeUnknown(Problem):
    """A write was sent, but there was no clear response, so it may have taken effect."""

    words = N_("It isn't known whether this was saved: the documentation service didn't confirm it.")
