"""What the portal has to know of one kind of thing in the API, as each module of this room declares it."""

from collections.abc import Callable, Collection, Iterable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from pydantic import MISSING, BaseModel

from contract.schema.endpoint import Endpoint
from contract.schema.listing import Listing
from contract.schema.unreadable import is_left_out
from i18n import gettext


class Mention(NamedTuple):
    """Empty where the answer does not say.

    `organization` and `parent` are ids; the parent is the collection of a space, the site of its parts, the space of a
    change request. `permissions` are those of the caller: `+comment -edit` of one who may comment and not edit.
    """

    kind: str
    id: str
    title: str = ""
    subtitle: str = ""
    emoji: str = ""
    parent: str = ""
    organization: str = ""
    permissions: str = ""


Place = Mapping[str, str]
"""The ids of the path that was read, by the kind of object that each belongs to."""
Extractor = Callable[[Any, Place], Iterable[Mention]]


def text_or_empty(value: object) -> str:
    """A text that may be absent or null."""
    return value if isinstance(value, str) else ""


def get_organization(place: Place) -> str:
    """The organization in which was asked; empty where the path does not say."""
    return place.get("organization", "")


ENTRY = "entry-"
"""Stands before the names of entries that are settings, so that none is called like a field of a form."""


class Endpoints(NamedTuple):
    """The plain calls of the API for one kind of thing; None where the API has none, or the portal sends none."""

    listing: Endpoint[Listing[Any]] | None = None
    create: Endpoint[Any] | None = None
    read: Endpoint[Any] | None = None
    update: Endpoint[Any] | None = None
    delete: Endpoint[None] | None = None


class SettingsRules(NamedTuple):
    """How what can be set is read, where not every field of the update is answered under its own name.

    `converted` takes what `read` of the resource answers, or its item in the listing where it has no read, then what
    `also` answered, or None; it gives the fields that are sent otherwise than they are answered. A field with MISSING
    is not told: it is not there, or, for those in `unread`, nobody can know how to send it back. `optional` says that a
    read which finds nothing tells of a resource that is not set yet. `holder` is the one field of the update that holds
    all that is set, each as an entry with a `value`: `converted` then gives these, by the names of the entries. Setting
    a key of `sets` sets the field that it names too.
    """

    converted: Callable[..., Mapping[str, Any]] = lambda *_: {}
    also: Endpoint[Any] | None = None
    unread: frozenset[str] = frozenset()
    optional: bool = False
    holder: str = ""
    sets: Mapping[str, str] = MappingProxyType({})

    def is_hidden(self, name: str, value: Any) -> bool:  # noqa: ANN401 - JSON, or MISSING
        """Whether there may be a value that no answer tells."""
        return name in self.unread and value is MISSING

    def along(self, names: Collection[str]) -> set[str]:
        """The settings that setting these sets along with them."""
        return {self.sets[name] for name in names if name in self.sets} - {*names}


class PortalPage(NamedTuple):
    """The portal's page of one: the view, the name of its id in the address, and what else is in it.

    `of_parent` says that the page is that of what it is a part of; `parent_name` names the id of that where the address
    has both.
    """

    view: str
    id_name: str
    others: Mapping[str, str] = MappingProxyType({})
    of_parent: bool = False
    parent_name: str = ""


class Lookup(NamedTuple):
    """How the directory comes across such things, and looks for one that somebody names.

    `extractors` find mentions, by model of the contract. `parameter` is the name of the id in
    paths of the API, where nothing else may stand in its place. `address_words` stand before an id in addresses of the API, of
    the service's own pages and of this portal. `verified_by` is the call that tells whether one is there, where the
    resource has no read of its own.
    """

    icon: str
    extractors: Mapping[type[BaseModel], Extractor] = MappingProxyType({})
    parameter: str = ""
    address_words: tuple[str, ...] = ()
    verified_by: Endpoint[Any] | None = None
    page: PortalPage | None = None


class SetAfterCreation(NamedTuple):
    """A setting that an update alone sets, for a deleted thing that had `value`: undoing sets it after the creation.

    `notice` says so before, `summary` names the update in the journal, with the `name` of the thing, and `failed` says
    what may be there where nobody knows that it was saved.
    """

    value: Any
    notice: str
    summary: str
    failed: str

    def summary_for(self, name: str) -> str:
        """What the update of the thing of this name is called in the journal."""
        return gettext(self.summary, name=name)


class Resource(NamedTuple):
    """One kind of thing: a site, a share link.

    `kind` stands for it in the directory, `one` in the journal; `one` and `many` are its names in a sentence. `name` is
    the field by which people call one of them.

    What was created can be undone where `undo_create` says what to know before it is deleted, and what was deleted
    where `undo_delete` says what to know before it is created again, with another id. `set_after` are, by their
    names, the settings that no call creates one with.

    `is_name_unique` says that the portal creates no two of one name in the same place.

    `without` says, by field or by endpoint, why it is not declared although such things usually have it.
    """

    kind: str
    one: str
    many: str
    name: str = ""
    endpoints: Endpoints = Endpoints()
    settings: SettingsRules = SettingsRules()
    undo_create: str = ""
    undo_delete: str = ""
    set_after: Mapping[str, SetAfterCreation] = MappingProxyType({})
    is_name_unique: bool = False
    lookup: Lookup | None = None
    without: Mapping[str, str] = MappingProxyType({})

    @property
    def source(self) -> Endpoint[Any]:
        """The read of one of them; the listing where the API has no such read."""
        found = self.endpoints.read or self.endpoints.listing
        assert found is not None  # noqa: S101 - whatever is changed can be read
        return found

    @property
    def verified_by(self) -> Endpoint[Any] | None:
        """The call that tells whether one is there; None where nobody looks for one."""
        if self.lookup is None:
            return None
        return self.lookup.verified_by or (self.endpoints.read if self.lookup.address_words else None)

    def settings_of(self, item: object, *also: object) -> dict[str, Any]:
        """What can be set of one of them, as the body of the update has it, its name first.

        `also` is what `settings.also` answered, or None.
        """
        if self.settings.holder:
            return {f"{ENTRY}{name}": value for name, value in self.settings.converted(item, *also).items()}
        body = self.endpoints.update.body if self.endpoints.update else None
        fields = sorted(body.model_fields, key=lambda field: field != self.name) if body else ()
        converted = self.settings.converted(item, *also)
        return {field: converted[field] if field in converted else getattr(item, field, MISSING) for field in fields}


def value_unless_absent(answered: BaseModel, name: str) -> MISSING | None:
    """None for a field that is not there; a value that could not be read is there, and not known."""
    return MISSING if is_left_out(answered, name) else None
