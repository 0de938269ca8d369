"""Names of the settings in the body of an update: its fields, or the entries of its only field.

The name of an entry has the prefix ENTRY.
"""

from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel

from contract.schema.endpoint import Endpoint
from masthead.resources import BY_UPDATE, ENTRY

HOLDERS = {name: each.settings.holder for name, each in BY_UPDATE.items() if each.settings.holder}


def settings_in(endpoint: str, body: Mapping[str, Any]) -> dict[str, Any]:
    """Return the settings in a body, as JSON values; None for a cleared entry."""
    holder = HOLDERS.get(endpoint)
    if holder is None:
        return dict(body)
    return {f"{ENTRY}{name}": entry.get("value") for name, entry in (body.get(holder) or {}).items()}


def body_that_sets(endpoint: Endpoint[Any], settings: Mapping[str, Any]) -> BaseModel | None:
    """Build the body that sets these; None for a call without a body. Raises pydantic's ValidationError."""
    if endpoint.body is None:
        return None
    holder = HOLDERS.get(endpoint.name)
    if holder is None:
        return endpoint.body.model_validate(settings)
    entries = {name.removeprefix(ENTRY): {"value": value} for name, value in settings.items()}
    return endpoint.body.model_validate({holder: entries})
