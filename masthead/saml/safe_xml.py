"""Parses hostile XML of any length safely: no DOCTYPE, no external parts, and size limits."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple
from xml.etree.ElementTree import Element, TreeBuilder
from xml.parsers.expat import ExpatError, errors

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import ParseError, XMLParser

from fetching.xml_limits import XmlLimitError, XmlLimits, create_limiting_parser
from masthead.i18n import format_number, gettext
from masthead.saml.entities import ENTITIES
from masthead.saml.errors import MetadataError, metadata_error

LIMITS = XmlLimits(depth=64, elements=20_000, attributes=64, namespace_length=1024, value_length=16 * 1024)
FEDERATION_LIMITS = LIMITS._replace(elements=3_000_000)
MAX_PIECE_LENGTH = 128 * 1024
"""Maximum length of one tag or text. Some metadata contains a logo as base64."""
MAX_NAMES = 2560 * 1024
"""Maximum length of all names with their namespaces: a few bytes can expand to long names."""
STEP = 32 * 1024
"""Characters per parser step, so that parsing stops at most one step after an excess."""

MAX_CHILD_LENGTH = 1024 * 1024
"""Maximum length of one entity. Steps are counted, so it may be a few more."""
_DOCTYPE = "<!DOCTYPE"
_XINCLUDE = "{http://www.w3.org/2001/XInclude}"
_EARLY = {errors.XML_ERROR_NO_ELEMENTS, errors.XML_ERROR_UNCLOSED_TOKEN, errors.XML_ERROR_UNCLOSED_CDATA_SECTION}
_EARLY_CODES = {errors.codes[each] for each in _EARLY}


class Child(NamedTuple):
    """A complete entity or other part of a federation, and the open elements around it."""

    element: Element
    around: tuple[Element, ...]


def split_text(text: str) -> Iterator[str]:
    """Cut text into steps."""
    return (text[at : at + STEP] for at in range(0, len(text), STEP))


def stream_children(pieces: Iterable[str], limits: XmlLimits = LIMITS) -> Iterator[Child]:
    """Parse XML piece by piece, and yield each child of an EntitiesDescriptor, or the root. Raises MetadataError.

    Parsing stops as soon as a limit is exceeded. A second parser without namespaces counts each step first, because
    expat copies the namespace for every attribute of a tag before it reports the tag. What was yielded is freed.
    """
    ahead, builder, checker = create_limiting_parser(limits), _Builder(), _PieceChecker()
    parser = XMLParser(target=builder, encoding="utf-8", forbid_dtd=True)
    try:
        for text in pieces:
            # Checked first: even when stopped, the parser expands the entities in the rest of its step.
            checker.check(text, builder.finished)
            piece = text.encode(errors="replace")
            # The counting parser runs first, so that the other never gets an excess.
            ahead.Parse(piece)
            parser.feed(piece)
            yield from builder.take_children()
        parser.close()
    except (ParseError, ExpatError) as wrong:
        raise _syntax_error(wrong) from None
    except XmlLimitError as wrong:
        raise _limit_error(wrong, limits) from None
    except DefusedXmlException:
        raise metadata_error("doctype") from None
    yield from builder.take_children()


class _PieceChecker:
    """Refuses a DOCTYPE, one tag or text that is too long, and a child that is too long."""

    def __init__(self) -> None:
        self._tail, self._gap, self._length, self._finished = "", 0, 0, 0

    def check(self, text: str, finished: int) -> None:
        """Check the next step. `finished` counts the children that are complete."""
        if _DOCTYPE in self._tail + text:
            raise metadata_error("doctype")
        self._tail = text[-len(_DOCTYPE) :]
        self._length = len(text) + (self._length if finished == self._finished else 0)
        self._finished = finished
        gap = self._gap + (text.find("<") if "<" in text else len(text))
        self._gap = len(text) - text.rfind("<") if "<" in text else gap
        for length, most in ((gap, MAX_PIECE_LENGTH), (self._length, MAX_CHILD_LENGTH)):
            if length > most:
                what = gettext("more than %(max_piece_length)s KiB in one piece", max_piece_length=most // 1024)
                raise metadata_error("too-long", what=what)


def _syntax_error(wrong: ParseError | ExpatError) -> MetadataError:
    line = wrong.lineno if isinstance(wrong, ExpatError) else wrong.position[0]
    return metadata_error("truncated") if wrong.code in _EARLY_CODES else metadata_error("broken", line=line)


def _limit_error(wrong: XmlLimitError, limits: XmlLimits) -> MetadataError:
    match wrong.excess:
        case "depth":
            return metadata_error("too-deep", levels=limits.depth)
        case "elements":
            return metadata_error("too-many", elements=format_number(limits.elements))
        case "attributes":
            return metadata_error("too-long", what=gettext("an element with %(found)s attributes", found=wrong.found))
        case "namespace":
            longest = limits.namespace_length
        case _:
            longest = limits.value_length
    return metadata_error(
        "too-long", what=gettext("an attribute of more than %(longest)s KiB", longest=longest // 1024)
    )


class _Builder(TreeBuilder):
    """Builds each child, and counts its names including their namespaces, as the tree stores them."""

    def __init__(self) -> None:
        super().__init__()
        self._names = self._depth = self.finished = 0
        self._around: list[Element] = []
        self._children: list[Child] = []

    def take_children(self) -> list[Child]:
        taken, self._children = self._children, []
        return taken

    def start(self, tag: str, attributes: dict[str, str], /) -> Element:
        self._names += len(tag) + sum(map(len, attributes))
        if self._names > MAX_NAMES:
            raise metadata_error("too-long", what=gettext("names that are far too long"))
        if tag.startswith(_XINCLUDE):
            raise metadata_error("outside", what=gettext("parts (XInclude)"))
        element = super().start(tag, attributes)
        if tag == ENTITIES and self._depth == len(self._around):
            self._around.append(element)
        self._depth += 1
        return element

    def end(self, tag: str, /) -> Element:
        element = super().end(tag)
        self._depth -= 1
        if self._depth < len(self._around):
            self._around.pop()
        if self._depth == len(self._around):
            self._children.append(Child(element, tuple(self._around)))
            self.finished += 1
            self._names = 0
            if self._around:
                self._around[-1].remove(element)
        return element

    def pi(self, target: str, text: str | None = None, /) -> Element:
        if target == "xml-stylesheet":
            raise metadata_error("outside", what=gettext("a style sheet"))
        return super().pi(target, text)
