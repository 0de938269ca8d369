"""A browser behind a proxy: each request goes to the portal whose turn it is."""

import re
import socket
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException
from http.cookies import SimpleCookie
from urllib.parse import urlencode

from tests.pages.document import Document
from tests.pages.filling import Value, filled
from tests.soak.ledger import Word
from tests.soak.portals import Portals

SECONDS = 30
OUTCOME = re.compile(r'data-outcome="([a-z-]+)"\s+data-problems|data-toast\s[^>]*data-outcome="([a-z-]+)"')
"""Above a form, or in a message for the next page; what was typed there earlier and not saved has one too."""
TOLD = 900
REDIRECTS = {302, 303}
Pairs = Sequence[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Exchange:
    """One request and what came of it, `status` 0 where the connection broke off; `seconds` is how long that took."""

    method: str
    path: str
    status: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Answer:
    status: int
    location: str
    text: str

    @property
    def told(self) -> str:
        """What it says of that, with its markup."""
        found = OUTCOME.search(self.text)
        return " ".join(self.text[found.start() :][:TOLD].split()) if found else ""

    @property
    def word(self) -> Word | None:
        """What the page says came of a submission."""
        found = OUTCOME.search(self.text)
        return Word(found[1] or found[2]) if found else None


class Browser:
    """The browser of one person. `watch` is told of each exchange.

    As a proxy does, a request that no portal took is tried at the other; one that broke off is only if it reads.
    """

    def __init__(self, portals: Portals, watch: Callable[[Exchange], None]) -> None:
        self._portals, self._watch = portals, watch
        self._cookies: dict[str, str] = {}

    def get(self, path: str) -> Answer:
        """The page at an address, without its fragment; redirects are followed."""
        until = time.monotonic() + SECONDS
        while True:
            answer = self._send("GET", path.partition("#")[0])
            if answer is None and time.monotonic() > until:
                raise RuntimeError(f"no portal answers {path}")
            if answer is not None and answer.status not in REDIRECTS:
                return answer
            path = answer.location if answer is not None else path

    def post(self, path: str, pairs: Pairs) -> Answer | None:
        """Send a form; None where the connection broke off. Redirects are not followed."""
        return self._send("POST", path, pairs)

    def follow(self, answer: Answer) -> Answer:
        """The page that a submission led to."""
        return self.get(answer.location) if answer.status in REDIRECTS else answer

    def _send(self, method: str, path: str, pairs: Pairs | None = None) -> Answer | None:
        began = time.monotonic()
        connection = self._connected(began + SECONDS)
        try:
            answer = self._exchange(connection, method, path, pairs)
        except (OSError, HTTPException):
            answer = None
        finally:
            connection.close()
        status = answer.status if answer is not None else 0
        self._watch(Exchange(method, path, status, time.monotonic() - began))
        return answer

    def _connected(self, until: float) -> HTTPConnection:
        while True:
            connection = HTTPConnection(*self._portals.next(), timeout=SECONDS)
            try:
                connection.connect()
            except OSError:
                if time.monotonic() > until:
                    raise
                time.sleep(0.02)
            else:
                connection.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                return connection

    def _exchange(self, connection: HTTPConnection, method: str, path: str, pairs: Pairs | None) -> Answer:
        headers = {"Connection": "close", "User-Agent": "Soak", "Sec-Fetch-Site": "same-origin"}
        headers["Cookie"] = "; ".join(f"{name}={value}" for name, value in self._cookies.items())
        if pairs is not None:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        connection.request(method, path, None if pairs is None else urlencode(pairs), headers)
        response = connection.getresponse()
        text = response.read().decode()
        self._keep(response.headers.get_all("Set-Cookie") or [])
        return Answer(response.status, response.headers.get("Location", ""), text)

    def _keep(self, given: Sequence[str]) -> None:
        for line in given:
            for name, morsel in SimpleCookie(line).items():
                self._cookies[name] = morsel.value


def fill(answer: Answer, action: str, typed: Mapping[str, Value], press: str | None = None) -> Pairs:
    """What a browser sends when the form of a page with this action is filled in. Raises LookupError without one."""
    document = Document(answer.text)
    for form in document.all("form"):
        if form.get("action", "").partition("?")[0] == action.partition("?")[0]:
            with suppress(AssertionError):  # another form of the page with this action
                return filled(document, form, typed, press)
    raise LookupError(f"no form to {action} with {press}: {answer.status}")
