"""HTTP adapter for Authlib's client: one request at a time, within limits, to the token endpoint only."""

import json
from base64 import b64encode
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote_plus, urlencode

from authlib.oauth2.auth import ClientAuth

from fetching import Fetcher, PostResponse


@dataclass(frozen=True, slots=True)
class TokenResponse:
    """An answer as Authlib reads it."""

    answered: PostResponse

    @property
    def status_code(self) -> int:
        return self.answered.status

    def json(self) -> Any:  # noqa: ANN401 - it is any JSON
        return json.loads(self.answered.content)

    def raise_for_status(self) -> None:
        raise ValueError(f"status {self.answered.status}")


@dataclass(frozen=True, slots=True)
class TokenEndpoint:
    """Stands where Authlib's client expects a session of an HTTP library."""

    fetcher: Fetcher

    def post(self, url: str, *, data: Mapping[str, str], headers: Mapping[str, str], auth: ClientAuth) -> TokenResponse:
        """Raises FetchError."""
        url, sent, body = auth.prepare("POST", url, dict(headers), urlencode(data))
        return TokenResponse(self.fetcher.post(url, body.encode(), sent))


def encode_client(
    client: ClientAuth, _method: str, url: str, headers: dict[str, str], body: str
) -> tuple[str, dict[str, str], str]:
    """Who the client is, as RFC 6749 (2.3.1) has it: Authlib leaves a colon or a percent sign as it is."""
    whole = ":".join(quote_plus(each) for each in (client.client_id, client.client_secret))
    return url, {**headers, "Authorization": f"Basic {b64encode(whole.encode()).decode()}"}, body
