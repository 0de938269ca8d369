"""Deliberate faults: which requests fail, how, and how often."""

import re
from functools import cache
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

MAX_TIMES = 1000
MAX_SECONDS = 60.0

AnyMethod = Literal["*", "GET", "POST", "PUT", "PATCH", "DELETE"]


class _OnPath(BaseModel):
    """The next `times` requests of a method to a path: `*` or `{anything}` is one part of it, `**` any number."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    method: AnyMethod = "*"
    path: Annotated[str, Field(pattern="^/", max_length=500)]
    times: Annotated[int, Field(ge=1, le=MAX_TIMES)] = 1


class _MayBeCarriedOut(_OnPath):
    """With `carriedOut` the service does what is asked, and only the answer is lost."""

    carriedOut: bool = False


class StatusFault(_MayBeCarriedOut):
    """An error status with a message; `retryAfter`, in seconds, goes with it."""

    fault: Literal["status"] = "status"
    status: Annotated[int, Field(ge=400, le=599)]
    retryAfter: Annotated[int, Field(ge=0, le=3600)] | None = None
    message: Annotated[str, Field(max_length=500)] = "This went wrong on purpose: a fault was asked for."


class DelayFault(_OnPath):
    """The usual answer, some seconds later."""

    fault: Literal["delay"] = "delay"
    seconds: Annotated[float, Field(gt=0, le=MAX_SECONDS)]


class ResetFault(_MayBeCarriedOut):
    """The connection is reset instead of an answer."""

    fault: Literal["reset"] = "reset"


class TruncateFault(_OnPath):
    """Half of the answer's body, then the end of the connection."""

    fault: Literal["truncate"] = "truncate"


class HtmlFault(_MayBeCarriedOut):
    """A web page instead of JSON, as a network sends it that wants people to sign in first."""

    fault: Literal["html"] = "html"
    status: Annotated[int, Field(ge=200, le=599)] = 200


class IgnoreFault(_OnPath):
    """The answer of a success, and nothing is done: a change is answered with what is there, as it was."""

    fault: Literal["ignore"] = "ignore"


Fault = Annotated[
    StatusFault | DelayFault | ResetFault | TruncateFault | HtmlFault | IgnoreFault,
    Field(discriminator="fault"),
]


def applies(fault: Fault, method: str, path: str) -> bool:
    """The query does not count."""
    return fault.method in {"*", method} and matches(fault.path, path)


def matches(pattern: str, path: str) -> bool:
    return _pattern(pattern).fullmatch(path) is not None


@cache
def _pattern(path: str) -> re.Pattern[str]:
    parts = re.split(r"(\*\*|\*|\{\w+\})", path)
    return re.compile("".join(_expression(part) for part in parts))


def _expression(part: str) -> str:
    if part == "**":
        return ".*"
    return "[^/]+" if part == "*" or re.fullmatch(r"\{\w+\}", part) else re.escape(part)
