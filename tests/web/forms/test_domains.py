"""E-mail domains as people type them."""

from masthead.web.forms.field_types import OPEN_TO_ALL, clean_domain, domain_problem
from tests.loops import for_each


@for_each(
    "typed, domain",
    [
        ("example.com", "example.com"),
        ("@example.com", "example.com"),
        ("mailto:ann@example.com", "example.com"),
        ("bücher.example", "xn--bcher-kva.example"),
        ("例え.jp", "xn--r8jz45g.jp"),
        ("Straße.example", "xn--strae-oqa.example"),
        ("☃.example", "☃.example"),
        ("", ""),
        ("ü" * 300, "ü" * 300),
    ],
)
def test_a_domain_is_taken_out_of_what_was_typed(typed: str, domain: str) -> None:
    assert clean_domain(typed) == domain


LONGEST = ("a" * 63 + ".example", ".".join(["a" * 49] * 5) + ".ab")


@for_each("domain", ["example.com", "a.b.c.example", "xn--bcher-kva.example", "1.example", "a-b.example", *LONGEST])
def test_a_domain_is_taken(domain: str) -> None:
    assert domain_problem(domain) == ""


@for_each(
    "domain",
    [
        "",
        "example",
        "-a.example",
        "a-.example",
        ".example",
        "a_b.example",
        "ü.example",
        "a" * 64 + ".example",
        ".".join(["a" * 50] * 5),
        "example.com\n",
    ],
)
def test_what_is_none_is_told(domain: str) -> None:
    assert domain_problem(domain) == f"“{domain}” is not a domain. It looks like example.com."


def test_public_mail_services_are_domains_themselves() -> None:
    assert [domain for domain in OPEN_TO_ALL if domain_problem(domain) or clean_domain(domain) != domain] == []
