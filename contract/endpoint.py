"""An endpoint of the API: what it takes and what it answers, without any HTTP."""

import re
from dataclasses import dataclass
from functools import cached_property
from typing import Generic, Literal, TypeVar, cast

from pydantic import BaseModel, TypeAdapter

A_co = TypeVar("A_co", covariant=True)
Method = Literal["GET", "POST", "PUT", "PATCH", "DELETE"]


@dataclass(frozen=True)
class Endpoint(Generic[A_co]):
    """One method and path.

    `name` is unique and camelCase, `group` the contract's name of the group, `path` a template such as
    `/v1/orgs/{organizationId}`, `success` the documented status, `answer` None where nothing is answered,
    `listing` whether it takes `page` and `limit`.
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

    @property
    def operation_id(self) -> str:
        """The name, under the word that the API document uses for it."""
        return self.name

    @property
    def path_params(self) -> tuple[str, ...]:
        """The names in the path, in path order."""
        return tuple(re.findall(r"{(\w+)}", self.path))

    @property
    def reads(self) -> bool:
        """Whether asking changes nothing."""
        return self.method == "GET"

    @cached_property
    def _adapter(self) -> TypeAdapter[A_co]:
        return TypeAdapter(cast("type[A_co]", self.answer))

    def parse(self, raw: bytes) -> A_co:
        """Read the JSON of an answer.

        Raises pydantic's ValidationError, a ValueError, when it is not what the contract says.
        """
        if self.answer is None:
            return cast("A_co", None)
        return self._adapter.validate_json(raw)
