"""Switches for behaviour that the contract leaves open, and faults to inject into requests."""

import re
from collections.abc import Mapping
from functools import cache
from typing import Annotated, Literal, TypeVar

from pydantic import MISSING, BaseModel, ConfigDict, Field, ValidationError
from werkzeug.exceptions import BadRequest

from contract.publishing.section_groups import SiteSectionPosition
from contract.publishing.site_spaces import SiteSpacePosition
from contract.schema.endpoint import LIMIT_MAX
from service.validation import invalid_fields_message

Q = TypeVar("Q", bound=BaseModel)
P = TypeVar("P", SiteSpacePosition, SiteSectionPosition)

MAX_TIMES = 1000
MAX_SECONDS = 60.0
MAX_FAULTS = 100
AnyMethod = Literal["*", "GET", "POST", "PUT", "PATCH", "DELETE"]
MoveTakes = Literal["either", "one", "before", "after", "both", "append"]
ErrorShape = Literal["json", "text", "html", "empty"]

IGNORED = "service.ignored"
"""WSGI key of a write that is answered as usual and then discarded."""

_NEEDS = {
    "one": "position: takes either before or after, not both, and not neither.",
    "before": "position.before: is required.",
    "after": "position.after: is required.",
    "both": "position: needs both before and after.",
}


class _PathFault(BaseModel):
    """A fault in the next `times` matching requests; in `path`, `*` or `{name}` is one segment, `**` any number."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    method: AnyMethod = "*"
    path: Annotated[str, Field(pattern="^/", max_length=500)]
    times: Annotated[int, Field(ge=1, le=MAX_TIMES)] = 1


class _CarriedOutFault(_PathFault):
    """A fault that loses the response; with `carriedOut`, the request is carried out all the same."""

    carriedOut: bool = False


class StatusFault(_CarriedOutFault):
    """An error status with a message, optionally with `retryAfter` in seconds."""

    fault: Literal["status"] = "status"
    status: Annotated[int, Field(ge=400, le=599)]
    retryAfter: Annotated[int, Field(ge=0, le=3600)] | None = None
    message: Annotated[str, Field(max_length=500)] = "This went wrong on purpose: a fault was asked for."


class DelayFault(_PathFault):
    """The usual response, some seconds later."""

    fault: Literal["delay"] = "delay"
    seconds: Annotated[float, Field(gt=0, le=MAX_SECONDS)]


class ResetFault(_CarriedOutFault):
    """A connection reset instead of a response."""

    fault: Literal["reset"] = "reset"


class TruncateFault(_PathFault):
    """Half of the response body, then the end of the connection."""

    fault: Literal["truncate"] = "truncate"


class HtmlFault(_CarriedOutFault):
    """A web page instead of JSON, as from a captive portal."""

    fault: Literal["html"] = "html"
    status: Annotated[int, Field(ge=200, le=599)] = 200


class IgnoreFault(_PathFault):
    """A success response without any effect; an update returns the unchanged resource."""

    fault: Literal["ignore"] = "ignore"


Fault = Annotated[
    StatusFault | DelayFault | ResetFault | TruncateFault | HtmlFault | IgnoreFault,
    Field(discriminator="fault"),
]


def is_due(fault: Fault, method: str, path: str) -> bool:
    """Return whether the fault applies to this method and path; the query is ignored."""
    return fault.method in {"*", method} and matches_path(fault.path, path)


def matches_path(pattern: str, path: str) -> bool:
    return _path_pattern(pattern).fullmatch(path) is not None


@cache
def _path_pattern(path: str) -> re.Pattern[str]:
    parts = re.split(r"(\*\*|\*|\{\w+\})", path)
    return re.compile("".join(_part_expression(part) for part in parts))


def _part_expression(part: str) -> str:
    if part == "**":
        return ".*"
    return "[^/]+" if part == "*" or re.fullmatch(r"\{\w+\}", part) else re.escape(part)


class Switches(BaseModel):
    """All switches; docs/guide/service-switches.md explains each."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    moveTakes: MoveTakes = "either"
    moveChangesSection: bool = True
    moveBesideGroups: bool = True
    addedSections: Literal["append", "prepend"] = "append"
    pageSize: Annotated[int, Field(ge=1, le=LIMIT_MAX)] | None = None
    pageToken: Literal["continues", "repeats"] = "continues"
    errorShape: ErrorShape = "json"
    labelOnlySaml: bool = True
    unpublished: Literal[404, 403] = 404
    noContent: Literal["documented", "205-with-body", "204-without"] = "documented"
    unknownValues: bool = False
    faults: Annotated[tuple[Fault, ...], Field(max_length=MAX_FAULTS)] = ()


DEFAULT_SWITCHES = Switches()


def parse_switches(given: bytes) -> Switches:
    """Parse switches. Raises ValueError with a one-line message."""
    try:
        return Switches.model_validate_json(given)
    except ValidationError as error:
        raise ValueError(_error_message(error)) from error


def _error_message(error: ValidationError) -> str:
    first = error.errors(include_url=False)[0]
    if first["type"] == "extra_forbidden" and len(first["loc"]) == 1:
        return f"{first['loc'][0]!s:.60}: is not a switch. There are {', '.join(Switches.model_fields)}."
    return invalid_fields_message(error, Switches)


def limit_page_size(query: Q, switches: Switches) -> Q:
    most = switches.pageSize
    if most is None or "limit" not in type(query).model_fields:
        return query
    given: Mapping[str, int] = query.model_dump(include={"limit"})
    return query.model_copy(update={"limit": min(most, given.get("limit", most))})


def resolve_position(position: P | MISSING, end: P, takes: MoveTakes) -> P:
    """Return the position, or `end` if none is given or positions are ignored. Raises BadRequest."""
    if position is MISSING or takes == "append":
        return end
    before, after = position.before is not MISSING, position.after is not MISSING
    enough = {"one": before != after, "before": before, "after": after, "both": before and after}
    if not enough.get(takes, True):
        raise BadRequest(_NEEDS[takes])
    return position
