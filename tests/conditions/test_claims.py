"""Claims are read out of any schema that an API may answer, odd ones too."""

from hypothesis import given, settings
from hypothesis import strategies as st

from masthead.conditions import Claim, claim_expression, lint_condition, list_completions, parse_claims
from masthead.conditions.claims import MAX_CLAIMS
from tests.conditions.test_corpus import BETA, CLAIMS, EMPLOYEE, PLAN, SCHEMA
from tests.loops import for_each

json_values = st.recursive(
    st.sampled_from([None, True, 1, 2.5, "", "boolean", "object"]),
    lambda inside: st.lists(inside) | st.dictionaries(st.sampled_from(["type", "properties", "enum", "a"]), inside),
    max_leaves=8,
)


def test_claims_of_each_kind() -> None:
    assert [(claim.expression, claim.kind, claim.is_signed) for claim in CLAIMS] == [
        ("visitor.claims.isBetaUser", "boolean", True),
        ("visitor.claims.isCarrier", "boolean", True),
        ("visitor.claims.plan", "text", True),
        ("visitor.claims.seats", "number", True),
        ('visitor.claims["team name"]', "text", True),
        ("visitor.claims.tags", "list", True),
        ("visitor.claims.unsigned.isEmployee", "boolean", False),
    ]
    assert CLAIMS.by_path["plan",] == Claim(("plan",), "text", "What they pay for", ("free", "pro"))


def test_objects_within_objects() -> None:
    inner = {"type": "object", "properties": {"name": {"enum": ["a"]}}, "additionalProperties": False}
    claims = parse_claims({"properties": {"team": inner}, "additionalProperties": False})
    assert [claim.path for claim in claims] == [("team", "name")]
    assert lint_condition('visitor.claims.team.name == "a"', claims).state == "fine"
    assert lint_condition("visitor.claims.team.nam == 'a'", claims).state == "wrong"


@settings(deadline=None)
@given(st.dictionaries(st.sampled_from(["type", "properties", "additionalProperties", "enum"]), json_values))
def test_any_schema_is_read(schema: dict[str, object]) -> None:
    claims = parse_claims(schema)
    assert lint_condition(BETA, claims).state
    assert len(list_completions("", claims)) <= 20


def test_a_schema_may_have_no_end() -> None:
    claims = parse_claims({"properties": {f"c{n}": {"type": "boolean"} for n in range(9000)}})
    assert len(list(claims)) == MAX_CLAIMS
    assert claims.allows_claim(("c8999",))

    schema: dict[str, object] = {"type": "object", "properties": {}}
    for _ in range(5000):
        schema = {"type": "object", "properties": {"a": schema}, "additionalProperties": False}
    assert parse_claims(schema).allows_claim(("a",) * 20)


@settings(deadline=None)
@given(st.text(min_size=1))
def test_every_name_can_be_written_and_read(name: str) -> None:
    claims = parse_claims({"properties": {name: {"type": "boolean"}}, "additionalProperties": False})
    judged = lint_condition(claim_expression((name,)), claims)
    assert judged.state in {"fine", "unchecked"}
    assert judged.state == "unchecked" or judged.claims == ((name,),)


@for_each(
    "typed,offered",
    [
        ("", [claim.expression for claim in CLAIMS]),
        ("isB", [BETA]),
        ("visitor.claims.is", [BETA, "visitor.claims.isCarrier"]),
        ("!EMPL", [f"!{EMPLOYEE}"]),
        ("visitor.claims.isEmp", [EMPLOYEE]),
        (f"{BETA} && pla", [f"{BETA} && {PLAN}"]),
        (f"{BETA} ", []),
        (f"{BETA} == ", [f"{BETA} == true", f"{BETA} == false"]),
        (f"{BETA} == f", [f"{BETA} == false"]),
        (f"{PLAN} === ", [f'{PLAN} === "free"', f'{PLAN} === "pro"']),
        (f'{PLAN} != "p', [f'{PLAN} != "pro"']),
        ("zebra", []),
        (BETA, []),
    ],
)
def test_how_to_go_on(typed: str, offered: list[str]) -> None:
    found = [each.condition for each in list_completions(typed, CLAIMS)]
    assert found[: len(offered)] == offered
    assert bool(found) is bool(offered)


def test_what_is_offered_says_what_it_is() -> None:
    assert list_completions("isB", CLAIMS)[0].label == "true or false: Tries what is new"
    assert list_completions("plan", parse_claims(SCHEMA))[0].label == "one of several: What they pay for"
