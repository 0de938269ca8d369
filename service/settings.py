"""Settings of the service."""

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
    """`base` is the address under which clients reach the service, without a slash at its end.

    With `demo` an empty database is filled with the demo world, of at least `demo_size` sites and as many spaces, and
    its tokens are taken; `tell` gets a line now and then while that is written. With `fetch_from_loopback` documents
    are fetched from addresses of this machine too, not from public ones alone.

    With `switches` the service does as they say where the contract is silent, and they can be turned while it runs.
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
