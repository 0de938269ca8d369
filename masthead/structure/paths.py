"""Paths of site spaces: each once in its section, and how two of them change places."""

from collections.abc import Iterable, Mapping

MAX_LENGTH = 100


def free_path(path: str, taken: Iterable[str]) -> str:
    """A path like this one that is not taken."""
    taken = set(taken)
    number = 2
    while True:
        ending = f"-{number}"
        found = path[: MAX_LENGTH - len(ending)] + ending
        if found not in taken:
            return found
        number += 1


def path_changes(now: Mapping[str, str], wanted: Mapping[str, str]) -> list[tuple[str, str]]:
    """Which item gets which path, one after the other, so that none is ever taken twice.

    `now` and `wanted` are the paths of one section by item. Where paths go round in a circle, one of them waits under a
    path that nobody wants.
    """
    paths = dict(now)
    waiting = [item for item in wanted if item in paths and paths[item] != wanted[item]]
    found: list[tuple[str, str]] = []

    def rename(item: str, path: str) -> None:
        found.append((item, path))
        paths[item] = path

    while waiting:
        ready = next((item for item in waiting if wanted[item] not in paths.values()), None)
        if ready is None:
            holder = next((item for item in waiting if any(paths[item] == wanted[each] for each in waiting)), None)
            if holder is None:  # somebody who keeps it has the path: planning tells who
                return found
            rename(holder, free_path(paths[holder], {*paths.values(), *wanted.values()}))
            continue
        rename(ready, wanted[ready])
        waiting.remove(ready)
    return found
