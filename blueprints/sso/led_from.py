"""The page of the portal that led to a page of a provider, such as the checklist of enforcement."""

from typing import Any

from flask import request

from web.http.return_path import local_path
from web.places import page_label


def led_from() -> str:
    """Its address, as this request brings it along; empty where that is not known."""
    return local_path(request.values.get("next"), "")


def led_from_shown() -> dict[str, Any]:
    """The same for a page that leads back there."""
    address = led_from()
    return {"led_from": address, "led_from_label": page_label(address)}
