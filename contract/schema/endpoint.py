"""API endpoints: method, path, models, queries and listings. Parses answers even if only parts are valid."""

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Annotated, Any, Generic, Literal, NamedTuple, Self, TypeVar, cast

from pydantic import MISSING, BaseModel, BeforeValidator, ConfigDict, Field, PrivateAttr, TypeAdapter, ValidationError
from pydantic_core import ErrorDetails, from_json

from contract.schema.fields import MIN_LENGTH, ContractModel, Count, find_models


class UnreadableItem(NamedTuple):
    """The id and name found in an item that doesn't match the contract; empty if not found."""

    id: str = ""
    name: str = ""


T = TypeVar("T")
LIMIT_MAX = 1000
_DIGITS = 9


class NextPage(ContractModel):
    """The next page of a listing: `page` is the value to send as the `page` parameter."""

    page: str


class Listing(ContractModel, Generic[T]):
    """One page of a listing; `next` is absent on the last one."""

    absence_tells = frozenset({"next"})

    items: list[T]
    # The contract requires it, but a listing without it is still readable.
    count: Count = Field(default_factory=lambda fields: len(fields.get("items", [])))
    next: NextPage | MISSING = MISSING
    # Private, so never serialized: the contract has no such field.
    _unread: tuple[UnreadableItem, ...] = PrivateAttr(())

    @property
    def unreadable_items(self) -> tuple[UnreadableItem, ...]:
        """Return the items that a tolerant endpoint left out."""
        return self._unread

    def set_unreadable_items(self, unread: tuple[UnreadableItem, ...]) -> None:
        self._unread = unread


class Query(BaseModel):
    """The query of an endpoint. Values may be strings, as in a URL; unknown names are ignored."""

    model_config = ConfigDict(extra="ignore", str_min_length=MIN_LENGTH, defer_build=True)


def _parse_flag(value: object) -> object:
    return {"true": True, "false": False}.get(value, value) if isinstance(value, str) else value


def _parse_digits(value: object) -> object:
    plain = isinstance(value, str) and value.isascii() and value.isdigit() and len(value) <= _DIGITS
    return int(str(value)) if plain else value


Flag = Annotated[bool, Field(strict=True), BeforeValidator(_parse_flag)]
"""A boolean of a query; in a URL it is exactly `true` or `false`."""

PageLimit = Annotated[int, Field(strict=True, ge=1, le=LIMIT_MAX), BeforeValidator(_parse_digits)]
"""Most items of a page. The contract has 1000 as its maximum; the minimum is ours: a page of 0 would never end."""


class ListQuery(Query):
    """Parameters of every listing."""

    page: str | MISSING = MISSING
    limit: PageLimit | MISSING = MISSING


def _to_text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def query_pairs(query: Query) -> list[tuple[str, str]]:
    """Convert the query to (name, string) pairs: absent values are left out, an array repeats its name."""
    pairs: list[tuple[str, str]] = []
    for name, value in query.model_dump().items():
        values = value if isinstance(value, list) else [value]
        pairs.extend((name, _to_text(each)) for each in values)
    return pairs


MAX_ERRORS = 50_000
"""The most errors to process: a thousand items with fifty wrong fields each, a quarter of a second."""
LEFT_OUT = "?"
"""Marks the path of a left-out field in the `model_fields_set` of the answer; no field begins with it."""
NAMES = ("title", "name", "label", "displayName", "subject", "email")
NOT_COUNTED = "default_factory_not_called"
"""pydantic's error for a missing `count` of a listing whose items it couldn't read."""
Path = tuple[str | int, ...]


