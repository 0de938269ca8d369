"""A request to the API as people can read it and take it along; without anyone's token."""

import json
import shlex
from dataclasses import dataclass
from typing import Any

from contract.schema.endpoint import Endpoint
from masthead.client.paths import build_path
from masthead.web.person.portal import portal


@dataclass(frozen=True, slots=True)
class ShownRequest:
    """The method, the path, the body as indented JSON (empty for none), and the same for a shell."""

    method: str
    path: str
    body: str
    curl: str


def shown_request(endpoint: Endpoint[Any], ids: tuple[str, ...], sent: dict[str, Any] | None) -> ShownRequest:
    """The request that `endpoint` takes with these ids and this body."""
    path = build_path(endpoint, ids)
    body = "" if sent is None else json.dumps(sent, indent=2, ensure_ascii=False)
    parts = ["curl", "-X", endpoint.method, portal().settings.api_base_url + path]
    words = " ".join(map(shlex.quote, parts)) + ' -H "Authorization: Bearer $TOKEN"'
    if sent is not None:
        compact = json.dumps(sent, ensure_ascii=False)
        words += f" -H 'Content-Type: application/json' --data {shlex.quote(compact)}"
    return ShownRequest(endpoint.method, path, body, words)
