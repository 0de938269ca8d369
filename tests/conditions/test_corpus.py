"""A corpus of conditions, good and bad, and exactly what is said of each."""

from contract.publishing.site_spaces import CONDITION_MAX
from masthead.conditions import UNKNOWN_CLAIMS, Claims, lint_condition, parse_claims
from tests.loops import for_each

UNSIGNED = {
    "type": "object",
    "properties": {"isEmployee": {"type": "boolean", "description": "Works here"}},
    "additionalProperties": False,
}
SCHEMA = {
    "type": "object",
    "properties": {
        "isBetaUser": {"type": "boolean", "description": "Tries what is new"},
        "isCarrier": {"type": "boolean", "description": "Drives for us"},
        "plan": {"type": "string", "enum": ["free", "pro"], "description": "What they pay for"},
        "seats": {"type": "number", "description": "How many"},
        "team name": {"type": "string", "description": "A name with a space"},
        "tags": {"type": "array", "items": {"type": "string"}},
        "unsigned": UNSIGNED,
    },
    "additionalProperties": False,
}
CLAIMS = parse_claims(SCHEMA)
BETA, CARRIER, PLAN = "visitor.claims.isBetaUser", "visitor.claims.isCarrier", "visitor.claims.plan"
EMPLOYEE = "visitor.claims.unsigned.isEmployee"

FINE = [
    BETA,
    f"!{BETA}",
    f"  {BETA}\n",
    f"{BETA} == true",
    f"{BETA} != false",
    f"true === {BETA}",
    f"!({BETA} && {CARRIER}) || {EMPLOYEE}",
    f"{BETA} && !({CARRIER} || {PLAN} == 'pro')",
    f'{PLAN} == "pro"',
    f"{PLAN} !== 'free'",
    "visitor.claims.seats == 5",
    "visitor.claims.seats != 1.5",
    'visitor["claims"]["isBetaUser"]',
    'visitor.claims["team name"] == "Docks"',
    f"{PLAN} == null || {CARRIER}",
    f"{PLAN} != undefined",
    "visitor.claims.tags && visitor.claims.isCarrier",
    f"(({BETA}))",
]

BAD = [
    # condition, what it is, where, and the condition that would mend it
    ("", "broken", (0, 0), ""),
    ("   ", "broken", (0, 3), ""),
    (f"({BETA}", "broken", (0, 1), ""),
    (f"{BETA})", "broken", (25, 26), ""),
    (f"({BETA} && ({CARRIER})", "broken", (0, 1), ""),
    (f"{BETA} &&", "broken", (28, 28), ""),
    (f"&& {BETA}", "broken", (0, 2), ""),
    ("()", "broken", (1, 2), ""),
    (f"{BETA} == ", "broken", (29, 29), ""),
    (f"{PLAN} == 'pro", "broken", (23, 27), ""),
    (f"{PLAN} == \"pro'", "broken", (23, 28), ""),
    ("visitor.claims[", "broken", (14, 15), ""),
    (f"{BETA}()", "unsupported", (25, 26), ""),
    ("visitor.claims.tags.includes('a')", "unsupported", (28, 29), ""),
    (f"{BETA} = true", "unsupported", (26, 27), ""),
    (f"{BETA} and {CARRIER}", "unsupported", (26, 29), ""),
    ("visitor.claims.seats > 5", "unsupported", (21, 22), ""),
    ("visitor.claims.seats + 1 == 2", "unsupported", (21, 22), ""),
    (f"{BETA} ? true : false", "unsupported", (26, 27), ""),
    ("visitor.claims.tags[0]", "unsupported", (20, 21), ""),
    ("visitor.claims?.isBetaUser", "unsupported", (14, 16), ""),
    ("`${visitor.claims.plan}` == 'pro'", "unsupported", (0, 1), ""),
    (f"{PLAN} == 'p\\u0072o'", "unsupported", (23, 33), ""),
    ("!" * 100 + BETA, "unsupported", (40, 41), ""),
    ("isBetaUser", "unsupported", (0, 10), BETA),
    ("visitor.isCarrier", "unsupported", (0, 17), CARRIER),
    ("page.title", "unsupported", (0, 10), ""),
    ("Visitor.claims.isBetaUser", "case", (0, 25), BETA),
    ("visitor.claims.isbetauser", "case", (0, 25), BETA),
    (f"!visitor.claims.ISCARRIER && {BETA}", "case", (1, 25), f"!{CARRIER} && {BETA}"),
    ("visitor.claims.isBetaUsr", "no-claim", (0, 24), BETA),
    ("visitor.claims.isEmployee", "no-claim", (0, 25), EMPLOYEE),
    ("visitor.claims.zebra", "no-claim", (0, 20), ""),
    ("visitor.claims.isBetaUser.yes", "no-claim", (0, 29), ""),
    (f'{BETA} == "true"', "kinds", (29, 35), f"{BETA} == true"),
    (f"'False' !== {BETA}", "kinds", (0, 7), f"false !== {BETA}"),
    (f"{BETA} == 1", "kinds", (29, 30), ""),
    (f"{PLAN} == true", "kinds", (23, 27), ""),
    ("visitor.claims.seats == '5'", "kinds", (24, 27), ""),
    (f"{PLAN} == 'Pro'", "never-equal", (23, 28), ""),
    ("visitor.claims", "group", (0, 14), ""),
    ("visitor.claims.unsigned", "group", (0, 23), ""),
    (EMPLOYEE, "unsigned-only", (0, 34), ""),
    (f"{BETA} || !{BETA}", "always", (0, 55), ""),
    (f"{BETA} && !{BETA}", "never", (0, 55), ""),
    (f"{PLAN} == 'pro' && {PLAN} == 'free'", "never", (0, 61), ""),
    ("true", "always", (0, 4), ""),
    ("1 == 2", "never", (0, 6), ""),
    (f"{BETA} || '{'x' * CONDITION_MAX}' == 'x'", "too-long", (1024, 1062), ""),
]


