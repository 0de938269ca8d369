"""Listings and queries: the list envelope, its paging parameters, and the URL form of a query."""

from typing import Annotated, Generic, NamedTuple, TypeVar

from pydantic import MISSING, BaseModel, BeforeValidator, ConfigDict, Field, PrivateAttr

from contract.schema.fields import MIN_LENGTH, ContractModel, Count


class UnreadableItem(NamedTuple):
    """The id and the name that we found in an item that doesn't match the contract; empty where there is none."""

    id: str = ""
    name: str = ""


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
    # The contract requires it, but a listing without it is still readable.
    count: Count = Field(default_factory=lambda fields: len(fields.get("items", [])))
    next: NextPage | MISSING = MISSING
    # Private, so never serialized: the contract has no such field.
    _unread: tuple[UnreadableItem, ...] = PrivateAttr(())

    @property
    def unread(self) -> tuple[UnreadableItem, ...]:
        """Return the items that a tolerant endpoint left out."""
        return self._unread

    def record_unread(self, unread: tuple[UnreadableItem, ...]) -> None:
        self._unread = unread


class Query(BaseModel):
    """The query of an endpoint. Values may be text, as in a URL; unknown names are ignored."""

    model_config = ConfigDict(extra="ignore", str_min_length=MIN_LENGTH, defer_build=True)


def _parse_flag(value: object) -> object:
    return {"true": True, "false": False}.get(value, value) if isinstance(value, str) else value


def _parse_digits(value: object) -> object:
    plain = isinstance(value, str) and value.isascii() and value.isdigit() and len(value) <= _DIGITS
    return int(str(value)) if plain else value


Flag = Annotated[bool, Field(strict=True), BeforeValidator(_parse_flag)]
"""A boolean of a query; in a URL it is exactly `true` or `false`."""

PageLimit = Annotated[int, Field(strict=True, ge=1, le=LIMIT_MAX), BeforeValidator(_parse_digits)]
"""Most items of a page. The contract has 1000 as its maximum; the minimum is ours: a page of 0 would never end."""


class ListQuery(Query):
    """Parameters of every listing."""

    page: str | MISSING = MISSING
    limit: PageLimit | MISSING = MISSING


def _to_text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def query_pairs(query: Query) -> list[tuple[str, str]]:
    """Write the query as (name, text) pairs: absent values are left out, an array repeats its name."""
    pairs: list[tuple[str, str]] = []
    for name, value in query.model_dump().items():
        values = value if isinstance(value, list) else [value]
        pairs.extend((name, _to_text(each)) for each in values)
    return pairs
