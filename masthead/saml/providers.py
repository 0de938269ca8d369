"""Identity providers from metadata, as values that convert to and from JSON."""

from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Literal

from pydantic import TypeAdapter

Binding = Literal["redirect", "post"]


@dataclass(frozen=True, slots=True)
class SignOn:
    """A sign-on URL, for a redirect or a posted form."""

    binding: Binding
    address: str

    @property
    def binding_name(self) -> str:
        """Return the binding's name in SAML."""
        return "HTTP-Redirect" if self.binding == "redirect" else "HTTP-POST"

    @property
    def is_unencrypted(self) -> bool:
        return self.address.lower().startswith("http:")


@dataclass(frozen=True, slots=True)
class IdentityProvider:
    """An identity provider. `keys` are its signing certificates as base64, in file order."""

    entity_id: str
    name: str
    """Display name; may be empty."""
    sign_ons: tuple[SignOn, ...]
    """Redirects first."""
    keys: tuple[str, ...]
    valid_until: datetime | None
    """The earliest end of the entity and the elements around it, in UTC."""
    cache_for: str
    """The cache duration in words, such as "6 hours"; may be empty."""
    notes: tuple[str, ...]
    """Sentences about omitted parts."""

    def is_expired(self, now: datetime) -> bool:
        return self.valid_until is not None and self.valid_until < now


@dataclass(frozen=True, slots=True)
class Metadata:
    """A parsed metadata file with at least one identity provider, in file order."""

    providers: tuple[IdentityProvider, ...]
    sha256: str
    """Hash of the file in hex; empty for a paste, which isn't the file byte by byte."""
    is_signed: bool
    """True if there is a signature. It is not verified."""
    notes: tuple[str, ...]
    """Sentences about omitted parts."""

    def to_json(self) -> bytes:
        return _adapter().dump_json(self)

    @staticmethod
    def from_json(text: bytes) -> "Metadata":
        """Parse the JSON that `to_json` wrote. Raises ValueError for other JSON."""
        return _adapter().validate_json(text)


@cache
def _adapter() -> TypeAdapter[Metadata]:
    # Building it takes longer than the rest of this module, and few portals import metadata.
    return TypeAdapter(Metadata)
