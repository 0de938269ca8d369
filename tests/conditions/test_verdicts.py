"""What a visitor sees: what is not known stays open, and what is told holds whatever else is true of them."""

from itertools import product

from hypothesis import given, settings
from hypothesis import strategies as st

from masthead.conditions import UNKNOWN_CLAIMS, Profile, evaluate_condition, parse_claims
from masthead.conditions.claims import ROOT, Path
from masthead.conditions.parsing import ABSENT, Compare, Constant, Every, MemberAccess, Node, Not, Scalar, Some, parse
from tests.conditions.random_conditions import PATHS, trees
from tests.conditions.test_corpus import BETA, CARRIER, CLAIMS, EMPLOYEE, PLAN
from tests.loops import for_each

Told = dict[Path, bool | int | float | str]
VALUES: list[bool | int | str | None] = [True, False, "a", "", 1, None]


def seen(condition: str, told: Told, rest: str = "unknown") -> tuple[str, str]:
    found = evaluate_condition(parse(condition), Profile(told, "absent" if rest == "absent" else "unknown"), CLAIMS)
    return found.outcome, found.reason


@for_each(
    "condition,told,outcome,reason",
    [
        (BETA, {("isBetaUser",): True}, "shown", "isBetaUser is true"),
        (BETA, {("isBetaUser",): False}, "hidden", "isBetaUser is false"),
        (BETA, {}, "cannot tell", "isBetaUser isn't entered for this visitor"),
        (f"!{BETA}", {("isBetaUser",): False}, "shown", "isBetaUser is false"),
        (f"{BETA} && {CARRIER}", {("isCarrier",): False}, "hidden", "isCarrier is false"),
        (f"{BETA} && {CARRIER}", {("isCarrier",): True}, "cannot tell", "isBetaUser isn't entered for this visitor"),
        (f"{BETA} || {CARRIER}", {("isCarrier",): True}, "shown", "isCarrier is true"),
        (
            f"{BETA} || {CARRIER}",
            {("isCarrier",): False, ("isBetaUser",): False},
            "hidden",
            "isBetaUser is false, isCarrier is false",
        ),
        (f"{PLAN} == 'pro'", {("plan",): "pro"}, "shown", "plan is “pro”"),
        (f"{PLAN} !== 'pro'", {("plan",): "pro"}, "hidden", "plan is “pro”"),
        (f"{PLAN} == 1", {("plan",): "1"}, "cannot tell", "it compares “1” with 1"),
        (f"{PLAN} === 1", {("plan",): "1"}, "hidden", "plan is “1”"),
        (EMPLOYEE, {("unsigned", "isEmployee"): True}, "shown", "unsigned.isEmployee is true"),
        ("visitor.claims.unsigned", {("unsigned", "isEmployee"): True}, "shown", "the visitor has claims"),
        ("visitor.claims.zebra", {("zebra",): True}, "cannot tell", "the schema has no claim zebra"),
        ("page.title", {}, "cannot tell", "Masthead doesn't know page.title"),
        (
            f"({BETA} || {CARRIER}) == true",
            {("isBetaUser",): True},
            "cannot tell",
            "it compares the result of && or ||",
        ),
        ("visitor.claims == 1", {}, "cannot tell", "it compares a group of claims"),
        ("true", {}, "shown", ""),
        ("null == undefined && !(null === undefined)", {}, "shown", ""),
        ("!'' && !0", {}, "shown", ""),
    ],
)
def test_what_becomes_of_a_visitor(condition: str, told: Told, outcome: str, reason: str) -> None:
    assert seen(condition, told) == (outcome, reason)


def test_what_is_not_there_is_neither_true_nor_false() -> None:
    assert seen(BETA, {}, "absent") == ("hidden", "the visitor has no isBetaUser")
    assert seen(f"{BETA} == false", {}, "absent")[0] == "hidden"
    assert seen(f"{BETA} == null", {}, "absent")[0] == "shown"
    assert seen(f"!{EMPLOYEE}", {}, "absent")[0] == "shown"


def test_many_reasons_are_counted() -> None:
    claims = parse_claims(
        {"properties": {name: {"type": "boolean"} for name in "abcde"}, "additionalProperties": False}
    )
    condition = " && ".join(f"visitor.claims.{name}" for name in "abcde")
    told = evaluate_condition(parse(condition), Profile({(name,): True for name in "abcde"}), claims)
    assert told.reason == "a is true, b is true, c is true and 2 more"


def javascript(node: Node, told: Told) -> Scalar:
    """The value of a condition as a browser would have it, for those that compare like with like."""
    match node:
        case Constant(value=value):
            return value
        case MemberAccess(path=path):
            return told.get(path[len(ROOT) :], ABSENT)
        case Not(inside=inside):
            return not _true(javascript(inside, told))
        case Compare(left=left, operator=operator, right=right):
            one, other = javascript(left, told), javascript(right, told)
            return _same(one, other, strictly=len(operator) == 3) is (operator[0] == "=")
        case Every(parts=parts) | Some(parts=parts):
            last: Scalar = True
            for part in parts:
                last = javascript(part, told)
                if _true(last) is isinstance(node, Some):
                    break
            return last


def _true(value: Scalar) -> bool:
    return value is not ABSENT and value not in (None, "", 0)


def _same(one: Scalar, other: Scalar, *, strictly: bool) -> bool:
    kinds = ["nothing" if each is None or each is ABSENT else _kind(each) for each in (one, other)]
    if kinds == ["nothing", "nothing"]:
        return one is other or not strictly
    return kinds[0] == kinds[1] and one == other


def _kind(value: Scalar) -> str:
    return "boolean" if isinstance(value, bool) else "text" if isinstance(value, str) else "number"


visitors = st.dictionaries(st.sampled_from(PATHS), st.sampled_from([True, False, "a", "", 1]))


@settings(deadline=None)
@given(trees, visitors)
def test_a_whole_visitor_is_seen_as_a_browser_sees_them(tree: Node, told: Told) -> None:
    outcome = evaluate_condition(tree, Profile(told, "absent"), UNKNOWN_CLAIMS).outcome
    assert outcome == "cannot tell" or (outcome == "shown") == _true(javascript(tree, told))


@settings(deadline=None)
@given(trees, visitors)
def test_what_is_told_holds_whatever_else_is_true(tree: Node, told: Told) -> None:
    outcome = evaluate_condition(tree, Profile(told), UNKNOWN_CLAIMS).outcome
    left = [path for path in PATHS if path not in told]
    for values in product([True, False, "a", None], repeat=len(left)):
        more = {path: value for path, value in zip(left, values, strict=True) if value is not None}
        whole = evaluate_condition(tree, Profile({**told, **more}, "absent"), UNKNOWN_CLAIMS).outcome
        assert outcome in {"cannot tell", whole} or whole == "cannot tell"


@settings(deadline=None)
@given(trees, visitors)
def test_what_cannot_be_told_says_why(tree: Node, told: Told) -> None:
    found = evaluate_condition(tree, Profile(told), UNKNOWN_CLAIMS)
    assert found.outcome != "cannot tell" or found.reasons
