"""Metadata that was read for the form of a provider: which of it was chosen, and what it puts into the form."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property
from typing import Any

from flask import request
from pydantic import TypeAdapter

from i18n import N_, has_words
from masthead.saml import IdentityProvider, Metadata, Signing, SignOn, read_signing
from masthead.store import StoreError
from masthead.web.forms.certificates import parse_cards
from masthead.web.http.numbers import whole
from masthead.web.person.access import person
from masthead.web.person.portal import portal

ASKED = ("import", "entity", "address")
"""The parts of an address that say which of it."""
ROWS = 50
"""Providers of a federation that are shown at once."""
TAKEN, CHANGED = N_("from metadata"), N_("changed by you")


@dataclass(frozen=True, slots=True)
class _Kept:
    origin: str
    metadata: Metadata


_KEPT: TypeAdapter[_Kept] = TypeAdapter(_Kept)


@dataclass(frozen=True, slots=True)
class Source:
    """What was read, and where it came from, in words."""

    id: str
    origin: str
    metadata: Metadata

    def find(self, words: str) -> list[tuple[int, IdentityProvider]]:
        """The providers that have each of the words in their name or id, with their numbers."""
        providers = enumerate(self.metadata.providers)
        return [(at, each) for at, each in providers if has_words(words, each.name, each.entity_id)]


@dataclass(frozen=True)
class ChosenProvider:
    """One provider of it, and one of its addresses, by number."""

    source: Source
    number: int
    address: int

    @property
    def reference(self) -> str:
        """It as the form that it fills carries it along."""
        return f"{self.source.id}.{self.number}.{self.address}"

    @property
    def provider(self) -> IdentityProvider:
        """The provider."""
        return self.source.metadata.providers[self.number]

    @property
    def is_over(self) -> bool:
        """Whether the metadata says that it is not to be used any more."""
        return self.provider.is_expired(datetime.now(UTC))

    @cached_property
    def signing(self) -> Signing:
        """Its certificates."""
        return read_signing(self.provider)

    @property
    def notes(self) -> tuple[str, ...]:
        """What was left out, of it and of the file."""
        return (*self.provider.notes, *self.signing.notes, *self.source.metadata.notes)

    @cached_property
    def addresses(self) -> list[list[SignOn]]:
        """Where people can be sent, each address once, with all of its ways; those for redirects first."""
        found: dict[str, list[SignOn]] = {}
        for each in self.provider.sign_ons:
            found.setdefault(each.address, []).append(each)
        return list(found.values())

    @property
    def ways(self) -> list[SignOn]:
        """The address that was chosen, with its ways; none where there is none."""
        return self.addresses[self.address] if self.address < len(self.addresses) else []

    def others(self, shown: str) -> list[tuple[int, list[SignOn]]]:
        """The addresses besides the one that is shown, with their numbers."""
        return [(at, ways) for at, ways in enumerate(self.addresses) if ways[0].address != shown]

    def values(self) -> dict[str, str]:
        """What it puts into the form, by field."""
        told = {
            "entityID": self.provider.entity_id,
            "ssoURL": self.ways[0].address if self.ways else "",
            "certificate": "".join(card.pem for card in self.signing.cards),
        }
        return {name: value for name, value in told.items() if value}

    def provenance(self, values: Mapping[str, Any]) -> dict[str, str]:
        """Where the values of a form come from, by field, of those that the metadata tells."""
        told = [name for name in self.values() if name in values]
        return {name: TAKEN if self._has(name, values[name]) else CHANGED for name in told}

    def _has(self, name: str, value: object) -> bool:
        if name == "ssoURL":
            return value in {ways[0].address for ways in self.addresses}
        if name != "certificate":
            return value == self.provider.entity_id
        ours = {card.sha256 for card in self.signing.cards}
        return (
            isinstance(value, str) and bool(parse_cards(value)) and {card.sha256 for card in parse_cards(value)} <= ours
        )


def store_metadata(page: str, origin: str, metadata: Metadata) -> str:
    """Keep what was read for the form of a page; its id. Raises StoreError and TooLargeError."""
    return portal().store.imports.save(person().owner, page, _KEPT.dump_json(_Kept(origin, metadata)))


def source_of(page: str, wanted: str) -> Source | None:
    """What was read for the form of this page; None where it is not kept any more, or not as it is read now.

    Raises StoreError.
    """
    text = portal().store.imports.get(person().owner, page, wanted) if wanted else None
    try:
        kept = None if text is None else _KEPT.validate_json(text)
    except ValueError:
        kept = None
    return None if kept is None else Source(wanted, kept.origin, kept.metadata)


@dataclass(frozen=True, slots=True)
class MetadataRequest:
    """What a page with a form is to show of metadata: all of it where one has to be chosen first, or the chosen one."""

    page: str
    source: Source | None = None
    chosen: ChosenProvider | None = None
    is_lost: bool = False
    """It is not kept any more."""


def asked_for(page: str) -> MetadataRequest:
    """What the address asks for, or what the form that was sent carries along."""
    sent = request.method == "POST"
    given = request.form.get("imported", "").split(".") if sent else [request.args.get(name, "") for name in ASKED]
    wanted, entity, address = (*given, "", "", "")[:3]
    if not wanted:
        return MetadataRequest(page)
    try:
        source = source_of(page, wanted)
    except StoreError:  # the form is worth more than where its values come from
        source = None
    if source is None:
        return MetadataRequest(page, is_lost=not sent)
    return MetadataRequest(page, source, _chosen(source, entity, address))


def _chosen(source: Source, entity: str, address: str) -> ChosenProvider | None:
    """The provider of this number, or the only one; None where there is a choice that nobody made."""
    count = len(source.metadata.providers)
    number = 0 if count == 1 else _number(entity)
    return ChosenProvider(source, number, _number(address) or 0) if number is not None and number < count else None


def _number(text: str) -> int | None:
    try:
        return whole(text)
    except ValueError:
        return None
