"""One pair of our own for each published case of two other tools, and what each of them says of it: breaking or not.

The cases are those of the tests of oasdiff (checker/*_test.go) and of libopenapi (what-changed/model/*_test.go with its
breaking rules), which openapi-changes shows. Masthead agrees, but for what `OTHERWISE` lists with a reason.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from masthead.openapi_specs import Level
from tests.loops import for_each
from tests.openapi_specs.cases import (
    NUMBER,
    PLAIN,
    TEXT,
    Schema,
    Spec,
    answers,
    got,
    guarded,
    headed,
    held,
    known,
    sent,
    spec,
    taken,
)
from tests.openapi_specs.schema_cases import BIRD, CAT, DOG, LIST
from tests.openapi_specs.test_diff import difference


class Published(NamedTuple):
    """Whether each tool calls it breaking; None where it has no case of it."""

    before: Spec
    after: Spec
    oasdiff: bool | None
    openapi_changes: bool | None


Verdicts = tuple[bool | None, bool | None]
YES, NO = True, False
OBJECT: Schema = {"type": "object"}
NAMES: Schema = {"propertyNames": {"pattern": "^a"}}
PAIR: Schema = {"type": "array", "prefixItems": [TEXT, NUMBER]}


def each_way(before: Schema, after: Schema, in_request: Verdicts, in_response: Verdicts) -> dict[str, Published]:
    """The same change of a schema in a request and in a response."""
    ways: tuple[tuple[str, Callable[[Schema], Spec], Verdicts], ...] = (
        ("sent", sent, in_request),
        ("answered", got, in_response),
    )
    return {way: Published(make(before), make(after), *says) for way, make, says in ways}


def on_and_off(schema: Schema, more: Schema, *, changes: Verdicts = (YES, YES)) -> dict[str, Published]:
    """What only rules out, added and removed: oasdiff judges it by its direction, openapi-changes as `changes` says."""
    on = each_way(schema, {**schema, **more}, (YES, changes[0]), (NO, changes[0]))
    off = each_way({**schema, **more}, schema, (NO, changes[1]), (YES, changes[1]))
    return {f"added, {way}": case for way, case in on.items()} | {f"removed, {way}": case for way, case in off.items()}


def in_each(*changes: tuple[str, tuple[Schema, Schema], tuple[Verdicts, Verdicts]]) -> dict[str, Published]:
    """Changes by name, each in a request and in a response."""
    return {
        f"{name}, {way}": case
        for name, pair, says in changes
        for way, case in each_way(pair[0], pair[1], says[0], says[1]).items()
    }


def query(**schema: object) -> Spec:
    return taken({**TEXT, **schema})


def flows(**flow: object) -> Spec:
    scheme: dict[str, Any] = {"type": "oauth2", "flows": {"implicit": {"authorizationUrl": "https://a", **flow}}}
    return spec(components={"securitySchemes": {"key": scheme}})


def pathed(*names: str) -> Spec:
    parameters = [{"name": name, "in": "path", "required": True, "schema": TEXT} for name in names]
    path = "/".join(["/a", *(f"{{{name}}}" for name in names)])
    return {**PLAIN, "paths": {path: {"get": {"parameters": parameters, "responses": {}}}}}


def whole(**more: object) -> Spec:
    return {**PLAIN, **more}


RULING_OUT = (
    *("condition", "other condition", "contained item", "names of properties", "unevaluated properties"),
    *("unevaluated items", "content of a text"),
)
GROUPS: dict[str, dict[str, Published]] = {
    "condition": on_and_off(OBJECT, {"if": {"required": ["a"]}, "then": {"required": ["b"]}}),
    "other condition": on_and_off({**OBJECT, "if": CAT}, {"else": {"required": ["b"]}}),
    "contained item": on_and_off(LIST, {"contains": {"const": "a"}}),
    "names of properties": on_and_off(OBJECT, NAMES),
    "unevaluated properties": on_and_off(OBJECT, {"unevaluatedProperties": False}),
    "unevaluated items": on_and_off(LIST, {"unevaluatedItems": False}),
    "content of a text": on_and_off(TEXT, {"contentSchema": OBJECT}),
    "schema with a property": on_and_off(
        OBJECT, {"dependentSchemas": {"a": {"required": ["b"]}}}, changes=(None, None)
    ),
    "required with a property": on_and_off(OBJECT, {"dependentRequired": {"a": ["b"]}}, changes=(NO, YES)),
    "properties by a pattern": on_and_off(OBJECT, {"patternProperties": {"^a": TEXT}}, changes=(None, None)),
    "constant": on_and_off({}, {"const": 1}, changes=(NO, NO)),
    "required property": in_each(
        ("new", (held(None), held(TEXT, required=True)), ((YES, YES), (NO, YES))),
        (
            "new with a default",
            (held(None), held({**TEXT, "default": "a"}, required=True)),
            ((YES, YES), (NO, YES)),
        ),
        ("no longer", (held(TEXT, required=True), held(TEXT)), ((NO, YES), (YES, YES))),
    ),
    "property": in_each(
        ("added", (held(None), held(TEXT)), ((NO, NO), (NO, NO))),
        ("only answered", (held(None), held({**TEXT, "readOnly": True}, required=True)), ((NO, None), (NO, None))),
        ("type", (held(TEXT), held({"type": "boolean"})), ((YES, YES), (YES, YES))),
        ("format", (held(TEXT), held({**TEXT, "format": "uuid"})), ((YES, NO), (NO, NO))),
        ("other format", (held({**TEXT, "format": "date"}), held({**TEXT, "format": "uuid"})), ((YES, YES),) * 2),
        ("other constant", (held({"const": 1}), held({"const": 2})), ((YES, YES), (YES, YES))),
        ("deprecated", (held(TEXT), held({**TEXT, "deprecated": True})), ((NO, NO), (NO, NO))),
        ("description", (held(TEXT), held({**TEXT, "description": "So"})), ((NO, NO), (NO, NO))),
        ("example", (held(TEXT), held({**TEXT, "example": "a"})), ((NO, NO), (NO, NO))),
        ("extension", (held(TEXT), held({**TEXT, "x-a": 1})), ((NO, NO), (NO, NO))),
        ("value added", (held({"enum": ["a"]}), held({"enum": ["a", "b"]})), ((NO, NO), (NO, NO))),
        ("value removed", (held({"enum": ["a", "b"]}), held({"enum": ["a"]})), ((YES, YES), (NO, YES))),
        ("values in another order", (held({"enum": ["a", "b"]}), held({"enum": ["b", "a"]})), ((NO, NO), (NO, NO))),
        (
            "encoding",
            (held({**TEXT, "contentEncoding": "base32"}), held({**TEXT, "contentEncoding": "base16"})),
            ((YES, YES), (YES, YES)),
        ),
        (
            "media type",
            (held({**TEXT, "contentMediaType": "text/csv"}), held({**TEXT, "contentMediaType": "text/html"})),
            ((YES, YES), (YES, YES)),
        ),
    ),
    "limit": {
        f"{name}, {way}": case
        for names, sent_says, got_says in (
            (["minLength", "minimum", "minItems"], (YES, YES), (NO, YES)),
            (["maxLength", "maximum"], (NO, YES), (YES, YES)),
        )
        for name in names
        for way, case in each_way({name: 2}, {name: 3}, sent_says, got_says).items()
    },
    "list": in_each(
        ("one item less", (PAIR, {**PAIR, "prefixItems": [TEXT]}), ((YES, YES), (NO, YES))),
        ("one item more", ({**PAIR, "prefixItems": [TEXT]}, PAIR), ((NO, NO), (YES, NO))),
        ("other items", (LIST, {**LIST, "items": NUMBER}), ((YES, YES), (YES, YES))),
        ("must differ", (LIST, {**LIST, "uniqueItems": True}), ((None, NO), (None, NO))),
    ),
    "alternatives": in_each(
        ("one more", ({"oneOf": [CAT, DOG]}, {"oneOf": [CAT, DOG, BIRD]}), ((NO, NO), (YES, NO))),
        ("one less", ({"oneOf": [CAT, DOG, BIRD]}, {"oneOf": [CAT, DOG]}), ((YES, YES), (NO, YES))),
        ("one less of any", ({"anyOf": [CAT, DOG, BIRD]}, {"anyOf": [CAT, DOG]}), ((YES, YES), (NO, YES))),
        (
            "any of simple ones as types",
            ({"anyOf": [TEXT, NUMBER]}, {"type": ["string", "integer"]}),
            ((NO, NO), (NO, NO)),
        ),
        ("null beside a schema", (CAT, {"oneOf": [{"type": "null"}, CAT]}), ((NO, NO), (YES, NO))),
        ("part that demands", (OBJECT, {**OBJECT, "allOf": [{"required": ["a"]}]}), ((YES, NO), (NO, NO))),
        ("part that says nothing", (CAT, {"allOf": [CAT, {"description": "So"}]}), ((NO, NO), (NO, NO))),
        (
            "written as parts",
            ({**CAT, "required": ["cat"]}, {"allOf": [CAT, {"required": ["cat"]}]}),
            ((NO, NO), (NO, NO)),
        ),
    ),
    "parameter": {
        "default added": Published(query(), query(default="a"), YES, NO),
        "default removed": Published(query(default="a"), query(), YES, NO),
        "default changed": Published(query(default="a"), query(default="b"), YES, YES),
        "pattern that takes all": Published(query(pattern="^a"), query(pattern=".*"), NO, YES),
        "optional": Published(PLAIN, taken(), NO, NO),
        "required": Published(PLAIN, taken(required=True), YES, YES),
        "deprecated, then removed": Published(taken(deprecated=True), PLAIN, NO, YES),
        "became required": Published(taken(), taken(required=True), YES, YES),
        "of a path renamed": Published(pathed("id"), pathed("key"), NO, None),
        "of a path added": Published(pathed("id"), pathed("id", "key"), YES, YES),
        "empty value": Published(taken(allowEmptyValue=True), taken(), None, YES),
        "other place": Published(taken(), taken(place="header"), NO, YES),
        "as content": Published(
            taken(),
            spec({"parameters": [{"name": "p", "in": "query", "content": {"text/csv": {"schema": TEXT}}}]}),
            None,
            YES,
        ),
    },
    "operation": {
        "tag removed": Published(spec({"tags": ["a"]}), PLAIN, NO, YES),
        "tag added": Published(PLAIN, spec({"tags": ["a"]}), NO, NO),
        "id removed": Published(spec({"operationId": "a"}), PLAIN, NO, YES),
        "id added": Published(PLAIN, spec({"operationId": "a"}), NO, YES),
        "extension": Published(spec({"x-a": 1}), spec({"x-a": 2}), NO, NO),
        "success is another": Published(answers("200"), answers("201"), YES, YES),
        "error is another": Published(answers("200", "400"), answers("200", "422"), NO, YES),
        "default answer removed": Published(answers("200", "default"), answers("200"), NO, YES),
        "server added": Published(spec(servers=[{"url": "/a"}]), spec(servers=[{"url": "/a"}, {"url": "/b"}]), NO, NO),
        "security of all": Published(PLAIN, whole(security=[{"key": []}]), NO, NO),
        "schema of a body": Published(sent(None), sent(CAT), YES, YES),
        "schema of a body removed": Published(sent(CAT), sent(None), NO, YES),
        "schema of an answer": Published(got(None), got(CAT), NO, YES),
        "schema of an answer removed": Published(got(CAT), got(None), NO, YES),
        "wider media type": Published(got(CAT, "application/json"), got(CAT, "application/*"), YES, YES),
        "media type by its ending": Published(got(CAT, "application/json"), got(CAT, "application/a+json"), None, YES),
        "callback's body": Published(
            spec({"callbacks": {"done": {"{$url}": {"post": {**sent(held(TEXT))["paths"]["/a"]["post"]}}}}}),
            spec({"callbacks": {"done": {"{$url}": {"post": {**sent(held(NUMBER))["paths"]["/a"]["post"]}}}}}),
            None,
            YES,
        ),
    },
    "header": {
        "deprecated": Published(headed(schema=TEXT), headed(schema=TEXT, deprecated=True), NO, NO),
        "optional one removed": Published(headed(schema=TEXT), headed(), NO, YES),
        "required one removed": Published(headed(schema=TEXT, required=True), headed(), YES, YES),
        "other type": Published(headed(schema=TEXT), headed(schema=NUMBER), YES, YES),
        "wider type": Published(headed(schema=NUMBER), headed(schema={"type": "number"}), YES, YES),
        "narrower type": Published(headed(schema={"type": "number"}), headed(schema=NUMBER), NO, YES),
    },
    "security": {
        "scope of a scheme removed": Published(
            flows(scopes={"read": "R", "write": "W"}), flows(scopes={"read": "R"}), NO, YES
        ),
        "scope of a scheme added": Published(
            flows(scopes={"read": "R"}), flows(scopes={"read": "R", "write": "W"}), NO, NO
        ),
        "scope described otherwise": Published(flows(scopes={"read": "R"}), flows(scopes={"read": "W"}), NO, YES),
        "address of a scheme": Published(flows(), flows(authorizationUrl="https://b"), NO, YES),
        "scheme removed": Published(known(type="http", scheme="basic"), PLAIN, NO, YES),
        "scope demanded": Published(guarded({"key": []}), guarded({"key": ["a"]}), NO, NO),
        "way removed": Published(guarded({"a": []}, {"b": []}), guarded({"a": []}), NO, YES),
    },
}
CASES = {f"{group}: {name}": case for group, cases in GROUPS.items() for name, case in cases.items()}
REASONS: dict[str, tuple[str, ...]] = {
    "openapi-changes judges a schema alike in requests and responses: what is sent may widen, what is got may narrow": (
        *(f"{each}: {way}" for each in RULING_OUT for way in ("added, answered", "removed, sent")),
        *("required with a property: removed, sent", "required property: new, answered"),
        *("required property: new with a default, answered", "required property: no longer, sent"),
        *("property: value removed, answered", "limit: minLength, answered", "limit: minimum, answered"),
        *("limit: maxLength, sent", "limit: maximum, sent", "limit: minItems, answered", "header: narrower type"),
        *("alternatives: one less, answered", "alternatives: one less of any, answered"),
        *("operation: schema of a body removed", "operation: schema of an answer"),
    ),
    "openapi-changes calls nothing breaking that was added, though it is more than was promised or accepted": (
        *("required with a property: added, sent", "constant: added, sent", "property: format, sent"),
        *(
            "list: must differ, sent",
            "alternatives: one more, answered",
            "alternatives: null beside a schema, answered",
        ),
        "alternatives: part that demands, sent",
    ),
    "openapi-changes calls the end of a constant safe, oasdiff breaking: a client may handle unknown values": (
        "constant: removed, answered",
    ),
    "oasdiff takes what is got away from nobody where it is shorter, and breaks clients that ignore what is more": (
        *("list: one item less, answered", "list: one item more, answered"),
    ),
    "a client that leaves it out gets another result, and may not care": (
        *("parameter: default added", "parameter: default removed", "parameter: default changed"),
    ),
    "the new pattern may take all that the old one took": ("parameter: pattern that takes all",),
    "most APIs ignore what they don't know": ("parameter: deprecated, then removed", "parameter: other place"),
    "a single value is often written the same": ("parameter: as content",),
    "no rule judges it, and the page says so": (
        *("parameter: empty value", "security: scope of a scheme removed", "security: address of a scheme"),
    ),
    "no call of a client depends on it": (
        *("operation: tag removed", "operation: id removed", "operation: id added", "security: scheme removed"),
        "security: scope described otherwise",
    ),
    "a client handles an error that no longer comes": (
        *("operation: error is another", "operation: default answer removed"),
    ),
    "a client gets what nothing describes any more": ("operation: schema of an answer removed",),
    "the header could be left out before": ("header: optional one removed",),
    "a client without these credentials is refused": (
        *("operation: security of all", "security: scope demanded", "security: way removed"),
    ),
}
OTHERWISE = {name: reason for reason, names in REASONS.items() for name in names}


def test_each_disagreement_has_a_reason_of_its_own() -> None:
    assert len(OTHERWISE) == sum(map(len, REASONS.values()))
    assert OTHERWISE.keys() <= CASES.keys()


def is_breaking(case: Published) -> bool:
    return any(each.level is Level.BREAKING for each in difference(case.before, case.after).changes)


@for_each("name", CASES)
def test_a_published_case_is_judged_alike(name: str) -> None:
    case = CASES[name]
    others = {says for says in (case.oasdiff, case.openapi_changes) if says is not None}
    assert (others <= {is_breaking(case)}) == (name not in OTHERWISE), (case.oasdiff, case.openapi_changes)
