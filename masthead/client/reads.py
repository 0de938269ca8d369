"""Batches of reads, and their results with the cache."""

from dataclasses import dataclass
from typing import Generic, TypeVar

from contract.schema.endpoint import Endpoint
from contract.schema.listing import Query
from masthead.client.problems import Problem

A = TypeVar("A")
R_co = TypeVar("R_co", covariant=True)


class ReadRequest(Generic[R_co]):
    """A read that `gather` can send; `R_co` is the type of its result."""


@dataclass(frozen=True, slots=True)
class Read(ReadRequest[A]):
    """`ids` are in path order."""

    endpoint: Endpoint[A]
    ids: tuple[str, ...] = ()
    query: Query | None = None


@dataclass(frozen=True, slots=True)
class Cached(Generic[A]):
    """An answer of up to 24 hours ago, for the same person only.

    `age` in seconds, 0 where it was read just now. `problem` is set when the API could not be read and this is the
    last known answer; `outdated` then says that the person may have changed it since.
    """

    value: A
    age: float = 0.0
    problem: Problem | None = None
    outdated: bool = False


@dataclass(frozen=True, slots=True)
class Stale:
    """An answer from the cache because the API couldn't be read. `age` is that of its oldest part, in seconds.

    `outdated` says that the person may have changed a part of it since.
    """

    age: float
    outdated: bool = False


@dataclass(frozen=True, slots=True)
class CachedRead(ReadRequest[Cached[A]]):
    """Served from the cache while it is fresh; `refresh` reads it anew in any case."""

    endpoint: Endpoint[A]
    ids: tuple[str, ...] = ()
    query: Query | None = None
    refresh: bool = False
