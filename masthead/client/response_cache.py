"""Cache of one person's answers during one page, and rules for freshness."""

import math
import time
from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol

from masthead.client.exchange import ApiRequest
from masthead.client.paths import get_organization_id, list_renewed_versions, list_stale_paths


class CacheVersions(Protocol):
    """A number for each organization that every write to it changes, through whichever portal.

    The empty id stands for what belongs to no single organization: the list of organizations, the lookups by e-mail
    domain, and all that is not below an organization in its path. Every write changes that number too. None of these
    methods ever raises.
    """

    def version(self, organization: str) -> int | None:
        """None where it cannot be read."""

    def renew(self, organizations: set[str]) -> bool:
        """Returns False where the numbers could not be written."""


class CachedResponses(Protocol):
    """Caches the JSON text of answers, for each owner separately. None of these methods ever raises.

    `owner` stands for a person without being their token. A `mark` is taken before the API is asked; after a `forget`
    or an `invalidate` it no longer counts, so a slow read cannot bring back what a write has made old. A `generation`
    goes in with a text and comes back with it, unless the text was invalidated meanwhile: see client/cache_versions.py.
    """

    def get(self, owner: str, path: str, query: str) -> tuple[bytes, float, int | None] | None:
        """The text, when it was asked for (seconds since 1970), its generation; None where nothing is cached."""

    def get_each(self, owner: str, places: Sequence[tuple[str, str]]) -> list[tuple[bytes, float, int | None] | None]:
        """`get` for many paths and queries, in order, at little more than the cost of one."""

    def mark(self, owner: str) -> int:
        """Taken before the API is asked, for `put`."""

    def put(
        self, owner: str, path: str, query: str, text: bytes, asked_at: float, mark: int, generation: int | None
    ) -> None:
        """Cache a text, unless something was forgotten since `mark`."""

    def forget(self, owner: str, places: Sequence[str]) -> None:
        """Forget these paths; one that ends with a slash stands for all below it."""

    def invalidate(self, owner: str, places: Sequence[str]) -> None:
        """Take the generation from what is cached of these."""


class CacheEntry(NamedTuple):
    """`age` is in seconds since it was asked for; `current` holds while nothing was written since.

    `outdated` says that this person may have changed it since.
    """

    text: bytes = b""
    age: float = math.inf
    current: bool = False
    outdated: bool = False


class ResponseCache:
    """One person's cached answers. Use a new one for each page: versions are read once.

    `owner` stands for the person and is never their token. `clock` gives seconds since 1970.
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
        """An entry of infinite age where nothing is cached."""
        return self._entry(request, self._responses.get(self.owner, request.path, request.query))

    def lookup_each(self, requests: Sequence[ApiRequest]) -> list[CacheEntry]:
        """The entries of all of them, read together."""
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
        """Take one before the API is asked: what is forgotten or written from here on outdates the answer."""
        return CacheTicket(self._clock(), self._responses.mark(self.owner), self._version(request.path))

    def put(self, request: ApiRequest, text: bytes, ticket: "CacheTicket") -> None:
        when = ticket.asked_at, ticket.mark, ticket.generation
        self._responses.put(self.owner, request.path, request.query, text, *when)

    def forget(self, request: ApiRequest) -> None:
        self._responses.forget(self.owner, (request.path,))

    def forget_deleted(self, request: ApiRequest) -> None:
        """Forgets everything below the path too."""
        self._responses.forget(self.owner, (request.path, f"{request.path}/"))

    def invalidate(self, path: str, organization: str, *, renews: bool = True) -> bool:
        """Let nothing that a write to `path` may change count as fresh, for anyone. False where others were not told.

        `organization` is the id of the one it belongs to, where the path does not have it. Where it doesn't `renews`,
        somebody else tells others.
        """
        organizations = list_renewed_versions(path, organization)
        for each in organizations:
            # Read anew: what this page reads after its write belongs to the new version.
            self._current_versions.pop(each, None)
        self._responses.invalidate(self.owner, list_stale_paths(path, organization))
        return not renews or self._versions.renew(organizations)

    def _version(self, path: str) -> int | None:
        organization = get_organization_id(path)
        if organization not in self._current_versions:
            self._current_versions[organization] = self._versions.version(organization)
        return self._current_versions[organization]


class CacheTicket(NamedTuple):
    """State before the call, to detect an answer that is outdated on arrival."""

    asked_at: float
    mark: int
    generation: int | None
