"""Changes of a specification, each with what it means here, and as two other tools judge it.

Their published tests and tables of checks say how: oasdiff (checker/rules.go and its tests: ERR is B, WARN is R, INFO
is S) and openapi-diff (BackwardIncompatibleProp with its defaults: incompatible is B, else S). `-` where a tool has no
opinion. The specifications are written anew.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

Schema = dict[str, Any]
Spec = dict[str, Any]
TEXT: Schema = {"type": "string"}
NUMBER: Schema = {"type": "integer"}


class Case(NamedTuple):
    """`code` is one that is found, with its level: B, R, S, or U if it isn't judged. The tools say B, R, S or -."""

    before: Spec
    after: Spec
    code: str
    level: str
    oasdiff: str
    openapi_diff: str


def spec(post: Spec | None = None, **parts: object) -> Spec:
    """A specification with one operation."""
    operation = {"responses": {"200": {"description": "Fine"}}, **(post or {})}
    return {"openapi": "3.1.0", "info": {"title": "A", "version": "1"}, "paths": {"/a": {"post": operation}}, **parts}


def sent(schema: Schema | None, *, required: bool = False, kind: str = "application/json") -> Spec:
    return spec({"requestBody": {"required": required, "content": {kind: {"schema": schema}}}})


def got(schema: Schema | None, kind: str = "application/json", **more: object) -> Spec:
    return spec({"responses": {"200": {"description": "Fine", "content": {kind: {"schema": schema}}, **more}}})


def sent_as(kind: str) -> Spec:
    """The same in one media type more."""
    content = {each: {"schema": TEXT} for each in ("application/json", kind)}
    return spec({"requestBody": {"required": False, "content": content}})


def got_as(kind: str) -> Spec:
    content = {each: {"schema": TEXT} for each in ("application/json", kind)}
    return spec({"responses": {"200": {"description": "Fine", "content": content}}})


def taken(schema: Schema | None = None, place: str = "query", **more: object) -> Spec:
    return spec({"parameters": [{"name": "p", "in": place, "schema": schema or TEXT, **more}]})


def held(schema: Schema | None, *, required: bool = False) -> Schema:
    """An object with a property `x`; without any for None."""
    properties = {} if schema is None else {"x": schema}
    return {"type": "object", "properties": properties, "required": ["x"] if required else []}


def answers(*statuses: str) -> Spec:
    return spec({"responses": {status: {"description": "So"} for status in statuses}})


def headed(**header: object) -> Spec:
    return got(TEXT, headers={"X-Page": header} if header else {})


def guarded(*ways: dict[str, list[str]]) -> Spec:
    return spec({"security": list(ways)})


def known(**scheme: str) -> Spec:
    return spec(components={"securitySchemes": {"key": scheme}})


def both(make: Callable[[Schema], Spec], before: Schema, after: Schema) -> tuple[Spec, Spec]:
    return make(before), make(after)


PLAIN = spec()
NONE: Spec = {**PLAIN, "paths": {}}
TWO: Spec = {**PLAIN, "paths": {"/a": {**PLAIN["paths"]["/a"], "delete": PLAIN["paths"]["/a"]["post"]}}}
B, R, U, S, NOT = "B", "R", "U", "S", "-"
CALLED: Spec = {"done": {"{$url}": {"post": {"responses": {}}}}}
ELSEWHERE: Spec = {"servers": [{"url": "/v2"}]}
KEY: dict[str, list[str]] = {"key": []}

