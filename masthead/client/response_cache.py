"""One person's cached responses, as used by one page, and the values parsed from them."""

import math
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from hashlib import blake2b
from threading import Lock
from typing import Any, Final, NamedTuple, Protocol, TypeVar, cast

from contract.schema.endpoint import Endpoint
from masthead.client.exchange import ApiRequest, get_organization_id, list_renewed_versions, list_stale_paths

A = TypeVar("A")
MAX_BYTES: Final = 2_000_000
"""Limit for the total size of the JSON. The parsed values of a list of sites take about eight times as much memory."""
BRIEF: Final = 8
"""A brief endpoint's value takes 1/BRIEF of the memory of other values whose JSON has the same length."""


class ValueCache:
    """A thread-safe LRU cache of parsed values. Callers must not change them.

    Everybody shares it, since equal responses have equal values.
    """

    def __init__(self, most_bytes: int = MAX_BYTES) -> None:
        self._most_bytes = most_bytes
        self._values: OrderedDict[tuple[Endpoint[Any], bytes], tuple[object, int]] = OrderedDict()
        self._bytes = 0
        self._lock = Lock()

    def get_or_parse(self, endpoint: Endpoint[A], text: bytes) -> A:
        """Return the cached value, or parse the text. Raises whatever `Endpoint.parse` raises."""
        key = _value_key(endpoint, text)
        with self._lock:
            if key in self._values:
                self._values.move_to_end(key)
                return cast("A", self._values[key][0])
        value = endpoint.parse(text)
        weight = len(text) if endpoint.brief is None else len(text) // BRIEF
        if weight > self._most_bytes:
            return value
        with self._lock:
            if key not in self._values:
                self._bytes += weight
            self._values[key] = value, weight
            while self._bytes > self._most_bytes:
                _, (_, least) = self._values.popitem(last=False)
                self._bytes -= least
        return value


def _value_key(endpoint: Endpoint[Any], text: bytes) -> tuple[Endpoint[Any], bytes]:
    """Build the cache key. Responses of a brief endpoint are long, so the key contains a digest instead."""
    return endpoint, text if endpoint.brief is None else blake2b(text, digest_size=16).digest()


parsed = ValueCache()
"""The cache of this process."""


class CacheVersions(Protocol):
    """Interface of the cache versions: one per organization, changed by every write through any portal.

    A response that was cached under another version is outdated. The empty id is for paths outside of organizations;
    every write changes its version, too. No method raises.
    """

    def version(self, organization: str) -> int | None:
        """Return the organization's current version, or None if it can't be read."""

    def renew(self, organizations: set[str]) -> bool:
        """Change the versions of these organizations. Returns False if they couldn't be stored."""


class CachedResponses(Protocol):
    """Interface of the JSON responses cached for each owner. `masthead.store` implements it. No method raises.

    A `mark` is taken before a call. `forget` and `invalidate` void it, so that a slow read can't cache a response
    from before a write. The `generation` stored with a response is its version in `CacheVersions`, or None once it
    was invalidated.
    """

    def get(self, owner: str, path: str, query: str) -> tuple[bytes, float, int | None] | None:
        """Return the JSON, the Unix timestamp of its request, and its generation; None if not cached."""

    def get_each(self, owner: str, places: Sequence[tuple[str, str]]) -> list[tuple[bytes, float, int | None] | None]:
        """Look up many pairs of path and query in one statement, in the same order. See `get`."""

    def mark(self, owner: str) -> int:
        """Return the owner's current mark, for a later `put`."""

    def put(
        self, owner: str, path: str, query: str, text: bytes, asked_at: float, mark: int, generation: int | None
    ) -> None:
        """Cache a response, unless `forget` or `invalidate` was called after `mark` was taken."""

    def forget(self, owner: str, places: Sequence[str]) -> None:
        """Delete the responses of these paths. A path that ends in a slash stands for everything below it."""

    def invalidate(self, owner: str, places: Sequence[str]) -> None:
        """Mark the responses of these paths as outdated by clearing their generation. They remain as a fallback."""


class CacheEntry(NamedTuple):
    """A cached response. `age` is in seconds since its request; `current` means that nothing was written since.

    `outdated` means that this person may have changed the object since.
    """

    text: bytes = b""
    age: float = math.inf
    current: bool = False
    outdated: bool = False


class ResponseCache:
    """One person's cached responses. Create one for each page, since it reads each version only once.

    `owner` is a hash, never the token. `clock` returns a Unix timestamp.
    """

    def __init__(
        self,
        responses: CachedResponses,
        versions: CacheVersions,
        *,
        owner: str,
        clock: Callable[[], float] = time.time,
        fresh_seconds: float = 30.0,
    ) -> None:
        self.owner = owner
        self._responses, self._versions = responses, versions
        self._clock = clock
        self._fresh_seconds = fresh_seconds
        self._current_versions: dict[str, int | None] = {}

    def lookup(self, request: ApiRequest) -> CacheEntry:
        """Return the entry for a request. Its age is infinite if nothing is cached."""
        return self._entry(request, self._responses.get(self.owner, request.path, request.query))

    def lookup_each(self, requests: Sequence[ApiRequest]) -> list[CacheEntry]:
        """Return the entries for several requests, in one query."""
        found = self._responses.get_each(self.owner, [(each.path, each.query) for each in requests])
        return [self._entry(*each) for each in zip(requests, found, strict=True)]

    def _entry(self, request: ApiRequest, found: tuple[bytes, float, int | None] | None) -> CacheEntry:
        if found is None:
            return CacheEntry()
        text, asked_at, generation = found
        now = self._version(request.path)
        current = now is not None and now == generation
        return CacheEntry(text, self._clock() - asked_at, current, outdated=generation is None)

    def is_fresh(self, entry: CacheEntry) -> bool:
        return entry.current and 0 <= entry.age < self._fresh_seconds

    def issue_ticket(self, request: ApiRequest) -> "CacheTicket":
        """Issue a ticket before a call. If there is a write before the response arrives, the response is outdated."""
        return CacheTicket(self._clock(), self._responses.mark(self.owner), self._version(request.path))

    def put(self, request: ApiRequest, text: bytes, ticket: "CacheTicket") -> None:
        when = ticket.asked_at, ticket.mark, ticket.generation
        self._responses.put(self.owner, request.path, request.query, text, *when)

    def forget(self, request: ApiRequest) -> None:
        self._responses.forget(self.owner, (request.path,))

    def forget_deleted(self, request: ApiRequest) -> None:
        """Delete the cached responses of the path and of everything below it."""
        self._responses.forget(self.owner, (request.path, f"{request.path}/"))

    def invalidate(self, path: str, organization: str, *, renews: bool = True) -> bool:
        """Mark all responses that a write to `path` may change as stale. False if the versions couldn't be renewed.

        `organization` is the object's, if the path doesn't contain it. Without `renews`, other people's responses
        stay fresh until the caller renews the versions.
        """
        organizations = list_renewed_versions(path, organization)
        for each in organizations:
            # Reads of this page after its write belong to the new version.
            self._current_versions.pop(each, None)
        self._responses.invalidate(self.owner, list_stale_paths(path, organization))
        return not renews or self._versions.renew(organizations)

    def _version(self, path: str) -> int | None:
        organization = get_organization_id(path)
        if organization not in self._current_versions:
            self._current_versions[organization] = self._versions.version(organization)
        return self._current_versions[organization]


class CacheTicket(NamedTuple):
    """The state before a call, to detect a response that is outdated on arrival."""

    asked_at: float
    mark: int
    generation: int | None
