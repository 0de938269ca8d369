"""What a field of an answer holds, told without the models of the contract, so that those are checked too."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from urllib.parse import urlsplit

Kind = Callable[[object, str], Iterator[str]]
"""Gives what is wrong with a value; the text says where the value stands."""

_MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)")


def text(value: object, where: str) -> Iterator[str]:
    if not isinstance(value, str):
        yield f"{where} is no text: {value!r}"


def number(value: object, where: str) -> Iterator[str]:
    if isinstance(value, bool) or not isinstance(value, int | float):
        yield f"{where} is no number: {value!r}"


def flag(value: object, where: str) -> Iterator[str]:
    if not isinstance(value, bool):
        yield f"{where} is neither true nor false: {value!r}"


def moment(value: object, where: str) -> Iterator[str]:
    """An ISO 8601 date-time with its zone."""
    if not isinstance(value, str) or not _MOMENT.fullmatch(value):
        yield f"{where} is no ISO 8601 date-time: {value!r}"


def address(value: object, where: str) -> Iterator[str]:
    """An absolute URL."""
    parts = urlsplit(value) if isinstance(value, str) else None
    if parts is None or parts.scheme not in {"http", "https"} or not parts.netloc:
        yield f"{where} is no absolute URL: {value!r}"


def anything(value: object, where: str) -> Iterator[str]:
    """A value that is not described."""
    if value is None:
        yield f"{where} is null"


def nullable(kind: Kind) -> Kind:
    return lambda value, where: iter(()) if value is None else kind(value, where)


def one_of(*values: str) -> Kind:
    """An enumeration that is told in full."""

    def check(value: object, where: str) -> Iterator[str]:
        if value not in values:
            yield f"{where} is none of {', '.join(values)}: {value!r}"

    return check


def matching(pattern: str, least: int, most: int) -> Kind:
    """A text of a pattern and a length."""

    def check(value: object, where: str) -> Iterator[str]:
        if not isinstance(value, str) or not least <= len(value) <= most or not re.search(pattern, value):
            yield f"{where} is not as documented: {value!r}"

    return check


def sized(least: int, most: int) -> Kind:
    return matching("", least, most)


def list_of(kind: Kind) -> Kind:
    def check(value: object, where: str) -> Iterator[str]:
        if not isinstance(value, list):
            yield f"{where} is no list: {value!r}"
            return
        for place, item in enumerate(value):
            yield from kind(item, f"{where}[{place}]")

    return check


def flags(*names: str) -> Kind:
    """`permissions`: all of these, each true or false, and no others."""
    return Fields(dict.fromkeys(names, flag))


def addresses(*names: str) -> Kind:
    """`urls`: any of these, each an absolute URL."""
    return Fields({}, dict.fromkeys(names, address))


@dataclass(frozen=True)
class Fields:
    """An object with documented fields and no others: those that are always there, and those that may be."""

    always: Mapping[str, Kind]
    sometimes: Mapping[str, Kind] | None = None

    def __call__(self, value: object, where: str) -> Iterator[str]:
        if not isinstance(value, dict):
            yield f"{where} isn't an object: {value!r}"
            return
        known = {**self.always, **(self.sometimes or {})}
        yield from (f"{where}.{name} is missing" for name in self.always.keys() - value.keys())
        yield from (f"{where}.{name} is not documented" for name in value.keys() - known.keys())
        for name in known.keys() & value.keys():
            yield from known[name](value[name], f"{where}.{name}")


def resource(discriminator: str, always: Mapping[str, Kind], sometimes: Mapping[str, Kind] | None = None) -> Fields:
    """An object that says in `object` what it is."""
    return Fields({"object": one_of(discriminator), **always}, sometimes)


def listing(item: Kind, **besides: Kind) -> Kind:
    """The list envelope: `count` is the number of items, `next` is there unless this is the last page."""
    envelope = Fields({"items": list_of(item), "count": number, **besides}, {"next": Fields({"page": text})})

    def check(value: object, where: str) -> Iterator[str]:
        yield from envelope(value, where)
        if isinstance(value, dict) and value.get("count") != len(value.get("items", [])):
            yield f"{where}.count is not the number of items"

    return check
