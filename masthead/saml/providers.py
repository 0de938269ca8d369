"""Identity providers as read from metadata: plain values that convert to and from JSON."""

from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Literal

from pydantic import TypeAdapter

Binding = Literal["redirect", "post"]


@dataclass(frozen=True, slots=True)
class SignOn:
    """An address for signing in, by a redirect or by a posted form."""

    binding: Binding
    address: str

    @property
    def binding_name(self) -> str:
        """The binding's name in SAML."""
        return "HTTP-Redirect" if self.binding == "redirect" else "HTTP-POST"

    @property
    def is_unencrypted(self) -> bool:
        return self.address.lower().startswith("http:")


@dataclass(frozen=True, slots=True)
class IdentityProvider:
    """One entity. `keys` are the certificates that may sign, each base64 as it stood, in the order of the file."""

    entity_id: str
    name: str
    """As people know it; empty where it is not told."""
    sign_ons: tuple[SignOn, ...]
    """Redirects first."""
    keys: tuple[str, ...]
    valid_until: datetime | None
    """The earliest of its own and those of all that is around it, in UTC."""
    cache_for: str
    """How long it may be remembered, in words such as "6 hours"; empty where it is not told."""
    notes: tuple[str, ...]
    """What was left out, in sentences."""

    def is_expired(self, now: datetime) -> bool:
        """By the end that the file itself names."""
        return self.valid_until is not None and self.valid_until < now


@dataclass(frozen=True, slots=True)
class Metadata:
    """A parsed metadata file: at least one identity provider, in file order."""

    providers: tuple[IdentityProvider, ...]
    sha256: str
    """Of the file, as sha256sum writes it; empty for what was pasted, which is not the file byte by byte."""
    is_signed: bool
    """Whether it has a signature. Nobody checked it."""
    notes: tuple[str, ...]
    """What was left out, in sentences."""

    def to_json(self) -> bytes:
        return _adapter().dump_json(self)

    @staticmethod
    def from_json(text: bytes) -> "Metadata":
        """Raises ValueError for what `to_json` did not write."""
        return _adapter().validate_json(text)


@cache
def _adapter() -> TypeAdapter[Metadata]:
    # Building it takes longer than the rest of this module, and few portals import metadata.
    return TypeAdapter(Metadata)
