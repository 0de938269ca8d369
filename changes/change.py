"""A change to one resource: what is sent, what was there before, and how it reads."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from pydantic import BaseModel

from contract.endpoint import Endpoint
from store import Subject

A = TypeVar("A")


@dataclass(frozen=True, slots=True)
class Change(Generic[A]):
    """One write. `ids` are in path order, the organization's first unless `organization` says which.

    `summary` says in plain words what it does: "Rename the site Handbook to Guide". `was` holds what could be read
    before, by field and as the body would have it; of what is deleted, as the body that makes it has it. `undoes` is
    the number of the journal's entry that it takes back.
    """

    endpoint: Endpoint[A]
    ids: tuple[str, ...]
    subject: Subject
    summary: str
    body: BaseModel | None = None
    was: Mapping[str, Any] = field(default_factory=dict, repr=False)
    organization: str = ""
    reason: str = ""
    undoes: int | None = None

    @property
    def sent(self) -> dict[str, Any]:
        """The body as JSON values, by field; empty without one."""
        return {} if self.body is None else self.body.model_dump(mode="json")
