"""API reads: their requests, cached results, and the two steps of a pending read."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, TypeVar

from pydantic import MISSING

from contract.schema.endpoint import Endpoint, Listing, ListQuery, Query
from masthead.client.exchange import ApiRequest, ApiResponse, Outcome, parse_response
from masthead.client.problems import Forbidden, NotFound, Problem, TokenRefused, TooMany, Unavailable, Unreadable
from masthead.client.response_cache import CacheEntry, CacheTicket, ResponseCache, parsed
from masthead.i18n import gettext

A = TypeVar("A")
R_co = TypeVar("R_co", covariant=True)
DAY_SECONDS = 24 * 3600.0
NO_ANSWER = (Unavailable, Unreadable, TooMany)
"""Problems that don't concern this person's access, so the last known response stands in."""
NOT_YOURS = (TokenRefused, Forbidden, NotFound)
T = TypeVar("T")


class ReadRequest(Generic[R_co]):
    """An argument of `Api.gather`. `R_co` is the type of its result."""


@dataclass(frozen=True, slots=True)
class Read(ReadRequest[A]):
    """A read that bypasses the cache. `ids` are in path order."""

    endpoint: Endpoint[A]
    ids: tuple[str, ...] = ()
    query: Query | None = None


@dataclass(frozen=True, slots=True)
class Cached(Generic[A]):
    """A response from the API, or one of the last 24 hours from this person's cache.

    `age` is in seconds, 0 for a response that was just read. `problem` is set if the API couldn't be read and this is
    the last known response; `outdated` then means that the person may have changed the object since.
    """

    value: A
    age: float = 0.0
    problem: Problem | None = None
    outdated: bool = False


class Stale(NamedTuple):
    """Cached data is shown because the API couldn't be read. `age` is the age of the oldest part, in seconds.

    `outdated` means that the person may have changed some of it since.
    """

    age: float
    outdated: bool = False


@dataclass(frozen=True, slots=True)
class CachedRead(ReadRequest[Cached[A]]):
    """A read that is served from the cache if a fresh response is there, unless `refresh` is set."""

    endpoint: Endpoint[A]
    ids: tuple[str, ...] = ()
    query: Query | None = None
    refresh: bool = False


class PendingApiRead(Generic[A]):
    """A read in two steps: if `cached()` returns None, send `request` and pass the outcome to `finish`.

    `cached_bytes` is the size of the JSON that `cached()` parses.
    """

    is_cached = False
    cached_bytes = 0

    def __init__(self, endpoint: Endpoint[A], request: ApiRequest) -> None:
        self.request = request
        self._endpoint = endpoint

    def cached(self) -> A | None:
        return None

    def finish(self, outcome: Outcome) -> A:
        """Return the result. Raises a Problem."""
        return parse_response(self._endpoint, outcome, self.request.request_id)


class PendingCachedRead(Generic[A]):
    def __init__(
        self,
        endpoint: Endpoint[A],
        request: ApiRequest,
        memory: ResponseCache,
        *,
        refresh: bool,
        entry: CacheEntry | None = None,
    ) -> None:
        """Prepare the read. Pass `entry` if the caller has already looked up the cache entry."""
        self.request = request
        self._endpoint, self._memory, self._refresh = endpoint, memory, refresh
        self._entry = memory.lookup(request) if entry is None else entry
        self._ticket: CacheTicket | None = None

    @property
    def is_cached(self) -> bool:
        """True if a cached response can be shown while the API is down."""
        return self._entry.age < DAY_SECONDS

    @property
    def cached_bytes(self) -> int:
        return len(self._entry.text) if self._is_fresh else 0

    @property
    def _is_fresh(self) -> bool:
        return not self._refresh and self._memory.is_fresh(self._entry)

    def cached(self) -> Cached[A] | None:
        """Return the cached response if it is fresh. Otherwise issue a cache ticket for the call and return None."""
        if self._is_fresh:
            fresh = self._parse_cached(problem=None)
            if fresh is not None:
                return fresh
        self._ticket = self._memory.issue_ticket(self.request)
        return None

    def get_last_response(self) -> tuple[Cached[A], bool] | None:
        """Return the last response and whether it is fresh. None if missing, or if the person may have changed it."""
        last = self._parse_cached(problem=None) if self.is_cached and not self._entry.outdated else None
        return None if last is None else (last, self._is_fresh)

    def _parse_cached(self, problem: Problem | None) -> Cached[A] | None:
        try:
            value = parsed.get_or_parse(self._endpoint, self._entry.text)
        except (ValueError, RecursionError):  # written by another version of Masthead, or damaged
            return None
        return Cached(value, max(0.0, self._entry.age), problem, self._entry.outdated)

    def finish(self, outcome: Outcome) -> Cached[A]:
        """Parse the response, or fall back to the cached one. Raises a Problem if neither is available."""
        try:
            # An unchanged response gives the same object, so pages can cache the rows they rendered from it.
            value = parse_response(self._endpoint, outcome, self.request.request_id, parsed.get_or_parse)
        except NO_ANSWER as problem:
            last = self._parse_cached(problem.drop_traceback()) if self.is_cached else None
            if last is None:
                raise
            return last
        except NOT_YOURS:
            # `forget` voids the marks of concurrent reads, so call it only if something is cached.
            if self._entry.text:
                self._memory.forget(self.request)
            raise
        if isinstance(outcome, ApiResponse) and self._ticket is not None:
            self._memory.put(self.request, outcome.body, self._ticket)
        return Cached(value)


PendingRead = PendingApiRead[Any] | PendingCachedRead[Any]


def walk(read: Callable[[ListQuery], Listing[T]], query: ListQuery, pages: int) -> Iterator[T]:
    """Yield the items of up to `pages` pages. Raises Unreadable if the listing repeats a page or doesn't end."""
    seen_cursors: set[str] = set()
    for _ in range(pages):
        listing = read(query)
        yield from listing.items
        if listing.next is MISSING:
            return
        # A server that repeats its cursor would be asked forever.
        if listing.next.page in seen_cursors:
            raise Unreadable(gettext("This list repeats its pages, so Masthead can't show all of it."))
        seen_cursors.add(listing.next.page)
        query = query.model_copy(update={"page": listing.next.page})
    raise Unreadable(gettext("This list is longer than Masthead can read at once."))