@for_each("condition", FINE)
def test_a_good_condition(condition: str) -> None:
    judged = lint_condition(condition, CLAIMS)
    assert (judged.state, judged.findings) == ("fine", ())
    assert judged.claims != ()


@for_each("condition,code,place,fix", BAD)
def test_a_bad_condition(condition: str, code: str, place: tuple[int, int], fix: str) -> None:
    (finding, *others) = lint_condition(condition, CLAIMS).findings
    assert (finding.code, (finding.at, finding.end), finding.fix) == (code, place, fix)
    assert [other for other in others if other.code != "unsigned-only"] == []
    assert finding.message.endswith((".", "?"))


@for_each("fix", sorted({row[3] for row in BAD} - {""}))
def test_what_would_mend_it_does(fix: str) -> None:
    assert [each.code for each in lint_condition(fix, CLAIMS).findings if each.code != "unsigned-only"] == []


@for_each(
    "condition, hides",
    [
        ("visitor.claims.zebra", True),
        (f'{BETA} == "true"', False),
        ('visitor.claims.zebra == "true"', True),
        (f"visitor.claims.zebra && {BETA}", True),
        (f"visitor.claims.zebra || {BETA}", False),
        ("!visitor.claims.zebra", False),
        (f"{PLAN} == 'Pro'", True),
        ("1 == 2", True),
        ("page.title", False),
        ("visitor.claims[", False),
    ],
)
def test_whether_no_visitor_can_meet_it(condition: str, hides: bool) -> None:  # noqa: FBT001
    assert lint_condition(condition, CLAIMS).hides_from_all is hides
    assert not lint_condition("visitor.claims.zebra", UNKNOWN_CLAIMS).hides_from_all


def test_several_things_are_told_at_once() -> None:
    found = lint_condition("visitor.claims.isbetauser == 'true' || visitor.claims.zebra", CLAIMS).findings
    assert [finding.code for finding in found] == ["case", "no-claim"]
    claims = lint_condition(f"{CARRIER} && !{EMPLOYEE} || {CARRIER}", CLAIMS).claims
    assert claims == (("isCarrier",), ("unsigned", "isEmployee")), "once and in order"


@for_each("count,told", [(2, "Its values are “v0”, “v1”."), (12, "Its first 10 of 12 values are “v0”, “v1”,")])
def test_a_value_that_never_comes_is_told_with_those_that_do(count: int, told: str) -> None:
    schema = {"type": "object", "properties": {"plan": {"type": "string", "enum": [f"v{n}" for n in range(count)]}}}
    (finding,) = lint_condition(f"{PLAN} == 'x'", parse_claims(schema)).findings
    assert told in finding.message
    assert finding.message.count("“v") == min(count, 10)


@for_each("claims", [UNKNOWN_CLAIMS, parse_claims({"type": "object"})])
def test_no_name_is_wrong_where_the_claims_are_not_known(claims: Claims) -> None:
    assert lint_condition("visitor.claims.anything == 'x'", claims).state == "fine"
    assert lint_condition(BETA, parse_claims({"additionalProperties": False})).state == "wrong", (
        "there are known to be none"
    )


@for_each(
    "condition,state",
    [(BETA, "fine"), (EMPLOYEE, "doubtful"), ("f(x)", "unchecked"), ("page.title", "unchecked"), ("(", "wrong")],
)
def test_the_worst_counts(condition: str, state: str) -> None:
    assert lint_condition(condition, CLAIMS).state == state
