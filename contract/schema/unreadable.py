"""Drops what doesn't match the contract from an answer: optional values, and items of a listing."""

import json
from collections.abc import Iterator
from typing import Any, NamedTuple, get_args

from pydantic import MISSING, BaseModel, ValidationError
from pydantic_core import from_json


def models_in(annotation: Any) -> Iterator[type[BaseModel]]:  # noqa: ANN401 - any annotation
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    for inside in get_args(annotation):
        yield from models_in(inside)


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


NAMES = ("title", "name", "label", "displayName", "subject", "email")
MAX_COMPLAINTS = 50_000
"""As many as a thousand items with fifty odd fields each; telling them apart takes a quarter of a second."""
NOT_COUNTED = "default_factory_not_called"
"""What pydantic says of a count that nobody told, where items could not be read and so not be counted."""


class UnreadableItem(NamedTuple):
    """An item that could not be read, by the texts in it that name it; empty where there are none."""

    id: str = ""
    name: str = ""


def drop_unreadable_items(raw: bytes, unfit: ValidationError, whole: bytes) -> tuple[bytes, tuple[UnreadableItem, ...]]:
    """The JSON without the items that `unfit` complains of, and those items, named from `whole`.

    Raises `unfit` where anything else than an item is wrong, or more than can be looked through.
    """
    if unfit.error_count() > MAX_COMPLAINTS:
        raise unfit
    complaints = unfit.errors(include_url=False, include_context=False, include_input=False)
    places = {_item_index(each["loc"]) for each in complaints if each["type"] != NOT_COUNTED}
    if None in places:
        raise unfit
    listing = json.loads(raw)
    # `raw` may lack values that were left out before; names are looked for in the answer as it came.
    aside = tuple(_identify(item) for place, item in enumerate(json.loads(whole)["items"]) if place in places)
    listing["items"] = [item for place, item in enumerate(listing["items"]) if place not in places]
    return json.dumps(listing).encode(), aside


def _item_index(location: tuple[int | str, ...]) -> int | None:
    """None where the complaint is not about an item."""
    match location:
        case ("items", int(place), *_):
            return place
        case _:
            return None


def _identify(item: object) -> UnreadableItem:
    """By a text of its own, else of what is in it."""
    parts = _nested_objects(item)
    names = (_text(part, name) for part in parts for name in NAMES)
    ids = (_text(part, "id") for part in parts)
    return UnreadableItem(next(filter(None, ids), ""), next(filter(None, names), ""))


def _nested_objects(item: object) -> list[dict[str, Any]]:
    """An object, what it holds, and what that holds: a member's name is in its user."""
    found, inside = [], [item]
    for _ in range(3):
        objects = [each for each in inside if isinstance(each, dict)]
        found += objects
        inside = [value for each in objects for value in each.values()]
    return found


def _text(part: dict[str, Any], name: str) -> str:
    value = part.get(name)
    return value.strip() if isinstance(value, str) else ""
