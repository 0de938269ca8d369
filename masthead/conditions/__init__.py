"""Conditions: what of a site a visitor sees. They are read and judged by what they say, and never run."""

from masthead.conditions.breaking import find_broken_conditions
from masthead.conditions.claims import UNKNOWN_CLAIMS, Claim, Claims, claim_expression, claim_name, parse_claims
from masthead.conditions.findings import ConditionFinding
from masthead.conditions.linting import LintResult, lint_condition
from masthead.conditions.profiles import Profile
from masthead.conditions.suggestions import Completion, list_completions
from masthead.conditions.verdicts import Verdict, evaluate_condition

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
