"""Values at the limits of the contract and one past them, read from its models: nothing here knows a number."""

from dataclasses import dataclass
from itertools import chain

from pydantic import BaseModel

from contract.schema.limits import field_limits


@dataclass(frozen=True, slots=True)
class Case:
    """A value for a field, and what makes it special."""

    field: str
    value: str
    what: str

    def __str__(self) -> str:
        return f"{self.field}-{self.what}"


def texts(model: type[BaseModel], field: str, pattern: str = "x{}") -> tuple[list[Case], list[Case]]:
    """Texts that are just allowed, and those that just are not. `pattern` gets letters so that the length is right."""
    of = field_limits(model, field)
    allowed = [(of.min_length, "shortest"), (of.max_length, "longest")]
    beyond = [((of.min_length or 0) - 1, "too short"), ((of.max_length or -2) + 1, "too long")]
    return (
        [Case(field, _of_length(length, pattern), what) for length, what in allowed if length],
        [Case(field, _of_length(length, pattern), what) for length, what in beyond if length >= 0],
    )


def _of_length(length: int, pattern: str) -> str:
    fixed = len(pattern.format(""))
    return pattern.format("x" * (length - fixed)) if length > fixed else "x" * length


def both(*several: tuple[list[Case], list[Case]]) -> tuple[list[Case], list[Case]]:
    """The allowed of all, and the forbidden of all."""
    allowed, forbidden = zip(*several, strict=True)
    return list(chain(*allowed)), list(chain(*forbidden))
