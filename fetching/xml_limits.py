"""Enforces limits on XML before entities and namespaces are expanded, so that checking is cheap."""

import sys
from typing import TYPE_CHECKING, Literal, NamedTuple

if TYPE_CHECKING:
    from xml.parsers.expat import XMLParserType

XmlExcess = Literal["depth", "elements", "attributes", "value", "namespace", "namespaces"]


class XmlLimits(NamedTuple):
    """Limits on counts, and on lengths in characters. Processing instructions count as elements.

    `attributes` applies to each element; `namespaces` counts those in scope at an element.
    """

    depth: int
    elements: int
    attributes: int
    namespace_length: int
    value_length: int = sys.maxsize
    namespaces: int = sys.maxsize


class XmlLimitError(Exception):
    def __init__(self, excess: XmlExcess, found: int) -> None:
        super().__init__(f"{excess}: {found}")
        self.excess: XmlExcess = excess
        self.found = found


def create_limiting_parser(limits: XmlLimits) -> "XMLParserType":
    """Create a UTF-8 parser that builds no tree and raises XmlLimitError once a limit is exceeded.

    It ignores namespaces, since expat would copy the namespace for every name.
    """
    from xml.parsers.expat import ParserCreate  # noqa: PLC0415 - few requests read XML

    parser, guard = ParserCreate("utf-8"), _Guard(limits)
    parser.ordered_attributes = True
    parser.StartElementHandler, parser.EndElementHandler = guard.start, guard.end
    parser.ProcessingInstructionHandler = guard.processing_instruction
    return parser


class _Guard:
    def __init__(self, limits: XmlLimits) -> None:
        self._limits = limits
        self._elements = 0
        self._declared = [0]
        """The number of namespaces in scope of each open element."""

    def start(self, _tag: str, attributes: list[str]) -> None:
        limits, declared = self._limits, self._declared[-1]
        if len(self._declared) > limits.depth:
            raise XmlLimitError("depth", len(self._declared))
        self._count_element()
        if len(attributes) > 2 * limits.attributes:  # a name, a value, a name, a value
            raise XmlLimitError("attributes", len(attributes) // 2)
        for name, value in zip(attributes[::2], attributes[1::2], strict=True):
            is_namespace = name.startswith("xmlns")
            declared += is_namespace
            if len(value) > (limits.namespace_length if is_namespace else limits.value_length):
                raise XmlLimitError("namespace" if is_namespace else "value", len(value))
        if declared > limits.namespaces:
            raise XmlLimitError("namespaces", declared)
        self._declared.append(declared)

    def end(self, _tag: str) -> None:
        self._declared.pop()

    def processing_instruction(self, _target: str, _text: str) -> None:
        self._count_element()

    def _count_element(self) -> None:
        self._elements += 1
        if self._elements > self._limits.elements:
            raise XmlLimitError("elements", self._elements)
