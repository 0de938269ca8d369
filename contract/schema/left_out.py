"""Optional fields whose values are not what the contract says: they are left out, and the rest is read.

An answer says which of its values were left out, and an object whether a field of it was, so that no value that nobody
could read is taken for one that is not there.
"""

import json
from typing import Any

from pydantic import MISSING, BaseModel, ValidationError
from pydantic_core import from_json

from contract.schema.models import models_in

MAX_COMPLAINTS = 50_000
IN_ANSWER = "?"
"""Begins what an answer notes among its fields that were set; no field is called so."""
Path = tuple[str | int, ...]


def drop_unreadable_fields(answer: Any, raw: bytes, unfit: ValidationError) -> tuple[bytes, set[Path]]:  # noqa: ANN401
    """The JSON without the optional values that `unfit` complains of, and where they were. Raises `unfit`."""
    if unfit.error_count() > MAX_COMPLAINTS:
        raise unfit
    complaints = unfit.errors(include_url=False, include_context=False, include_input=False)
    try:
        value = from_json(raw)
    except ValueError:
        raise unfit from None
    paths = {path for each in complaints if (path := _innermost_optional(answer, value, each["loc"]))}
    # A value that fits no kind of a union is complained of as each of them, and what is in it too: it goes as a whole.
    paths = {path for path in paths if not any(path[:length] in paths for length in range(1, len(path)))}
    for path in paths:
        *parents, name = path
        _value_at(value, parents).pop(name, None)
    return json.dumps(value).encode() if paths else raw, paths


def record_left_out(answer: object, paths: set[Path]) -> None:
    """Let an answer, and each object in it, tell which of its fields were left out."""
    for path in paths:
        *parents, name = path
        held = answer
        for step in parents:
            held = getattr(held, str(step)) if isinstance(held, BaseModel) else held[step]  # type: ignore[index]
        if isinstance(held, BaseModel):
            # The models are frozen, but pydantic's set of the fields that were given is not.
            held.model_fields_set.add(str(name))
        if isinstance(answer, BaseModel):
            answer.model_fields_set.add(IN_ANSWER + ".".join(each for each in path if isinstance(each, str)))


def left_out_fields(answer: object) -> list[str]:
    """Dotted names, such as `billing.endDate`."""
    if not isinstance(answer, BaseModel):
        return []
    names = [name[1:] for name in answer.model_fields_set if name[0] == IN_ANSWER]
    return sorted(name.removeprefix("items.") for name in names)


def is_left_out(held: BaseModel, name: str) -> bool:
    """Whether a field is absent only because its value couldn't be parsed."""
    return getattr(held, name) is MISSING and name in held.model_fields_set


def _value_at(value: Any, parents: list[str | int]) -> Any:  # noqa: ANN401 - any JSON
    for step in parents:
        value = value[step]
    return value


def _innermost_optional(answer: Any, value: Any, location: Path) -> Path | None:  # noqa: ANN401 - any JSON
    """The innermost optional field around a complaint. Steps that are not in the JSON name a kind of a union."""
    found: Path | None = None
    path: list[str | int] = []
    models = list(models_in(answer))
    for step in location:
        if isinstance(value, list) and isinstance(step, int):
            path.append(step)
            value = value[step]
        elif isinstance(value, dict) and step in value:
            path.append(step)
            value = value[step]
            having = [each for each in models if step in each.model_fields]
            if any(step in getattr(each, "absence_tells", ()) for each in having):
                found = None
            elif having and all(each.model_fields[str(step)].default is MISSING for each in having):
                found = tuple(path)
            models = [inner for each in having for inner in models_in(each.model_fields[str(step)].annotation)]
    return found
