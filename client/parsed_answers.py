"""Answers as they were last read: a page that is looked at again need not check again what it remembers as text."""

from collections import OrderedDict
from threading import Lock
from typing import Any, Final, TypeVar, cast

from contract.schema.endpoint import Endpoint

A = TypeVar("A")
MAX_BYTES: Final = 2_000_000
"""Of text; what is made of that takes some 16 MB, where it lists sites."""


class ParsedAnswers:
    """The most recently used values by their texts. Threads may share it, and nobody changes a value.

    Equal texts have equal values, so they are shared between people too.
    """

    def __init__(self, most_bytes: int = MAX_BYTES) -> None:
        self._most_bytes = most_bytes
        self._values: OrderedDict[tuple[Endpoint[Any], bytes], object] = OrderedDict()
        self._bytes = 0
        self._lock = Lock()

    def get_or_parse(self, endpoint: Endpoint[A], text: bytes) -> A:
        """Raises what `Endpoint.parse` raises."""
        with self._lock:
            if (endpoint, text) in self._values:
                self._values.move_to_end((endpoint, text))
                return cast("A", self._values[endpoint, text])
        value = endpoint.parse(text)
        self.put(endpoint, text, value)
        return value

    def put(self, endpoint: Endpoint[A], text: bytes, value: A) -> None:
        if len(text) > self._most_bytes:
            return
        with self._lock:
            if (endpoint, text) not in self._values:
                self._bytes += len(text)
            self._values[endpoint, text] = value
            while self._bytes > self._most_bytes:
                (_, oldest), _ = self._values.popitem(last=False)
                self._bytes -= len(oldest)


parsed = ParsedAnswers()
"""Of this process."""
