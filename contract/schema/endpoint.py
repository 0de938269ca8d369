"""An endpoint of the API: what it takes and what it answers, without any HTTP."""

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
    """One method and path.

    `name` is unique and camelCase, `group` the contract's name of the group, `path` a template such as
    `/v1/orgs/{organizationId}`, `success` the documented status, `answer` None where nothing is answered, `listing`
    whether it takes `page` and `limit`, `tolerant` whether items that cannot be read are left out. `brief` makes of the
    answer the little that is wanted of it.
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
        """The listing without items that don't match the contract.

        For a page that shows it; never for what decides about a write.
        """
        return replace(self, tolerant=self.listing)

    def with_brief(self, answer: type[B], brief: Callable[[B], C]) -> "Endpoint[C]":
        """The endpoint with a smaller `answer` model, for pages that read many objects and need few fields."""
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
        """Read the JSON of an answer; optional values that are not what the contract says are left out.

        Raises pydantic's ValidationError, a ValueError, when anything else is not.
        """
        if self.answer is None:
            return cast("A_co", None)
        whole = self._parse(raw)
        return whole if self.brief is None else self.brief(whole)

    def _parse(self, raw: bytes) -> A_co:
        try:
            return self._adapter.validate_json(raw)
        except ValidationError as unfit:
            # Only after a failure: to look for such values in every answer would cost twice the time.
            rest, paths = drop_unreadable_fields(self.answer, raw, unfit)
            if not paths:  # as before, so it would fail again
                return self._parse_without_items(rest, raw, unfit)
        # The first error is gone by now: it has a copy of an object for each field that the object lacks.
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
    """Declares the endpoints of one group of the contract. `answer` None: the response has no body."""

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
