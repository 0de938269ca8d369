"""Lints a condition: errors, doubtful parts, and parts that can't be checked."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal, NamedTuple

from contract.publishing.site_spaces import CONDITION_MAX
from masthead.conditions.claims import ROOT, Claim, Claims, Path, claim_name, find_nearest_claim, is_case_variant
from masthead.conditions.parsing import (
    ABSENT,
    BrokenError,
    Compare,
    Constant,
    MemberAccess,
    Node,
    UnsupportedError,
    parse,
    walk,
)
from masthead.conditions.verdicts import constant_outcome, display_value
from masthead.i18n import N_, gettext

Level = Literal["wrong", "doubtful", "unchecked"]
Code = Literal[
    "too-long",
    "broken",
    "unsupported",
    "no-claim",
    "case",
    "kinds",
    "never-equal",
    "unsigned-only",
    "always",
    "never",
    "group",
]


class ConditionFinding(NamedTuple):
    """A finding; `at` and `end` are character offsets from 0, `fix` is the whole corrected condition."""

    level: Level
    code: Code
    message: str
    at: int = 0
    end: int = 0
    fix: str = ""

    @property
    def sentence(self) -> str:
        """The message with its position, or without if it is about the whole condition."""
        of_whole = self.code in {"always", "never", "unsigned-only"}
        where = "" if of_whole else gettext("At character %(at)s: ", at=self.at + 1)
        return f"{where}{self.message}"


State = Literal["fine", "doubtful", "wrong", "unchecked"]


MAX_LISTED = 10
NOBODY = N_("No visitor can meet this condition, so nobody sees this content.")


class LintResult(NamedTuple):
    """`tree` is None if the condition can't be parsed; `hides_from_all` means that no visitor can meet it."""

    condition: str
    findings: tuple[ConditionFinding, ...]
    tree: Node | None = None
    hides_from_all: bool = False

    @property
    def state(self) -> State:
        """The worst level of the findings."""
        levels: set[str] = {finding.level for finding in self.findings}
        return "wrong" if "wrong" in levels else "unchecked" if self.tree is None else _mildest_state(levels)

    @property
    def claims(self) -> tuple[Path, ...]:
        """The paths of the claims in the condition, without duplicates."""
        members = [] if self.tree is None else [each for each in walk(self.tree) if isinstance(each, MemberAccess)]
        return tuple(dict.fromkeys(each.path[len(ROOT) :] for each in members if each.path[: len(ROOT)] == ROOT))


def _mildest_state(levels: set[str]) -> State:
    return "unchecked" if "unchecked" in levels else "doubtful" if levels else "fine"


def lint_condition(condition: str, claims: Claims) -> LintResult:
    long = list(_check_length(condition))
    try:
        tree = parse(condition)
    except BrokenError as fault:
        return LintResult(condition, (*long, ConditionFinding("wrong", "broken", fault.message, fault.at, fault.end)))
    except UnsupportedError as fault:
        return LintResult(
            condition, (*long, ConditionFinding("unchecked", "unsupported", fault.message, fault.at, fault.end))
        )
    found = [*long, *_Linter(condition, claims).findings(tree)]
    # With other findings, "always" or "never" would only repeat them.
    outcome = constant_outcome(tree, claims)
    if not found and outcome is not None:
        found.append(_constant_finding(condition, is_met=outcome))
    return LintResult(condition, (*found, *_check_unsigned(tree, claims)), tree, outcome is False)


def _check_length(condition: str) -> Iterator[ConditionFinding]:
    if len(condition) > CONDITION_MAX:
        message = gettext(
            "The condition has %(count)s characters. The limit is %(condition_max)s.",
            count=len(condition),
            condition_max=CONDITION_MAX,
        )
        yield ConditionFinding("wrong", "too-long", message, CONDITION_MAX, len(condition))


def _constant_finding(condition: str, *, is_met: bool) -> ConditionFinding:
    if is_met:
        message = gettext("Every visitor meets this condition. It has the same effect as no condition.")
        return ConditionFinding("doubtful", "always", message, 0, len(condition))
    return ConditionFinding("doubtful", "never", gettext(NOBODY), 0, len(condition))


def _check_unsigned(tree: Node, claims: Claims) -> Iterator[ConditionFinding]:
    asked = [each for each in walk(tree) if isinstance(each, MemberAccess) and each.path[: len(ROOT)] == ROOT]
    known = [claims.by_path.get(each.path[len(ROOT) :]) for each in asked]
    if known and all(claim is not None and not claim.is_signed for claim in known):
        message = gettext(
            "This condition checks only unsigned claims. Visitors can set those themselves, so it keeps nothing "
            "secret. Check a signed claim to keep content secret."
        )
        yield ConditionFinding("doubtful", "unsigned-only", message, asked[0].at, asked[0].end)


