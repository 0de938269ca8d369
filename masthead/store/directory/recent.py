"""What one process has just written of the objects that people see, so that it writes only what is new."""

from collections import OrderedDict
from collections.abc import Iterable
from threading import Lock

from masthead.resources.resource import Mention

AGAIN_SECONDS = 600.0
"""After this long an object is written again although nothing about it has changed: it was seen again."""
MAX_ITEMS = 10_000
Key = tuple[str, str, str]


class RecentlyWritten:
    """Up to about `MAX_ITEMS` objects of all people; those of whoever was here longest ago go first."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._owners: OrderedDict[str, dict[Key, tuple[Mention, float]]] = OrderedDict()
        self._count = 0

    def news(self, owner: str, assumed: str, now: float, seen: Iterable[Mention]) -> list[Mention]:
        """Those that say something which was not written lately; `assumed` is the organization of those without one."""
        with self._lock:
            own = self._owners.get(owner, {})
            return [each for each in seen if _is_news(own.get(object_key(each, assumed)), each, now)]

    def remember(self, owner: str, assumed: str, now: float, seen: Iterable[Mention]) -> None:
        """Note what has been written."""
        with self._lock:
            own = self._owners.setdefault(owner, {})
            self._owners.move_to_end(owner)
            self._count -= len(own)
            for each in seen:
                key = object_key(each, assumed)
                before = own.get(key)
                own[key] = (each if before is None else merge_seen(before[0], each), now)
            self._count += len(own)
            while self._count > MAX_ITEMS:
                _, dropped = self._owners.popitem(last=False)
                self._count -= len(dropped)

    def forget(self, owner: str) -> None:
        """Let all that this owner sees be written anew."""
        with self._lock:
            self._count -= len(self._owners.pop(owner, {}))


def object_key(seen: Mention, assumed: str = "") -> Key:
    """What tells one object of a person from all others."""
    return (seen.organization or assumed, seen.kind, seen.id)


def merge_seen(before: Mention, after: Mention) -> Mention:
    """What is known from both: the later one counts where it says anything."""
    return Mention(*(new or old for old, new in zip(before, after, strict=True)))


def _is_news(known: tuple[Mention, float] | None, seen: Mention, now: float) -> bool:
    if known is None or now - known[1] >= AGAIN_SECONDS:
        return True
    return known[0] != seen and known[0] != merge_seen(known[0], seen)
