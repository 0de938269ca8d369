"""The API client for one person and one page: reads, writes and cached responses."""

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, TypeVar, overload
from uuid import uuid4

from pydantic import BaseModel

from contract.schema.endpoint import Endpoint, Listing, ListQuery, Query, list_omitted_fields
from masthead.client.exchange import ApiRequest, ApiResponse, build_path, build_query, parse_response, quote_id
from masthead.client.problems import Problem, TimedOut, TokenRefused, Unrecorded
from masthead.client.reads import (
    NO_ANSWER,
    Cached,
    CachedRead,
    PendingApiRead,
    PendingCachedRead,
    PendingRead,
    Read,
    ReadRequest,
    Stale,
    walk,
)
from masthead.client.response_cache import ResponseCache
from masthead.client.transport.transport import CacheUse, Transport

if TYPE_CHECKING:
    from masthead.client.directory_updates import DirectoryUpdates, KnownObjects

A = TypeVar("A")
B = TypeVar("B")
C = TypeVar("C")
D = TypeVar("D")
E = TypeVar("E")
F = TypeVar("F")
T = TypeVar("T")
TOKEN = re.compile(r"[\x21-\x7e]{1,4096}")
SHARE_FOR_A_WRITE = 1 / 8
"""The share of the time budget that must be left for a write, since the outcome of one that times out is unknown."""


