"""Metadata that fills in a provider form: storage, selecting a provider in it, and initial values."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property
from typing import Any, BinaryIO, NamedTuple, Self

from flask import request
from pydantic import TypeAdapter

from masthead.i18n import N_, has_words
from masthead.saml import (
    IdentityProvider,
    MetadataFacts,
    SigningCertificates,
    SignOn,
    parse_signing_certificates,
    read_metadata,
)
from masthead.store.drafts.texts import TooLargeError
from masthead.store.errors import StoreError
from masthead.web.forms.identity_providers import parse_cards
from masthead.web.http.paths import parse_int
from masthead.web.person.portal import portal
from masthead.web.person.session import person

ASKED = ("import", "entity", "address")
"""Query parameters: the stored metadata, and the numbers of a provider and of its sign-on address."""
ROWS = 50
"""The most providers of a federation on one page."""
PART_SIZE, MAX_STORED = 50, 40 << 20
"""Providers that are stored together, and the most bytes of all of them."""
TAKEN, CHANGED = N_("from metadata"), N_("changed by you")


class ListedProvider(NamedTuple):
    """A provider in the list to choose from. A search looks at all three texts."""

    name: str
    entity_id: str
    aliases: str


class MetadataIndex(NamedTuple):
    """An index of metadata, which is stored besides its providers. `origin` is shown to people."""

    origin: str
    facts: MetadataFacts
    rows: list[ListedProvider]


_INDEX: TypeAdapter[MetadataIndex] = TypeAdapter(MetadataIndex)
_PART: TypeAdapter[list[IdentityProvider]] = TypeAdapter(list[IdentityProvider])


class ImportedMetadata:
    """Reads metadata into an index and parts of PART_SIZE providers, so that one provider is read back quickly."""

    def __init__(self, given: bytes | str | BinaryIO) -> None:
        """Raises MetadataError, and TooLargeError if there is more than is stored."""
        self.rows: list[ListedProvider] = []
        self.parts: list[bytes] = []
        self._open: list[IdentityProvider] = []
        self.facts = read_metadata(given, self._add)
        self._close_part()

    def _add(self, provider: IdentityProvider) -> None:
        self.rows.append(ListedProvider(provider.name, provider.entity_id, " ".join(provider.aliases)))
        self._open.append(provider)
        if len(self._open) == PART_SIZE:
            self._close_part()

    def _close_part(self) -> None:
        self.parts.append(_PART.dump_json(self._open))
        self._open = []
        if sum(map(len, self.parts)) > MAX_STORED:
            raise TooLargeError(f"more than {MAX_STORED} bytes")

    def store(self, page: str, origin: str) -> str:
        """Store it for a page's form and return its id. Raises StoreError and TooLargeError."""
        return portal().store.temporary_texts.save(person().owner, page, self.to_index(origin), parts=self.parts)

    def to_index(self, origin: str) -> bytes:
        return _INDEX.dump_json(MetadataIndex(origin, self.facts, self.rows))


@dataclass(frozen=True, slots=True)
class MetadataSource:
    """Stored metadata."""

    id: str
    page: str
    index: MetadataIndex

    @classmethod
    def parse(cls, source_id: str, page: str, index: bytes) -> Self:
        """Parse JSON written by `to_index`. Raises ValueError for other JSON."""
        return cls(source_id, page, _INDEX.validate_json(index))

    def find_providers(self, words: str) -> list[tuple[int, ListedProvider]]:
        """Find the providers whose names, entity ID or hosts contain all of the words, with their numbers."""
        return [(at, each) for at, each in enumerate(self.index.rows) if has_words(words, *each)]

    def get_provider(self, number: int) -> IdentityProvider | None:
        """Read a provider. None if it expired in this moment. Raises StoreError."""
        part, at = divmod(number, PART_SIZE)
        text = portal().store.temporary_texts.get(person().owner, self.page, self.id, part)
        return None if text is None else _PART.validate_json(text)[at]


