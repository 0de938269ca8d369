"""Words for what is wrong with a request: each field by name, and what it may be."""

from collections.abc import Mapping
from functools import cache

from pydantic import BaseModel, ValidationError

MAX_LENGTH = 280
"""Characters; clients show a message in a line or two."""

_WORDS = {
    "extra_forbidden": "is not known here",
    "missing": "is required",
}

_KINDS = frozenset({"str", "int", "float", "bool", "dict", "list", "none", "constrained-str"})
"""What pydantic puts into a place where several kinds of value are allowed: spaces.str"""


def wrong_fields(error: ValidationError, model: type[BaseModel]) -> str:
    """One sentence for each wrong field, as many as fit."""
    passed_over = _KINDS | _model_names(model)
    found: dict[str, dict[str, bool]] = {}
    for detail in error.errors(include_url=False, include_input=False):
        words = _WORDS.get(detail["type"], detail["msg"].removeprefix("Value error, "))
        found.setdefault(_field_name(detail["loc"], passed_over), {})[words] = detail["type"].endswith("_type")
    return shortened("; ".join(f"{place}: {_join_causes(words)}" for place, words in found.items()))


def _join_causes(words: Mapping[str, bool]) -> str:
    """Report the errors of the types that the value is of, else those of all types."""
    of_its_kind = [each for each, is_of_another in words.items() if not is_of_another]
    return ", or ".join(of_its_kind or words)


def shortened(message: str) -> str:
    return message if len(message) <= MAX_LENGTH else message[: MAX_LENGTH - 1] + "…"


@cache
def _model_names(model: type[BaseModel]) -> frozenset[str]:
    """Names of models, which pydantic puts into the location of errors in a union."""
    return frozenset(model.model_json_schema().get("$defs", ()))


def _field_name(parts: tuple[int | str, ...], passed_over: frozenset[str]) -> str:
    named = [part for part in parts if isinstance(part, int) or (_is_name(part) and part not in passed_over)]
    return ".".join(str(part)[:60] for part in named) or "body"


def _is_name(part: str) -> bool:
    return part.isprintable() and "[" not in part
