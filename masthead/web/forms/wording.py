"""Fields in words: their labels inside a sentence, and what a person reads when a value breaks a limit."""

from collections.abc import Mapping
from typing import Any

from i18n import N_, gettext

MESSAGES = {
    "missing": N_("%(label)s is required."),
    "string_too_short": N_("%(label)s needs at least %(min_length)s characters."),
    "string_too_long": N_("%(label)s can have at most %(max_length)s characters. This has %(length)s."),
    "string_type": N_("%(label)s must be text."),
    "string_pattern_mismatch": N_("%(label)s doesn't have the right format. %(shape)s"),
    "literal_error": N_("%(label)s: select one of %(expected)s."),
    "too_short": N_("%(label)s needs at least %(min_length)s."),
    "too_long": N_("%(label)s can have at most %(max_length)s. You gave %(actual_length)s."),
    "date_parsing": N_("%(label)s: enter a date, such as 2027-03-31."),
    "date_from_datetime_parsing": N_("%(label)s: enter a date, such as 2027-03-31."),
    "bool_type": N_("%(label)s: select yes or no."),
    "bool_parsing": N_("%(label)s: select yes or no."),
}


def explain_error(error: Mapping[str, Any], label: str, shape: str = "") -> str:
    """Explain one of pydantic's errors in a sentence. `shape` says what a valid value looks like."""
    facts = {**error.get("ctx", {}), "label": label, "shape": shape}
    facts["length"] = len(error["input"]) if isinstance(error["input"], str) else 0
    kind = _kind(error)
    # "At least 1 character" is no way to say that something is missing.
    template = MESSAGES.get("missing" if kind == "string_too_short" and facts.get("min_length") == 1 else kind)
    if template is not None:
        return gettext(template, **facts).strip()
    return f"{label}: {error['msg'].removeprefix('Value error, ')}. {shape}".strip()


def _kind(error: Mapping[str, Any]) -> str:
    kind = str(error["type"])
    # A text that is judged by more than its length is measured as a list would be.
    return f"string_{kind}" if kind in {"too_short", "too_long"} and isinstance(error["input"], str) else kind