@dataclass(frozen=True)
class ChosenProvider:
    """A provider and one of its sign-on addresses, both as numbers within the metadata."""

    source: MetadataSource
    number: int
    address: int
    provider: IdentityProvider

    @property
    def reference(self) -> str:
        """A reference for a hidden field: metadata id, provider and address, joined by dots."""
        return f"{self.source.id}.{self.number}.{self.address}"

    @property
    def is_expired(self) -> bool:
        """True if the metadata has expired, according to its own expiry date."""
        return self.provider.is_expired(datetime.now(UTC))

    @cached_property
    def signing(self) -> SigningCertificates:
        return parse_signing_certificates(self.provider)

    @property
    def notes(self) -> tuple[str, ...]:
        """Messages about parts of the metadata that were ignored."""
        return (*self.provider.notes, *self.signing.notes, *self.source.index.facts.notes)

    @cached_property
    def addresses(self) -> list[list[SignOn]]:
        """Distinct sign-on addresses, each as a list of its bindings. Those for redirects come first."""
        found: dict[str, list[SignOn]] = {}
        for each in self.provider.sign_ons:
            found.setdefault(each.address, []).append(each)
        return list(found.values())

    @property
    def bindings(self) -> list[SignOn]:
        """The bindings at the chosen address; empty if there is no such address."""
        return self.addresses[self.address] if self.address < len(self.addresses) else []

    def list_other_addresses(self, shown: str) -> list[tuple[int, list[SignOn]]]:
        """List the addresses other than `shown`, with their numbers."""
        return [(at, ways) for at, ways in enumerate(self.addresses) if ways[0].address != shown]

    def values(self) -> dict[str, str]:
        """Return form values by field name, leaving out fields that the metadata doesn't contain."""
        told = {
            "entityID": self.provider.entity_id,
            "ssoURL": self.bindings[0].address if self.bindings else "",
            "certificate": "".join(card.pem for card in self.signing.cards),
        }
        return {name: value for name, value in told.items() if value}

    def provenance(self, values: Mapping[str, Any]) -> dict[str, str]:
        """Label each form value that the metadata contains “From metadata” or “changed by you”, by field name."""
        told = [name for name in self.values() if name in values]
        return {name: TAKEN if self._has_value(name, values[name]) else CHANGED for name in told}

    def _has_value(self, name: str, value: object) -> bool:
        if name == "ssoURL":
            return value in {ways[0].address for ways in self.addresses}
        if name != "certificate":
            return value == self.provider.entity_id
        ours = {card.sha256 for card in self.signing.cards}
        return (
            isinstance(value, str) and bool(parse_cards(value)) and {card.sha256 for card in parse_cards(value)} <= ours
        )


def find_metadata_source(page: str, wanted: str) -> MetadataSource | None:
    """Get stored metadata by id; None if it expired or another version stored it.

    Raises StoreError.
    """
    text = portal().store.temporary_texts.get(person().owner, page, wanted) if wanted else None
    try:
        return None if text is None else MetadataSource.parse(wanted, page, text)
    except ValueError:
        return None


class MetadataRequest(NamedTuple):
    """Metadata that a form page shows: a list from which to choose a provider, or the `chosen` one."""

    page: str
    source: MetadataSource | None = None
    chosen: ChosenProvider | None = None
    is_lost: bool = False
    """True if the metadata is no longer stored, or another version stored it."""


def parse_metadata_request(page: str) -> MetadataRequest:
    """Parse the chosen metadata from the query, or from a submitted form's hidden field."""
    sent = request.method == "POST"
    given = request.form.get("imported", "").split(".") if sent else [request.args.get(name, "") for name in ASKED]
    wanted, entity, address = (*given, "", "", "")[:3]
    if not wanted:
        return MetadataRequest(page)
    try:
        source = find_metadata_source(page, wanted)
        if source is not None:
            return MetadataRequest(page, source, _choose_provider(source, entity, address))
    except StoreError:  # the form still works without notes on where its values come from
        pass
    return MetadataRequest(page, is_lost=not sent)


def _choose_provider(source: MetadataSource, entity: str, address: str) -> ChosenProvider | None:
    """Return the provider with the given number, or the only one; None if the person hasn't chosen one yet."""
    count = len(source.index.rows)
    number = 0 if count == 1 else _parse_number(entity)
    provider = source.get_provider(number) if number is not None and number < count else None
    return None if provider is None else ChosenProvider(source, number or 0, _parse_number(address) or 0, provider)


def _parse_number(text: str) -> int | None:
    try:
        return parse_int(text)
    except ValueError:
        return None
