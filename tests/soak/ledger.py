"""What pages said came of what people did, to be held against what there is in the end."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from enum import StrEnum
from threading import Lock


class Word(StrEnum):
    """The three outcomes, as pages have them."""

    SAVED = "saved"
    NOT_SAVED = "not-saved"
    UNKNOWN = "unknown"


ALLOWED = {Word.SAVED: (1,), Word.NOT_SAVED: (0,), Word.UNKNOWN: (0, 1)}
"""How often there may be what was created."""


class Ledger:
    """Threads share it. What is created has a name of its own; a setting is what one person alone writes."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._created: dict[tuple[str, str], Word] = {}
        self._values: dict[tuple[str, str], list[tuple[object, Word]]] = defaultdict(list)
        self.wrong: list[str] = []

    def create(self, kind: str, name: str, word: Word) -> None:
        with self._lock:
            self._created[kind, name] = word

    def write(self, kind: str, object_id: str, value: object, word: Word) -> None:
        with self._lock:
            self._values[kind, object_id].append((value, word))

    def find(self, wrong: str) -> None:
        """Something that no page may say."""
        with self._lock:
            self.wrong.append(wrong)

    def count(self) -> Mapping[str, int]:
        """How often a page said each word."""
        words = [*self._created.values(), *(word for each in self._values.values() for _, word in each)]
        return {word: words.count(word) for word in Word}

    def check_created(self, kind: str, there: Mapping[str, int]) -> Iterator[str]:
        """Violations, where `there` says how often there is each name of this kind."""
        for (own, name), word in self._created.items():
            if own == kind and there.get(name, 0) not in ALLOWED[word]:
                yield f"{kind} {name!r}: a page said {word}, and it is there {there.get(name, 0)} times"

    def check_written(self, kind: str, there: Mapping[str, object]) -> Iterator[str]:
        """Violations, where `there` says the value of each object."""
        for (own, object_id), written in self._values.items():
            if own != kind:
                continue
            last = max((at for at, (_, word) in enumerate(written) if word is Word.SAVED), default=-1)
            allowed = [value for value, word in written[max(last, 0) :] if word is not Word.NOT_SAVED]
            is_new = last < 0 and there.get(object_id) not in [value for value, _ in written]
            if there.get(object_id) not in allowed and not is_new:
                yield f"{kind} of {object_id}: {there.get(object_id)!r}, but pages said {written[-3:]}"
