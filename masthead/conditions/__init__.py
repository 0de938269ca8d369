"""Conditions for adaptive content: parsed, linted and evaluated for a visitor, never executed."""

from masthead.conditions.claims import UNKNOWN_CLAIMS, Claim, Claims, claim_expression, claim_name, parse_claims
from masthead.conditions.completions import Completion, list_completions
from masthead.conditions.linting import ConditionFinding, LintResult, find_broken_conditions, lint_condition
from masthead.conditions.verdicts import Profile, Verdict, evaluate_condition

__all__ = [
    "UNKNOWN_CLAIMS",
    "Claim",
    "Claims",
    "Completion",
    "ConditionFinding",
    "LintResult",
    "Profile",
    "Verdict",
    "claim_expression",
    "claim_name",
    "evaluate_condition",
    "find_broken_conditions",
    "lint_condition",
    "list_completions",
    "parse_claims",
]
