"""Decodes metadata files and rejects anything that can't be XML. Only UTF-8 and UTF-16 are supported."""

import codecs
import re
from html import unescape

from masthead.file_kinds import detect_file_kind
from masthead.i18n import N_, gettext
from masthead.saml.certificates import PRIVATE_MARK, has_private_key, is_binary
from masthead.saml.errors import MetadataError, metadata_error

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


def decode_xml(given: bytes | str) -> str:
    """Decode a file (bytes) or a paste (str). Raises MetadataError for other files and for private keys."""
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
    """Undo what browsers, chats and tickets do to pasted XML: text around it, HTML entities, JSON escapes."""
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