def drop_unreadable_fields(answer: Any, raw: bytes, unfit: ValidationError) -> tuple[bytes, set[Path]]:  # noqa: ANN401
    """Return the JSON without the optional values that `unfit` reports, and the paths of those values.

    Raises `unfit` if there are too many errors, or if the answer isn't JSON.
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
        _find_value(value, parents).pop(name, None)
    return json.dumps(value).encode() if paths else raw, paths


def record_omitted_fields(answer: object, paths: set[Path]) -> None:
    """Record which fields were left out, both in the answer and in the objects that lack them."""
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


def list_omitted_fields(answer: object) -> list[str]:
    """List the dotted names of the fields that were left out of an answer, such as `billing.endDate`."""
    if not isinstance(answer, BaseModel):
        return []
    names = [name[1:] for name in answer.model_fields_set if name[0] == LEFT_OUT]
    return sorted(name.removeprefix("items.") for name in names)


def is_omitted(model: BaseModel, name: str) -> bool:
    """Return whether a field was left out because its value couldn't be read. False if the API sent no value."""
    return getattr(model, name) is MISSING and name in model.model_fields_set


def _list_errors(unfit: ValidationError) -> list[ErrorDetails]:
    if unfit.error_count() > MAX_ERRORS:
        raise unfit
    return unfit.errors(include_url=False, include_context=False, include_input=False)


def _find_value(value: Any, parents: list[str | int]) -> Any:  # noqa: ANN401 - any JSON
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


def drop_unreadable_items(raw: bytes, unfit: ValidationError, whole: bytes) -> tuple[bytes, tuple[UnreadableItem, ...]]:
    """Return the JSON without the items that `unfit` reports, and those items as identified in `whole`.

    Raises `unfit` if an error is outside the items, or if there are too many errors.
    """
    places = {_item_index(each["loc"]) for each in _list_errors(unfit) if each["type"] != NOT_COUNTED}
    if None in places:
        raise unfit
    listing = json.loads(raw)
    # `raw` may lack values that were left out before, so names come from the whole answer.
    aside = tuple(_identify_item(item) for place, item in enumerate(json.loads(whole)["items"]) if place in places)
    listing["items"] = [item for place, item in enumerate(listing["items"]) if place not in places]
    return json.dumps(listing).encode(), aside


def _item_index(location: tuple[int | str, ...]) -> int | None:
    match location:
        case ("items", int(place), *_):
            return place
        case _:
            return None


def _identify_item(item: object) -> UnreadableItem:
    parts = _nested_objects(item)
    names = (_text_property(part, name) for part in parts for name in NAMES)
    ids = (_text_property(part, "id") for part in parts)
    return UnreadableItem(next(filter(None, ids), ""), next(filter(None, names), ""))


def _nested_objects(item: object) -> list[dict[str, Any]]:
    # Three levels: the name of a member is in its user.
    found, inside = [], [item]
    for _ in range(3):
        objects = [each for each in inside if isinstance(each, dict)]
        found += objects
        inside = [value for each in objects for value in each.values()]
    return found


def _text_property(part: dict[str, Any], name: str) -> str:
    value = part.get(name)
    return value.strip() if isinstance(value, str) else ""


A_co = TypeVar("A_co", covariant=True)
B = TypeVar("B")
C = TypeVar("C")
Method = Literal["GET", "POST", "PUT", "PATCH", "DELETE"]


