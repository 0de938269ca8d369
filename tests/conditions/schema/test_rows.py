"""A schema as a list of claims and back: what the list does not show stays, and two people's work is put together."""

from typing import Any

from hypothesis import example, given, settings
from hypothesis import strategies as st

from masthead.conditions.schema import (
    EMPTY,
    ClaimRow,
    check_schema,
    describe_claims,
    format_schema,
    list_claim_rows,
    parse_schema,
    replace_claims,
)
from masthead.writes.undo import Merged, merge_values
from tests.conditions.schema.test_checking import CLAIM, GOOD, HEAD, UNSIGNED, having, odd, words
from tests.loops import for_each

WHOLE = HEAD | having(
    isCarrier=CLAIM,
    plan={"enum": ["free", "pro"], "type": "string", "description": "What they pay for"},
    seats={"type": "number", "minimum": 1, "description": "How many"},
    tags={"type": "array", "items": {"type": "string"}, "description": "Many"},
    unsigned=UNSIGNED,
)


def test_the_list_shows_each_claim() -> None:
    assert list_claim_rows(WHOLE) == [
        ClaimRow("isCarrier", "boolean", "Drives for us", was=(True, "isCarrier")),
        ClaimRow("plan", "enum", "What they pay for", values=("free", "pro"), was=(True, "plan")),
        ClaimRow("seats", "number", "How many", was=(True, "seats")),
        ClaimRow("tags", "kept", "Many", was=(True, "tags")),
        ClaimRow("isNew", "boolean", "", signed=False, was=(False, "isNew")),
    ]

    schema = {"properties": {"seats": {"type": "number", "enum": [*range(12)]}}}
    assert describe_claims(schema) == "seats (one of 0, 1, 2, 3, 4, 5, 6, 7, 8, 9 and 2 more)"


@for_each("schema", [WHOLE, EMPTY, *GOOD.values()])
def test_an_untouched_list_is_the_same_schema(schema: dict[str, Any]) -> None:
    assert replace_claims(schema, list_claim_rows(schema)) == schema


@settings(deadline=None)
@given(st.dictionaries(words, odd))
def test_an_untouched_list_of_any_schema_keeps_its_claims(schema: dict[str, Any]) -> None:
    again = replace_claims(schema, list_claim_rows(schema))
    assert list_claim_rows(again) == list_claim_rows(schema)
    assert {**again, "properties": 0} == {**schema, "properties": 0}


def test_a_claim_is_added_changed_moved_and_taken_away() -> None:
    _, plan, seats, tags, new = list_claim_rows(WHOLE)
    rows = [
        ClaimRow("isBeta", description="Tries what is new"),
        ClaimRow("plan", "enum", plan.description, values=("free",), was=plan.was),
        ClaimRow("chairs", "boolean", seats.description, was=seats.was),
        ClaimRow("tags", "kept", "Few", was=tags.was),
        ClaimRow("isNew", description="Came today", was=new.was),
    ]
    assert replace_claims(WHOLE, rows)["properties"] == {
        "isBeta": {"type": "boolean", "description": "Tries what is new"},
        "plan": {"enum": ["free"], "type": "string", "description": "What they pay for"},
        "chairs": {"type": "boolean", "minimum": 1, "description": "How many"},
        "tags": {"type": "array", "items": {"type": "string"}, "description": "Few"},
        "isNew": {"type": "boolean", "description": "Came today"},
        "unsigned": UNSIGNED | {"properties": {}},
    }


def test_the_first_claims_make_a_good_schema() -> None:
    made = replace_claims(EMPTY, [ClaimRow("a", description="A"), ClaimRow("b", signed=False)])
    assert check_schema(parse_schema(format_schema(made))) == []
    assert made["properties"]["unsigned"]["properties"] == {"b": {"type": "boolean"}}


def changed(**claims: object) -> dict[str, Any]:
    properties = {name: value for name, value in {**WHOLE["properties"], **claims}.items() if value is not None}
    return WHOLE | {"properties": properties}


BETA = {"type": "boolean", "description": "Tries what is new"}


def merged(*schemas: dict[str, Any], theirs_win: bool = False) -> Merged:
    found = merge_values(*schemas, theirs_win=theirs_win)
    assert found is not None
    return found


def test_claims_are_put_together() -> None:
    found = merged(WHOLE, changed(isBeta=BETA, seats=None), changed(isCarrier=BETA, tags=None))
    assert found.clashes == ()
    assert found.value == changed(isBeta=BETA, seats=None, isCarrier=BETA, tags=None)

    mine = changed(unsigned=UNSIGNED | {"properties": {**UNSIGNED["properties"], "a": CLAIM}})
    theirs = changed(unsigned=UNSIGNED | {"properties": {}})
    assert merged(WHOLE, mine, theirs).value == changed(unsigned=UNSIGNED | {"properties": {"a": CLAIM}})
    gone = changed(unsigned=None)
    assert merged(WHOLE, gone, WHOLE).value == gone

    assert merged(WHOLE, changed(a=CLAIM), changed(a=CLAIM)).clashes == ()
    assert merged(WHOLE, changed(tags=None), changed(tags=None)).value == changed(tags=None)


@for_each("one", [BETA, None])
def test_the_same_claim_clashes(one: object) -> None:
    other = {"type": "boolean", "description": "Once"}
    mine, theirs = changed(isCarrier=one, a=CLAIM), changed(isCarrier=other, b=CLAIM)
    kept, taken = merged(WHOLE, mine, theirs), merged(WHOLE, mine, theirs, theirs_win=True)
    assert kept.clashes == taken.clashes == ("isCarrier",)
    assert kept.value == changed(isCarrier=one, a=CLAIM, b=CLAIM)
    assert taken.value == changed(isCarrier=other, a=CLAIM, b=CLAIM)


schemas = st.dictionaries(st.sampled_from(["a", "b", "c", "unsigned"]), odd).map(lambda claims: having(**claims))


@settings(deadline=None)
@given(schemas, schemas)
@example(having(), having(a=None, unsigned={"properties": {}}))
def test_one_person_s_work_comes_through_whole(seen: dict[str, Any], mine: dict[str, Any]) -> None:
    assert merged(seen, mine, seen).value == mine
    assert merged(seen, seen, mine).value == mine
    assert merged(seen, mine, mine).clashes == ()


@settings(deadline=None)
@given(schemas, schemas, schemas)
def test_on_a_clash_one_of_both_wins(seen: dict[str, Any], mine: dict[str, Any], theirs: dict[str, Any]) -> None:
    kept, taken = merged(seen, mine, theirs), merged(seen, mine, theirs, theirs_win=True)
    assert kept.clashes == taken.clashes
    assert kept.clashes or kept.value == taken.value
