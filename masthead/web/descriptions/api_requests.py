"""API requests in a form that people can read and copy, without the token."""

import json
import shlex
from typing import Any, NamedTuple

from contract.schema.endpoint import Endpoint
from masthead.client.exchange import build_path
from masthead.web.person.portal import portal


class ShownRequest(NamedTuple):
    """An API request for display. `body` is indented JSON or empty; `curl` is the equivalent shell command."""

    method: str
    path: str
    body: str
    curl: str


def shown_request(endpoint: Endpoint[Any], ids: tuple[str, ...], sent: dict[str, Any] | None) -> ShownRequest:
    """Build the display text and the shell command for a request to `endpoint`."""
    path = build_path(endpoint, ids)
    body = "" if sent is None else json.dumps(sent, indent=2, ensure_ascii=False)
    parts = ["curl", "-X", endpoint.method, portal().settings.api_base_url + path]
    words = " ".join(map(shlex.quote, parts)) + ' -H "Authorization: Bearer $TOKEN"'
    if sent is not None:
        compact = json.dumps(sent, ensure_ascii=False)
        words += f" -H 'Content-Type: application/json' --data {shlex.quote(compact)}"
    return ShownRequest(endpoint.method, path, body, words)
