"""Files that want to harm are refused by name, and before they cost much."""

import tracemalloc
from collections.abc import Callable
from io import BytesIO
from typing import SupportsIndex
from xml.etree.ElementTree import Element

import pytest

from masthead.saml import MetadataError
from masthead.saml.errors import METADATA_MESSAGES, MetadataKind
from masthead.saml.metadata import MAX_SIZE
from masthead.saml.safe_xml import LIMITS, split_text, stream_children
from tests.loops import for_each
from tests.saml.hostile_files import GOOD, HOSTILE, File, wide
from tests.saml.making import private
from tests.saml.published import entity, many, role, signing
from tests.saml.reading import parse_metadata


def parse_xml(text: str) -> Element:
    """The root of the text, if that isn't a federation."""
    (child,) = stream_children(split_text(text))
    return child.element


KIB, MIB = 1024, 1024 * 1024


@pytest.mark.parametrize(("file", "kind"), [row[1:] for row in HOSTILE], ids=[row[0] for row in HOSTILE])
def test_it_is_refused_by_name_in_little_memory(file: File, kind: MetadataKind) -> None:
    given = file()
    tracemalloc.start()
    try:
        with pytest.raises(MetadataError) as caught:
            parse_metadata(given)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 16 * MIB
    assert caught.value.kind == kind
    assert str(caught.value).endswith(".")
    assert "{" not in str(caught.value)
    assert str(caught.value).isprintable()


WHOLE = many(600)
BEHIND: list[tuple[bytes, MetadataKind]] = [
    (b"<!DOCTYPE x>", "doctype"),
    (b'<x:include xmlns:x="http://www.w3.org/2001/XInclude"/>', "outside"),
    (b"<a>" * 64, "too-deep"),
    (b"<a>" + b"<b/>" * 400_000, "too-long"),
    (b"<!--" + b"x" * 200 * KIB, "too-long"),
    (wide(65).encode(), "too-long"),
    (private("rsa"), "private-key"),
    (b"\xed\xa0\x80", "encoding"),
    (b"\0", "other"),
    (b"</odd>", "broken"),
    (b"", "truncated"),
]


@for_each("behind,kind", BEHIND)
def test_it_is_refused_at_the_end_of_a_federation_too(behind: bytes, kind: MetadataKind) -> None:
    assert len(WHOLE) > MAX_SIZE
    with pytest.raises(MetadataError) as caught:
        parse_metadata(BytesIO(WHOLE.removesuffix(b"</md:EntitiesDescriptor>") + behind))
    assert caught.value.kind == kind


@for_each("beginning,kind", [(b"PK\3\4", "other"), (b"<html>", "other"), ("<".encode("utf-16"), "encoding")])
def test_a_large_file_of_another_kind_is_refused_by_its_beginning(beginning: bytes, kind: MetadataKind) -> None:
    with pytest.raises(MetadataError) as caught:
        parse_metadata(BytesIO(beginning + WHOLE))
    assert caught.value.kind == kind


def test_every_kind_of_refusal_is_met() -> None:
    assert {kind for _, _, kind in HOSTILE} == set(METADATA_MESSAGES)


class Watched(str):
    """A text that counts how much of it was taken to be parsed."""

    __slots__ = ("taken",)

    def __getitem__(self, part: SupportsIndex | slice) -> str:
        cut = super().__getitem__(part)
        self.taken = getattr(self, "taken", 0) + len(cut)
        return cut


def levels(count: int) -> str:
    """An entity with so many levels, itself the first."""
    return entity(role(signing()) + "<a>" * (count - 1) + "</a>" * (count - 1))


def elements(count: int) -> str:
    return "<r>" + "<a/>" * (count - 1) + "</r>"


def test_what_is_just_small_enough_is_read() -> None:
    assert len(parse_metadata(GOOD.encode().ljust(MAX_SIZE)).providers) == 1
    assert len(parse_metadata(levels(LIMITS.depth)).providers) == 1
    assert parse_xml(f'<a xmlns="{"u" * LIMITS.namespace_length}"/>').tag == f"{{{'u' * LIMITS.namespace_length}}}a"
    assert len(parse_xml(elements(LIMITS.elements))) == LIMITS.elements - 1


@for_each("make,count", [(levels, LIMITS.depth), (elements, LIMITS.elements)])
def test_nothing_is_read_behind_what_is_one_too_many(make: Callable[[int], str], count: int) -> None:
    """What comes there is not even well-formed."""
    one_too_many = make(count + 1)
    at = one_too_many.rindex("<a") + len("<a>")
    with pytest.raises(MetadataError) as caught:
        parse_xml(one_too_many[:at] + ">" + "</odd><" * 20_000)
    assert caught.value.kind in {"too-deep", "too-many"}


@for_each("beginning", [levels(LIMITS.depth + 1), "<a " + 'b="c"' * 9, "<a>&x;"])
def test_little_is_parsed_of_what_is_wrong_from_the_beginning(beginning: str) -> None:
    whole = Watched(beginning + "<b/>" * 100_000)
    with pytest.raises(MetadataError):
        parse_xml(whole)
    assert whole.taken <= 32 * KIB < len(whole)
