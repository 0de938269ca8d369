"""Requests with their paths, responses, failures and deadlines, independent of the HTTP library."""

import re
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Any, NamedTuple
from urllib.parse import quote, urlencode

from contract.schema.endpoint import Endpoint
from contract.schema.listing import Query, query_pairs
from masthead.client.problems import NotFound

OK, REDIRECTS, REFUSALS, FAULTS = range(200, 300), range(300, 400), range(400, 500), range(500, 600)


@dataclass(frozen=True, slots=True)
class ApiRequest:
    """A request to the API. `path` is quoted; `wants_body` is False if the response body is ignored.

    `endpoint` is the name in the contract; `traceparent` is the W3C header, empty without tracing.
    """

    method: str
    path: str
    token: str = field(repr=False)  # a request may end up in a log line
    request_id: str = ""
    query: str = ""
    body: bytes | None = field(default=None, repr=False)
    wants_body: bool = True
    endpoint: str = ""
    traceparent: str = ""

    @property
    def reads(self) -> bool:
        """True if the request changes nothing, so it can be retried."""
        return self.method == "GET"


@dataclass(frozen=True, slots=True)
class ApiResponse:
    """A response. `body` is decompressed; `retry_after` and `date` are the raw headers.

    `is_page` means an HTML page, which a proxy or a sign-in page in between sends, never the API.
    """

    status: int
    body: bytes = field(default=b"", repr=False)
    retry_after: str = ""
    is_page: bool = False
    date: str = ""


class Trouble(Enum):
    NO_CONNECTION = auto()
    BROKEN = auto()  # reset or cut short
    SLOW = auto()
    GARBLED = auto()  # not HTTP
    TOO_LARGE = auto()  # over Limits.body_bytes
    RESTING = auto()  # the breaker is open
    CROWDED = auto()  # too many pages are waiting
    REDACTED = auto()  # the request body contains a text from which a token was removed


class Failure(NamedTuple):
    """No usable response. `sent` means that the API may have received the request; `reason` says why not."""

    trouble: Trouble
    sent: bool = False
    reason: str = ""


Outcome = ApiResponse | Failure


class Deadline:
    def __init__(self, seconds: float, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._monotonic = monotonic
        self._ends_at = monotonic() + seconds

    @property
    def left(self) -> float:
        """Seconds, never negative."""
        return max(0.0, self._ends_at - self._monotonic())

    @property
    def passed(self) -> bool:
        return self.left <= 0


MAX_ID_LENGTH = 200
_UNSENDABLE = re.compile(r"[\x00-\x1f\x7f-\x9f\ud800-\udfff]")
"""Control characters (C0, DEL, C1) and halves of characters, which no URL can carry."""
ROOT_SEGMENTS = 3  # /v1/orgs/{organizationId}
ORGANIZATIONS = "/v1/orgs"
SHARE_LINKS = "/share-links"
ALL = ""
"""Stands for what belongs to no single organization."""
ALWAYS_TOUCHED = (ORGANIZATIONS, "/v1/email-domains/")
"""Lists of organizations: their paths are below none of them."""


def build_path(endpoint: Endpoint[Any], ids: tuple[str, ...]) -> str:
    """Fill `ids` into the path. Raises NotFound for an id that cannot exist; nothing is sent then."""
    names = endpoint.path_params
    if len(names) != len(ids):
        raise TypeError(f"{endpoint.name} takes the ids {names}, not {len(ids)} of them")
    for identifier in ids:
        if not is_valid_id(identifier):
            raise NotFound
    return endpoint.path.format(**{name: quote_id(each) for name, each in zip(names, ids, strict=True)})


def quote_id(identifier: str) -> str:
    return quote(identifier, safe="")


def is_valid_id(identifier: str) -> bool:
    """False for what no path can carry: servers resolve `.` and `..`, and drop an empty part."""
    if identifier in {"", ".", ".."} or len(identifier) > MAX_ID_LENGTH:
        return False
    return _UNSENDABLE.search(identifier) is None


def build_query(query: Query | None) -> str:
    """Build the query string. It is part of the cache key, so equal queries give equal texts."""
    return urlencode(query_pairs(query)) if query is not None else ""


def get_organization_id(path: str) -> str:
    """The quoted id of the organization that `path` is below; empty for any other path."""
    root, _, below = path.partition(f"{ORGANIZATIONS}/")
    return below.split("/", 1)[0] if not root else ""


def list_renewed_versions(path: str, organization: str) -> set[str]:
    """List the organizations whose cache versions a write to `path` renews. See `list_stale_paths`."""
    return {get_organization_id(path), organization, ALL}


def list_stale_paths(path: str, organization: str) -> tuple[str, ...]:
    """List the paths whose responses a write to `path` may change. One that ends in a slash means everything below.

    `organization` is the quoted id of the object's organization; empty if the path names it. Only pages of a site show
    its share links.
    """
    site, found, _ = path.partition(SHARE_LINKS)
    if found:
        return site, f"{site}/"
    roots = ["/".join(path.split("/")[: ROOT_SEGMENTS + 1])]
    if organization:
        roots.append(f"{ORGANIZATIONS}/{organization}")
    return (*(each for root in roots for each in (root, f"{root}/")), *ALWAYS_TOUCHED)
