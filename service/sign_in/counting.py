"""Counts what an answer holds before it is read: what is not signed can make canonicalization cost very much."""

from io import BytesIO
from xml.parsers.expat import ExpatError, ParserCreate

DEEPEST, MAX_ELEMENTS, MAX_ATTRIBUTES = 64, 10_000, 64
MAX_NAMESPACES, MAX_NAMESPACE_LENGTH = 64, 256
"""Namespaces that are declared at one place, with those around it, and the characters of each."""


def is_small(xml: bytes) -> bool:
    """Whether it is well-formed UTF-8 and has no more of anything than answers have."""
    guard = _Guard()
    parser = ParserCreate("utf-8")  # without namespaces: with them it would copy them for each name
    parser.ordered_attributes = True
    parser.StartElementHandler, parser.EndElementHandler = guard.start, guard.end
    try:
        parser.ParseFile(BytesIO(xml))
    except (ExpatError, _TooMuchError):
        return False
    return True


class _TooMuchError(Exception):
    """The parser is told to stop by it."""


class _Guard:
    """The names of its methods are those of what the parser tells of."""

    def __init__(self) -> None:
        self._elements = 0
        self._declared = [0]
        """Of each element that is open, the namespaces that are declared there and around it."""

    def start(self, _tag: str, attributes: list[str]) -> None:
        self._elements += 1
        namespaces = [
            value for name, value in zip(attributes[::2], attributes[1::2], strict=True) if name.startswith("xmlns")
        ]
        self._declared.append(self._declared[-1] + len(namespaces))
        if (
            self._elements > MAX_ELEMENTS
            or len(self._declared) > DEEPEST + 1
            or len(attributes) > 2 * MAX_ATTRIBUTES
            or self._declared[-1] > MAX_NAMESPACES
            or max(map(len, namespaces), default=0) > MAX_NAMESPACE_LENGTH
        ):
            raise _TooMuchError

    def end(self, _tag: str) -> None:
        self._declared.pop()
