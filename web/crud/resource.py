"""What a plain resource declares so that `crud()` can write its pages: its words, its calls, its forms, its facts."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from contract.endpoint import Endpoint
from contract.fields import value_or_none
from contract.listing import Listing
from web.forms.forms import ContractForm
from web.pages.organization import has_permission


class Item(Protocol):
    """What the API answers of such a resource."""

    @property
    def id(self) -> str: ...


T = TypeVar("T", bound=Item)


@dataclass(frozen=True, slots=True)
class ResourceWords:
    """How its pages speak of it.

    `name` is the label of the field by which people call it. `lead` is the line below the heading of the list. `none`
    teaches what it is for while there is none. `new` says what comes of making one, `deleting` what deleting one means,
    in sentences.
    """

    one: str
    many: str
    name: str
    icon: str
    lead: str
    none: str
    new: str
    deleting: tuple[str, ...]

    @property
    def heading(self) -> str:
        """What the area is called."""
        return self.many[:1].upper() + self.many[1:]


@dataclass(frozen=True, slots=True)
class Fact(Generic[T]):
    """Something to tell of each besides its name, as a text.

    `listed` puts it into the list too. `lang` tells the language of the text where that is not English. `fixed` says
    why it cannot be changed here, where people would look for that.
    """

    label: str
    text: Callable[[T], str]
    listed: bool = False
    lang: Callable[[], str] | None = None
    fixed: str = ""


@dataclass(frozen=True, slots=True)
class ResourceCalls(Generic[T]):
    """The five calls of the API."""

    listing: "Endpoint[Listing[T]]"  # in quotes: pydantic would look for a model behind T
    create: Endpoint[T]
    read: Endpoint[T]
    update: Endpoint[T]
    delete: Endpoint[None]


@dataclass(frozen=True, slots=True)
class PlainResource(Generic[T]):
    """A plain resource of an organization.

    `place` names its blueprint and the part of its addresses, `own_id` the last id in them. `name` is the field by
    which people call it, `values` what can be set of one. `permission` is what the organization has to grant for making
    and deleting.
    """

    place: str
    own_id: str
    words: ResourceWords
    calls: ResourceCalls[T]
    name: str
    facts: tuple[Fact[T], ...]
    new_form: type[ContractForm]
    form: type[ContractForm]
    values: Callable[[T], Mapping[str, Any]]
    permission: str

    def called(self, item: T) -> str:
        """What people know it by: its name, else its id."""
        return str(getattr(item, self.name)).strip() or item.id

    def may_edit(self, item: T) -> bool:
        """Whether the API grants it: told by the resource itself, else by the organization."""
        own = getattr(value_or_none(getattr(item, "permissions", None)), "edit", None)
        return own if isinstance(own, bool) else has_permission(self.permission)
