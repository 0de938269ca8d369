"""The settings of many resources as they are now, read together, each resource once."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from pydantic_core import from_json

from contract.schema.listing import LIMIT_MAX, ListQuery
from masthead.client import Api, NotFound, Problem, Read
from masthead.resources.setting_names import settings_in
from masthead.store.entries import Intent
from masthead.writes.creations import find_in_listing
from masthead.writes.editable_settings import DELETED_SETTINGS, EDITABLE_SETTINGS, EditableSettings
from masthead.writes.roles import ROLE_ASSIGNMENTS, read_roles

Now = Mapping[str, Any] | Problem | None
"""Settings by field; the Problem of reading them; None where nobody can read them."""
READABLE = {**DELETED_SETTINGS, **EDITABLE_SETTINGS}


def read_all_settings(api: Api, intents: Sequence[Intent]) -> list[Now]:
    """What the settings that each intent is about are now, in the same order."""
    readable = [(READABLE.get(each.endpoint), each) for each in intents]
    asked = [_reads(settable, each.ids, sent(each)) if settable else [] for settable, each in readable]
    calls = {(call.endpoint.name, call.ids): call for each in asked for call in each}
    answers = dict(zip(calls, api.gather(*calls.values()), strict=True)) if calls else {}
    return [
        _settings_in(api, settable, each.ids, [answers[call.endpoint.name, call.ids] for call in reads])
        if settable
        else None
        for (settable, each), reads in zip(readable, asked, strict=True)
    ]


def read_now(api: Api, endpoint: str, ids: tuple[str, ...], names: Collection[str] | None = None) -> Mapping[str, Any]:
    """The settings, or the role, that a call to this endpoint sets, as in `read_settings`; empty for any other."""
    holding, settable = ROLE_ASSIGNMENTS.get(endpoint), EDITABLE_SETTINGS.get(endpoint)
    if holding is not None:
        return {"role": read_roles(api, holding, ids[:-1]).get(ids[-1])}
    return {} if settable is None else read_settings(api, settable, ids, names)


def read_settings(
    api: Api, settable: EditableSettings, ids: tuple[str, ...], names: Collection[str] | None = None
) -> Mapping[str, Any]:
    """Read the current settings, at least the named ones. Raises the Problem of the main read."""
    found = _settings_in(api, settable, ids, api.gather(*_reads(settable, ids, names)))
    if isinstance(found, Problem):
        raise found
    return found


def _reads(settable: EditableSettings, ids: tuple[str, ...], names: Collection[str] | None) -> list[Read[Any]]:
    if settable.listed:
        return [Read(settable.read, ids[:-1], ListQuery(limit=LIMIT_MAX))]
    calls = [Read(settable.read, ids)]
    if settable.also is not None and (names is None or settable.unread.intersection(names)):
        calls.append(Read(settable.also, ids))
    return calls


def _settings_in(
    api: Api, settable: EditableSettings, ids: tuple[str, ...], answers: Sequence[Any]
) -> Mapping[str, Any] | Problem:
    main, *also = answers
    if isinstance(main, Problem):
        return {} if settable.optional and isinstance(main, NotFound) else main
    if not settable.listed:
        return settable.values(main, *(None if isinstance(each, Problem) else each for each in also))
    found = next((item for item in main.items if item.id == ids[-1]), None)
    try:
        return settable.values(find_in_listing(api, settable.read, ids) if found is None else found)
    except Problem as problem:
        return problem


def sent(intent: Intent) -> dict[str, Any]:
    """What is sent, by the names of the settings."""
    return settings_in(intent.endpoint, from_json(intent.body) if intent.body else {})


def without_field(intent: Intent, message: str) -> str:
    """A refusal without the field of the call that the API puts in front: people know their fields by other names."""
    field, colon, rest = message.partition(": ")
    return rest if colon and field in sent(intent) else message
