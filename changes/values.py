"""When two values of the API are the same to a person."""

from typing import Any

from pydantic import MISSING


def same(one: Any, other: Any) -> bool:  # noqa: ANN401 - JSON
    """Whether two values are the same to a person: what is absent, null or empty is nothing."""
    nothing = (None, "", MISSING)
    return bool(one == other) or (_is_in(one, nothing) and _is_in(other, nothing))


def _is_in(value: Any, values: tuple[Any, ...]) -> bool:  # noqa: ANN401 - JSON
    return any(value is each or (each == "" and value == "") for each in values)
