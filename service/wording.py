"""Words for what is wrong with a request: each field by name, and what it may be."""

from pydantic import ValidationError

LONGEST = 280
"""Characters; clients show a message in a line or two."""

_WORDS = {
    "extra_forbidden": "is not known here",
    "missing": "is required",
}

_KINDS = frozenset({"str", "int", "float", "bool", "dict", "list", "none"})
"""What pydantic puts into a place where several kinds of value are allowed: spaces.str"""


def wrong_fields(error: ValidationError) -> str:
    """One sentence for each wrong field, as many as fit."""
    found: dict[str, list[str]] = {}
    for detail in error.errors(include_url=False, include_input=False):
        said = found.setdefault(_place(detail["loc"]), [])
        words = _WORDS.get(detail["type"], detail["msg"].removeprefix("Value error, "))
        if words not in said:
            said.append(words)
    return shortened("; ".join(f"{place}: {', or '.join(said)}" for place, said in found.items()))


def shortened(message: str) -> str:
    return message if len(message) <= LONGEST else message[: LONGEST - 1] + "…"


def _place(parts: tuple[int | str, ...]) -> str:
    named = [part for part in parts if isinstance(part, int) or _is_name(part)]
    return ".".join(str(part)[:60] for part in named) or "body"


def _is_name(part: str) -> bool:
    return part.isprintable() and part not in _KINDS and "[" not in part
