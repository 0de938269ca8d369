"""Changes paths of site spaces without using one twice in a section."""

from collections.abc import Iterable, Mapping

MAX_LENGTH = 100


def free_path(path: str, taken: Iterable[str]) -> str:
    """Append the first number that makes a path unique."""
    taken = set(taken)
    number = 2
    while True:
        ending = f"-{number}"
        found = path[: MAX_LENGTH - len(ending)] + ending
        if found not in taken:
            return found
        number += 1


def path_changes(now: Mapping[str, str], wanted: Mapping[str, str]) -> list[tuple[str, str]]:
    """Order the path changes of a section so that no path is used twice.

    `now` and `wanted` map items to paths. In a cycle, one item gets a temporary path first.
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
            if holder is None:  # a space that stays has the path: planning reports which
                return found
            rename(holder, free_path(paths[holder], {*paths.values(), *wanted.values()}))
            continue
        rename(ready, wanted[ready])
        waiting.remove(ready)
    return found
