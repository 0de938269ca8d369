"""Changes of schemas, in what is sent and in what is answered; judged as those of `cases`."""

from collections.abc import Callable

from tests.openapi_specs.cases import NOT, NUMBER, TEXT, B, Case, R, S, Schema, Spec, U, both, got, held, sent

LIST: Schema = {"type": "array", "items": TEXT}
CAT, DOG, BIRD = ({"title": name, "type": "object", "properties": {name: TEXT}} for name in ("cat", "dog", "bird"))


def ways(
    before: Schema, after: Schema, code: str, in_request: tuple[str, str, str], in_response: tuple[str, str, str]
) -> dict[str, Case]:
    """The same change in a request and in a response, each with the three judgements."""
    makes: tuple[tuple[str, Callable[[Schema], Spec], tuple[str, str, str]], ...] = (
        ("sent", sent, in_request),
        ("answered", got, in_response),
    )
    return {way: Case(*both(make, before, after), code, *judged) for way, make, judged in makes}


def map_of(schema: Schema) -> Schema:
    return {"type": "object", "additionalProperties": schema}


def pattern_of(schema: Schema) -> Schema:
    return {"type": "object", "patternProperties": {"^x": schema}}


def pair_of(schema: Schema) -> Schema:
    return {"type": "array", "prefixItems": [TEXT, schema]}


