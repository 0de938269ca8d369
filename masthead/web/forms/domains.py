"""E-mail domains in any notation, and their faults."""

import re

from fetching import encode_host
from masthead.i18n import gettext

LABEL = re.compile(r"(?!-)[a-z0-9-]{1,63}(?<!-)")
MAX_LENGTH = 253
# Anybody can get an address at one of these, and would join the organization.
OPEN_TO_ALL = frozenset(
    (
        "aol.com",
        "gmail.com",
        "gmx.de",
        "gmx.net",
        "googlemail.com",
        "hotmail.com",
        "icloud.com",
        "live.com",
        "mail.com",
        "mail.ru",
        "me.com",
        "msn.com",
        "outlook.com",
        "proton.me",
        "protonmail.com",
        "qq.com",
        "web.de",
        "yahoo.com",
        "yandex.ru",
        "zoho.com",
    ),
)


def clean_domain(typed: str) -> str:
    """Normalize a typed domain: lower case, without `@`, in ASCII."""
    domain = typed.strip().lower().rpartition("@")[2].rstrip(".")
    try:
        return encode_host(domain)
    except UnicodeError:
        return domain


def domain_problem(domain: str) -> str:
    """Describe the fault of a cleaned domain; empty if it has none."""
    if "://" in domain or "/" in domain:
        return gettext("“%(domain)s” is a web address. Give the domain alone, such as example.com.", domain=domain)
    if "*" in domain:
        return gettext(
            "“%(domain)s” has a wildcard. Name each domain, such as example.com and eu.example.com.", domain=domain
        )
    labels = domain.split(".")
    if len(labels) < 2 or len(domain) > MAX_LENGTH or not all(LABEL.fullmatch(label) for label in labels):  # noqa: PLR2004
        return gettext("“%(domain)s” is not a domain. It looks like example.com.", domain=domain)
    return ""
