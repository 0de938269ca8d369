"""Addresses that are spelled alike, found without comparing each with each."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import islice

EDITS = 2
"""A letter that is missing, one too many or another one, or two that changed places, is one edit."""
SURE_FROM = (3, 6)
"""So many letters before the @ allow one edit there, and two: `ann` and `dan` are two people."""
MAX_LETTERS = 24
"""Before the @: longer ones have too many spellings to look for."""
MAX_ADDRESSES = 1000
"""On each side: some hundred spellings each."""
MAX_CANDIDATES = 20
"""Compared with one address at most."""
Key = tuple[str, str]


def find_alike(addresses: Sequence[str], among: Sequence[str]) -> Mapping[str, str]:
    """The first of `among` that each of the addresses may be a misspelling of, for those that have one.

    Both are indexed by what is left of them without two letters at most, so only those that share that are compared.
    Numbers count as they are: `driver7` and `driver8` are two people.
    """
    index: dict[Key, list[str]] = {}
    for each in among[:MAX_ADDRESSES]:
        for key in _keys(each):
            index.setdefault(key, []).append(each)
    found = ((each, _first_alike(each, index)) for each in addresses[:MAX_ADDRESSES])
    return {each: other for each, other in found if other}


def _first_alike(address: str, index: Mapping[Key, Sequence[str]]) -> str:
    shared = dict.fromkeys(other for key in _keys(address) for other in islice(index.get(key, ()), MAX_CANDIDATES))
    return next((other for other in islice(shared, MAX_CANDIDATES) if are_alike(address, other)), "")


def are_alike(one: str, other: str) -> bool:
    """Whether two edits at most make the one of the other; those that are the same aren't alike."""
    (local, _, domain), (local_2, _, domain_2) = one.rpartition("@"), other.rpartition("@")
    edits = min(_edits_allowed(local), _edits_allowed(local_2))
    return one != other and any(
        _within(local, local_2, some) and _within(domain, domain_2, EDITS - some) for some in range(edits + 1)
    )


def _edits_allowed(local: str) -> int:
    return sum(len(local) >= least for least in SURE_FROM)


def _keys(address: str) -> Iterator[Key]:
    """The numbers before the @, and the letters there with some left out."""
    local, at, _ = address.rpartition("@")
    if not at or len(local) > MAX_LETTERS:
        return
    digits = "".join(each for each in local if each.isdigit())
    letters = "".join(each for each in local if not each.isdigit())
    spellings = {letters}
    yield digits, letters
    for _ in range(_edits_allowed(local)):
        spellings = {each[:at] + each[at + 1 :] for each in spellings for at in range(len(each))}
        for each in spellings:
            yield digits, each


@lru_cache(maxsize=4096)
def _within(one: str, other: str, edits: int) -> bool:
    """Whether so many edits at most make the one of the other."""
    if one == other:
        return True
    if abs(len(one) - len(other)) > edits or not edits:
        return False
    at = next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    one, other = one[at:], other[at:]
    swapped = one[:2] == other[1::-1] and len(one) > 1
    return (
        _within(one[1:], other[1:], edits - 1)
        or _within(one[1:], other, edits - 1)
        or _within(one, other[1:], edits - 1)
        or (swapped and _within(one[2:], other[2:], edits - 1))
    )
