"""Suggests the claim for a misspelt name."""

from difflib import get_close_matches

from masthead.conditions.claims import Claim, Claims, Path

LIKE = 0.6


def nearest_claim(path: Path, claims: Claims) -> Claim | None:
    """None where none is near."""
    wanted = _folded(path)
    known = list(claims)
    for same in (
        [claim for claim in known if _folded(claim.path) == wanted],
        [claim for claim in known if _folded(claim.path)[-1] == wanted[-1]],
    ):
        if same:
            return same[0]
    names = {_folded(claim.path)[-1]: claim for claim in known}
    near = get_close_matches(wanted[-1], names, n=1, cutoff=LIKE)
    return names[near[0]] if near else None


def differs_in_case_alone(path: Path, claim: Claim) -> bool:
    return path != claim.path and _folded(path) == _folded(claim.path)


def _folded(path: Path) -> Path:
    return tuple(name.casefold() for name in path)
