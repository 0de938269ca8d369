"""Parses metadata of identity providers: one provider, or a federation of hundreds."""

import hashlib
from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from masthead.i18n import gettext, ngettext
from masthead.saml.certificate_summary import CertificateSummary
from masthead.saml.certificates import parse_certificates
from masthead.saml.decoding import decode_xml
from masthead.saml.entities import MD, SIGNATURE, Validity, parse_provider
from masthead.saml.errors import CertificateError, MetadataError, MetadataKind, metadata_error
from masthead.saml.providers import IdentityProvider, Metadata

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

_ENTITY, _ENTITIES = f"{MD}EntityDescriptor", f"{MD}EntitiesDescriptor"
_IDP, _SP = f"{MD}IDPSSODescriptor", f"{MD}SPSSODescriptor"
MAX_TAG_LENGTH = 60
_SAML_2 = "urn:oasis:names:tc:SAML:2.0:protocol"
_LEFT_OUT: tuple[MetadataKind, ...] = ("service-provider", "old-saml", "no-provider")


def parse_metadata(given: bytes | str) -> Metadata:
    """Parse at least one identity provider from a file (bytes) or a paste (str).

    Raises MetadataError. Neither the error nor its context contains the input, which may be a private key.
    """
    try:
        return _read_metadata(given)
    except MetadataError as error:
        # A new error, because the frames of the old traceback contain the file.
        wrong = MetadataError(error.kind, str(error))
    del given  # an error report may show local variables
    raise wrong


def _read_metadata(given: bytes | str) -> Metadata:
    from masthead.saml.safe_xml import parse_xml  # noqa: PLC0415 - few requests read XML

    root = parse_xml(decode_xml(given))
    if root.tag not in {_ENTITY, _ENTITIES}:
        raise metadata_error("not-metadata", tag=_local_name(root.tag))
    providers, others = [], Counter[MetadataKind]()
    for entity, inherited in _walk_entities(root, Validity()):
        if kind := _other_kind_message(entity):
            others[kind] += 1
        else:
            providers.append(parse_provider(entity, _list_roles(entity)[0], inherited))
    if not providers:
        raise metadata_error(next((kind for kind in _LEFT_OUT if others[kind]), "no-provider"))
    return Metadata(
        providers=tuple(providers),
        sha256=hashlib.sha256(given).hexdigest() if isinstance(given, bytes) else "",
        is_signed=root.find(SIGNATURE) is not None,
        notes=tuple(_omitted_note(kind, others[kind]) for kind in _LEFT_OUT if others[kind]),
    )


def _walk_entities(root: "Element", inherited: Validity) -> "Iterator[tuple[Element, Validity]]":
    """Yield each entity with its inherited validity. The parser limits the depth."""
    inside = inherited.narrow_validity(root)
    if root.tag == _ENTITY:
        yield root, inside
    elif root.tag == _ENTITIES:
        for child in root:
            yield from _walk_entities(child, inside)


def _list_roles(entity: "Element") -> "list[Element]":
    return [role for role in entity.findall(_IDP) if _SAML_2 in role.get("protocolSupportEnumeration", "").split()]


def _other_kind_message(entity: "Element") -> MetadataKind | None:
    if _list_roles(entity):
        return None
    if entity.find(_IDP) is not None:
        return "old-saml"
    return "service-provider" if entity.find(_SP) is not None else "no-provider"


def _omitted_note(kind: MetadataKind, count: int) -> str:
    match kind:
        case "service-provider":
            return ngettext(
                "Masthead left out %(n)s service provider.", "Masthead left out %(n)s service providers.", count
            )
        case "old-saml":
            return ngettext(
                "Masthead left out %(n)s identity provider without SAML 2.0.",
                "Masthead left out %(n)s identity providers without SAML 2.0.",
                count,
            )
        case _:
            return ngettext(
                "Masthead left out %(n)s part of another kind.",
                "Masthead left out %(n)s parts of another kind.",
                count,
            )


def _local_name(tag: str) -> str:
    """Return the tag without its namespace, cut for a message."""
    name = tag.rpartition("}")[2]
    return name if len(name) <= MAX_TAG_LENGTH else f"{name[:MAX_TAG_LENGTH]}…"


class SigningCertificates(NamedTuple):
    """Certificates in file order without duplicates, and notes on omitted ones."""

    cards: tuple[CertificateSummary, ...]
    notes: tuple[str, ...]


def parse_signing_certificates(provider: IdentityProvider) -> SigningCertificates:
    """Parse a provider's certificates. An unreadable one becomes a note."""
    cards: dict[str, CertificateSummary] = {}
    notes = []
    for number, text in enumerate(provider.keys, start=1):
        try:
            cards |= {card.sha256: card for card in parse_certificates(text) if card.sha256 not in cards}
        except CertificateError as wrong:
            notes.append(
                gettext(
                    "Masthead left out certificate %(number)s of %(count)s. %(wrong)s",
                    number=number,
                    count=len(provider.keys),
                    wrong=wrong,
                )
            )
    return SigningCertificates(tuple(cards.values()), tuple(notes))
