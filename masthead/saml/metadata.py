"""Decodes and parses identity provider metadata: a single provider, or a federation of hundreds.

Only UTF-8 and UTF-16 are supported. Anything that can't be XML is rejected before parsing.
"""

import codecs
import hashlib
import re
from collections import Counter
from collections.abc import Iterator
from html import unescape
from typing import TYPE_CHECKING, NamedTuple

from masthead.file_kinds import detect_file_kind
from masthead.i18n import N_, gettext, ngettext
from masthead.saml.certificate_summary import CertificateSummary
from masthead.saml.certificates import PRIVATE_MARK, has_private_key, is_binary, parse_certificates
from masthead.saml.entities import MD, SIGNATURE, Validity, parse_provider
from masthead.saml.errors import CertificateError, MetadataError, MetadataKind, metadata_error
from masthead.saml.providers import IdentityProvider, Metadata

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

MAX_SIZE = 512 * 1024
"""Size limit of a file, in bytes."""

_OTHER_MARKS = {
    codecs.BOM_UTF32_LE: "UTF-32",
    codecs.BOM_UTF32_BE: "UTF-32",
    b"+/v": "UTF-7",
    b"\x4c\x6f\xa7\x94": "EBCDIC",
}
_WIDE_WITHOUT_MARK = re.compile(rb"<\0|\0{1,3}<")
_ENCODINGS = {"utf-8", "utf8", "utf-16", "utf-16le", "utf-16be", "us-ascii", "ascii"}
_DECLARED = re.compile(r"<\?xml\s[^>]{0,200}?\bencoding\s*=\s*[\"']([^\"'<>]{0,60})")
_ADDRESS = re.compile(r"https?://\S*")
_TEXTS = (
    (
        re.compile(r"<!doctype\s+html|<html\b", re.IGNORECASE),
        N_("a web page"),
        N_("Use its download link and save the file."),
    ),
    (re.compile(r"-----BEGIN .*CERTIFICATE"), N_("a certificate"), N_("Enter it in the field “Signing certificate”.")),
    (re.compile(r"[\[{]"), "JSON", N_("Look for SAML metadata. OpenID Connect metadata doesn't work here.")),
    (re.compile(r"(?!<)"), N_("text without XML"), N_("Paste all of the metadata from your identity provider.")),
)
_ENTITY, _ENTITIES = f"{MD}EntityDescriptor", f"{MD}EntitiesDescriptor"
_IDP, _SP = f"{MD}IDPSSODescriptor", f"{MD}SPSSODescriptor"
MAX_TAG_LENGTH = 60
_SAML_2 = "urn:oasis:names:tc:SAML:2.0:protocol"
_LEFT_OUT: tuple[MetadataKind, ...] = ("service-provider", "old-saml", "no-provider")


def decode_xml(given: bytes | str) -> str:
    """Decode a file (bytes) or pasted text (str). Raises MetadataError for other files and for private keys."""
    size = len(given)
    if size <= MAX_SIZE and isinstance(given, str):
        size = len(given.encode(errors="replace"))
    if size > MAX_SIZE:
        raise metadata_error("too-large", size=-(-size // 1024), limit=MAX_SIZE // 1024)
    text = (_decode_bytes(given) if isinstance(given, bytes) else given).removeprefix("\ufeff").strip()
    if PRIVATE_MARK.search(text):
        raise metadata_error("private-key")
    if not text:
        raise metadata_error("empty")
    text = _unwrap_xml(text)
    if _ADDRESS.fullmatch(text):
        raise metadata_error("address")
    for shape, what, advice in _TEXTS:
        if shape.match(text):
            raise metadata_error("other", what=gettext(what), advice=gettext(advice))
    return text


def _unwrap_xml(text: str) -> str:
    """Undo what browsers, chats and tickets do to pasted XML: surrounding text, HTML entities, JSON escapes."""
    if "EntityDescriptor" not in text and "EntitiesDescriptor" not in text:
        return text
    if "<" not in text and "&lt;" in text:
        text = unescape(text)
    if '=\\"' in text:
        text = text.replace('\\"', '"').replace("\\n", "\n")
    begin, end = text.find("<"), text.rfind(">") + 1
    return text[begin:end] if 0 < begin < end <= len(text) else text


def _decode_bytes(data: bytes) -> str:
    _refuse_files(data)
    name = next((name for mark, name in _OTHER_MARKS.items() if data.startswith(mark)), None)
    if name is None and _WIDE_WITHOUT_MARK.match(data):
        name = gettext("UTF-16 or UTF-32 without a byte order mark")
    if name is not None:
        raise metadata_error("encoding", encoding=name)
    is_wide = data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    try:
        text = data.decode("utf-16" if is_wide else "utf-8-sig")
    except UnicodeDecodeError:
        text = data[:300].decode("ascii", "replace")
        raise _undecodable_error(text) from None
    declared = _DECLARED.match(text)
    if declared and declared[1].lower() not in _ENCODINGS:
        raise metadata_error("encoding", encoding=_to_printable(declared[1]))
    if "\0" in text:
        raise _binary_error()
    return text


def _refuse_files(data: bytes) -> None:
    if kind := detect_file_kind(data):
        unpack = gettext("Unpack it and use the metadata in it.")
        raise metadata_error(
            "other",
            what=gettext(kind.name),
            advice=unpack if kind.is_packed else gettext("Use the metadata itself, as XML."),
        )
    if has_private_key(data):
        raise metadata_error("private-key")
    if is_binary(data):
        raise metadata_error(
            "other", what=gettext("a certificate or another binary file"), advice=gettext("Use the metadata as XML.")
        )


def _undecodable_error(beginning: str) -> MetadataError:
    if not beginning.lstrip().startswith("<"):
        return _binary_error()
    declared = _DECLARED.match(beginning)
    return metadata_error(
        "encoding", encoding=_to_printable(declared[1]) if declared else gettext("something other than UTF-8")
    )


def _binary_error() -> MetadataError:
    return metadata_error(
        "other", what=gettext("a binary file of an unknown kind"), advice=gettext("Use the metadata as XML.")
    )


def _to_printable(name: str) -> str:
    return "".join(letter for letter in name if letter.isprintable()) or gettext("an unnamed encoding")


def parse_metadata(given: bytes | str) -> Metadata:
    """Parse one or more identity providers from a file (bytes) or pasted text (str).

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
    """Yield each entity with its inherited validity. The parser has limited the depth."""
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
    """Return the tag without its namespace, shortened for a message."""
    name = tag.rpartition("}")[2]
    return name if len(name) <= MAX_TAG_LENGTH else f"{name[:MAX_TAG_LENGTH]}…"


class SigningCertificates(NamedTuple):
    """Certificates in file order without duplicates, and notes on omitted ones."""

    cards: tuple[CertificateSummary, ...]
    notes: tuple[str, ...]


def parse_signing_certificates(provider: IdentityProvider) -> SigningCertificates:
    """Parse a provider's certificates. An unreadable one is replaced by a note."""
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
