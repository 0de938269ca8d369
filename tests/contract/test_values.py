"""What single values may be: times, counts, numbers, addresses."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from pydantic import TypeAdapter, ValidationError

from contract.organization.saml import SamlProviderCreate
from contract.schema.fields import Count, HttpUri, JsonObject, Moment, Number
from tests.loops import for_each

MOMENT: TypeAdapter[datetime] = TypeAdapter(Moment)
COUNT: TypeAdapter[int] = TypeAdapter(Count)
NUMBER: TypeAdapter[float] = TypeAdapter(Number)
URI: TypeAdapter[str] = TypeAdapter(HttpUri)
OBJECT: TypeAdapter[dict[str, Any]] = TypeAdapter(JsonObject)


@for_each(
    "text, offset",
    [
        ("2026-01-02T03:04:05Z", 0),
        ("2026-01-02T03:04:05.000Z", 0),
        ("2026-01-02T03:04:05", 0),
        ("2026-01-02t03:04:05z", 0),
        ("2026-01-02 03:04:05+00:00", 0),
        ("2026-01-02T05:04:05+02:00", 2),
    ],
)
def test_a_date_time_keeps_its_zone_and_has_utc_without_one(text: str, offset: int) -> None:
    read = MOMENT.validate_json(f'"{text}"')
    assert read == datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
    assert read.utcoffset() == timedelta(hours=offset)


def test_a_date_time_is_written_in_iso_8601() -> None:
    assert MOMENT.dump_json(datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)) == b'"2026-01-02T03:04:05Z"'


@for_each(
    "raw",
    [
        *('"1700000000"', "1700000000", "1700000000.5", '"2026-01-02"', '"2026-13-02T03:04:05Z"'),
        *('"0000-01-01T00:00:00Z"', '"0001-01-01T00:00:00+23:00"', '"9999-12-31T23:59:59-23:00"'),
        *('"٢٠٢٦-01-02T03:04:05Z"', '"yesterday"', '""', "null", "true", "{}"),
    ],
)
def test_what_is_no_date_time_is_refused(raw: str) -> None:
    with pytest.raises(ValidationError):
        MOMENT.validate_json(raw)


@for_each("raw, count", [("0", 0), ("-1", -1), ("3.0", 3), ("1e3", 1000), (str(2**53), 2**53)])
def test_a_whole_number_is_a_count(raw: str, count: int) -> None:
    read = COUNT.validate_json(raw)
    assert (read, type(read)) == (count, int)


@for_each("raw", ["1.5", '"1"', "true", "null", "[]", str(2**53 + 1), "1e300", "NaN", "Infinity", "1e400"])
def test_what_is_no_count_is_refused(raw: str) -> None:
    with pytest.raises(ValidationError):
        COUNT.validate_json(raw)


@for_each("value", [0, -1, 1.5, 1e300, 2**53])
def test_a_number_is_kept_as_it_is(value: float) -> None:
    read = NUMBER.validate_python(value)
    assert (read, type(read)) == (value, type(value))


@for_each("value", [True, "1", None, float("nan"), float("inf"), 2**53 + 1, 10**6000])
def test_what_is_no_number_is_refused(value: object) -> None:
    with pytest.raises(ValidationError):
        NUMBER.validate_python(value)


@for_each(
    "uri",
    [
        *("https://example.com", "http://example.com:8080/a?b=c#d", "HTTPS://Example.COM/%7Euser/../x"),
        *("https://user:word@example.com/", "https://bücher.example/ü", "https://[::1]/"),
        "https://example.com?" + "q" * (2048 - 20),
    ],
)
def test_an_address_is_kept_exactly(uri: str) -> None:
    assert SamlProviderCreate(label="x", ssoURL=uri).model_dump() == {"label": "x", "ssoURL": uri}


@for_each(
    "uri",
    [
        *("", "example.com", "//example.com/x", "/x", "https://", "https:///x", "https://:443/x", "ftp://example.com"),
        *("javascript:alert(1)", "java\nscript:alert(1)", "data:text/html,x", "https://example.com/a b"),
        *("https://example.com/\n", " https://example.com", "https://example.com:99999/", "https://example.com:0/"),
        *("https://[::1", "https://example.com?" + "q" * (2049 - 20)),
    ],
)
def test_what_is_no_address_is_refused(uri: str) -> None:
    with pytest.raises(ValidationError):
        URI.validate_python(uri)


@for_each("held", ["\ud800", ["\udfff"], {"\ud800": 1}, float("nan"), [float("-inf")], {"a": {"b": "\ud83d"}}])
def test_an_open_object_that_json_cannot_write_is_refused(held: object) -> None:
    with pytest.raises(ValidationError):
        OBJECT.validate_python({"held": held})


def test_an_open_object_keeps_everything_else() -> None:
    held: dict[str, Any] = {"a": [1, 1.5, True, None, "🦊\x00\u202e", {}, []], "": {"$schema": "x"}}
    assert OBJECT.validate_json(OBJECT.dump_json(held)) == held
