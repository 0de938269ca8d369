"""What is made and deleted: found in its listing when nobody knows, taken away again, made again."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from pydantic import MISSING

from contract.schema.endpoint import Endpoint
from contract.schema.listing import LIMIT_MAX, Listing, ListQuery
from i18n import N_, gettext
from masthead.client import Api, NotFound
from masthead.resources import RESOURCES, Resource
from masthead.resources.resource import SetAfterCreation
from masthead.resources.setting_names import settings_in
from masthead.store.causes import Cause, Reason
from masthead.store.entries import MAYBE_SAVED, Entry, Outcome, State
from masthead.store.journal.finding import JournalQuery
from masthead.store.journal.journal import Journal
from masthead.store.journal.values import request_of
from masthead.writes.change import RESTORED, Change
from masthead.writes.observe import CHANGED_SINCE, DONE_BY_SOMEBODY, NEAR, is_near, observe_made

MAX_ENTRIES = 1000
BY_ID = "id}"
"""How the path of a read ends that takes an id; others take a name."""
NAME_TAKEN = N_("There is another one called %(name)s now, so Masthead doesn't create it again.")


@dataclass(frozen=True)
class Creation:
    """How a kind of thing is made, and found in the listing of its kind by the field that names it.

    Undoing deletes what was made where `before_deleting` tells what to know before that, and makes again what was
    deleted, with another id, where `before_making` does.
    """

    kind: str
    name: str
    create: Endpoint[Any]
    listing: Endpoint[Listing[Any]]
    delete: Endpoint[None]
    before_deleting: str = ""
    before_making: str = ""
    set_after: Mapping[str, SetAfterCreation] = field(default_factory=dict)
    is_name_unique: bool = False
    update: Endpoint[Any] | None = None


def _creation_of(resource: Resource) -> Creation | None:
    calls = resource.endpoints
    if calls.create is None or calls.listing is None or calls.delete is None:
        return None
    undone = resource.undo_create, resource.undo_delete, resource.set_after, resource.is_name_unique, calls.update
    return Creation(resource.one, resource.name, calls.create, calls.listing, calls.delete, *undone)


_CREATIONS = tuple(filter(None, map(_creation_of, RESOURCES)))
CREATIONS = {making.create.name: making for making in _CREATIONS}
DELETIONS = {making.delete.name: making for making in _CREATIONS if making.before_making}
"""By the name of the endpoint; deletions only of what can be made again."""


def find_in_listing(api: Api, listing: Endpoint[Listing[Any]], ids: tuple[str, ...]) -> Any:  # noqa: ANN401 - any resource
    """The item of the listing whose id is the last of `ids`. Raises NotFound where it is not in it."""
    *around, own = ids
    for item in api.walk(listing, *around, query=ListQuery(limit=LIMIT_MAX)):
        if item.id == own:
            return item
    raise NotFound(gettext("It is no longer in the list."))


def _place_of(resource: Resource) -> Endpoint[Any] | None:
    """The read that takes its id, else the listing that it is in."""
    calls = resource.endpoints
    return calls.read if calls.read is not None and calls.read.path.lower().endswith(BY_ID) else calls.listing


MADE_IN = {
    each.endpoints.create.name: place for each in RESOURCES if each.endpoints.create and (place := _place_of(each))
}
"""Where what was created is read, by the name of the endpoint that creates it."""


def read_created(api: Api, create: str, ids: tuple[str, ...]) -> Any:  # noqa: ANN401 - any resource
    """What the endpoint of this name created; its id is the last of `ids`. Raises NotFound, or a read's Problem."""
    place = MADE_IN[create]
    return find_in_listing(api, place, ids) if place.listing else api.read(place, *ids)


def is_there(api: Api, create: str, ids: tuple[str, ...]) -> bool:
    """Whether what it created is there. Raises a read's Problem."""
    try:
        read_created(api, create, ids)
    except NotFound:
        return False
    return True


