"""Snapshots of a form's values, sealed so that they pass through the browser unaltered."""

import hashlib
import time
from dataclasses import asdict, dataclass, field
from typing import Any

from flask import current_app, g
from itsdangerous import BadData, URLSafeSerializer


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A page's saved values, as JSON by field. `asked` has the conflicts that it asked about.

    `sent` has, by field, what the page sent without a known outcome: where it is there, this person put it there.
    `at` is when what it was drawn from was read, at the latest, in seconds since 1970; 0 before it is sealed.
    """

    values: dict[str, Any]
    asked: dict[str, dict[str, Any]] = field(default_factory=dict)
    at: float = 0.0
    sent: dict[str, list[Any]] = field(default_factory=dict)


def _serializer() -> URLSafeSerializer:
    person = g.get("person")
    salt = f"form-snapshot:{person.owner if person else ''}"
    return URLSafeSerializer(str(current_app.secret_key), salt=salt, signer_kwargs={"digest_method": hashlib.sha256})


def seal_snapshot(snapshot: Snapshot) -> str:
    """Return a signed text that only this person's session opens."""
    at = snapshot.at or time.time() - _seconds_since_read()
    return str(_serializer().dumps({**asdict(snapshot), "at": at}))


def _seconds_since_read() -> float:
    stale = g.api.stale if "api" in g else None
    return stale.age + time.perf_counter() - g.started if stale else 0.0


def open_snapshot(text: str) -> Snapshot | None:
    """Open a snapshot; None if it was not sealed here for this person."""
    try:
        sealed = _serializer().loads(text)
        return Snapshot(sealed["values"], sealed["asked"], sealed.get("at", 0.0), sealed.get("sent", {}))
    except (BadData, KeyError, TypeError):
        return None
