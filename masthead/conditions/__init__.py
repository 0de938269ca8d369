"""Conditions: what of a site a visitor sees. They are read and judged by what they say, and never run."""

from masthead.conditions.breaking import broken_by
from masthead.conditions.claims import NOT_KNOWN, Claim, Claims, claim_expression, claim_name, claims_of
from masthead.conditions.findings import Finding
from masthead.conditions.linting import Judgement, judge
from masthead.conditions.profiles import Profile
from masthead.conditions.suggestions import Suggestion, suggestions
from masthead.conditions.verdicts import Verdict, verdict

__all__ = [
    "NOT_KNOWN",
    "Claim",
    "Claims",
    "Finding",
    "Judgement",
    "Profile",
    "Suggestion",
    "Verdict",
    "broken_by",
    "claim_expression",
    "claim_name",
    "claims_of",
    "judge",
    "suggestions",
    "verdict",
]