@dataclass(frozen=True)
class _Linter:
    condition: str
    claims: Claims

    def findings(self, tree: Node) -> Iterator[ConditionFinding]:
        for node in walk(tree):
            if isinstance(node, MemberAccess):
                yield from self._lint_member(node)
            elif isinstance(node, Compare):
                yield from self._lint_comparison(node)

    def _lint_member(self, node: MemberAccess) -> Iterator[ConditionFinding]:
        root, path = node.path[: len(ROOT)], node.path[len(ROOT) :]
        if root != ROOT:
            yield self._unknown_name_finding(node)
            return
        claim = self.claims.by_path.get(path)
        if not path or (claim is not None and claim.kind == "object"):
            message = gettext(
                "%(claim)s is a group of claims, not a single claim that can be true or false.",
                claim=claim_name(node.path),
            )
            yield ConditionFinding("doubtful", "group", message, node.at, node.end)
        elif claim is None and not self.claims.allows_claim(path):
            yield self._missing_claim_finding(node, path)

    def _unknown_name_finding(self, node: MemberAccess) -> ConditionFinding:
        folded = tuple(name.casefold() for name in node.path)
        below = node.path[len(ROOT) :] if folded[: len(ROOT)] == ROOT else ()
        claim = find_nearest_claim(below or node.path, self.claims)
        message = gettext(
            "Conditions check claims under %(claim)s. Masthead doesn't know %(other_claim)s.",
            claim=claim_name(ROOT),
            other_claim=f"{claim_name(node.path):.80}",
        )
        if claim is None:
            return ConditionFinding("unchecked", "unsupported", message, node.at, node.end)
        message += gettext(" Did you mean %(expression)s?", expression=claim.expression)
        return ConditionFinding(
            "unchecked", "case" if below else "unsupported", message, *self._build_fix(node, claim.expression)
        )

    def _missing_claim_finding(self, node: MemberAccess, path: Path) -> ConditionFinding:
        claim = find_nearest_claim(path, self.claims)
        if claim is None:
            message = gettext(
                "The schema has no claim %(claim)s, so no visitor ever has it.", claim=f"{claim_name(path):.80}"
            )
            return ConditionFinding("wrong", "no-claim", message, node.at, node.end)
        if is_case_variant(path, claim):
            message = gettext(
                "The schema has %(claim)s, not %(other_claim)s. Capital letters matter.",
                claim=f"{claim_name(claim.path):.80}",
                other_claim=f"{claim_name(path):.80}",
            )
            return ConditionFinding("wrong", "case", message, *self._build_fix(node, claim.expression))
        message = gettext(
            "The schema has no claim %(claim)s. Did you mean %(other_claim)s?",
            claim=f"{claim_name(path):.80}",
            other_claim=f"{claim_name(claim.path):.80}",
        )
        return ConditionFinding("wrong", "no-claim", message, *self._build_fix(node, claim.expression))

    def _build_fix(self, node: Node, instead: str) -> tuple[int, int, str]:
        return node.at, node.end, self.condition[: node.at] + instead + self.condition[node.end :]

    def _lint_comparison(self, node: Compare) -> Iterator[ConditionFinding]:
        for one, other in ((node.left, node.right), (node.right, node.left)):
            claim = self._find_claim(one)
            if claim is None or not isinstance(other, Constant) or other.value is None or other.value is ABSENT:
                continue
            if claim.kind != _constant_kind(other):
                yield self._kind_mismatch_finding(claim, other)
            elif claim.values and other.value not in claim.values:
                message = gettext(
                    "%(claim)s is never %(value)s. %(values)s",
                    claim=claim_name(claim.path),
                    value=display_value(other.value),
                    values=_values_message(claim),
                )
                yield ConditionFinding("wrong", "never-equal", message, other.at, other.end)

    def _find_claim(self, node: Node) -> Claim | None:
        """Return the claim that a node refers to; None if its kind can't be compared."""
        claim = self.claims.by_path.get(node.path[len(ROOT) :]) if isinstance(node, MemberAccess) else None
        root = isinstance(node, MemberAccess) and node.path[: len(ROOT)] == ROOT
        return claim if root and claim is not None and claim.kind in {"boolean", "text", "number"} else None

    def _kind_mismatch_finding(self, claim: Claim, other: Constant) -> ConditionFinding:
        kinds = {"boolean": gettext("true or false"), "text": gettext("text"), "number": gettext("a number")}
        value = gettext("%(value)s is %(kind)s", value=display_value(other.value), kind=kinds[_constant_kind(other)])
        what = gettext(
            "%(claim)s is %(kind)s, but %(value)s", claim=claim_name(claim.path), kind=kinds[claim.kind], value=value
        )
        word = other.value.strip().lower() if isinstance(other.value, str) else ""
        if claim.kind == "boolean" and word in {"true", "false"}:
            message = gettext("%(what)s. Remove the quotes.", what=what)
            return ConditionFinding("wrong", "kinds", message, *self._build_fix(other, word))
        return ConditionFinding(
            "wrong", "kinds", gettext("%(what)s. They are never equal.", what=what), other.at, other.end
        )


def _constant_kind(node: Constant) -> str:
    return "boolean" if isinstance(node.value, bool) else "text" if isinstance(node.value, str) else "number"


def _values_message(claim: Claim) -> str:
    """List a claim's first few possible values in a sentence."""
    listed = ", ".join(display_value(each) for each in claim.values[:MAX_LISTED])
    if len(claim.values) <= MAX_LISTED:
        return gettext("Its values are %(listed)s.", listed=listed)
    return gettext(
        "Its first %(max_listed)s of %(count)s values are %(listed)s.",
        max_listed=MAX_LISTED,
        count=len(claim.values),
        listed=listed,
    )


def find_broken_conditions(conditions: Iterable[str], before: Claims, after: Claims) -> dict[str, tuple[str, ...]]:
    """Find conditions that are valid with the claims `before` but not `after`, and their new errors."""
    found: dict[str, tuple[str, ...]] = {}
    for condition in dict.fromkeys(conditions):
        known = _list_errors(condition, before)
        new = tuple(message for message in _list_errors(condition, after) if message not in known)
        if new:
            found[condition] = new
    return found


def _list_errors(condition: str, claims: Claims) -> list[str]:
    return [finding.message for finding in lint_condition(condition, claims).findings if finding.level == "wrong"]
