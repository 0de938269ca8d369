"""Detects conditions that are always or never met, by trying all values of their claims."""

from collections.abc import Sequence
from itertools import islice, product

from masthead.conditions.claims import ROOT, Claim, Claims
from masthead.conditions.profiles import Profile
from masthead.conditions.tree import Constant, MemberAccess, Node, walk
from masthead.conditions.verdicts import evaluate_condition

MAX_STEPS = 4000
"""Parts of conditions looked at for one answer: a few milliseconds."""
NOT_THERE = object()


def constant_outcome(tree: Node, claims: Claims) -> bool | None:
    """True when every visitor meets it, False when none does; None when it depends, or has too many claims to try.

    A claim that the schema rules out is one that no visitor has.
    """
    nodes = list(walk(tree))
    members = {node.path for node in nodes if isinstance(node, MemberAccess)}
    asked = {path[len(ROOT) :] for path in members}
    missing = {path for path in asked if path and path not in claims.by_path and not claims.allows(path)}
    known = [claims.by_path[path] for path in sorted(asked) if path in claims.by_path]
    untold = len(known) + len(missing) < len(asked) or any(path[: len(ROOT)] != ROOT for path in members)
    if untold or any(claim.kind not in {"boolean", "text", "number"} for claim in known):
        return None
    claims = Claims({**claims.by_path, **{path: Claim(path, "other") for path in missing}}, claims.open)
    written = [node.value for node in nodes if isinstance(node, Constant)]
    ranges = [_possible_values(claim, written) for claim in known]
    most = MAX_STEPS // len(nodes)
    # Not all of it: the product of a few long lists of values is beyond any memory.
    visitors = list(islice(product(*ranges), most + 1))
    if len(visitors) > most:
        return None
    outcomes = set()
    for values in visitors:
        pairs = zip(known, values, strict=True)
        told = {claim.path: value for claim, value in pairs if value is not NOT_THERE}
        outcomes.add(evaluate_condition(tree, Profile(told, "absent"), claims).outcome)  # type: ignore[arg-type] # no mark is left
        if len(outcomes) > 1:
            return None
    return {"shown": True, "hidden": False}.get(outcomes.pop())


def _possible_values(claim: Claim, written: Sequence[object]) -> list[object]:
    """One of each kind that makes a difference; the last stands for a visitor without the claim."""
    if claim.kind == "boolean":
        return [True, False, NOT_THERE]
    if claim.values:
        return [*claim.values, NOT_THERE]
    if claim.kind == "text":
        texts = [each for each in written if isinstance(each, str)]
        return [*dict.fromkeys(["", "".join(texts) + "…", *texts]), NOT_THERE]
    numbers = [each for each in written if isinstance(each, (int, float)) and not isinstance(each, bool)]
    return [*dict.fromkeys([0, max([0, *numbers]) + 1, *numbers]), NOT_THERE]
