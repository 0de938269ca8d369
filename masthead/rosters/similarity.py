"""Finds addresses with similar spellings, without comparing all pairs."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import islice

EDITS = 2
"""One edit inserts, deletes or replaces a letter, or swaps two neighbours."""
SURE_FROM = (3, 6)
"""Minimum letters before the @ for one and two edits there: `ann` and `dan` are two people."""
MAX_LETTERS = 24
"""Maximum letters before the @: longer ones have too many spellings."""
MAX_ADDRESSES = 1000
"""Maximum number of addresses on each side; each has some hundred spellings."""
MAX_CANDIDATES = 20
"""Maximum number of addresses that one is compared with."""
Key = tuple[str, str]


def find_similar(addresses: Sequence[str], among: Sequence[str]) -> Mapping[str, str]:
    """Map each address that may be misspelled to the first similar address in `among`.

    Both are indexed by their spellings without up to two letters, so that only those that share one are compared.
    Numbers count as they are: `driver7` and `driver8` are two people.
    """
    index: dict[Key, list[str]] = {}
    for each in among[:MAX_ADDRESSES]:
        for key in _spelling_keys(each):
            index.setdefault(key, []).append(each)
    found = ((each, _find_first_similar(each, index)) for each in addresses[:MAX_ADDRESSES])
    return {each: other for each, other in found if other}


def _find_first_similar(address: str, index: Mapping[Key, Sequence[str]]) -> str:
    shared = dict.fromkeys(
        other for key in _spelling_keys(address) for other in islice(index.get(key, ()), MAX_CANDIDATES)
    )
    return next((other for other in islice(shared, MAX_CANDIDATES) if is_similar(address, other)), "")


def is_similar(one: str, other: str) -> bool:
    """True if at most two edits turn one address into the other; equal addresses are not similar."""
    (local, _, domain), (local_2, _, domain_2) = one.rpartition("@"), other.rpartition("@")
    edits = min(_count_allowed_edits(local), _count_allowed_edits(local_2))
    return one != other and any(
        _is_within_edits(local, local_2, some) and _is_within_edits(domain, domain_2, EDITS - some)
        for some in range(edits + 1)
    )


def _count_allowed_edits(local: str) -> int:
    return sum(len(local) >= least for least in SURE_FROM)


def _spelling_keys(address: str) -> Iterator[Key]:
    """Yield the digits before the @ with the letters there, also with some left out."""
    local, at, _ = address.rpartition("@")
    if not at or len(local) > MAX_LETTERS:
        return
    digits = "".join(each for each in local if each.isdigit())
    letters = "".join(each for each in local if not each.isdigit())
    spellings = {letters}
    yield digits, letters
    for _ in range(_count_allowed_edits(local)):
        spellings = {each[:at] + each[at + 1 :] for each in spellings for at in range(len(each))}
        for each in spellings:
            yield digits, each


@lru_cache(maxsize=4096)
def _is_within_edits(one: str, other: str, edits: int) -> bool:
    """True if at most `edits` edits turn one into the other."""
    if one == other:
        return True
    if abs(len(one) - len(other)) > edits or not edits:
        return False
    at = next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    one, other = one[at:], other[at:]
    swapped = one[:2] == other[1::-1] and len(one) > 1
    return (
        _is_within_edits(one[1:], other[1:], edits - 1)
        or _is_within_edits(one[1:], other, edits - 1)
        or _is_within_edits(one, other[1:], edits - 1)
        or (swapped and _is_within_edits(one[2:], other[2:], edits - 1))
    )
