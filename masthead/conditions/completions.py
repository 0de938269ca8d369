"""Suggests completions for a condition as it is typed."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from masthead.conditions.claims import ROOT, Claim, Claims, claim_name
from masthead.conditions.verdicts import display_value
from masthead.i18n import N_, gettext

MAX_ITEMS = 20
_NAME_AT_END = re.compile(r"[\w$.]*$")
_COMPARED = re.compile(r"([\w$.]+)\s*[!=]==?\s*([\"'\w]*)$")
_WANTS_A_NAME = re.compile(r"(^|&&|\|\||[!=]==?|[!(])\s*$")
KINDS = {"boolean": N_("true or false"), "text": N_("text"), "number": N_("number"), "list": N_("list")}


class Completion(NamedTuple):
    """A suggestion; `condition` is the completed text, `label` describes what is added."""

    condition: str
    label: str


def list_completions(typed: str, claims: Claims) -> list[Completion]:
    """List up to 20 completions of a partial condition."""
    return list(_find_completions(typed, claims))[:MAX_ITEMS]


def _find_completions(typed: str, claims: Claims) -> Iterator[Completion]:
    yield from _complete_value(typed, claims)
    found = _NAME_AT_END.search(typed)
    word = found[0] if found else ""
    before = typed[: len(typed) - len(word)]
    if not _WANTS_A_NAME.search(before):
        return
    for claim in claims:
        if claim.expression != word and _is_match(word, claim):
            yield Completion(before + claim.expression, _claim_label(claim))


def _is_match(word: str, claim: Claim) -> bool:
    wanted = word.casefold()
    name = wanted.removeprefix(f"{claim_name(ROOT)}.")
    return claim.expression.casefold().startswith(wanted) or name in claim_name(claim.path).casefold()


def _claim_label(claim: Claim) -> str:
    kind = gettext("one of several") if claim.values else gettext(KINDS.get(claim.kind, claim.kind))
    return f"{kind}{f': {claim.description:.80}' if claim.description else ''}"


def _complete_value(typed: str, claims: Claims) -> Iterator[Completion]:
    """Complete the value in a comparison with a claim."""
    found = _COMPARED.search(typed)
    claim = next((each for each in claims if found and each.expression == found[1]), None)
    if found is None or claim is None:
        return
    before = typed[: found.start(2)]
    values = claim.values or ((True, False) if claim.kind == "boolean" else ())
    for value in values:
        text = _value_literal(value)
        if text.startswith(found[2]) and text != found[2]:
            yield Completion(
                before + text,
                gettext("%(claim)s is %(value)s", claim=claim_name(claim.path), value=display_value(value)),
            )


def _value_literal(value: str | float) -> str:
    if isinstance(value, str):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
    return display_value(value)
