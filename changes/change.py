"""A change to one resource: what is sent, what was there before, and how it reads."""

from dataclasses import dataclass, field
from typing import Generic, TypeVar

from pydantic import BaseModel

from contract.endpoint import Endpoint

A = TypeVar("A")


@dataclass(frozen=True, slots=True)
class Change(Generic[A]):
    """One write. `ids` are in path order, `before` is the resource as it was (None for a new one).

    `summary` says in plain words what it does: "Rename the site Handbook to Guide".
    """

    endpoint: Endpoint[A]
    ids: tuple[str, ...]
    body: BaseModel | None = None
    before: BaseModel | None = field(default=None, repr=False)
    summary: str = ""
