"""Types for the declaration of a kind of object, see Resource."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from pydantic import MISSING, BaseModel

from contract.schema.endpoint import Endpoint, Listing, is_omitted
from masthead.i18n import gettext


class Mention(NamedTuple):
    """An object that a response mentions. Fields are empty if the response lacks them.

    `organization` and `parent` are ids. The parent is the collection of a space, the site of its parts, the space of a
    change request. `permissions` are the caller's: `+comment -edit` for somebody who can comment but not edit.
    """

    kind: str
    id: str
    title: str = ""
    subtitle: str = ""
    emoji: str = ""
    parent: str = ""
    organization: str = ""
    permissions: str = ""


class Observation(NamedTuple):
    """Objects that a response mentions, and the states `gone` or `forbidden` by kind and id.

    `endpoint` is the name of the endpoint, empty for objects that a person added; `ids` are in path order.
    """

    endpoint: str
    ids: tuple[str, ...]
    mentions: Sequence[Mention] = ()
    states: Mapping[tuple[str, str], str] = MappingProxyType({})


Place = Mapping[str, str]
"""The ids in the path of a read, by kind."""
Extractor = Callable[[Any, Place], Iterable[Mention]]


def text_or_empty(value: object) -> str:
    """Convert a value that may be absent or null."""
    return value if isinstance(value, str) else ""


def get_organization(place: Place) -> str:
    """Get the organization of the path; empty if it has none."""
    return place.get("organization", "")


ENTRY = "entry-"
"""Prefix for the names of entries, so that none has the name of a form field."""


class Endpoints(NamedTuple):
    """The plain calls for a kind of object; None if the API has none or the portal sends none."""

    listing: Endpoint[Listing[Any]] | None = None
    create: Endpoint[Any] | None = None
    read: Endpoint[Any] | None = None
    update: Endpoint[Any] | None = None
    delete: Endpoint[None] | None = None


class SettingsRules(NamedTuple):
    """Rules for reading the settings, where they differ from the fields of the update's body.

    `converted` returns the fields whose response and request forms differ. Its arguments are the response of `read`, or
    the item of the listing, and the response of `also`, or None. MISSING means absent; for a field in `unread` it means
    that the response doesn't contain its request form. With `optional`, a 404 means that the resource isn't set yet.
    `holder` is the only field of the update, with a `value` for each entry; `converted` returns the entries by name.
    `sets` are fields that the service changes together with others.
    """

    converted: Callable[..., Mapping[str, Any]] = lambda *_: {}
    also: Endpoint[Any] | None = None
    unread: frozenset[str] = frozenset()
    optional: bool = False
    holder: str = ""
    sets: Mapping[str, str] = MappingProxyType({})

    def is_hidden(self, name: str, value: Any) -> bool:  # noqa: ANN401 - JSON, or MISSING
        """Return whether there may be a value that no response contains."""
        return name in self.unread and value is MISSING

    def side_effects(self, names: Collection[str]) -> set[str]:
        """Return the other settings that change along with these."""
        return {self.sets[name] for name in names if name in self.sets} - {*names}


class PortalPage(NamedTuple):
    """The portal's page of an object: its view, and the names of its id and other parameters.

    `of_parent` means the page of the parent; `parent_name` is the parameter of the parent's id if the URL has both.
    """

    view: str
    id_name: str
    others: Mapping[str, str] = MappingProxyType({})
    of_parent: bool = False
    parent_name: str = ""


class Lookup(NamedTuple):
    """Rules by which the directory finds a kind of object, and looks up one that a person names.

    `extractors` find mentions, by model of the contract. `parameter` is the name of the id in paths of the API, if it
    is always the id. `address_words` are the path segments before an id, in URLs of the API, of the service's app and
    of this portal. `verified_by` is the call that verifies existence, if there is no `read`.
    """

    icon: str
    extractors: Mapping[type[BaseModel], Extractor] = MappingProxyType({})
    parameter: str = ""
    address_words: tuple[str, ...] = ()
    verified_by: Endpoint[Any] | None = None
    page: PortalPage | None = None


class SetAfterCreation(NamedTuple):
    """A setting that only an update can set. Undoing a deletion sets it after the creation, if it was `value`.

    `notice` is shown before, `summary` names the update in the journal, `failed` is shown if its outcome isn't known.
    """

    value: Any
    notice: str
    summary: str
    failed: str

    def summary_for(self, name: str) -> str:
        """Return the journal's summary for the update of the object with this name."""
        return gettext(self.summary, name=name)


class Resource(NamedTuple):
    """Declaration of a kind of object, such as a site.

    `kind` is its key; `one` and `many` are its names in a sentence. `name` is the field with an object's name.

    `undo_create` and `undo_delete` are notices that are shown before undoing; without one there is no undo. Undoing a
    deletion gives another id. `may_undo_create` returns False for an object in use. `set_after` are settings that the
    creation can't set.

    `is_name_unique` means that the portal refuses a second object of the same name in the same place.

    `without` explains missing fields and endpoints that other kinds have.
    """

    kind: str
    one: str
    many: str
    name: str = ""
    endpoints: Endpoints = Endpoints()
    settings: SettingsRules = SettingsRules()
    undo_create: str = ""
    may_undo_create: Callable[[Any], bool] = lambda _: True
    undo_delete: str = ""
    set_after: Mapping[str, SetAfterCreation] = MappingProxyType({})
    is_name_unique: bool = False
    lookup: Lookup | None = None
    without: Mapping[str, str] = MappingProxyType({})

    @property
    def source(self) -> Endpoint[Any]:
        """Return the read of one such object; the listing if the API has no such read."""
        found = self.endpoints.read or self.endpoints.listing
        assert found is not None  # noqa: S101 - whatever is changed can be read
        return found

    @property
    def verified_by(self) -> Endpoint[Any] | None:
        """Return the call that verifies existence; None if such objects can't be looked up."""
        if self.lookup is None:
            return None
        return self.lookup.verified_by or (self.endpoints.read if self.lookup.address_words else None)

    def settings_of(self, item: object, *also: object) -> dict[str, Any]:
        """Return the settings of an object as fields of the update's body, its name first.

        `also` is the response of `settings.also`, or None.
        """
        if self.settings.holder:
            return {f"{ENTRY}{name}": value for name, value in self.settings.converted(item, *also).items()}
        body = self.endpoints.update.body if self.endpoints.update else None
        fields = sorted(body.model_fields, key=lambda field: field != self.name) if body else ()
        converted = self.settings.converted(item, *also)
        return {field: converted[field] if field in converted else getattr(item, field, MISSING) for field in fields}


def value_unless_absent(answered: BaseModel, name: str) -> MISSING | None:
    """Return None for an absent field, MISSING for an unreadable one, which exists but isn't known."""
    return MISSING if is_omitted(answered, name) else None
