"""Types for declaring a kind of object; see Resource."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from pydantic import MISSING, BaseModel

from contract.schema.endpoint import Endpoint, Listing, is_omitted
from masthead.i18n import gettext


class Mention(NamedTuple):
    """An object that a response mentions. Fields that aren't in the response are empty.

    `organization` and `parent` are ids. The parent is a space's collection, the site that a part belongs to, or a
    change request's space. `permissions` are the caller's: `+comment -edit` for somebody who can comment but not edit.
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

    `endpoint` is the name of the endpoint, or empty for objects that a person added; `ids` are in path order.
    """

    endpoint: str
    ids: tuple[str, ...]
    mentions: Sequence[Mention] = ()
    states: Mapping[tuple[str, str], str] = MappingProxyType({})


Place = Mapping[str, str]
"""The ids in the path of a read, by kind."""
Extractor = Callable[[Any, Place], Iterable[Mention]]


def text_or_empty(value: object) -> str:
    """Return the value if it is a string, or an empty string if it is absent or null."""
    return value if isinstance(value, str) else ""


def get_organization(place: Place) -> str:
    """Return the id of the organization in the path; empty if there is none."""
    return place.get("organization", "")


ENTRY = "entry-"
"""Prefix for the names of entries, so that none has the name of a form field."""


class Endpoints(NamedTuple):
    """The basic calls for a kind of object; None if the API has no such call or the portal doesn't use it."""

    listing: Endpoint[Listing[Any]] | None = None
    create: Endpoint[Any] | None = None
    read: Endpoint[Any] | None = None
    update: Endpoint[Any] | None = None
    delete: Endpoint[None] | None = None


class SettingsRules(NamedTuple):
    """Rules for reading the settings if they differ from the fields of the update's body.

    `converted` returns the fields whose response and request forms differ. Its arguments are the response to `read`, or
    the item in the listing, and the response to `also`, or None. MISSING means absent; for a field in `unread` it means
    that the response doesn't contain its request form. With `optional`, a 404 means that the resource isn't set.
    `holder` is the only field of an update that contains a `value` for each entry; `converted` then returns the entries
    by name. `sets` maps fields to others that the service changes with them.
    """

    converted: Callable[..., Mapping[str, Any]] = lambda *_: {}
    also: Endpoint[Any] | None = None
    unread: frozenset[str] = frozenset()
    optional: bool = False
    holder: str = ""
    sets: Mapping[str, str] = MappingProxyType({})

    def is_hidden(self, name: str, value: Any) -> bool:  # noqa: ANN401 - JSON, or MISSING
        """Return whether there may be a value that responses don't contain."""
        return name in self.unread and value is MISSING

    def side_effects(self, names: Collection[str]) -> set[str]:
        """Return the other settings that change along with these."""
        return {self.sets[name] for name in names if name in self.sets} - {*names}


class PortalPage(NamedTuple):
    """The portal's page for an object: its view, and the names of its id and other parameters.

    `of_parent` means that it is the parent's page, with an anchor for the object's row; `parent_name` is the parameter
    for the parent's id if the URL has both.
    """

    view: str
    id_name: str
    others: Mapping[str, str] = MappingProxyType({})
    of_parent: bool = False
    parent_name: str = ""


class Lookup(NamedTuple):
    """Rules for the directory: how to find objects of a kind in responses, and how to look up one that a person names.

    `extractors` find mentions, by contract model. `parameter` is the id's name in API paths, if it is always the id.
    `address_words` are the path segments before an id in URLs of the API, the service's app and this portal.
    `verified_by` is the call that verifies existence, if there is no `read`.
    """

    icon: str
    extractors: Mapping[type[BaseModel], Extractor] = MappingProxyType({})
    parameter: str = ""
    address_words: tuple[str, ...] = ()
    verified_by: Endpoint[Any] | None = None
    page: PortalPage | None = None


class SetAfterCreation(NamedTuple):
    """A setting that only an update can set. Undoing a deletion sets it after the creation if it was `value`.

    `notice` is shown before, `summary` describes the update in the journal, `failed` is shown if the outcome is
    unknown.
    """

    value: Any
    notice: str
    summary: str
    failed: str

    def summary_for(self, name: str) -> str:
        """Return the journal's summary of the update for the object with this name."""
        return gettext(self.summary, name=name)


class Resource(NamedTuple):
    """The declaration of a kind of object, such as a site.

    `kind` is its key; `one` and `many` are its names in a sentence. `name` is the field that contains an object's name.

    `undo_create` and `undo_delete` are notices to show before undoing; without one, there is no undo. An object
    recreated by undoing a deletion has a new id. `may_undo_create` returns False for an object in use. `set_after` are
    settings that can't be set on creation.

    `is_name_unique` means that the portal refuses a second object with the same name in the same place.

    `without` explains why fields and endpoints that other kinds have are missing.
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
        """Return the call that reads such an object, or the listing if the API has no such call."""
        found = self.endpoints.read or self.endpoints.listing
        assert found is not None  # noqa: S101 - whatever is changed can be read
        return found

    @property
    def verified_by(self) -> Endpoint[Any] | None:
        """Return the call that verifies that an object exists; None if such objects can't be looked up."""
        if self.lookup is None:
            return None
        return self.lookup.verified_by or (self.endpoints.read if self.lookup.address_words else None)

    def settings_of(self, item: object, *also: object) -> dict[str, Any]:
        """Return an object's settings as fields of the update's body, its name first.

        `also` is the response to `settings.also`, or None.
        """
        if self.settings.holder:
            return {f"{ENTRY}{name}": value for name, value in self.settings.converted(item, *also).items()}
        body = self.endpoints.update.body if self.endpoints.update else None
        fields = sorted(body.model_fields, key=lambda field: field != self.name) if body else ()
        converted = self.settings.converted(item, *also)
        return {field: converted[field] if field in converted else getattr(item, field, MISSING) for field in fields}


def value_unless_absent(answered: BaseModel, name: str) -> MISSING | None:
    """Return None for an absent field, MISSING for one that is present but couldn't be read."""
    return MISSING if is_omitted(answered, name) else None
