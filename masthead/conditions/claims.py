"""Visitor claims, as defined by a site's adaptive schema."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any, Literal, NamedTuple

Path = tuple[str, ...]
Kind = Literal["boolean", "text", "number", "list", "object", "other"]
ROOT: Path = ("visitor", "claims")
UNSIGNED = "unsigned"
DEEPEST = 8
MAX_CLAIMS = 2000
KINDS: dict[str, Kind] = {
    "boolean": "boolean",
    "string": "text",
    "number": "number",
    "integer": "number",
    "array": "list",
    "object": "object",
}
_PLAIN = re.compile(r"[^\W\d][\w$]*|\$[\w$]*")


def claim_name(path: Path) -> str:
    """Return the name of a claim as shown to people, such as `unsigned.isEmployee`."""
    return ".".join(path)


def claim_expression(path: Path) -> str:
    """Return the expression for a claim in a condition, such as `visitor.claims.unsigned.isEmployee`."""
    return ".".join(ROOT) + "".join(f".{name}" if _PLAIN.fullmatch(name) else f"[{_quote_name(name)}]" for name in path)


def _quote_name(name: str) -> str:
    return '"' + name.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


class Claim(NamedTuple):
    """A claim. `values` are its possible values, if the schema lists them."""

    path: Path
    kind: Kind
    description: str = ""
    values: tuple[str | int | float | bool, ...] = ()

    @property
    def is_signed(self) -> bool:
        """True if the claim comes from a signed token, so that visitors can't set it themselves."""
        return self.path[0] != UNSIGNED

    @property
    def expression(self) -> str:
        return claim_expression(self.path)


@dataclass(frozen=True)
class Claims:
    """All claims by path. `known` is False if the schema couldn't be read, so any name may be right.

    `open` are the paths of objects that allow additional properties.
    """

    by_path: Mapping[Path, Claim] = field(default_factory=dict)
    open: frozenset[Path] = frozenset()
    known: bool = True

    def __iter__(self) -> Iterator[Claim]:
        """Iterate over claims that have a value, in schema order."""
        return (claim for claim in self.by_path.values() if claim.kind != "object")

    def allows_claim(self, path: Path) -> bool:
        """True if a visitor can have the claim even though the schema doesn't name it."""
        return not self.known or any(path[: len(place)] == place for place in self.open)


UNKNOWN_CLAIMS = Claims(known=False)


def parse_claims(schema: Mapping[str, Any]) -> Claims:
    """Parse the schema. Parts that aren't recognized are skipped or have the kind `other`."""
    found: dict[Path, Claim] = {}
    opened: set[Path] = set()
    waiting: list[tuple[Path, Mapping[str, Any]]] = [((), schema)]
    while waiting:
        at, node = waiting.pop(0)
        if node.get("additionalProperties") is not False or len(at) >= DEEPEST:
            opened.add(at)
        for name, inside in _properties(node):
            claim = _parse_claim((*at, name), inside)
            found[claim.path] = claim
            if claim.kind == "object" and len(at) < DEEPEST:
                waiting.append((claim.path, inside))
        if len(found) > MAX_CLAIMS:
            # Claims beyond the limit aren't known, so any name may be right.
            opened.add(())
            break
    return Claims(dict(list(found.items())[:MAX_CLAIMS]), frozenset(opened))


def _properties(node: Mapping[str, Any]) -> list[tuple[str, Mapping[str, Any]]]:
    properties = node.get("properties")
    if not isinstance(properties, dict):
        return []
    return [(name, inside if isinstance(inside, dict) else {}) for name, inside in properties.items()]


def _parse_claim(path: Path, node: Mapping[str, Any]) -> Claim:
    listed = node.get("enum")
    values = tuple(each for each in listed if isinstance(each, (str, int, float))) if isinstance(listed, list) else ()
    kind = node.get("type")
    # An enum needs no type.
    if kind is None and values:
        kind = {bool: "boolean", str: "string"}.get(type(values[0]), "number")
    description = node.get("description")
    known = KINDS.get(kind, "other") if isinstance(kind, str) else "other"
    return Claim(path, known, description if isinstance(description, str) else "", values)


LIKE = 0.6


def find_nearest_claim(path: Path, claims: Claims) -> Claim | None:
    """Return the claim with the most similar name, or None."""
    wanted = _fold_case(path)
    known = list(claims)
    for same in (
        [claim for claim in known if _fold_case(claim.path) == wanted],
        [claim for claim in known if _fold_case(claim.path)[-1] == wanted[-1]],
    ):
        if same:
            return same[0]
    names = {_fold_case(claim.path)[-1]: claim for claim in known}
    near = get_close_matches(wanted[-1], names, n=1, cutoff=LIKE)
    return names[near[0]] if near else None


def is_case_variant(path: Path, claim: Claim) -> bool:
    return path != claim.path and _fold_case(path) == _fold_case(claim.path)


def _fold_case(path: Path) -> Path:
    return tuple(name.casefold() for name in path)
