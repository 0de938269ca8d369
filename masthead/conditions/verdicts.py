"""Evaluates a condition for a visitor: shown, hidden or unknown, with reasons."""

import math
from collections.abc import Mapping, Sequence
from enum import Enum
from itertools import islice, product
from types import MappingProxyType
from typing import Literal, NamedTuple

from masthead.conditions.claims import ROOT, Claim, Claims, Path, claim_name
from masthead.conditions.parsing import ABSENT, Compare, Constant, Every, MemberAccess, Node, Not, Scalar, Some, walk
from masthead.i18n import gettext

Rest = Literal["unknown", "absent"]


class Profile(NamedTuple):
    """A hypothetical visitor. `rest` says whether all other claims are unknown or absent."""

    claims: Mapping[Path, bool | int | float | str] = MappingProxyType({})
    rest: Rest = "unknown"


Outcome = Literal["shown", "hidden", "cannot tell"]
MAX_REASONS = 3


class Sign(Enum):
    """Markers for values that aren't scalars."""

    UNKNOWN = "unknown"
    OBJECT = "object"


Known = Scalar | Sign


class Verdict(NamedTuple):
    """The outcome for a visitor; `reasons` are the facts that decided it, in words."""

    outcome: Outcome
    reasons: tuple[str, ...] = ()

    @property
    def reason(self) -> str:
        """Return the first three reasons and, if there are more, their number."""
        more = len(self.reasons) - MAX_REASONS
        return ", ".join(self.reasons[:MAX_REASONS]) + (gettext(" and %(more)s more", more=more) if more > 0 else "")


def evaluate_condition(tree: Node, profile: Profile, claims: Claims) -> Verdict:
    """Evaluate the condition. Claims that aren't in the schema are unknown."""
    value, reasons = _Evaluator(profile, claims).evaluate(tree)
    profile_claims = dict.fromkeys(reasons)
    if value is Sign.UNKNOWN:
        return Verdict("cannot tell", tuple(profile_claims))
    return Verdict("shown" if is_truthy(value) else "hidden", tuple(profile_claims))


def is_truthy(value: Known) -> bool:
    # NaN is falsy in JavaScript, but true in Python.
    if isinstance(value, float) and math.isnan(value):
        return False
    return value is not ABSENT and bool(value)


def equal(one: Scalar, other: Scalar, *, strictly: bool) -> bool | Sign:
    """Compare values. `==` between different types is unknown, since JavaScript converts them."""
    is_nothing = (one is None or one is ABSENT, other is None or other is ABSENT)
    # `null == undefined` is true in JavaScript, `null === undefined` is not.
    if any(is_nothing):
        return one is other if strictly else all(is_nothing)
    kinds = [bool if isinstance(each, bool) else str if isinstance(each, str) else float for each in (one, other)]
    if kinds[0] is kinds[1]:
        return one == other
    return False if strictly else Sign.UNKNOWN


Evaluation = tuple[Known, tuple[str, ...]]


