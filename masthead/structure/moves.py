"""Orders moves of groups and sections, and changes of paths, so that the API accepts each of them.

The API hides the place of groups without sections. A move of such a group is sent once. Then we assume that it is in
place, and the bulk change reports that this isn't known.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence

from masthead.structure.tree import Move, longest_in_order

MAX_LENGTH = 100


def group_moves(
    now: Sequence[str],
    wanted: Sequence[str],
    fixed: Collection[str],
    hidden: Collection[str] = (),
    moved: Collection[str] = (),
) -> list[Move]:
    """Compute moves from `now` to `wanted`; both have `fixed` sections in the same order.

    A group with a known place goes next to a `hidden` one only if there is no other neighbour. A hidden group moves if
    a person `moved` it, even if it seems in place.
    """
    place = {item: number for number, item in enumerate(now)}
    idle, going = {*hidden} - {*moved}, {*hidden} & {*moved}
    may_stay = [item for item in wanted if item not in idle | going]
    kept = {*longest_in_order(may_stay, place, place.keys() - {*fixed}, others_first=True)}
    found = list[Move]()
    for number, item in enumerate(wanted):
        if item not in kept | idle:
            usable = place.keys() - {item}
            if item not in hidden and usable - idle:
                usable -= idle
            left = next((each for each in reversed(wanted[:number]) if each in usable), None)
            right = next((each for each in wanted[number:] if each in usable & (kept | idle)), None)
            if left or right:
                found.append(Move(item, before=right) if left is None else Move(item, after=left))
    return found


def move_ahead(group: str, section: str, line: Sequence[str], wanted: list[str]) -> Move | None:
    """Return the move of a group to where its leaving section belongs; None if in place."""
    place, here = wanted.index(section), line.index(group)
    left = wanted[place - 1] if place else None
    right = wanted[place + 1] if place + 1 < len(wanted) else None
    if (left is None or line.index(left) < here) and (right is None or here < line.index(right)):
        return None
    return Move(group, before=right) if left is None else Move(group, after=left)


def items_to_append(wanted: list[str], stay: list[str]) -> list[str]:
    """Return the items to append in turn, so that the line is in the wanted order."""
    place = {item: number for number, item in enumerate(stay)}
    last = -1
    for number, item in enumerate(wanted):
        if place.get(item, -1) <= last:
            return wanted[number:]
        last = place[item]
    return []


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
