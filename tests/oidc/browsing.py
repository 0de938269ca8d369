"""A browser on its way to the provider and back."""

from http.client import HTTPConnection
from urllib.parse import parse_qs, urlsplit

from tests.pages.page import Page
from tests.pages.pages import Pages

START = "/sign-in/provider"


def begin(pages: Pages, onward: str = "/orgs", start: str = START) -> str:
    """Where the portal sends the browser."""
    begun = pages.get(f"{start}?next={onward}", follow=False)
    assert begun.status == 303, begun.problems
    return begun.headers["Location"]


def at_provider(address: str) -> str:
    """Where the provider sends it, as a path of the portal."""
    there = urlsplit(address)
    connection = HTTPConnection(there.netloc)
    connection.request("GET", f"{there.path}?{there.query}")
    answered = connection.getresponse()
    back = urlsplit(answered.headers["Location"])
    connection.close()
    return f"{back.path}?{back.query}"


def sign_in(pages: Pages, onward: str = "/orgs", start: str = START) -> Page:
    """All the way, to the page that the portal shows then."""
    return pages.get(at_provider(begin(pages, onward, start)))


def only_sign_in(pages: Pages) -> None:
    """All the way, without a page after it: the session has been used for nothing yet."""
    assert pages.get(at_provider(begin(pages)), follow=False).status == 303


def asked_in(address: str) -> dict[str, str]:
    return {name: values[0] for name, values in parse_qs(urlsplit(address).query).items()}
