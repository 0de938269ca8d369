"""Files that want to harm are refused by name, and before they cost much."""

import tracemalloc
from collections.abc import Callable
from typing import SupportsIndex

import pytest

from masthead.saml import MetadataError, parse_metadata
from masthead.saml.errors import METADATA_MESSAGES, MetadataKind
from masthead.saml.metadata import MAX_SIZE
from masthead.saml.safe_xml import LIMITS, parse_xml
from tests.loops import for_each
from tests.saml.hostile_files import GOOD, HOSTILE, File
from tests.saml.published import entity, role, signing

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
