"""The service with switches, as a program elsewhere meets it: over HTTP, a connection per request."""

from dataclasses import dataclass
from typing import Any

import requests

from tests.world import ALICE, RunningService

SECONDS = 10


@dataclass(frozen=True)
class SwitchedService:
    """A running service, whose switches a test turns."""

    service: RunningService

    def turn(self, **switches: Any) -> None:  # noqa: ANN401 - as JSON has them
        """Turn these; all others are as usual."""
        self.service.turn(**switches)

    def ask(self, method: str, path: str, body: object = None, token: str = ALICE, **query: str) -> requests.Response:
        """Ask as Alice, or with another token."""
        headers = {"Authorization": f"Bearer {token}"}
        url = self.service.url + path
        return requests.request(method, url, headers=headers, json=body, params=query, timeout=SECONDS)
