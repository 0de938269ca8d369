"""Drops what doesn't match the contract from an answer: optional values, and items of a listing."""

import json
from typing import Any, NamedTuple

from pydantic import MISSING, BaseModel, ValidationError
from pydantic_core import ErrorDetails, from_json

from contract.schema.fields import find_models

MAX_ERRORS = 50_000
"""A thousand items with fifty wrong fields each; sorting them takes a quarter of a second."""
LEFT_OUT = "?"
"""Marks the path of a left-out field in the `model_fields_set` of the answer; no field begins with it."""
NAMES = ("title", "name", "label", "displayName", "subject", "email")
NOT_COUNTED = "default_factory_not_called"
"""pydantic's error for a missing `count` of a listing whose items it couldn't read."""
Path = tuple[str | int, ...]


def drop_unreadable_fields(answer: Any, raw: bytes, unfit: ValidationError) -> tuple[bytes, set[Path]]:  # noqa: ANN401
    """Return the JSON without the optional values that `unfit` names, and their paths.

    Raises `unfit` for too many errors, and for what isn't JSON.
    """
    errors = _list_errors(unfit)
    try:
        value = from_json(raw)
    except ValueError:
        raise unfit from None
    paths = {path for each in errors if (path := _innermost_optional(answer, value, each["loc"]))}
    # A value that fits no kind of a union has an error for each kind, and errors inside: drop the whole value.
    paths = {path for path in paths if not any(path[:length] in paths for length in range(1, len(path)))}
    for path in paths:
        *parents, name = path
        _value_at(value, parents).pop(name, None)
    return json.dumps(value).encode() if paths else raw, paths


def record_left_out(answer: object, paths: set[Path]) -> None:
    """Remember in an answer, and in each object of it, which fields were left out."""
    for path in paths:
        *parents, name = path
        held = answer
        for step in parents:
            held = getattr(held, str(step)) if isinstance(held, BaseModel) else held[step]  # type: ignore[index]
        if isinstance(held, BaseModel):
            # The models are frozen, but pydantic's set of the fields that were given is not.
            held.model_fields_set.add(str(name))
        if isinstance(answer, BaseModel):
            answer.model_fields_set.add(LEFT_OUT + ".".join(each for each in path if isinstance(each, str)))


def left_out_fields(answer: object) -> list[str]:
    """List the dotted names of an answer's fields that were left out, such as `billing.endDate`."""
    if not isinstance(answer, BaseModel):
        return []
    names = [name[1:] for name in answer.model_fields_set if name[0] == LEFT_OUT]
    return sorted(name.removeprefix("items.") for name in names)


def is_left_out(model: BaseModel, name: str) -> bool:
    """Return whether a field's value couldn't be read; False if the API left the field out."""
    return getattr(model, name) is MISSING and name in model.model_fields_set


def _list_errors(unfit: ValidationError) -> list[ErrorDetails]:
    if unfit.error_count() > MAX_ERRORS:
        raise unfit
    return unfit.errors(include_url=False, include_context=False, include_input=False)


def _value_at(value: Any, parents: list[str | int]) -> Any:  # noqa: ANN401 - any JSON
    for step in parents:
        value = value[step]
    return value


def _innermost_optional(answer: Any, value: Any, location: Path) -> Path | None:  # noqa: ANN401 - any JSON
    found: Path | None = None
    path: list[str | int] = []
    models = list(find_models(answer))
    for step in location:
        # pydantic adds the kind of a union to a location; that step isn't in the JSON.
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
            models = [inner for each in having for inner in find_models(each.model_fields[str(step)].annotation)]
    return found


class UnreadableItem(NamedTuple):
    """The id and the name that we found in an item that doesn't match the contract; empty where there is none."""

    id: str = ""
    name: str = ""


def drop_unreadable_items(raw: bytes, unfit: ValidationError, whole: bytes) -> tuple[bytes, tuple[UnreadableItem, ...]]:
    """Return the JSON without the items that `unfit` names, and those items, identified in `whole`.

    Raises `unfit` for an error outside the items, and for too many errors.
    """
    places = {_item_index(each["loc"]) for each in _list_errors(unfit) if each["type"] != NOT_COUNTED}
    if None in places:
        raise unfit
    listing = json.loads(raw)
    # `raw` may lack values that were left out before, so names come from the whole answer.
    aside = tuple(_identify(item) for place, item in enumerate(json.loads(whole)["items"]) if place in places)
    listing["items"] = [item for place, item in enumerate(listing["items"]) if place not in places]
    return json.dumps(listing).encode(), aside


def _item_index(location: tuple[int | str, ...]) -> int | None:
    match location:
        case ("items", int(place), *_):
            return place
        case _:
            return None


def _identify(item: object) -> UnreadableItem:
    parts = _nested_objects(item)
    names = (_text(part, name) for part in parts for name in NAMES)
    ids = (_text(part, "id") for part in parts)
    return UnreadableItem(next(filter(None, ids), ""), next(filter(None, names), ""))


def _nested_objects(item: object) -> list[dict[str, Any]]:
    # Three levels: the name of a member is in its user.
    found, inside = [], [item]
    for _ in range(3):
        objects = [each for each in inside if isinstance(each, dict)]
        found += objects
        inside = [value for each in objects for value in each.values()]
    return found


def _text(part: dict[str, Any], name: str) -> str:
    value = part.get(name)
    return value.strip() if isinstance(value, str) else ""
