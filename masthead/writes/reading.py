"""Reads current settings, roles and created things in the form in which a call sends them."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from pydantic import MISSING

from contract.schema.endpoint import Endpoint
from contract.schema.listing import LIMIT_MAX, Listing, ListQuery
from masthead.client import Api, NotFound, Problem, Read
from masthead.resources import BY_CREATE, BY_DELETE, BY_UPDATE, Resource
from masthead.resources.values import MEMBER_CALLS
from masthead.store.entries import Entry, Intent
from masthead.store.journal.journal import Journal
from masthead.writes.roles import ROLE_ASSIGNMENTS, read_members, read_roles
from masthead.writes.send import sent_values
from masthead.writes.timeline import Timelines, read_timelines

Now = Mapping[str, Any] | Problem | None
"""Settings by field; the Problem of reading them; None where nobody can read them."""
READABLE = {**BY_DELETE, **BY_UPDATE}
BY_ID = "id}"
"""The end of the path of a read that takes an id; others take a name."""


def read_all_settings(api: Api, intents: Sequence[Intent]) -> list[Now]:
    """Read the current settings for each intent, in the same order; each resource is read once."""
    readable = [(READABLE.get(each.endpoint), each) for each in intents]
    asked = [_reads(resource, each.ids, sent_values(each)) if resource else [] for resource, each in readable]
    calls = {(call.endpoint.name, call.ids): call for each in asked for call in each}
    answers = dict(zip(calls, api.gather(*calls.values()), strict=True)) if calls else {}
    return [
        _settings_in(api, resource, each.ids, [answers[call.endpoint.name, call.ids] for call in reads])
        if resource
        else None
        for (resource, each), reads in zip(readable, asked, strict=True)
    ]


def read_now(api: Api, endpoint: str, ids: tuple[str, ...], names: Collection[str] | None = None) -> Mapping[str, Any]:
    """Read the settings or role that a call to this endpoint sets; empty for other endpoints."""
    assignment, resource = ROLE_ASSIGNMENTS.get(endpoint), BY_UPDATE.get(endpoint)
    if assignment is not None:
        return {"role": read_roles(api, assignment, ids[:-1]).get(ids[-1])}
    return {} if resource is None else read_settings(api, resource, ids, names)


def read_current(api: Api, entry: Entry, journal: Journal | None) -> tuple[Timelines, Mapping[str, Any]]:
    """Read the timelines of the values that an entry set, and their current values. Raises the Problem of the read."""
    intent = entry.intent
    if intent.endpoint in MEMBER_CALLS:
        members = read_members(api, *intent.ids[:2])
        since = read_timelines(journal, entry, members.addresses)
        return since, members.roles_of(since)
    names = sent_values(intent) if intent.endpoint in BY_UPDATE else None
    return read_timelines(journal, entry), read_now(api, intent.endpoint, intent.ids, names)


def read_settings(
    api: Api, resource: Resource, ids: tuple[str, ...], names: Collection[str] | None = None
) -> Mapping[str, Any]:
    """Read the current settings, at least the named ones. Raises the Problem of the main read."""
    found = _settings_in(api, resource, ids, api.gather(*_reads(resource, ids, names)))
    if isinstance(found, Problem):
        raise found
    return found


def _reads(resource: Resource, ids: tuple[str, ...], names: Collection[str] | None) -> list[Read[Any]]:
    settings = resource.settings
    if resource.source.listing:
        return [Read(resource.source, ids[:-1], ListQuery(limit=LIMIT_MAX))]
    is_enough = settings.also is None or (names is not None and settings.unread.isdisjoint(names))
    return [Read(each, ids) for each in (resource.source, None if is_enough else settings.also) if each is not None]


def _settings_in(
    api: Api, resource: Resource, ids: tuple[str, ...], answers: Sequence[Any]
) -> Mapping[str, Any] | Problem:
    main, *also = answers
    if isinstance(main, Problem):
        return {} if resource.settings.optional and isinstance(main, NotFound) else main
    if not resource.source.listing:
        return resource.settings_of(main, *(None if isinstance(each, Problem) else each for each in also))
    found = next((item for item in main.items if item.id == ids[-1]), None)
    try:
        return resource.settings_of(find_in_listing(api, resource.source, ids) if found is None else found)
    except Problem as problem:
        return problem


def find_in_listing(api: Api, listing: Endpoint[Listing[Any]], ids: tuple[str, ...]) -> Any:  # noqa: ANN401 - any resource
    """Find the item whose id is the last of `ids` in a listing. Raises NotFound if there is none."""
    *around, own = ids
    for item in api.walk(listing, *around, query=ListQuery(limit=LIMIT_MAX)):
        if item.id == own:
            return item
    raise NotFound


def walk_named(api: Api, resource: Resource, ids: tuple[str, ...], name: Any) -> Iterator[Any]:  # noqa: ANN401 - JSON
    """Yield the items of the resource's listing that have this name."""
    listing: Any = resource.endpoints.listing
    query_type = listing.query or ListQuery
    filters = {resource.name: name} if resource.name in query_type.model_fields and name is not MISSING else {}
    query = query_type.model_validate({**filters, "limit": LIMIT_MAX})
    return (item for item in api.walk(listing, *ids, query=query) if name in (MISSING, getattr(item, resource.name)))


def read_created(api: Api, create: str, ids: tuple[str, ...]) -> Any:  # noqa: ANN401 - any resource
    """Read what this endpoint created; its id is the last of `ids`. Raises NotFound, or a read's Problem."""
    calls = BY_CREATE[create].endpoints
    is_by_id = calls.read is not None and calls.read.path.lower().endswith(BY_ID)
    place: Any = calls.read if is_by_id else calls.listing
    return api.read(place, *ids) if is_by_id else find_in_listing(api, place, ids)


def is_there(api: Api, create: str, ids: tuple[str, ...]) -> bool:
    """Return whether the object an endpoint created exists. Raises the Problem of a read, except NotFound."""
    try:
        read_created(api, create, ids)
    except NotFound:
        return False
    return True
