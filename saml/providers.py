"""What metadata says of identity providers: plain values that can be kept as JSON and read back."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from pydantic import TypeAdapter

Binding = Literal["redirect", "post"]


@dataclass(frozen=True, slots=True)
class SignOn:
    """An address where people are sent to sign in, and how: by a redirect, or by a form that is posted."""

    binding: Binding
    address: str

    @property
    def binding_name(self) -> str:
        """The binding as identity providers call it."""
        return "HTTP-Redirect" if self.binding == "redirect" else "HTTP-POST"

    @property
    def is_unencrypted(self) -> bool:
        """Whether whoever listens on the way could read it."""
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
        """Whether the file itself says that it is not to be used any more."""
        return self.valid_until is not None and self.valid_until < now


@dataclass(frozen=True, slots=True)
class Metadata:
    """What a file holds: at least one identity provider, in the order of the file."""

    providers: tuple[IdentityProvider, ...]
    sha256: str
    """Of the file, as sha256sum writes it; empty for what was pasted, which is not the file byte by byte."""
    is_signed: bool
    """Whether it has a signature. Nobody checked it."""
    notes: tuple[str, ...]
    """What was left out, in sentences."""

    def to_json(self) -> bytes:
        """It as JSON."""
        return _ADAPTER.dump_json(self)

    @staticmethod
    def from_json(text: bytes) -> "Metadata":
        """It again. Raises ValueError for another text."""
        return _ADAPTER.validate_json(text)


_ADAPTER: TypeAdapter[Metadata] = TypeAdapter(Metadata)