def observe_creation(api: Api, entry: Entry, journal: Journal | None) -> Outcome:
    """Judge a creation by the objects with its name. Raises the Problem of a failed read."""
    making = CREATIONS[entry.intent.endpoint]
    named = list(_walk_named(api, making, entry.intent.ids, _sent(entry).get(making.name, MISSING)))
    found = observe_created(entry, journal, [(item.id, item.createdAt) for item in named])
    was = entry.intent.was.get(RESTORED, {})
    if any(getattr(item, name) != value for item in named if item.id == found.made for name, value in was.items()):
        return replace(found, cause=Cause(Reason.FOUND_ON))
    is_gone = found.state is State.NOT_SAVED and journal is not None and _was_deleted_since(journal, making, entry)
    return CHANGED_SINCE if is_gone else found


def observe_created(entry: Entry, journal: Journal | None, items: Iterable[tuple[str, object]]) -> Outcome:
    """Judge a creation by the ids and times of matching objects.

    What other entries made is left out. Of several, and where another entry may have made it too, nobody can tell which
    is whose.
    """
    others = concurrent_entries(journal, entry) if journal else ()
    taken = {other.outcome.made for other in others}
    times = {id_: at for id_, at in items if id_ not in taken}
    outcome = observe_made(entry, times.values(), shared=any(_may_have_created_same(each, entry) for each in others))
    made = next(id_ for id_, at in times.items() if is_near(at, entry, NEAR)) if outcome is DONE_BY_SOMEBODY else ""
    return replace(outcome, became=_sent(entry), made=made) if made else outcome


def _sent(entry: Entry) -> dict[str, Any]:
    return settings_in(entry.intent.endpoint, request_of(entry.intent).body)


def tell_name_taken(api: Api, change: Change[Any], making: Creation) -> str:
    """That what was deleted has a successor of its name, where nobody creates two; else empty. Raises a Problem."""
    name = change.subject.title
    taken = making.is_name_unique and any(True for _ in _walk_named(api, making, change.ids, name))
    return gettext(NAME_TAKEN, name=name) if taken else ""


def _walk_named(api: Api, making: Creation, ids: tuple[str, ...], name: Any) -> Iterator[Any]:  # noqa: ANN401 - JSON
    query_type = making.listing.query or ListQuery
    filters = {making.name: name} if making.name in query_type.model_fields and name is not MISSING else {}
    query = query_type.model_validate({**filters, "limit": LIMIT_MAX})
    for item in api.walk(making.listing, *ids, query=query):  # type: ignore[arg-type] # a listing takes a ListQuery
        if name is MISSING or getattr(item, making.name) == name:
            yield item


def concurrent_entries(journal: Journal, entry: Entry) -> list[Entry]:
    """Other entries of the same call that may have made something at the same time."""
    intent, around = entry.intent, NEAR
    wanted = JournalQuery(
        intent.organization, endpoints=[intent.endpoint], since=entry.at - around, until=entry.at + around
    )
    return [other for other in journal.entries(wanted, limit=MAX_ENTRIES) if other.number != entry.number]


def _was_deleted_since(journal: Journal, making: Creation, entry: Entry) -> bool:
    """True if something with this name was deleted since, which may be what the entry made."""
    deleted = journal.since(entry.intent.organization, entry.number, [making.delete.name], entry.intent.ids)
    title = entry.intent.subject.title
    return any(each.intent.subject.title == title and each.outcome.state is State.SAVED for each in deleted)


def _may_have_created_same(other: Entry, entry: Entry) -> bool:
    one, same_place = entry.intent, other.intent.ids == entry.intent.ids
    # What is written has no name of its own.
    same_name = one.endpoint in CREATIONS or other.intent.body == one.body
    same = same_place and same_name and other.intent.subject.title == one.subject.title
    return same and other.outcome.state in MAYBE_SAVED
