"""Parses hostile XML safely: no DOCTYPE, no external parts, and size limits."""

from xml.etree.ElementTree import Element, TreeBuilder
from xml.parsers.expat import ExpatError, errors

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import ParseError, XMLParser

from fetching.xml_limits import XmlLimitError, XmlLimits, create_limiting_parser
from masthead.i18n import format_number, gettext
from masthead.saml.errors import MetadataError, metadata_error

LIMITS = XmlLimits(depth=64, elements=20_000, attributes=64, namespace_length=1024, value_length=16 * 1024)
MAX_PIECE_LENGTH = 128 * 1024
"""Maximum length of one tag or text. Some metadata contains a logo as base64."""
MAX_NAMES = 2560 * 1024
"""Maximum length of all names with their namespaces: a few bytes can expand to long names."""
STEP = 32 * 1024
"""Characters per parser step, so that parsing stops at most one step after an excess."""

_XINCLUDE = "{http://www.w3.org/2001/XInclude}"
_EARLY = {errors.XML_ERROR_NO_ELEMENTS, errors.XML_ERROR_UNCLOSED_TOKEN, errors.XML_ERROR_UNCLOSED_CDATA_SECTION}
_EARLY_CODES = {errors.codes[each] for each in _EARLY}


def parse_xml(text: str) -> Element:
    """Parse XML text and return its root. Raises MetadataError.

    Parsing stops as soon as a limit is exceeded. A second parser without namespaces counts each step first, because
    expat copies the namespace for every attribute of a tag before it reports the tag.
    """
    # Checked first: even when stopped, the parser expands the entities in the rest of its step.
    if "<!DOCTYPE" in text:
        raise metadata_error("doctype")
    if not _has_short_pieces(text):
        raise metadata_error(
            "too-long",
            what=gettext("more than %(max_piece_length)s KiB in one piece", max_piece_length=MAX_PIECE_LENGTH // 1024),
        )
    ahead, builder = create_limiting_parser(LIMITS), _Builder()
    parser = XMLParser(target=builder, encoding="utf-8", forbid_dtd=True)
    try:
        for at in range(0, len(text), STEP):
            piece = text[at : at + STEP].encode(errors="replace")
            # The counting parser runs first, so that the other never gets an excess.
            ahead.Parse(piece)
            parser.feed(piece)
        parser.close()
    except (ParseError, ExpatError) as wrong:
        raise _syntax_error(wrong) from None
    except XmlLimitError as wrong:
        raise _limit_error(wrong) from None
    except DefusedXmlException:
        raise metadata_error("doctype") from None
    return builder.close()


def _has_short_pieces(text: str) -> bool:
    """Return True if the gaps between tags are short: the parser keeps the text between two tags in memory."""
    at = 0
    while at + MAX_PIECE_LENGTH < len(text):
        at = text.rfind("<", at + 1, at + 1 + MAX_PIECE_LENGTH)
        if at < 0:
            return False
    return True


def _syntax_error(wrong: ParseError | ExpatError) -> MetadataError:
    line = wrong.lineno if isinstance(wrong, ExpatError) else wrong.position[0]
    return metadata_error("truncated") if wrong.code in _EARLY_CODES else metadata_error("broken", line=line)


def _limit_error(wrong: XmlLimitError) -> MetadataError:
    match wrong.excess:
        case "depth":
            return metadata_error("too-deep", levels=LIMITS.depth)
        case "elements":
            return metadata_error("too-many", elements=format_number(LIMITS.elements))
        case "attributes":
            return metadata_error("too-long", what=gettext("an element with %(found)s attributes", found=wrong.found))
        case "namespace":
            longest = LIMITS.namespace_length
        case _:
            longest = LIMITS.value_length
    return metadata_error(
        "too-long", what=gettext("an attribute of more than %(longest)s KiB", longest=longest // 1024)
    )


class _Builder(TreeBuilder):
    """Builds the tree, and counts names including their namespaces, as the tree stores them."""

    def __init__(self) -> None:
        super().__init__()
        self._names = 0

    def start(self, tag: str, attributes: dict[str, str], /) -> Element:
        self._names += len(tag) + sum(map(len, attributes))
        if self._names > MAX_NAMES:
            raise metadata_error("too-long", what=gettext("names that are far too long"))
        if tag.startswith(_XINCLUDE):
            raise metadata_error("outside", what=gettext("parts (XInclude)"))
        return super().start(tag, attributes)

    def pi(self, target: str, text: str | None = None, /) -> Element:
        if target == "xml-stylesheet":
            raise metadata_error("outside", what=gettext("a style sheet"))
        return super().pi(target, text)