OPERATIONS = {
    "operation removed": Case(PLAIN, NONE, "operation-removed", B, B, B),
    "operation added": Case(NONE, PLAIN, "operation-added", S, S, S),
    "deprecated operation removed": Case(spec({"deprecated": True}), NONE, "operation-removed", B, S, B),
    "operation deprecated": Case(PLAIN, spec({"deprecated": True}), "operation-deprecated", S, S, S),
    "operation no longer deprecated": Case(spec({"deprecated": True}), PLAIN, "operation-undeprecated", S, S, S),
    "operation id changed": Case(
        spec({"operationId": "a"}), spec({"operationId": "b"}), "operation-id-changed", S, S, S
    ),
    "success removed": Case(answers("200", "201"), answers("200"), "response-removed", B, B, B),
    "redirect removed": Case(answers("200", "302"), answers("200"), "response-removed", B, S, B),
    "error removed": Case(answers("200", "404"), answers("200"), "error-response-removed", S, S, B),
    "response added": Case(answers("200"), answers("200", "202"), "response-added", S, S, S),
    "body removed": Case(sent(TEXT), PLAIN, "body-removed", B, B, NOT),
    "optional body added": Case(PLAIN, sent(TEXT), "body-added", S, S, NOT),
    "required body added": Case(PLAIN, sent(TEXT, required=True), "required-body-added", B, B, NOT),
    "body became required": Case(sent(TEXT), sent(TEXT, required=True), "body-required", B, B, B),
    "body became optional": Case(sent(TEXT, required=True), sent(TEXT), "body-optional", S, S, B),
    "media type of a request changed": Case(sent(TEXT), sent(TEXT, kind="text/csv"), "media-type-removed", B, B, B),
    "media type of a response changed": Case(got(TEXT), got(TEXT, "text/csv"), "media-type-removed", B, B, B),
    "one operation of two removed": Case(TWO, PLAIN, "operation-removed", B, B, B),
    "one operation more at a path": Case(PLAIN, TWO, "operation-added", S, S, S),
    "media type of a request added": Case(sent(TEXT), sent_as("text/csv"), "media-type-added", S, S, S),
    "media type of a response added": Case(got(TEXT), got_as("text/csv"), "media-type-added", S, S, S),
    "one media type of a request removed": Case(sent_as("text/csv"), sent(TEXT), "media-type-removed", B, B, B),
    "one media type of a response removed": Case(got_as("text/csv"), got(TEXT), "media-type-removed", B, B, B),
    "servers changed": Case(
        spec(servers=[{"url": "/v1"}]), spec(servers=[{"url": "/v2"}]), "servers-changed", R, NOT, NOT
    ),
    "servers of an operation changed": Case(PLAIN, spec(ELSEWHERE), "servers-changed", R, NOT, NOT),
    "callback removed": Case(spec({"callbacks": CALLED}), PLAIN, "webhook-removed", B, NOT, B),
    "callback added": Case(PLAIN, spec({"callbacks": CALLED}), "webhook-added", S, NOT, S),
    "webhook removed": Case(spec(webhooks=CALLED["done"]), PLAIN, "webhook-removed", B, B, NOT),
    "key moved to the query": Case(
        *both(lambda at: known(type="apiKey", name="k", **at), {"in": "header"}, {"in": "query"}),
        "security-scheme-changed",
        B,
        NOT,
        B,
    ),
    "key became a token": Case(
        known(type="apiKey", name="k"), known(type="http", scheme="bearer"), "security-scheme-changed", B, S, B
    ),
    "security scheme added": Case(PLAIN, known(type="http", scheme="basic"), "security-scheme-added", S, S, NOT),
    "security demanded": Case(PLAIN, guarded(KEY), "security-added", B, S, S),
    "security dropped": Case(guarded(KEY), PLAIN, "security-removed", S, S, B),
    "way to authenticate removed": Case(guarded(KEY, {"token": []}), guarded(KEY), "security-way-removed", B, S, B),
    "way to authenticate added": Case(guarded(KEY), guarded(KEY, {"token": []}), "security-way-added", S, S, S),
    "scope demanded": Case(
        guarded({"login": ["read"]}), guarded({"login": ["read", "write"]}), "security-way-removed", B, S, B
    ),
    "header removed": Case(headed(schema=TEXT), headed(), "header-removed", R, R, B),
    "required header removed": Case(headed(schema=TEXT, required=True), headed(), "required-header-removed", B, B, B),
    "header added": Case(headed(), headed(schema=TEXT), "header-added", S, S, S),
    "header became optional": Case(headed(schema=TEXT, required=True), headed(schema=TEXT), "header-optional", B, B, B),
    "header became required": Case(headed(schema=TEXT), headed(schema=TEXT, required=True), "header-required", S, S, B),
    "type of a header changed": Case(headed(schema=TEXT), headed(schema=NUMBER), "type-changed", B, B, B),
    "header may be null": Case(
        headed(schema=TEXT), headed(schema={"type": ["string", "null"]}), "null-allowed", B, B, S
    ),
}
PARAMETERS = {
    "parameter removed": Case(taken(), PLAIN, "parameter-removed", R, R, B),
    "optional parameter added": Case(PLAIN, taken(), "parameter-added", S, S, S),
    "required parameter added": Case(PLAIN, taken(required=True), "required-parameter-added", B, B, B),
    "required header added": Case(PLAIN, taken(place="header", required=True), "required-parameter-added", B, B, B),
    "required cookie added": Case(PLAIN, taken(place="cookie", required=True), "required-parameter-added", B, B, B),
    "header that is sent became required": Case(
        taken(place="header"), taken(place="header", required=True), "parameter-required", B, B, B
    ),
    "type of a header that is sent changed": Case(
        taken(TEXT, "header"), taken({"type": "boolean"}, "header"), "type-changed", B, B, B
    ),
    "optional cookie added": Case(PLAIN, taken(place="cookie"), "parameter-added", S, S, S),
    "parameter moved to the headers": Case(taken(), taken(place="header"), "parameter-removed", R, R, B),
    "parameter became required": Case(taken(), taken(required=True), "parameter-required", B, B, B),
    "parameter became optional": Case(taken(required=True), taken(), "parameter-optional", S, S, S),
    "parameter deprecated": Case(taken(), taken(deprecated=True), "parameter-deprecated", S, S, S),
    "style of a parameter": Case(taken(style="form"), taken(style="pipeDelimited"), "parameter-style", R, NOT, B),
    "explode of a parameter": Case(taken(explode=True), taken(explode=False), "parameter-style", R, NOT, B),
    "type of a parameter changed": Case(taken(TEXT), taken({"type": "boolean"}), "type-changed", B, B, B),
    "whole numbers to numbers": Case(taken(NUMBER), taken({"type": "number"}), "type-widened", S, S, B),
    "numbers to whole numbers": Case(taken({"type": "number"}), taken(NUMBER), "type-narrowed", B, B, B),
    "value of a parameter removed": Case(*both(taken, {"enum": ["a", "b"]}, {"enum": ["a"]}), "value-removed", B, B, B),
    "value of a parameter added": Case(*both(taken, {"enum": ["a"]}, {"enum": ["a", "b"]}), "value-added", S, S, S),
    "parameter limited to values": Case(*both(taken, TEXT, {**TEXT, "enum": ["a"]}), "values-limited", B, B, NOT),
    "default of a parameter changed": Case(
        *both(taken, {**NUMBER, "default": 10}, {**NUMBER, "default": 20}), "default-changed", R, B, S
    ),
    "parameter longer allowed": Case(
        *both(taken, {**TEXT, "maxLength": 5}, {**TEXT, "maxLength": 9}), "limit-widened", S, S, S
    ),
    "parameter only shorter allowed": Case(
        *both(taken, {**TEXT, "maxLength": 9}, {**TEXT, "maxLength": 5}), "limit-narrowed", B, B, B
    ),
    "length of a parameter limited": Case(*both(taken, TEXT, {**TEXT, "maxLength": 5}), "limit-added", R, R, B),
    "highest value of a parameter lowered": Case(
        *both(taken, {**NUMBER, "maximum": 9}, {**NUMBER, "maximum": 5}), "limit-narrowed", B, B, B
    ),
    "highest value of a parameter left out": Case(
        *both(taken, {**NUMBER, "maximum": 9}, {**NUMBER, "exclusiveMaximum": 9}), "limit-narrowed", B, B, B
    ),
    "lowest value of a parameter raised": Case(
        *both(taken, {**NUMBER, "minimum": 1}, {**NUMBER, "minimum": 2}), "limit-narrowed", B, B, B
    ),
    "lowest value of a parameter lowered": Case(
        *both(taken, {**NUMBER, "minimum": 2}, {**NUMBER, "minimum": 1}), "limit-widened", S, S, S
    ),
    "fewer items allowed": Case(
        *both(taken, {"type": "array", "maxItems": 9}, {"type": "array", "maxItems": 5}), "limit-narrowed", B, B, NOT
    ),
    "pattern of a parameter added": Case(*both(taken, TEXT, {**TEXT, "pattern": "^a"}), "pattern-added", B, B, B),
    "pattern of a parameter changed": Case(
        *both(taken, {**TEXT, "pattern": "^b"}, {**TEXT, "pattern": "^a"}), "pattern-changed", R, R, B
    ),
    "pattern of a parameter removed": Case(*both(taken, {**TEXT, "pattern": "^b"}, TEXT), "pattern-removed", S, S, B),
    "parameter may be null": Case(*both(taken, TEXT, {"type": ["string", "null"]}), "null-allowed", S, S, S),
    "parameter may not be null": Case(*both(taken, {"type": ["string", "null"]}, TEXT), "null-forbidden", B, B, S),
}
