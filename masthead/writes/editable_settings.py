"""What can be set of a resource, in the form in which its update takes it: told of what a read answers."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

from pydantic import MISSING

from contract.schema.endpoint import Endpoint
from masthead.resources import RESOURCES, Resource


@dataclass(frozen=True)
class EditableSettings:
    """How a resource's settings are read. `values` takes what `read` answers, then what `also` answered, or None.

    A field with MISSING is not told: it is not there, or, for those in `unread`, nobody can know how to send it back.
    `listed` says that the resource has no read of its own: `read` lists it among others, and its id is the last one.
    `optional` says that a read which finds nothing tells of a resource that is not set yet. Setting a key of `sets`
    sets the field that it names too.
    """

    read: Endpoint[Any]
    values: Callable[..., Mapping[str, Any]]
    also: Endpoint[Any] | None = None
    unread: frozenset[str] = frozenset()
    listed: bool = False
    optional: bool = False
    sets: Mapping[str, str] = field(default_factory=dict)

    def is_hidden(self, name: str, value: Any) -> bool:  # noqa: ANN401 - JSON
        """Whether there is something, and nothing tells what."""
        return name in self.unread and value is MISSING

    def along(self, names: Collection[str]) -> set[str]:
        """What setting these sets along with them."""
        return {self.sets[name] for name in names if name in self.sets} - {*names}


def _settings_of(resource: Resource) -> EditableSettings | None:
    """By its own read, else in its listing."""
    read, settings = resource.endpoints.read or resource.endpoints.listing, resource.settings
    if read is None:
        return None
    listed = resource.endpoints.read is None
    return EditableSettings(
        read, resource.settings_of, settings.also, settings.unread, listed, settings.optional, settings.sets
    )


EDITABLE_SETTINGS: dict[str, EditableSettings] = {
    resource.endpoints.update.name: found
    for resource in RESOURCES
    if resource.endpoints.update and (found := _settings_of(resource))
}
"""By the name of the update."""
DELETED_SETTINGS: dict[str, EditableSettings] = {
    resource.endpoints.delete.name: found
    for resource in RESOURCES
    if resource.endpoints.delete and (found := _settings_of(resource))
}
"""What is there before a deletion, by the name of the deletion."""
