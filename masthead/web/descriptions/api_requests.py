"""API requests as people can read and copy them, without a token."""

import json
import shlex
from typing import Any, NamedTuple

from contract.schema.endpoint import Endpoint
from masthead.client.exchange import build_path
from masthead.web.person.portal import portal


class ShownRequest(NamedTuple):
    """An API request to read. `body` is indented JSON or empty; `curl` is the same as a shell command."""

    method: str
    path: str
    body: str
    curl: str


def shown_request(endpoint: Endpoint[Any], ids: tuple[str, ...], sent: dict[str, Any] | None) -> ShownRequest:
    """Build the text and the shell command of a request to `endpoint`."""
    path = build_path(endpoint, ids)
    body = "" if sent is None else json.dumps(sent, indent=2, ensure_ascii=False)
    parts = ["curl", "-X", endpoint.method, portal().settings.api_base_url + path]
    words = " ".join(map(shlex.quote, parts)) + ' -H "Authorization: Bearer $TOKEN"'
    if sent is not None:
        compact = json.dumps(sent, ensure_ascii=False)
        words += f" -H 'Content-Type: application/json' --data {shlex.quote(compact)}"
    return ShownRequest(endpoint.method, path, body, words)
