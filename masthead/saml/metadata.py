"""Decodes and parses identity provider metadata: a single provider, or a federation of thousands, piece by piece.

Only UTF-8 and UTF-16 are supported. Anything that can't be XML is rejected before parsing.
"""

import codecs
import hashlib
import re
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from html import unescape
from io import SEEK_END
from typing import TYPE_CHECKING, BinaryIO, NamedTuple

from masthead.file_kinds import detect_file_kind
from masthead.i18n import N_, gettext, ngettext
from masthead.saml.certificate_summary import CertificateSummary
from masthead.saml.certificates import PRIVATE_MARK, has_private_key, is_binary, parse_certificates
from masthead.saml.entities import ENTITIES, ENTITY, MD, SIGNATURE, Validity, parse_provider
from masthead.saml.errors import CertificateError, MetadataError, MetadataKind, metadata_error
from masthead.saml.providers import IdentityProvider, MetadataFacts

if TYPE_CHECKING:
    from hashlib import _Hash
    from xml.etree.ElementTree import Element

    from masthead.saml.safe_xml import Child

MAX_SIZE = 512 * 1024
"""Size limit of text, and of a file that is read at once, in bytes."""
MAX_FILE_SIZE = 100 * 1024 * 1024
"""Size limit of a file, in bytes. A larger one than `MAX_SIZE` is read piece by piece and has to be UTF-8."""

PIECE = 32 * 1024
"""Bytes of a large file that are decoded and parsed in one step."""
MARK_LENGTH = 100
"""Characters of a step in which the mark of a private key may begin."""

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


def read_metadata(given: bytes | str | BinaryIO, add: Callable[[IdentityProvider], object]) -> MetadataFacts:
    """Pass each identity provider in a file or pasted text (str) to `add`, and return what holds for all of them.

    Raises MetadataError. Neither the error nor its context contains the input, which may be a private key.
    """
    try:
        return _read_metadata(given, add)
    except MetadataError as error:
        # A new error, because the frames of the old traceback contain the file.
        wrong = MetadataError(error.kind, str(error))
    del given, add  # an error report may show local variables
    raise wrong


def _read_metadata(given: bytes | str | BinaryIO, add: Callable[[IdentityProvider], object]) -> MetadataFacts:
    from masthead.saml.safe_xml import FEDERATION_LIMITS, LIMITS, split_text, stream_children  # noqa: PLC0415 - rare

    digest, is_paste = hashlib.sha256(), isinstance(given, str)
    if not isinstance(given, bytes | str) and _file_size(given) <= MAX_SIZE:
        given = given.read()
    if isinstance(given, bytes | str):
        digest.update(given if isinstance(given, bytes) else b"")
        children = stream_children(split_text(decode_xml(given)), LIMITS)
    else:
        children = stream_children(_decode_pieces(given, digest), FEDERATION_LIMITS)
    found, others, is_signed = 0, Counter[MetadataKind](), False
    around: tuple[Element, ...] = ()
    inherited, last = Validity(), None
    for last in children:
        if last.around != around:
            around, inherited = last.around, _inherit_validity(last.around)
        is_signed = is_signed or _is_signature(last)
        if last.element.tag == ENTITY and (kind := _other_kind_message(last.element)):
            others[kind] += 1
        elif last.element.tag == ENTITY:
            found += 1
            role = _list_roles(last.element)[0]
            add(parse_provider(last.element, role, inherited.narrow_validity(last.element)))
    if last is not None and last.element.tag not in {ENTITY, ENTITIES}:
        raise metadata_error("not-metadata", tag=_local_name(last.element.tag))
    if not found:
        raise metadata_error(next((kind for kind in _LEFT_OUT if others[kind]), "no-provider"))
    return MetadataFacts(
        sha256="" if is_paste else digest.hexdigest(),
        is_signed=is_signed,
        notes=tuple(_omitted_note(kind, others[kind]) for kind in _LEFT_OUT if others[kind]),
    )


def _file_size(file: BinaryIO) -> int:
    size = file.seek(0, SEEK_END)
    file.seek(0)
    if size > MAX_FILE_SIZE:
        raise metadata_error("too-large", size=-(-size // 1024), limit=MAX_FILE_SIZE // 1024)
    return size


def _decode_pieces(file: BinaryIO, digest: "_Hash") -> Iterator[str]:
    """Decode a large file. What is checked in a small file before parsing is checked in each piece."""
    decoder, tail = codecs.getincrementaldecoder("utf-8-sig")(), ""
    for number, data in enumerate(iter(partial(file.read, PIECE), b"")):
        digest.update(data)
        if not number:
            if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
                raise metadata_error("encoding", encoding="UTF-16")
            decode_xml(data[: data.rfind(b">") + 1] or data)
        try:
            text = decoder.decode(data)
        except UnicodeDecodeError:
            raise _undecodable_error("<") from None
        if "\0" in text:
            raise _binary_error()
        near = tail + text
        # The pattern takes longer than the parser, and few pieces have these words.
        if any(word in near.upper() for word in ("PRIVATE", "PUTTY")) and PRIVATE_MARK.search(near):
            raise metadata_error("private-key")
        tail = text[-MARK_LENGTH:]
        yield text if number else text.lstrip()


def _inherit_validity(around: "tuple[Element, ...]") -> Validity:
    validity = Validity()
    for each in around:
        validity = validity.narrow_validity(each)
    return validity


def _is_signature(child: "Child") -> bool:
    """Return whether the child is a signature of the whole file, or the only entity with one."""
    is_root = child.element.tag == ENTITY and not child.around
    return (
        child.element.find(SIGNATURE) is not None
        if is_root
        else (child.element.tag == SIGNATURE and len(child.around) == 1)
    )


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