class Api:
    """An API client for one person and one page.

    All calls together take at most `budget` seconds. `memory` is created for each page and contains only this
    person's responses. On failure, every method raises a Problem, except `gather`, which returns it.
    """

    def __init__(
        self,
        transport: Transport,
        *,
        token: str,
        memory: ResponseCache,
        budget: float = 8.0,
        request_id: str | None = None,
    ) -> None:
        self._transport = transport
        self._token, self._memory, self._budget = token, memory, budget
        self._deadline = transport.deadline(budget)
        self._request_id = request_id or uuid4().hex
        self._observations: DirectoryUpdates | None = None
        self.trouble: Problem | None = None
        """The problem of the last batch if no call in it was answered; else None."""
        self.stale: Stale | None = None
        """Set when a response came from the cache because the API couldn't be read."""
        self.left_out: set[str] = set()
        """Fields that were dropped from responses, because their values don't fit the contract."""

    @property
    def owner(self) -> str:
        """The person's id in stored data: a keyed hash."""
        return self._memory.owner

    @property
    def request_id(self) -> str:
        """The request id sent with every call of this page."""
        return self._request_id

    def record_observations(self, directory: "KnownObjects", organization: str) -> None:
        """Start collecting the objects that responses mention. `organization` is that of the page."""
        # It imports the models of all kinds of objects, which a command without a directory doesn't need.
        from masthead.client.directory_updates import DirectoryUpdates  # noqa: PLC0415

        self._observations = DirectoryUpdates(self.owner, directory, organization)

    def save_observations(self, within: Any = None) -> None:  # noqa: ANN401 - as the directory takes it
        """Write the collected objects to the directory. Called once, at the end of a page."""
        if self._observations is not None:
            self._observations.flush(within)

    def read(self, endpoint: Endpoint[A], *ids: str, query: Query | None = None) -> A:
        """Read from the API. `ids` are in path order."""
        return self._read_one(Read(endpoint, ids, query))

    def read_cached(
        self,
        endpoint: Endpoint[A],
        *ids: str,
        query: Query | None = None,
        refresh: bool = False,
    ) -> Cached[A]:
        """Read from the cache if fresh, else from the API. While the API is down, use responses up to a day old."""
        return self._read_one(CachedRead(endpoint, ids, query, refresh))

    @overload
    def gather(self, first: ReadRequest[A], second: ReadRequest[B], /) -> tuple[A | Problem, B | Problem]: ...

    @overload
    def gather(
        self, first: ReadRequest[A], second: ReadRequest[B], third: ReadRequest[C], /
    ) -> tuple[A | Problem, B | Problem, C | Problem]: ...

    @overload
    def gather(
        self, first: ReadRequest[A], second: ReadRequest[B], third: ReadRequest[C], fourth: ReadRequest[D], /
    ) -> tuple[A | Problem, B | Problem, C | Problem, D | Problem]: ...

    @overload
    def gather(
        self,
        first: ReadRequest[A],
        second: ReadRequest[B],
        third: ReadRequest[C],
        fourth: ReadRequest[D],
        fifth: ReadRequest[E],
        /,
    ) -> tuple[A | Problem, B | Problem, C | Problem, D | Problem, E | Problem]: ...

    @overload
    def gather(
        self,
        first: ReadRequest[A],
        second: ReadRequest[B],
        third: ReadRequest[C],
        fourth: ReadRequest[D],
        fifth: ReadRequest[E],
        sixth: ReadRequest[F],
        /,
    ) -> tuple[A | Problem, B | Problem, C | Problem, D | Problem, E | Problem, F | Problem]: ...

    @overload
    def gather(self, *asked: ReadRequest[A]) -> tuple[A | Problem, ...]: ...

    def gather(self, *asked: ReadRequest[Any]) -> tuple[Any, ...]:
        """Send independent reads concurrently. Returns a value or a Problem for each, in the same order."""
        started = [self._start(each) for each in asked]
        cached = sum(each.cached_bytes for each in started if not isinstance(each, Problem))
        self._transport.take_turn(cached, self._deadline)
        known = [each if isinstance(each, Problem) else each.cached() for each in started]
        # Reads with a fresh response in the cache aren't sent.
        missing = [
            each for each, found in zip(started, known, strict=True) if found is None and not isinstance(each, Problem)
        ]
        read = iter(self._send(missing))
        results = tuple(next(read) if found is None else found for found in known)
        for each, found, result in zip(asked, known, results, strict=True):
            self.left_out.update(list_omitted_fields(result.value if isinstance(result, Cached) else result))
            if isinstance(result, Cached):
                use = CacheUse.STALE if result.problem else CacheUse.READ if found is None else CacheUse.FRESH
                self._transport.metrics.count_cached_read(use)
            if self._observations is not None and found is None and isinstance(each, (Read, CachedRead)):
                self._observations.record(each.endpoint, each.ids, result)
        return results

    def get_last_response(self, asked: CachedRead[A]) -> tuple[Cached[A], bool] | None:
        """Return the cached response, up to a day old, and whether it is fresh. Sends nothing."""
        return self.get_last_responses([asked])[0]

    def get_last_responses(self, asked: Sequence[CachedRead[A]]) -> list[tuple[Cached[A], bool] | None]:
        """Like `get_last_response` for many responses, in one query: some pages show hundreds."""
        requests: list[ApiRequest | None] = [None] * len(asked)
        for at, each in enumerate(asked):
            with suppress(Problem):  # a request that can't be built has no cached response
                requests[at] = self._request(each.endpoint, each.ids, each.query)
        entries = iter(self._memory.lookup_each([each for each in requests if each is not None]))
        return [
            None
            if request is None
            else PendingCachedRead(
                each.endpoint, request, self._memory, refresh=each.refresh, entry=next(entries)
            ).get_last_response()
            for each, request in zip(asked, requests, strict=True)
        ]

    def write(
        self,
        endpoint: Endpoint[A],
        *ids: str,
        body: BaseModel | None = None,
        organization: str = "",
        renews: bool = True,
    ) -> A:
        """Send a write once, without retries. Returns None if the contract documents no response.

        `organization` is the id of the object's organization, needed if `ids` don't start with it. With `renews`, the
        cache versions are renewed before and after the call; otherwise the caller has to renew them.
        """
        request = self._request(endpoint, ids, body=body)
        organization_in_path = quote_id(organization)
        if not self._memory.invalidate(request.path, organization_in_path, renews=renews):
            raise Unrecorded(request_id=self._request_id)
        try:
            if self._deadline.seconds_left < self._budget * SHARE_FOR_A_WRITE:
                raise TimedOut(request_id=self._request_id)
            (outcome,) = self._transport.send_all([request], self._deadline)
            answer = parse_response(endpoint, outcome, self._request_id)
        except Problem as problem:
            self._record_outcome([problem])
            raise
        else:
            self._record_outcome([answer])
            if self._observations is not None:
                self._observations.record(endpoint, ids, answer)
            if endpoint.method == "DELETE":
                self._memory.forget_deleted(request)
            return answer
        finally:
            # Again: a concurrent read may have cached a response from before the write.
            self._memory.invalidate(request.path, organization_in_path, renews=renews)

    def invalidate(self, endpoint: Endpoint[Any], *ids: str, organization: str = "") -> None:
        """Mark the responses that this write would change as stale. Call it after somebody else made the change.

        See `write` for `organization`.
        """
        self._memory.invalidate(self._request(endpoint, ids).path, quote_id(organization))

    def walk(
        self,
        endpoint: Endpoint[Listing[T]],
        *ids: str,
        query: ListQuery | None = None,
        pages: int = 100,
        keep: bool = False,
        refresh: bool = True,
    ) -> Iterator[T]:
        """Iterate over all items of a listing, reading each page on demand.

        `keep` caches the pages. `refresh` ignores cached pages; without it, fresh ones are served from the cache.
        """

        def read(page: ListQuery) -> Listing[T]:
            if not keep:
                return self.read(endpoint, *ids, query=page)
            found = self.read_cached(endpoint, *ids, query=page, refresh=refresh)
            if found.problem is not None:
                raise found.problem
            return found.value

        return walk(read, query or ListQuery(), pages)

    def _read_one(self, asked: ReadRequest[A]) -> A:
        (result,) = self.gather(asked)
        if isinstance(result, Problem):
            raise result
        return result

    def _start(self, asked: ReadRequest[Any]) -> PendingRead | Problem:
        try:
            match asked:
                case Read(endpoint, ids, query):
                    return PendingApiRead(endpoint, self._request(endpoint, ids, query))
                case CachedRead(endpoint, ids, query, refresh):
                    request = self._request(endpoint, ids, query)
                    return PendingCachedRead(endpoint, request, self._memory, refresh=refresh)
                case _:
                    raise TypeError(f"{asked!r} cannot be asked")
        except Problem as problem:
            return problem.drop_traceback()

    def _request(
        self,
        endpoint: Endpoint[Any],
        ids: tuple[str, ...],
        query: Query | None = None,
        body: BaseModel | None = None,
    ) -> ApiRequest:
        if not TOKEN.fullmatch(self._token):
            raise TokenRefused  # a token with this character can't be sent in a header
        return ApiRequest(
            method=endpoint.method,
            path=build_path(endpoint, ids),
            query=build_query(query),
            token=self._token,
            request_id=self._request_id,
            body=body.model_dump_json().encode() if body is not None else None,
            wants_body=endpoint.answer is not None,
            endpoint=endpoint.name,
        )

    def _send(self, started: Sequence[PendingRead]) -> list[Any]:
        if not started:
            return []
        has_fallback = all(each.is_cached for each in started)
        requests = [each.request for each in started]
        outcomes = self._transport.send_all(requests, self._deadline, has_fallback=has_fallback)
        answered = sum(len(each.body) for each in outcomes if isinstance(each, ApiResponse))
        self._transport.take_turn(answered, self._deadline)
        results: list[Any] = []
        for each, outcome in zip(started, outcomes, strict=True):
            try:
                results.append(each.finish(outcome))
            except Problem as problem:
                results.append(problem.drop_traceback())
        self._record_outcome(results)
        return results

    def _record_outcome(self, results: Sequence[Any]) -> None:
        """Set `trouble`, or clear it if any call was answered. Set `stale` if cached responses were used instead."""
        if results:
            problems = [each.problem if isinstance(each, Cached) else each for each in results]
            self.trouble = problems[0] if all(isinstance(each, NO_ANSWER) for each in problems) else None
        for each in results:
            if isinstance(each, Cached) and each.problem is not None:
                before = self.stale or Stale(0.0)
                self.stale = Stale(max(before.age, each.age), before.outdated or each.outdated)
