"""Endpoints of the API: method, path, request models and response model, without any HTTP."""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Generic, Literal, Self, TypeVar, cast

from pydantic import BaseModel, TypeAdapter, ValidationError

from contract.schema.listing import Listing, ListQuery
from contract.schema.unreadable import drop_unreadable_fields, drop_unreadable_items, record_left_out

A_co = TypeVar("A_co", covariant=True)
B = TypeVar("B")
C = TypeVar("C")
Method = Literal["GET", "POST", "PUT", "PATCH", "DELETE"]


@dataclass(frozen=True)
class Endpoint(Generic[A_co]):
    """A method and path of the API.

    `name` is unique and in camelCase, `path` a template such as `/v1/orgs/{organizationId}`, `success` the documented
    status. `answer` is None for a response without a body. A `listing` takes `page` and `limit`. `tolerant` leaves out
    items that don't match the contract. `brief` reduces the parsed answer to what a caller needs.
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
        """Derive an endpoint that leaves out items which don't match the contract.

        For pages that show the listing. A read that decides about a write needs all items.
        """
        return replace(self, tolerant=self.listing)

    def with_brief(self, answer: type[B], brief: Callable[[B], C]) -> "Endpoint[C]":
        """Parse with a smaller model, for pages that read many objects and need few fields."""
        return replace(cast("Endpoint[C]", self), answer=cast("type[C]", answer), brief=brief)

    @cached_property
    def path_params(self) -> tuple[str, ...]:
        return tuple(re.findall(r"{(\w+)}", self.path))

    @property
    def reads(self) -> bool:
        return self.method == "GET"

    @cached_property
    def _adapter(self) -> TypeAdapter[A_co]:
        return TypeAdapter(cast("type[A_co]", self.answer))

    def parse(self, raw: bytes) -> A_co:
        """Parse the JSON of an answer, without optional values that don't match the contract.

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
        record_left_out(answer, paths)
        return answer

    def _parse_without_items(self, rest: bytes, raw: bytes, unfit: ValidationError) -> A_co:
        if not self.tolerant:
            raise unfit
        rest, aside = drop_unreadable_items(rest, unfit, raw)
        listing = self._adapter.validate_json(rest)
        cast("Listing[object]", listing).record_unread(aside)
        return listing


class EndpointGroup:
    """Declares the endpoints of one group of the contract. An `answer` of None is a response without a body."""

    def __init__(self, name: str) -> None:
        self.name = name

    def list(self, name: str, path: str, item: type[B], query: type[ListQuery] = ListQuery) -> Endpoint[Listing[B]]:
        """Declare a listing of such items, paged by `page` and `limit`."""
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
