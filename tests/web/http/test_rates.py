"""Rates are read as operators write them."""

import pytest

from web.http.rates import Rate, parse_rates


@pytest.mark.parametrize(
    ("text", "rates"),
    [
        ("10/minute", [Rate(10, 60)]),
        ("10 per minute", [Rate(10, 60)]),
        (" 10 / Minutes ", [Rate(10, 60)]),
        ("5 per 2 hours", [Rate(5, 7200)]),
        ("1000/second", [Rate(1000, 1)]),
        ("5/minute;20/hour, 100/day|1/year", [Rate(5, 60), Rate(20, 3600), Rate(100, 86_400), Rate(1, 31_104_000)]),
    ],
)
def test_a_rate_is_read(text: str, rates: list[Rate]) -> None:
    assert parse_rates(text) == rates


@pytest.mark.parametrize("text", ["", "10", "often", "minute", "10/", "/minute", "10/week", "10/minute;", "-1/minute"])
def test_what_is_no_rate_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"^"):
        parse_rates(text)
