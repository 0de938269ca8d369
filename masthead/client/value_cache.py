"""Caches parsed responses by their JSON text, since validation takes longer than the rest of a page."""

from collections import OrderedDict
from hashlib import blake2b
from threading import Lock
from typing import Any, Final, TypeVar, cast

from contract.schema.endpoint import Endpoint

A = TypeVar("A")
MAX_BYTES: Final = 2_000_000
"""Size of the texts. The parsed values take about eight times as much memory for a list of sites."""
BRIEF: Final = 8
"""A value of a brief endpoint takes this many times less memory than another with as long a text."""


class ValueCache:
    """The most recently used values. Thread-safe; nobody may change a value.

    People share values: equal texts have equal values.
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
    """Build the key; for a brief endpoint with a digest, since its texts are long."""
    return endpoint, text if endpoint.brief is None else blake2b(text, digest_size=16).digest()


parsed = ValueCache()
"""The cache of this process."""
