"""Parses XML that may be hostile: no document types, nothing from elsewhere, and an end to size of every kind."""

from collections.abc import Mapping
from xml.etree.ElementTree import Element, TreeBuilder
from xml.parsers.expat import errors

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import ParseError, XMLParser

from saml.metadata_faults import MetadataError, metadata_fault

DEEPEST, MOST_ELEMENTS, MOST_ATTRIBUTES = 64, 20_000, 64
LONGEST_PIECE = 128 * 1024
"""Characters of one tag or one text: a logo is written into metadata at times."""
LONGEST_VALUE = 16 * 1024
"""Characters of one attribute."""
MOST_NAMES = 2560 * 1024
"""Characters of all names, each with its namespace as often as it stands: a few bytes can ask for long ones."""
STEP = 32 * 1024
"""Characters that are parsed at a time: what is refused costs no more than that and what was before it."""

_XINCLUDE = "{http://www.w3.org/2001/XInclude}"
_EARLY = {errors.XML_ERROR_NO_ELEMENTS, errors.XML_ERROR_UNCLOSED_TOKEN, errors.XML_ERROR_UNCLOSED_CDATA_SECTION}
_EARLY_CODES = {errors.codes[each] for each in _EARLY}


def parsed(text: str) -> Element:
    """The root of a well-formed text without a DOCTYPE. Raises MetadataError.

    It is refused while it is read, at the first thing that is one too many.
    """
    # The parser would go on to the end of its piece, and spell out the entities in it, after it was told to stop.
    if "<!DOCTYPE" in text:
        raise metadata_fault("doctype")
    if not _is_spread(text):
        raise metadata_fault("too-long", f"more than {LONGEST_PIECE // 1024} KiB in one piece")
    guard = _Guard()
    parser = XMLParser(target=guard, encoding="utf-8", forbid_dtd=True)
    try:
        for at in range(0, len(text), STEP):
            parser.feed(text[at : at + STEP].encode(errors="replace"))
        parser.close()
    except ParseError as wrong:
        raise _not_well_formed(wrong) from None
    except DefusedXmlException:
        raise metadata_fault("doctype") from None
    return guard.root()


def _is_spread(text: str) -> bool:
    """Whether tags follow each other closely: the parser takes what is between them as one."""
    at = 0
    while at + LONGEST_PIECE < len(text):
        at = text.rfind("<", at + 1, at + 1 + LONGEST_PIECE)
        if at < 0:
            return False
    return True


def _not_well_formed(wrong: ParseError) -> MetadataError:
    return metadata_fault("truncated") if wrong.code in _EARLY_CODES else metadata_fault("broken", wrong.position[0])


class _Guard:
    """Builds the tree as the parser tells of its parts, and counts. The names of its methods are the parser's."""

    def __init__(self) -> None:
        self._builder = TreeBuilder()
        self._depth = self._elements = self._names = 0
        self.data = self._builder.data

    def root(self) -> Element:
        return self._builder.close()

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        self._depth += 1
        self._names += len(tag)
        if self._depth > DEEPEST:
            raise metadata_fault("too-deep", DEEPEST)
        self._count()
        if attributes:
            self._check(attributes)
        if self._names > MOST_NAMES:
            raise metadata_fault("too-long", "names that are far too long")
        if tag.startswith(_XINCLUDE):
            raise metadata_fault("outside", "parts (XInclude)")
        self._builder.start(tag, dict(attributes))

    def end(self, tag: str) -> None:
        self._depth -= 1
        self._builder.end(tag)

    def pi(self, target: str, _text: str) -> None:
        self._count()
        if target == "xml-stylesheet":
            raise metadata_fault("outside", "a style sheet")

    def _count(self) -> None:
        self._elements += 1
        if self._elements > MOST_ELEMENTS:
            raise metadata_fault("too-many", f"{MOST_ELEMENTS:,}".replace(",", " "))

    def _check(self, attributes: Mapping[str, str]) -> None:
        if len(attributes) > MOST_ATTRIBUTES:
            raise metadata_fault("too-long", f"an element with {len(attributes)} attributes")
        for name, value in attributes.items():
            self._names += len(name)
            if len(value) > LONGEST_VALUE:
                raise metadata_fault("too-long", f"an attribute of more than {LONGEST_VALUE // 1024} KiB")