@dataclass(frozen=True)
class Endpoint(Generic[A_co]):
    """A method and path of the API.

    `name` is unique and in camelCase, `path` a template such as `/v1/orgs/{organizationId}`, `success` the documented
    status. `answer` is None for a response without a body. A `listing` takes `page` and `limit`. `tolerant` leaves out
    items that don't match the contract. `brief` reduces the parsed answer to the parts that callers need.
    """

    group: str
    name: str
    method: Method
    path: str
    success: int
    answer: type[A_co] | None = None
    query: type[BaseModel] | None = None
    body: type[BaseModel] | None = None
    listing: bool = False
    tolerant: bool = False
    brief: Callable[[Any], A_co] | None = None

    @cached_property
    def tolerant_listing(self) -> Self:
        """Derive an endpoint that leaves out items that don't match the contract.

        It is for pages that show the listing. A read on which a write depends needs all items.
        """
        return replace(self, tolerant=self.listing)

    def with_brief(self, answer: type[B], brief: Callable[[B], C]) -> "Endpoint[C]":
        """Derive an endpoint with a smaller model, for pages that read many objects and need few fields."""
        return replace(cast("Endpoint[C]", self), answer=cast("type[C]", answer), brief=brief)

    @cached_property
    def path_params(self) -> tuple[str, ...]:
        return tuple(re.findall(r"{(\w+)}", self.path))

    @property
    def is_read(self) -> bool:
        return self.method == "GET"

    @cached_property
    def _adapter(self) -> TypeAdapter[A_co]:
        return TypeAdapter(cast("type[A_co]", self.answer))

    def parse(self, raw: bytes) -> A_co:
        """Parse the JSON of an answer, dropping optional values that don't match the contract.

        Raises pydantic's ValidationError, a ValueError, for anything else that doesn't match.
        """
        if self.answer is None:
            return cast("A_co", None)
        answer = self._parse(raw)
        return answer if self.brief is None else self.brief(answer)

    def _parse(self, raw: bytes) -> A_co:
        try:
            return self._adapter.validate_json(raw)
        except ValidationError as unfit:
            # Only after a failure: checking every answer first would double the time of each read.
            rest, paths = drop_unreadable_fields(self.answer, raw, unfit)
            if not paths:  # the JSON is unchanged and would fail again
                return self._parse_without_items(rest, raw, unfit)
        # Outside the handler, so that the first error is freed: it copies an object for each field that is missing.
        try:
            answer = self._adapter.validate_json(rest)
        except ValidationError as still:
            return self._parse_without_items(rest, raw, still)
        record_omitted_fields(answer, paths)
        return answer

    def _parse_without_items(self, rest: bytes, raw: bytes, unfit: ValidationError) -> A_co:
        if not self.tolerant:
            raise unfit
        rest, aside = drop_unreadable_items(rest, unfit, raw)
        listing = self._adapter.validate_json(rest)
        cast("Listing[object]", listing).set_unreadable_items(aside)
        return listing


class EndpointGroup:
    """Declares the endpoints of one group of the contract. An `answer` of None is a response without a body."""

    def __init__(self, name: str) -> None:
        self.name = name

    def list(self, name: str, path: str, item: type[B], query: type[ListQuery] = ListQuery) -> Endpoint[Listing[B]]:
        """Declare a listing of `item` objects, paged by `page` and `limit`."""
        answer = cast("type[Listing[B]]", Listing[item])  # type: ignore[valid-type]
        return self.get(name, path, answer, query, listing=True)

    def get(
        self, name: str, path: str, answer: type[B], query: type[BaseModel] | None = None, *, listing: bool = False
    ) -> Endpoint[B]:
        return Endpoint(self.name, name, "GET", path, 200, answer, query=query, listing=listing)

    def post(
        self, name: str, path: str, body: type[BaseModel] | None, answer: type[B] | None, success: int = 200
    ) -> Endpoint[B]:
        return Endpoint(self.name, name, "POST", path, success, answer, body=body)

    def put(
        self, name: str, path: str, body: type[BaseModel], answer: type[B] | None, success: int = 200
    ) -> Endpoint[B]:
        return Endpoint(self.name, name, "PUT", path, success, answer, body=body)

    def patch(
        self, name: str, path: str, body: type[BaseModel], answer: type[B] | None, success: int = 200
    ) -> Endpoint[B]:
        return Endpoint(self.name, name, "PATCH", path, success, answer, body=body)

    def delete(self, name: str, path: str, success: int) -> Endpoint[None]:
        return Endpoint(self.name, name, "DELETE", path, success)


# The contract has no textual error codes; clients show `message`.
class ErrorDetail(ContractModel):
    """An error: `code` is the HTTP status, `message` is for people."""

    code: Count
    message: str


class ErrorBody(ContractModel):
    """The body of an error response."""

    error: ErrorDetail
