"""The service's settings."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime

from sqlalchemy import URL

from service.identity.tokens import TokenIssuer
from service.rehearsal.switches import Switches


def utc_now() -> datetime:
    return datetime.now(UTC)


@dataclass(frozen=True)
class ServiceSettings:
    """The service's settings. `base` is its URL for clients, without a trailing slash.

    `demo` fills an empty database with at least `demo_size` sites and as many spaces, and accepts the demo tokens;
    `tell` receives progress lines. `fetch_from_loopback` allows fetching documents from this machine. `switches` decide
    what the contract leaves open, and can be changed while the service runs.
    """

    database: URL
    base: str = "http://127.0.0.1:5001"
    demo: bool = False
    demo_size: int = 0
    tell: Callable[[str], None] = lambda _line: None
    fetch_from_loopback: bool = False
    clock: Callable[[], datetime] = utc_now
    switches: Switches | None = None
    token_issuer: TokenIssuer | None = None
