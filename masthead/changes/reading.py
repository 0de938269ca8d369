"""The settings of many resources as they are now, read together, each resource once."""

from collections.abc import Mapping, Sequence
from typing import Any

from pydantic_core import from_json

from contract.schema.listing import LIMIT_MAX, Listing, ListQuery
from masthead.changes.creations import find_in_listing
from masthead.changes.editable_settings import DELETED_SETTINGS, EDITABLE_SETTINGS, EditableSettings
from masthead.client import Api, NotFound, Problem, Read
from masthead.resources.setting_names import settings_in
from masthead.store import Intent

Now = Mapping[str, Any] | Problem | None
"""Settings by field; the Problem of reading them; None where nobody can read them."""
READABLE = {**DELETED_SETTINGS, **EDITABLE_SETTINGS}


def read_all_settings(api: Api, intents: Sequence[Intent]) -> list[Now]:
    """What the settings that each intent is about are now, in the same order."""
    calls = {(call.endpoint.name, call.ids): call for intent in intents for call in _reads_for(intent)}
    answers = dict(zip(calls, api.gather(*calls.values()), strict=True)) if calls else {}
    asked = [[(call.endpoint.name, call.ids) for call in _reads_for(intent)] for intent in intents]
    return [
        _settings_in(api, intent, [answers[key] for key in keys]) for intent, keys in zip(intents, asked, strict=True)
    ]


def _reads_for(intent: Intent) -> list[Read[Any]]:
    settable = READABLE.get(intent.endpoint)
    if settable is None:
        return []
    if settable.listed:
        return [Read(settable.read, intent.ids[:-1], ListQuery(limit=LIMIT_MAX))]
    calls = [Read(settable.read, intent.ids)]
    if settable.also is not None and sent(intent).keys() & settable.unread:
        calls.append(Read(settable.also, intent.ids))
    return calls


def _settings_in(api: Api, intent: Intent, answers: Sequence[Any]) -> Now:
    settable = READABLE.get(intent.endpoint)
    if settable is None:
        return None
    main, *also = answers
    if isinstance(main, Problem):
        return {} if settable.optional and isinstance(main, NotFound) else main
    if settable.listed:
        return _settings_in_listing(api, intent, settable, main)
    return settable.values(main, *(None if isinstance(each, Problem) else each for each in also))


def _settings_in_listing(api: Api, intent: Intent, settable: EditableSettings, first: Listing[Any]) -> Now:
    found = next((item for item in first.items if item.id == intent.ids[-1]), None)
    try:
        return settable.values(find_in_listing(api, settable.read, intent.ids) if found is None else found)
    except Problem as problem:
        return problem


def sent(intent: Intent) -> dict[str, Any]:
    """What is sent, by the names of the settings."""
    return settings_in(intent.endpoint, from_json(intent.body) if intent.body else {})


def without_field(intent: Intent, message: str) -> str:
    """A refusal without the field of the call that the API puts in front: people know their fields by other names."""
    field, colon, rest = message.partition(": ")
    return rest if colon and field in sent(intent) else message
