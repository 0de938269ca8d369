"""Changes of schemas, in what is sent and in what is answered; judged as those of `cases`."""

from collections.abc import Callable

from tests.openapi_specs.cases import NUMBER, TEXT, Case, Schema, Spec, both, got, held, number, sent, text

LIST: Schema = {"type": "array", "items": TEXT}
CAT, DOG, BIRD = ({"title": name, "type": "object", "properties": {name: TEXT}} for name in ("cat", "dog", "bird"))


def ways(before: Schema, after: Schema, code: str, in_request: str, in_response: str) -> dict[str, Case]:
    """The same change in a request and in a response, each with the three judgements."""
    makes: tuple[tuple[str, Callable[[Schema], Spec], str], ...] = (
        ("sent", sent, in_request),
        ("answered", got, in_response),
    )
    return {way: Case(*both(make, before, after), code, judged) for way, make, judged in makes}


def map_of(schema: Schema) -> Schema:
    return {"type": "object", "additionalProperties": schema}


def pattern_of(schema: Schema) -> Schema:
    return {"type": "object", "patternProperties": {"^x": schema}}


def pair_of(schema: Schema) -> Schema:
    return {"type": "array", "prefixItems": [TEXT, schema]}


ANY_OBJECT: Schema = {"type": "object"}
CHANGES = {
    "property removed": ways(held(TEXT), held(None), "property-removed", "RRS", "BRS"),
    "required property removed": ways(held(TEXT, required=True), held(None), "property-removed", "RRS", "BBB"),
    "property added": ways(held(None), held(TEXT), "property-added", "SSS", "SSS"),
    "property became optional": ways(held(TEXT, required=True), held(TEXT), "property-optional", "SSS", "BBB"),
    "property became required": ways(held(TEXT), held(TEXT, required=True), "property-required", "BBB", "SSS"),
    "type changed": ways(held(TEXT), held(NUMBER), "type-changed", "BBB", "BBB"),
    "type widened": ways(held(NUMBER), held({"type": "number"}), "type-widened", "SSB", "BBB"),
    "type narrowed": ways(held({"type": "number"}), held(NUMBER), "type-narrowed", "BBB", "SSB"),
    "one type more": ways(held(TEXT), held({"type": ["string", "integer"]}), "type-widened", "SS-", "BB-"),
    "one type less": ways(held({"type": ["string", "integer"]}), held(TEXT), "type-narrowed", "BB-", "SS-"),
    "longer format": ways(held(number(format="int32")), held(number(format="int64")), "type-widened", "SSS", "BBS"),
    "value added": ways(held({"enum": ["a"]}), held({"enum": ["a", "b"]}), "value-added", "SSS", "RRB"),
    "value removed": ways(held({"enum": ["a", "b"]}), held({"enum": ["a"]}), "value-removed", "BBB", "SSS"),
    "constant changed": ways(held({"const": 1}), held({"const": 2}), "constant-changed", "BB-", "BB-"),
    "longest allowed grew": ways(held(text(maxLength=5)), held(text(maxLength=9)), "limit-widened", "SSS", "BBB"),
    "longest allowed shrank": ways(held(text(maxLength=9)), held(text(maxLength=5)), "limit-narrowed", "BBB", "SSS"),
    "longest no longer limited": ways(held(text(maxLength=9)), held(TEXT), "limit-removed", "SSS", "BBB"),
    "shortest allowed grew": ways(held(text(minLength=2)), held(text(minLength=5)), "limit-narrowed", "BBS", "SSS"),
    "shortest allowed shrank": ways(held(text(minLength=5)), held(text(minLength=2)), "limit-widened", "SSS", "BBS"),
    "highest number grew": ways(held(number(maximum=5)), held(number(maximum=9)), "limit-widened", "SSS", "BBS"),
    "highest number shrank": ways(held(number(maximum=9)), held(number(maximum=5)), "limit-narrowed", "BBB", "SSS"),
    "may be null": ways(held(TEXT), held({"type": ["string", "null"]}), "null-allowed", "SSS", "BBS"),
    "may not be null": ways(held({"type": ["string", "null"]}), held(TEXT), "null-forbidden", "BBS", "SSS"),
    "type of items changed": ways(LIST, {"type": "array", "items": NUMBER}, "type-changed", "BBB", "BBB"),
    "type in a map": ways(map_of(TEXT), map_of(NUMBER), "type-changed", "B-B", "B-B"),
    "map of anything limited": ways(ANY_OBJECT, map_of(TEXT), "type-narrowed", "B--", "S--"),
    "type by the pattern of a name": ways(pattern_of(TEXT), pattern_of(NUMBER), "type-changed", "B--", "B--"),
    "type of the second item": ways(pair_of(TEXT), pair_of(NUMBER), "type-changed", "B--", "B--"),
    "items limited": ways({"type": "array"}, LIST, "type-narrowed", "B--", "S--"),
    "required together": ways(
        ANY_OBJECT, {**ANY_OBJECT, "dependentRequired": {"a": ["b"]}}, "dependency-added", "BB-", "SS-"
    ),
    "no longer required together": ways(
        {**ANY_OBJECT, "dependentRequired": {"a": ["b"]}}, ANY_OBJECT, "dependency-removed", "SS-", "B--"
    ),
    "property forbidden": ways(held(TEXT), {**ANY_OBJECT, "properties": {"x": False}}, "forbidden", "B--", "B--"),
    "unnamed property required": ways(ANY_OBJECT, {**ANY_OBJECT, "required": ["x"]}, "property-required", "BB-", "SS-"),
    "object split into others": ways(CAT, {"oneOf": [DOG, BIRD]}, "choices-added", "R--", "R--"),
    "object became one of several": ways(CAT, {"oneOf": [CAT, DOG]}, "choice-added", "S--", "B--"),
    "discriminator": ways(CAT, {**CAT, "discriminator": {"propertyName": "cat"}}, "differs", "U--", "U--"),
    "condition": ways(CAT, {**CAT, "if": {"required": ["cat"]}}, "keyword-added", "BB-", "SS-"),
    "alternative added": ways(
        {"oneOf": [CAT, {"type": "string", "title": "t"}]},
        {"oneOf": [CAT, {"type": "string", "title": "t"}, DOG]},
        "choice-added",
        "SSS",
        "BBB",
    ),
    "alternative removed": ways(
        {"oneOf": [CAT, {"type": "string", "title": "t"}, DOG]},
        {"oneOf": [CAT, {"type": "string", "title": "t"}]},
        "choice-removed",
        "BBB",
        "SSS",
    ),
}
ONE_WAY = {
    "required property added": Case(
        sent(held(None)), sent(held(TEXT, required=True)), "required-property-added", "BBB"
    ),
    "any of some added to answers": Case(
        got({"anyOf": [CAT, {"title": "t", **TEXT}]}),
        got({"anyOf": [CAT, {"title": "t", **TEXT}, DOG]}),
        "choice-added",
        "BS-",
    ),
    "other properties forbidden": Case(
        sent({"type": "object"}), sent({"type": "object", "additionalProperties": False}), "closed", "B--"
    ),
    "items must differ": Case(sent(LIST), sent({**LIST, "uniqueItems": True}), "unique-required", "B--"),
}
SCHEMAS = {f"{name}, {way}": case for name, found in CHANGES.items() for way, case in found.items()} | ONE_WAY
