"""Counts what a text of XML holds, as it stands and with nothing spelled out, so that counting costs little."""

import sys
from typing import Literal, NamedTuple
from xml.parsers.expat import ParserCreate, XMLParserType

XmlExcess = Literal["depth", "elements", "attributes", "value", "namespace", "namespaces"]


class XmlLimits(NamedTuple):
    """Counts, and lengths in characters. Instructions count as elements.

    `attributes` are those of one element, `namespaces` those that are declared at one place and around it.
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


def create_limiting_parser(limits: XmlLimits) -> XMLParserType:
    """A UTF-8 parser that builds nothing and raises XmlLimitError at the first thing that is one too many.

    It knows no namespaces: with them it would copy each for every name.
    """
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
        """Of each element that is open, the namespaces that are declared there and around it."""

    def start(self, _tag: str, attributes: list[str]) -> None:
        limits, declared = self._limits, self._declared[-1]
        if len(self._declared) > limits.depth:
            raise XmlLimitError("depth", len(self._declared))
        self._count()
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
        self._count()

    def _count(self) -> None:
        self._elements += 1
        if self._elements > self._limits.elements:
            raise XmlLimitError("elements", self._elements)
