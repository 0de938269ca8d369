"""Listings and queries: the list envelope, the query that pages through it, and how a query is written on the wire."""

from typing import Annotated, Generic, TypeVar

from pydantic import MISSING, BaseModel, BeforeValidator, ConfigDict, Field, PrivateAttr

from contract.schema.fields import NO_HALF_CHARACTERS, ContractModel, Count
from contract.schema.unreadable import UnreadableItem

T = TypeVar("T")
LIMIT_MAX = 1000
_DIGITS = 9


class NextPage(ContractModel):
    """Next page of a listing: `page` is the value of its `page` parameter."""

    page: str


class Listing(ContractModel, Generic[T]):
    """One page of a listing; `next` is absent on the last one."""

    absence_tells = frozenset({"next"})

    items: list[T]
    # The contract always sends it; an answer without it is readable all the same.
    count: Count = Field(default_factory=lambda told: len(told.get("items", [])))
    next: NextPage | MISSING = MISSING
    # Not of the contract, and so never written: what was set aside where the listing was read partly.
    _unread: tuple[UnreadableItem, ...] = PrivateAttr(())

    @property
    def unread(self) -> tuple[UnreadableItem, ...]:
        """The items that a tolerant endpoint left out."""
        return self._unread

    def record_unread(self, unread: tuple[UnreadableItem, ...]) -> None:
        self._unread = unread


class Query(BaseModel):
    """The query of an endpoint. Values may come as text, as they do from a URL; unknown names are ignored."""

    model_config = ConfigDict(extra="ignore", str_min_length=NO_HALF_CHARACTERS, defer_build=True)


def _parse_flag(value: object) -> object:
    return {"true": True, "false": False}.get(value, value) if isinstance(value, str) else value


def _parse_digits(value: object) -> object:
    plain = isinstance(value, str) and value.isascii() and value.isdigit() and len(value) <= _DIGITS
    return int(str(value)) if plain else value


Flag = Annotated[bool, Field(strict=True), BeforeValidator(_parse_flag)]
"""A boolean of a query: the words `true` and `false` on the wire, and no others."""

PageLimit = Annotated[int, Field(strict=True, ge=1, le=LIMIT_MAX), BeforeValidator(_parse_digits)]
"""How many items a page may hold. The contract names the 1000; a page of none could never end a listing."""


class ListQuery(Query):
    """Parameters of every listing."""

    page: str | MISSING = MISSING
    limit: PageLimit | MISSING = MISSING


def _to_text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def query_pairs(query: Query) -> list[tuple[str, str]]:
    """The query as (name, text) pairs in declared order: absent values left out, arrays as a repeated name."""
    pairs: list[tuple[str, str]] = []
    for name, value in query.model_dump().items():
        values = value if isinstance(value, list) else [value]
        pairs.extend((name, _to_text(each)) for each in values)
    return pairs
