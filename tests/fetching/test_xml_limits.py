"""What a text of XML may hold is counted while it is read, at the first thing that is one too many."""

import pytest

from fetching.xml_limits import XmlLimitError, XmlLimits, create_limiting_parser
from tests.loops import for_each

LIMITS = XmlLimits(depth=2, elements=4, attributes=2, namespace_length=3, value_length=5, namespaces=2)


def test_what_keeps_to_the_limits_is_read() -> None:
    xml = b'<r xmlns="urn"><a b="12345" c=""/><?odd it?><a xmlns:d="u"/></r>'
    assert create_limiting_parser(LIMITS).Parse(xml, True) == 1  # noqa: FBT003 - expat takes it by place alone


@for_each(
    "xml,excess",
    [
        (b"<r><a><b", "depth"),
        (b"<r><a/><a/><a/><a/><", "elements"),
        (b"<r><?a b?><?a b?><?a b?><?a b?><", "elements"),
        (b'<r a="" b="" c=""><', "attributes"),
        (b'<r a="123456"><', "value"),
        (b'<r xmlns:a="1234"><', "namespace"),
        (b'<r xmlns="1" xmlns:a="2"><a xmlns:b="3"><', "namespaces"),
    ],
)
def test_the_first_thing_too_many_ends_it(xml: bytes, excess: str) -> None:
    with pytest.raises(XmlLimitError) as caught:
        create_limiting_parser(LIMITS).Parse(xml + b">")
    assert caught.value.excess == excess
