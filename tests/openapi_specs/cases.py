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
    """`code` is one that is found. `judged` has its level, then what oasdiff and openapi-diff say: B, R, S, or -.

    The level is U if no rule judges it.
    """

    before: Spec
    after: Spec
    code: str
    judged: str


def text(**limits: object) -> Schema:
    return {**TEXT, **limits}


def number(**limits: object) -> Schema:
    return {**NUMBER, **limits}


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
CALLED: Spec = {"done": {"{$url}": {"post": {"responses": {}}}}}
ELSEWHERE: Spec = {"servers": [{"url": "/v2"}]}
KEY: dict[str, list[str]] = {"key": []}

OPERATIONS = {
    "operation removed": Case(PLAIN, NONE, "operation-removed", "BBB"),
    "operation added": Case(NONE, PLAIN, "operation-added", "SSS"),
    "deprecated operation removed": Case(spec({"deprecated": True}), NONE, "operation-removed", "BSB"),
    "operation deprecated": Case(PLAIN, spec({"deprecated": True}), "operation-deprecated", "SSS"),
    "operation no longer deprecated": Case(spec({"deprecated": True}), PLAIN, "operation-undeprecated", "SSS"),
    "operation id changed": Case(spec({"operationId": "a"}), spec({"operationId": "b"}), "operation-id-changed", "SSS"),
    "success removed": Case(answers("200", "201"), answers("200"), "response-removed", "BBB"),
    "redirect removed": Case(answers("200", "302"), answers("200"), "response-removed", "BSB"),
    "error removed": Case(answers("200", "404"), answers("200"), "error-response-removed", "SSB"),
    "response added": Case(answers("200"), answers("200", "202"), "response-added", "SSS"),
    "body removed": Case(sent(TEXT), PLAIN, "body-removed", "BB-"),
    "optional body added": Case(PLAIN, sent(TEXT), "body-added", "SS-"),
    "required body added": Case(PLAIN, sent(TEXT, required=True), "required-body-added", "BB-"),
    "body became required": Case(sent(TEXT), sent(TEXT, required=True), "body-required", "BBB"),
    "body became optional": Case(sent(TEXT, required=True), sent(TEXT), "body-optional", "SSB"),
    "media type of a request changed": Case(sent(TEXT), sent(TEXT, kind="text/csv"), "media-type-removed", "BBB"),
    "media type of a response changed": Case(got(TEXT), got(TEXT, "text/csv"), "media-type-removed", "BBB"),
    "one operation of two removed": Case(TWO, PLAIN, "operation-removed", "BBB"),
    "one operation more at a path": Case(PLAIN, TWO, "operation-added", "SSS"),
    "media type of a request added": Case(sent(TEXT), sent_as("text/csv"), "media-type-added", "SSS"),
    "media type of a response added": Case(got(TEXT), got_as("text/csv"), "media-type-added", "SSS"),
    "one media type of a request removed": Case(sent_as("text/csv"), sent(TEXT), "media-type-removed", "BBB"),
    "one media type of a response removed": Case(got_as("text/csv"), got(TEXT), "media-type-removed", "BBB"),
    "servers changed": Case(spec(servers=[{"url": "/v1"}]), spec(servers=[{"url": "/v2"}]), "servers-changed", "R--"),
    "servers of an operation changed": Case(PLAIN, spec(ELSEWHERE), "servers-changed", "R--"),
    "callback removed": Case(spec({"callbacks": CALLED}), PLAIN, "webhook-removed", "B-B"),
    "callback added": Case(PLAIN, spec({"callbacks": CALLED}), "webhook-added", "S-S"),
    "webhook removed": Case(spec(webhooks=CALLED["done"]), PLAIN, "webhook-removed", "BB-"),
    "key moved to the query": Case(
        *both(lambda at: known(type="apiKey", name="k", **at), {"in": "header"}, {"in": "query"}),
        "security-scheme-changed",
        "B-B",
    ),
    "key became a token": Case(
        known(type="apiKey", name="k"), known(type="http", scheme="bearer"), "security-scheme-changed", "BSB"
    ),
    "security scheme added": Case(PLAIN, known(type="http", scheme="basic"), "security-scheme-added", "SS-"),
    "security demanded": Case(PLAIN, guarded(KEY), "security-added", "BSS"),
    "security dropped": Case(guarded(KEY), PLAIN, "security-removed", "SSB"),
    "way to authenticate removed": Case(guarded(KEY, {"token": []}), guarded(KEY), "security-way-removed", "BSB"),
    "way to authenticate added": Case(guarded(KEY), guarded(KEY, {"token": []}), "security-way-added", "SSS"),
    "scope demanded": Case(
        guarded({"login": ["read"]}), guarded({"login": ["read", "write"]}), "security-way-removed", "BSB"
    ),
    "header removed": Case(headed(schema=TEXT), headed(), "header-removed", "RRB"),
    "required header removed": Case(headed(schema=TEXT, required=True), headed(), "required-header-removed", "BBB"),
    "header added": Case(headed(), headed(schema=TEXT), "header-added", "SSS"),
    "header became optional": Case(headed(schema=TEXT, required=True), headed(schema=TEXT), "header-optional", "BBB"),
    "header became required": Case(headed(schema=TEXT), headed(schema=TEXT, required=True), "header-required", "SSB"),
    "type of a header changed": Case(headed(schema=TEXT), headed(schema=NUMBER), "type-changed", "BBB"),
    "header may be null": Case(headed(schema=TEXT), headed(schema={"type": ["string", "null"]}), "null-allowed", "BBS"),
}
PARAMETERS = {
    "parameter removed": Case(taken(), PLAIN, "parameter-removed", "RRB"),
    "optional parameter added": Case(PLAIN, taken(), "parameter-added", "SSS"),
    "required parameter added": Case(PLAIN, taken(required=True), "required-parameter-added", "BBB"),
    "required header added": Case(PLAIN, taken(place="header", required=True), "required-parameter-added", "BBB"),
    "required cookie added": Case(PLAIN, taken(place="cookie", required=True), "required-parameter-added", "BBB"),
    "header that is sent became required": Case(
        taken(place="header"), taken(place="header", required=True), "parameter-required", "BBB"
    ),
    "type of a header that is sent changed": Case(
        taken(TEXT, "header"), taken({"type": "boolean"}, "header"), "type-changed", "BBB"
    ),
    "optional cookie added": Case(PLAIN, taken(place="cookie"), "parameter-added", "SSS"),
    "parameter moved to the headers": Case(taken(), taken(place="header"), "parameter-removed", "RRB"),
    "parameter became required": Case(taken(), taken(required=True), "parameter-required", "BBB"),
    "parameter became optional": Case(taken(required=True), taken(), "parameter-optional", "SSS"),
    "parameter deprecated": Case(taken(), taken(deprecated=True), "parameter-deprecated", "SSS"),
    "style of a parameter": Case(taken(style="form"), taken(style="pipeDelimited"), "parameter-style", "R-B"),
    "explode of a parameter": Case(taken(explode=True), taken(explode=False), "parameter-style", "R-B"),
    "type of a parameter changed": Case(taken(TEXT), taken({"type": "boolean"}), "type-changed", "BBB"),
    "whole numbers to numbers": Case(taken(NUMBER), taken({"type": "number"}), "type-widened", "SSB"),
    "numbers to whole numbers": Case(taken({"type": "number"}), taken(NUMBER), "type-narrowed", "BBB"),
    "value of a parameter removed": Case(*both(taken, {"enum": ["a", "b"]}, {"enum": ["a"]}), "value-removed", "BBB"),
    "value of a parameter added": Case(*both(taken, {"enum": ["a"]}, {"enum": ["a", "b"]}), "value-added", "SSS"),
    "parameter limited to values": Case(*both(taken, TEXT, text(enum=["a"])), "values-limited", "BB-"),
    "default of a parameter changed": Case(
        *both(taken, number(default=10), number(default=20)), "default-changed", "RBS"
    ),
    "parameter longer allowed": Case(*both(taken, text(maxLength=5), text(maxLength=9)), "limit-widened", "SSS"),
    "parameter only shorter allowed": Case(*both(taken, text(maxLength=9), text(maxLength=5)), "limit-narrowed", "BBB"),
    "length of a parameter limited": Case(*both(taken, TEXT, text(maxLength=5)), "limit-added", "RRB"),
    "highest value of a parameter lowered": Case(
        *both(taken, number(maximum=9), number(maximum=5)), "limit-narrowed", "BBB"
    ),
    "highest value of a parameter left out": Case(
        *both(taken, number(maximum=9), number(exclusiveMaximum=9)), "limit-narrowed", "BBB"
    ),
    "lowest value of a parameter raised": Case(
        *both(taken, number(minimum=1), number(minimum=2)), "limit-narrowed", "BBB"
    ),
    "lowest value of a parameter lowered": Case(
        *both(taken, number(minimum=2), number(minimum=1)), "limit-widened", "SSS"
    ),
    "fewer items allowed": Case(
        *both(taken, {"type": "array", "maxItems": 9}, {"type": "array", "maxItems": 5}), "limit-narrowed", "BB-"
    ),
    "pattern of a parameter added": Case(*both(taken, TEXT, text(pattern="^a")), "pattern-added", "BBB"),
    "pattern of a parameter changed": Case(
        *both(taken, text(pattern="^b"), text(pattern="^a")), "pattern-changed", "RRB"
    ),
    "pattern of a parameter removed": Case(*both(taken, text(pattern="^b"), TEXT), "pattern-removed", "SSB"),
    "parameter may be null": Case(*both(taken, TEXT, {"type": ["string", "null"]}), "null-allowed", "SSS"),
    "parameter may not be null": Case(*both(taken, {"type": ["string", "null"]}, TEXT), "null-forbidden", "BBS"),
}
