"""Counts what a text of XML holds, as it stands and with nothing spelled out, so that counting costs little."""

from xml.parsers.expat import ParserCreate, XMLParserType

from saml.metadata_faults import metadata_fault

DEEPEST, MAX_ELEMENTS, MAX_ATTRIBUTES = 64, 20_000, 64
MAX_VALUE_LENGTH, MAX_NAMESPACE_LENGTH = 16 * 1024, 1024
"""Characters of one attribute, and of one that declares a namespace."""


def counting() -> XMLParserType:
    """A parser that knows no namespaces, and raises MetadataError at the first thing that is one too many."""
    parser, guard = ParserCreate("utf-8"), _ExpatGuard()
    parser.ordered_attributes = True
    parser.StartElementHandler = guard.start
    parser.EndElementHandler = guard.end
    parser.ProcessingInstructionHandler = guard.instruction
    return parser


class _ExpatGuard:
    def __init__(self) -> None:
        self._depth = self._elements = 0

    def start(self, _tag: str, attributes: list[str]) -> None:
        self._depth += 1
        if self._depth > DEEPEST:
            raise metadata_fault("too-deep", DEEPEST)
        self._count()
        if len(attributes) > 2 * MAX_ATTRIBUTES:  # a name, a value, a name, a value
            raise metadata_fault("too-long", f"an element with {len(attributes) // 2} attributes")
        for name, value in zip(attributes[::2], attributes[1::2], strict=True):
            longest = MAX_NAMESPACE_LENGTH if name.startswith("xmlns") else MAX_VALUE_LENGTH
            if len(value) > longest:
                raise metadata_fault("too-long", f"an attribute of more than {longest // 1024} KiB")

    def end(self, _tag: str) -> None:
        self._depth -= 1

    def instruction(self, target: str, _text: str) -> None:
        self._count()
        if target == "xml-stylesheet":
            raise metadata_fault("outside", "a style sheet")

    def _count(self) -> None:
        self._elements += 1
        if self._elements > MAX_ELEMENTS:
            raise metadata_fault("too-many", f"{MAX_ELEMENTS:,}".replace(",", " "))
