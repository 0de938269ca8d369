"""Conditions: what of a site a visitor sees. They are read and judged by what they say, and never run."""

from conditions.breaking import broken_by
from conditions.claims import NOT_KNOWN, Claim, Claims, claim_expression, claim_name, claims_of
from conditions.findings import Finding
from conditions.linting import Judgement, judge
from conditions.profiles import Profile
from conditions.suggestions import Suggestion, suggestions
from conditions.verdicts import Verdict, verdict

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
