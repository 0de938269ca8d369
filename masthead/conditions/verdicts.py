"""Evaluates a condition for a visitor: yes, no or unknown, with the reason."""

import math
from dataclasses import dataclass
from enum import Enum
from typing import Literal

from i18n import gettext
from masthead.conditions.claims import ROOT, Claims, Path, claim_name
from masthead.conditions.profiles import Profile
from masthead.conditions.tree import ABSENT, Compare, Constant, Every, MemberAccess, Node, Not, Scalar, Some

Outcome = Literal["shown", "hidden", "cannot tell"]
MAX_REASONS = 3


class Sign(Enum):
    """Markers for values that aren't plain: unknown, and an object of claims."""

    UNKNOWN = "unknown"
    OBJECT = "object"


Known = Scalar | Sign


@dataclass(frozen=True, slots=True)
class Verdict:
    """`reasons` are the facts that decide it, in words."""

    outcome: Outcome
    reasons: tuple[str, ...] = ()

    @property
    def reason(self) -> str:
        """In one line; those beyond the third are counted."""
        more = len(self.reasons) - MAX_REASONS
        return ", ".join(self.reasons[:MAX_REASONS]) + (gettext(" and %(more)s more", more=more) if more > 0 else "")


def evaluate_condition(tree: Node, profile: Profile, claims: Claims) -> Verdict:
    """Names that the schema of the site lacks cannot be told."""
    value, reasons = _Evaluator(profile, claims).evaluate(tree)
    told = dict.fromkeys(reasons)
    if value is Sign.UNKNOWN:
        return Verdict("cannot tell", tuple(told))
    return Verdict("shown" if is_truthy(value) else "hidden", tuple(told))


def is_truthy(value: Known) -> bool:
    if isinstance(value, float) and math.isnan(value):
        return False
    return value is not ABSENT and bool(value)


def equal(one: Scalar, other: Scalar, *, strictly: bool) -> bool | Sign:
    """Values that only a conversion could make equal are unknown."""
    nothing = (one is None or one is ABSENT, other is None or other is ABSENT)
    if any(nothing):
        return one is other if strictly else all(nothing)
    kinds = [bool if isinstance(each, bool) else str if isinstance(each, str) else float for each in (one, other)]
    if kinds[0] is kinds[1]:
        return one == other
    return False if strictly else Sign.UNKNOWN


Seen = tuple[Known, tuple[str, ...]]


@dataclass(frozen=True)
class _Evaluator:
    profile: Profile
    claims: Claims

    def evaluate(self, node: Node) -> Seen:
        """The value of a node, and the facts behind it."""
        match node:
            case Constant(value=said):
                return said, ()
            case MemberAccess(path=path):
                return self._member(path)
            case Not(inside=inside):
                value, why = self.evaluate(inside)
                return (Sign.UNKNOWN if value is Sign.UNKNOWN else not is_truthy(value)), why
            case Compare():
                return self._compare(node)
            case Every(parts=parts):
                return self._evaluate_all(parts, decides=False)
            case Some(parts=parts):
                return self._evaluate_all(parts, decides=True)

    def _evaluate_all(self, parts: tuple[Node, ...], *, decides: bool) -> Seen:
        """One part that is `decides` decides; without one, a part that is unknown leaves all unknown."""
        unknown: list[str] = []
        others: list[str] = []
        for part in parts:
            value, why = self.evaluate(part)
            if value is Sign.UNKNOWN:
                unknown += why
            elif is_truthy(value) is decides:
                return decides, why
            others += why
        # A part that is not known always says why.
        return (Sign.UNKNOWN, tuple(unknown)) if unknown else (not decides, tuple(others))

    def _compare(self, node: Compare) -> Seen:
        (left, why), (right, too) = self.evaluate(node.left), self.evaluate(node.right)
        for value, reasons in ((left, why), (right, too)):
            if value is Sign.UNKNOWN:
                return value, reasons
        # In JavaScript && and || give one of their sides, which need not be true or false.
        if any(isinstance(side, (Every, Some)) for side in (node.left, node.right)):
            return Sign.UNKNOWN, (gettext("it compares the result of && or ||"),)
        if isinstance(left, Sign) or isinstance(right, Sign):
            return Sign.UNKNOWN, (gettext("it compares a group of claims"),)
        same = equal(left, right, strictly=len(node.operator) == len("==="))
        if isinstance(same, Sign):
            return same, (
                gettext(
                    "it compares %(value)s with %(other_value)s",
                    value=display_value(left),
                    other_value=display_value(right),
                ),
            )
        return same is node.operator.startswith("="), (*why, *too)

    def _member(self, path: Path) -> Seen:
        if path[: len(ROOT)] != ROOT:
            return Sign.UNKNOWN, (gettext("Masthead doesn't know %(claim)s", claim=claim_name(path)),)
        claim = path[len(ROOT) :]
        if claim in self.profile.claims and self._may_have(claim):
            value = self.profile.claims[claim]
            return value, (gettext("%(claim)s is %(value)s", claim=claim_name(claim), value=display_value(value)),)
        if not claim or any(other[:-1][: len(claim)] == claim for other in self.profile.claims):
            return Sign.OBJECT, (gettext("the visitor has claims"),)
        if not self._may_have(claim):
            return Sign.UNKNOWN, (gettext("the schema has no claim %(claim)s", claim=claim_name(claim)),)
        if self.profile.rest == "unknown":
            return Sign.UNKNOWN, (gettext("%(claim)s isn't entered for this visitor", claim=claim_name(claim)),)
        return ABSENT, (gettext("the visitor has no %(claim)s", claim=claim_name(claim)),)

    def _may_have(self, claim: Path) -> bool:
        return claim in self.claims.by_path or self.claims.allows(claim)


def display_value(value: Scalar) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if value is None or value is ABSENT:
        return "nothing"
    return f"“{value:.40}”" if isinstance(value, str) else f"{value}"
