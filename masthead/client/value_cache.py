"""Answers as they were last read: a page that is looked at again need not check again what it remembers as text."""

from collections import OrderedDict
from hashlib import blake2b
from threading import Lock
from typing import Any, Final, TypeVar, cast

from contract.schema.endpoint import Endpoint

A = TypeVar("A")
MAX_BYTES: Final = 2_000_000
"""Of text; what is made of that takes some 16 MB, where it lists sites."""
BRIEF: Final = 8
"""What is made of a brief answer, without its text, takes so much less than that of another with as long a text."""


class ValueCache:
    """The most recently used values by their texts. Threads may share it, and nobody changes a value.

    Equal texts have equal values, so they are shared between people too.
    """

    def __init__(self, most_bytes: int = MAX_BYTES) -> None:
        self._most_bytes = most_bytes
        self._values: OrderedDict[tuple[Endpoint[Any], bytes], tuple[object, int]] = OrderedDict()
        self._bytes = 0
        self._lock = Lock()

    def get_or_parse(self, endpoint: Endpoint[A], text: bytes) -> A:
        """Raises what `Endpoint.parse` raises."""
        key = _key(endpoint, text)
        with self._lock:
            if key in self._values:
                self._values.move_to_end(key)
                return cast("A", self._values[key][0])
        value = endpoint.parse(text)
        self._keep(key, len(text), value)
        return value

    def put(self, endpoint: Endpoint[A], text: bytes, value: A) -> None:
        self._keep(_key(endpoint, text), len(text), value)

    def _keep(self, key: tuple[Endpoint[Any], bytes], length: int, value: object) -> None:
        weight = length if key[0].brief is None else length // BRIEF
        if weight > self._most_bytes:
            return
        with self._lock:
            if key not in self._values:
                self._bytes += weight
            self._values[key] = value, weight
            while self._bytes > self._most_bytes:
                _, (_, least) = self._values.popitem(last=False)
                self._bytes -= least


def _key(endpoint: Endpoint[Any], text: bytes) -> tuple[Endpoint[Any], bytes]:
    """Of a brief answer a digest stands for the text, which is long."""
    return endpoint, text if endpoint.brief is None else blake2b(text, digest_size=16).digest()


parsed = ValueCache()
"""Of this process."""
