"""Switches for behaviour that the contract leaves open: each can be turned the other way."""

from collections.abc import Mapping
from typing import Annotated, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from contract.schema.listing import LIMIT_MAX
from service.rehearsal.faults import Fault
from service.wording import wrong_fields

Q = TypeVar("Q", bound=BaseModel)

MAX_FAULTS = 100

MoveTakes = Literal["either", "one", "before", "after", "both", "append"]
ErrorShape = Literal["json", "text", "html", "empty"]


class Switches(BaseModel):
    """Every switch at its default, and no faults. docs/guide/service-switches.md says what each does."""

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


AS_USUAL = Switches()


def read_switches(given: bytes) -> Switches:
    """Raises ValueError with one line that names what is wrong, and what is allowed."""
    try:
        return Switches.model_validate_json(given)
    except ValidationError as error:
        raise ValueError(_line(error)) from error


def _line(error: ValidationError) -> str:
    first = error.errors(include_url=False)[0]
    if first["type"] == "extra_forbidden" and len(first["loc"]) == 1:
        return f"{first['loc'][0]!s:.60}: is not a switch. There are {', '.join(Switches.model_fields)}."
    return wrong_fields(error, Switches)


def limit_page_size(query: Q, switches: Switches) -> Q:
    most = switches.pageSize
    if most is None or "limit" not in type(query).model_fields:
        return query
    given: Mapping[str, int] = query.model_dump(include={"limit"})
    return query.model_copy(update={"limit": min(most, given.get("limit", most))})
