"""What a form was drawn from, sealed so that it can travel through the browser and come back untouched."""

from typing import Any

from flask import current_app, g
from itsdangerous import BadData, URLSafeSerializer


def _seal() -> URLSafeSerializer:
    person = g.get("person")
    return URLSafeSerializer(str(current_app.secret_key), salt=f"form-snapshot:{person.owner if person else ''}")


def seal(values: dict[str, Any]) -> str:
    """JSON values as one signed text, good for this person only."""
    return str(_seal().dumps(values))


def open_sealed(text: str) -> dict[str, Any] | None:
    """The values, or None where the text was not sealed here for this person."""
    try:
        values = _seal().loads(text)
    except BadData:
        return None
    return values if isinstance(values, dict) else None