class _Evaluator(NamedTuple):
    profile: Profile
    claims: Claims

    def evaluate(self, node: Node) -> Evaluation:
        """Return a node's value and the reasons for it."""
        match node:
            case Constant(value=said):
                return said, ()
            case MemberAccess(path=path):
                return self._evaluate_member(path)
            case Not(inside=inside):
                value, why = self.evaluate(inside)
                return (Sign.UNKNOWN if value is Sign.UNKNOWN else not is_truthy(value)), why
            case Compare():
                return self._compare(node)
            case Every(parts=parts):
                return self._evaluate_all(parts, decides=False)
            case Some(parts=parts):
                return self._evaluate_all(parts, decides=True)

    def _evaluate_all(self, parts: tuple[Node, ...], *, decides: bool) -> Evaluation:
        """Evaluate && or ||. A part with the value `decides` decides; else an unknown part makes it unknown."""
        unknown: list[str] = []
        others: list[str] = []
        for part in parts:
            value, why = self.evaluate(part)
            if value is Sign.UNKNOWN:
                unknown += why
            elif is_truthy(value) is decides:
                return decides, why
            others += why
        # An unknown part always has reasons.
        return (Sign.UNKNOWN, tuple(unknown)) if unknown else (not decides, tuple(others))

    def _compare(self, node: Compare) -> Evaluation:
        (left, why), (right, too) = self.evaluate(node.left), self.evaluate(node.right)
        for value, reasons in ((left, why), (right, too)):
            if value is Sign.UNKNOWN:
                return value, reasons
        # In JavaScript && and || return one of their sides, which needn't be a boolean.
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

    def _evaluate_member(self, path: Path) -> Evaluation:
        if path[: len(ROOT)] != ROOT:
            return Sign.UNKNOWN, (gettext("Masthead doesn't know %(claim)s", claim=claim_name(path)),)
        claim = path[len(ROOT) :]
        if claim in self.profile.claims and self._can_have_claim(claim):
            value = self.profile.claims[claim]
            return value, (gettext("%(claim)s is %(value)s", claim=claim_name(claim), value=display_value(value)),)
        if not claim or any(other[:-1][: len(claim)] == claim for other in self.profile.claims):
            return Sign.OBJECT, (gettext("the visitor has claims"),)
        if not self._can_have_claim(claim):
            return Sign.UNKNOWN, (gettext("the schema has no claim %(claim)s", claim=claim_name(claim)),)
        if self.profile.rest == "unknown":
            return Sign.UNKNOWN, (gettext("%(claim)s isn't entered for this visitor", claim=claim_name(claim)),)
        return ABSENT, (gettext("the visitor has no %(claim)s", claim=claim_name(claim)),)

    def _can_have_claim(self, claim: Path) -> bool:
        return claim in self.claims.by_path or self.claims.allows_claim(claim)


def display_value(value: Scalar) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if value is None or value is ABSENT:
        return "nothing"
    return f"“{value:.40}”" if isinstance(value, str) else f"{value}"


MAX_STEPS = 4000
"""Limit of evaluated nodes, which takes a few milliseconds."""
NO_CLAIM = object()


def constant_outcome(tree: Node, claims: Claims) -> bool | None:
    """Return True if every visitor meets the condition, False if none does, else None.

    Tries all combinations of values; returns None if there are too many. A claim that the schema rules out is absent.
    """
    nodes = list(walk(tree))
    members = {node.path for node in nodes if isinstance(node, MemberAccess)}
    asked = {path[len(ROOT) :] for path in members}
    missing = {path for path in asked if path and path not in claims.by_path and not claims.allows_claim(path)}
    known = [claims.by_path[path] for path in sorted(asked) if path in claims.by_path]
    is_unclear = len(known) + len(missing) < len(asked) or any(path[: len(ROOT)] != ROOT for path in members)
    if is_unclear or any(claim.kind not in {"boolean", "text", "number"} for claim in known):
        return None
    claims = Claims({**claims.by_path, **{path: Claim(path, "other") for path in missing}}, claims.open)
    written = [node.value for node in nodes if isinstance(node, Constant)]
    ranges = [_possible_values(claim, written) for claim in known]
    most = MAX_STEPS // len(nodes)
    # A slice: the product of a few long lists doesn't fit in memory.
    visitors = list(islice(product(*ranges), most + 1))
    if len(visitors) > most:
        return None
    outcomes = set()
    for values in visitors:
        pairs = zip(known, values, strict=True)
        profile_claims = {claim.path: value for claim, value in pairs if value is not NO_CLAIM}
        outcomes.add(evaluate_condition(tree, Profile(profile_claims, "absent"), claims).outcome)  # type: ignore[arg-type] # NO_CLAIM is filtered out
        if len(outcomes) > 1:
            return None
    return {"shown": True, "hidden": False}.get(outcomes.pop())


def _possible_values(claim: Claim, written: Sequence[object]) -> list[object]:
    """Return one value of each kind that matters. The last one means that the visitor lacks the claim."""
    if claim.kind == "boolean":
        return [True, False, NO_CLAIM]
    if claim.values:
        return [*claim.values, NO_CLAIM]
    if claim.kind == "text":
        texts = [each for each in written if isinstance(each, str)]
        return [*dict.fromkeys(["", "".join(texts) + "…", *texts]), NO_CLAIM]
    numbers = [each for each in written if isinstance(each, (int, float)) and not isinstance(each, bool)]
    return [*dict.fromkeys([0, max([0, *numbers]) + 1, *numbers]), NO_CLAIM]