ANY_OBJECT: Schema = {"type": "object"}
CHANGES = {
    "property removed": ways(held(TEXT), held(None), "property-removed", (R, R, S), (B, R, S)),
    "required property removed": ways(held(TEXT, required=True), held(None), "property-removed", (R, R, S), (B, B, B)),
    "property added": ways(held(None), held(TEXT), "property-added", (S, S, S), (S, S, S)),
    "property became optional": ways(held(TEXT, required=True), held(TEXT), "property-optional", (S, S, S), (B, B, B)),
    "property became required": ways(held(TEXT), held(TEXT, required=True), "property-required", (B, B, B), (S, S, S)),
    "type changed": ways(held(TEXT), held(NUMBER), "type-changed", (B, B, B), (B, B, B)),
    "type widened": ways(held(NUMBER), held({"type": "number"}), "type-widened", (S, S, B), (B, B, B)),
    "type narrowed": ways(held({"type": "number"}), held(NUMBER), "type-narrowed", (B, B, B), (S, S, B)),
    "one type more": ways(held(TEXT), held({"type": ["string", "integer"]}), "type-widened", (S, S, NOT), (B, B, NOT)),
    "one type less": ways(held({"type": ["string", "integer"]}), held(TEXT), "type-narrowed", (B, B, NOT), (S, S, NOT)),
    "longer format": ways(
        held({**NUMBER, "format": "int32"}), held({**NUMBER, "format": "int64"}), "type-widened", (S, S, S), (B, B, S)
    ),
    "value added": ways(held({"enum": ["a"]}), held({"enum": ["a", "b"]}), "value-added", (S, S, S), (R, R, B)),
    "value removed": ways(held({"enum": ["a", "b"]}), held({"enum": ["a"]}), "value-removed", (B, B, B), (S, S, S)),
    "constant changed": ways(held({"const": 1}), held({"const": 2}), "constant-changed", (B, B, NOT), (B, B, NOT)),
    "longest allowed grew": ways(
        held({**TEXT, "maxLength": 5}), held({**TEXT, "maxLength": 9}), "limit-widened", (S, S, S), (B, B, B)
    ),
    "longest allowed shrank": ways(
        held({**TEXT, "maxLength": 9}), held({**TEXT, "maxLength": 5}), "limit-narrowed", (B, B, B), (S, S, S)
    ),
    "longest no longer limited": ways(
        held({**TEXT, "maxLength": 9}), held(TEXT), "limit-removed", (S, S, S), (B, B, B)
    ),
    "shortest allowed grew": ways(
        held({**TEXT, "minLength": 2}), held({**TEXT, "minLength": 5}), "limit-narrowed", (B, B, S), (S, S, S)
    ),
    "shortest allowed shrank": ways(
        held({**TEXT, "minLength": 5}), held({**TEXT, "minLength": 2}), "limit-widened", (S, S, S), (B, B, S)
    ),
    "highest number grew": ways(
        held({**NUMBER, "maximum": 5}), held({**NUMBER, "maximum": 9}), "limit-widened", (S, S, S), (B, B, S)
    ),
    "highest number shrank": ways(
        held({**NUMBER, "maximum": 9}), held({**NUMBER, "maximum": 5}), "limit-narrowed", (B, B, B), (S, S, S)
    ),
    "may be null": ways(held(TEXT), held({"type": ["string", "null"]}), "null-allowed", (S, S, S), (B, B, S)),
    "may not be null": ways(held({"type": ["string", "null"]}), held(TEXT), "null-forbidden", (B, B, S), (S, S, S)),
    "type of items changed": ways(LIST, {"type": "array", "items": NUMBER}, "type-changed", (B, B, B), (B, B, B)),
    "type in a map": ways(map_of(TEXT), map_of(NUMBER), "type-changed", (B, NOT, B), (B, NOT, B)),
    "map of anything limited": ways(ANY_OBJECT, map_of(TEXT), "type-narrowed", (B, NOT, NOT), (S, NOT, NOT)),
    "type by the pattern of a name": ways(
        pattern_of(TEXT), pattern_of(NUMBER), "type-changed", (B, NOT, NOT), (B, NOT, NOT)
    ),
    "type of the second item": ways(pair_of(TEXT), pair_of(NUMBER), "type-changed", (B, NOT, NOT), (B, NOT, NOT)),
    "items limited": ways({"type": "array"}, LIST, "type-narrowed", (B, NOT, NOT), (S, NOT, NOT)),
    "required together": ways(
        ANY_OBJECT, {**ANY_OBJECT, "dependentRequired": {"a": ["b"]}}, "dependency-added", (B, B, NOT), (S, S, NOT)
    ),
    "no longer required together": ways(
        {**ANY_OBJECT, "dependentRequired": {"a": ["b"]}}, ANY_OBJECT, "dependency-removed", (S, S, NOT), (B, NOT, NOT)
    ),
    "property forbidden": ways(
        held(TEXT), {**ANY_OBJECT, "properties": {"x": False}}, "forbidden", (B, NOT, NOT), (B, NOT, NOT)
    ),
    "unnamed property required": ways(
        ANY_OBJECT, {**ANY_OBJECT, "required": ["x"]}, "property-required", (B, B, NOT), (S, S, NOT)
    ),
    "object split into others": ways(CAT, {"oneOf": [DOG, BIRD]}, "choices-added", (R, NOT, NOT), (R, NOT, NOT)),
    "object became one of several": ways(CAT, {"oneOf": [CAT, DOG]}, "choice-added", (S, NOT, NOT), (B, NOT, NOT)),
    "discriminator": ways(
        CAT, {**CAT, "discriminator": {"propertyName": "cat"}}, "differs", (U, NOT, NOT), (U, NOT, NOT)
    ),
    "condition": ways(CAT, {**CAT, "if": {"required": ["cat"]}}, "keyword-added", (B, B, NOT), (S, S, NOT)),
    "alternative added": ways(
        {"oneOf": [CAT, {"type": "string", "title": "t"}]},
        {"oneOf": [CAT, {"type": "string", "title": "t"}, DOG]},
        "choice-added",
        (S, S, S),
        (B, B, B),
    ),
    "alternative removed": ways(
        {"oneOf": [CAT, {"type": "string", "title": "t"}, DOG]},
        {"oneOf": [CAT, {"type": "string", "title": "t"}]},
        "choice-removed",
        (B, B, B),
        (S, S, S),
    ),
}
ONE_WAY = {
    "required property added": Case(
        sent(held(None)), sent(held(TEXT, required=True)), "required-property-added", B, B, B
    ),
    "any of some added to answers": Case(
        got({"anyOf": [CAT, {"title": "t", **TEXT}]}),
        got({"anyOf": [CAT, {"title": "t", **TEXT}, DOG]}),
        "choice-added",
        B,
        S,
        NOT,
    ),
    "other properties forbidden": Case(
        sent({"type": "object"}), sent({"type": "object", "additionalProperties": False}), "closed", B, NOT, NOT
    ),
    "items must differ": Case(sent(LIST), sent({**LIST, "uniqueItems": True}), "unique-required", B, NOT, NOT),
}
SCHEMAS = {f"{name}, {way}": case for name, found in CHANGES.items() for way, case in found.items()} | ONE_WAY
