"""One change each of the members of OpenAPI 2, 3.0 and 3.1: where it is, separated by blanks, and what stands there."""

from typing import Any

TEXT = {"type": "string"}
PLAIN: dict[str, Any] = {"200": {"description": "Fine"}}
OBJECT: dict[str, Any] = {
    "type": "object",
    "properties": {"id": TEXT, "count": {"type": "integer", "minimum": 0}},
    "additionalProperties": TEXT,
    "patternProperties": {"^n": TEXT},
}
OPENAPI: dict[str, Any] = {
    "info": {"title": "A", "version": "1"},
    "paths": {
        "/a/{id}": {
            "parameters": [{"name": "id", "in": "path", "required": True, "schema": TEXT}],
            "post": {
                "parameters": [{"name": "q", "in": "query", "schema": TEXT}],
                "requestBody": {
                    "content": {
                        "application/json": {"schema": {"$ref": "#/components/schemas/Thing"}},
                        "text/csv": {"schema": TEXT},
                    }
                },
                "responses": {
                    "200": {
                        "description": "Fine",
                        "headers": {"X-Page": {"schema": TEXT}},
                        "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Thing"}}},
                    }
                },
                "callbacks": {"done": {"{$url}": {"post": {"responses": PLAIN}}}},
                "security": [{"key": []}],
            },
        }
    },
    "components": {
        "schemas": {
            "Thing": {
                **OBJECT,
                "properties": {
                    **OBJECT["properties"],
                    "list": {"type": "array"},
                    "pair": {"type": "array", "items": TEXT},
                    "either": {"oneOf": [TEXT, {"type": "integer"}]},
                    "link": {"$ref": "#/components/schemas/Linked"},
                    "both": {"allOf": [{"type": "string", "pattern": "^a"}, {"pattern": "b$"}]},
                },
            },
            "Linked": TEXT,
            "Unused": TEXT,
        },
        "securitySchemes": {
            "key": {"type": "apiKey", "in": "header", "name": "X-Key"},
            "login": {
                "type": "oauth2",
                "flows": {"implicit": {"authorizationUrl": "https://a.example", "scopes": {"read": "Reads"}}},
            },
        },
        "parameters": {"Unused": {"name": "u", "in": "query", "schema": TEXT}},
        "links": {"Next": {"operationId": "a"}},
    },
}
SWAGGER: dict[str, Any] = {
    "swagger": "2.0",
    "info": {"title": "A", "version": "1"},
    "host": "a.example",
    "schemes": ["https"],
    "paths": {
        "/a/{id}": {
            "get": {
                "parameters": [
                    {"name": "id", "in": "path", "required": True, "type": "string"},
                    {"name": "q", "in": "query", "type": "array", "items": {"type": "string"}},
                ],
                "responses": {
                    "200": {"headers": {"X-Page": {"type": "string"}}, "schema": {"$ref": "#/definitions/A"}}
                },
            },
            "post": {
                "parameters": [{"name": "b", "in": "body", "schema": {"$ref": "#/definitions/A"}}],
                "responses": PLAIN,
            },
            "put": {"parameters": [{"name": "f", "in": "formData", "type": "string"}], "responses": PLAIN},
        }
    },
    "definitions": {"A": {"type": "object", "properties": {"x": TEXT}}, "Unused": TEXT},
    "parameters": {"Unused": {"name": "u", "in": "query", "type": "string"}},
    "responses": {"Unused": {"schema": TEXT}},
    "securityDefinitions": {"key": {"type": "apiKey", "in": "header", "name": "X-Key"}, "name": {"type": "basic"}},
}
FLOW = {
    "authorizationUrl": "https://a.example",
    "tokenUrl": "https://a.example",
    "refreshUrl": "https://a.example",
    "scopes": {},
}
ITEM, POST = "paths /a/{id}", "paths /a/{id} post"
BODY, ANSWER = f"{POST} requestBody", f"{POST} responses 200"
THING = "components schemas Thing"
AT = f"{THING} properties"
SCHEMES = "components securitySchemes"
GET, PUT = "paths /a/{id} get", "paths /a/{id} put"

EVERY_3: list[tuple[str, Any]] = [
    ("servers", [{"url": "/v2"}]),
    ("servers", [{"url": "/{v}", "variables": {"v": {"default": "1"}}}]),
    ("x-limit", 5),
    ("info x-audience", "all"),
    ("unknown", 1),
    ("security", [{"login": ["read"]}]),
    ("components unknown", {"A": 1}),
    ("components parameters Unused schema type", "integer"),
    ("components responses Unused", {"description": "So"}),
    ("components links Next operationId", "b"),
    ("components schemas Unused type", "integer"),
    ("components schemas New", TEXT),
    ("components schemas Linked type", "integer"),
    ("components schemas Thing", {"$ref": "https://a.example/b"}),
    (f"{SCHEMES} key in", "query"),
    (f"{SCHEMES} key name", "X-Other"),
    (f"{SCHEMES} key", {"type": "http", "scheme": "bearer"}),
    (f"{SCHEMES} key x-rotation", "daily"),
    (f"{SCHEMES} login flows implicit authorizationUrl", "https://b.example"),
    (f"{SCHEMES} login flows implicit scopes write", "Writes"),
    (f"{SCHEMES} new", {"type": "http", "scheme": "basic"}),
    (f"{ITEM} servers", [{"url": "/v2"}]),
    (f"{ITEM} query", {"responses": PLAIN}),
    (f"{ITEM} x-owner", "us"),
    (f"{ITEM} get", {"responses": PLAIN}),
    (f"{ITEM} parameters 0 schema type", "integer"),
    ("paths /b", {"query": {"responses": PLAIN}}),
    ("paths /a/{key}", {"post": {"responses": PLAIN}}),
    ("paths x-paths", {"unknown": 1}),
    (f"{POST} operationId", "a"),
    (f"{POST} deprecated", True),
    (f"{POST} servers", [{"url": "/v2"}]),
    (f"{POST} security", []),
    (f"{POST} x-rate", 5),
    (f"{POST} unknown", {"a": 1}),
    (f"{POST} callbacks done {{$url}} post requestBody", {"required": True, "content": {"a/b": {"schema": TEXT}}}),
    (f"{POST} callbacks done {{$url}} put", {"responses": PLAIN}),
    (f"{POST} callbacks done {{$url}} unknown", {"a": 1}),
    (f"{POST} callbacks other", {"{$url}": {"post": {"responses": PLAIN}}}),
    (f"{POST} parameters 0 required", True),
    (f"{POST} parameters 0 deprecated", True),
    (f"{POST} parameters 0 style", "pipeDelimited"),
    (f"{POST} parameters 0 explode", False),
    (f"{POST} parameters 0 allowReserved", True),
    (f"{POST} parameters 0 allowEmptyValue", True),
    (f"{POST} parameters 0 in", "header"),
    (f"{POST} parameters 0 x-rank", 1),
    (f"{POST} parameters 0 schema default", "a"),
    (f"{POST} parameters 0", {"name": "q", "in": "query", "content": {"application/json": {"schema": TEXT}}}),
    (f"{POST} parameters 0", {"$ref": "https://a.example/parameter"}),
    (f"{BODY} required", True),
    (f"{BODY} unknown", 1),
    (f"{BODY} content text/csv encoding", {"a": {"style": "form"}}),
    (f"{BODY} content text/csv", {}),
    (f"{BODY} content text/csv;header=present", {"schema": TEXT}),
    (f"{ANSWER} links", {"Next": {"operationId": "a"}}),
    (f"{ANSWER} unknown", 1),
    (f"{ANSWER} headers X-Page required", True),
    (f"{ANSWER} headers X-Page explode", True),
    (f"{ANSWER} headers X-Page schema type", "integer"),
    (f"{ANSWER} content text/csv", {"schema": TEXT}),
    (f"{POST} responses 404", {"description": "Gone"}),
    (f"{POST} responses x-default", 1),
    *((f"{AT} count {name}", value) for name, value in {"type": "number", "format": "int32", "enum": [1]}.items()),
    *((f"{AT} count {name}", 1) for name in ("minimum", "maximum", "multipleOf", "default")),
    *((f"{AT} id {name}", 1) for name in ("minLength", "maxLength")),
    *((f"{AT} id {name}", True) for name in ("readOnly", "writeOnly", "deprecated", "x-secret")),
    (f"{AT} id pattern", "^a"),
    (f"{AT} id not", {"enum": ["a"]}),
    (f"{AT} id xml", {"name": "ID"}),
    *((f"{AT} list {name}", 1) for name in ("minItems", "maxItems")),
    (f"{AT} list uniqueItems", True),
    (f"{AT} list items", TEXT),
    (f"{AT} pair items type", "integer"),
    (f"{AT} either oneOf 1 type", "boolean"),
    (f"{AT} either oneOf 2", {"type": "boolean"}),
    (f"{AT} either discriminator", {"propertyName": "kind"}),
    (f"{AT} either", {"anyOf": [TEXT, {"type": "integer"}]}),
    (f"{AT} id", {"oneOf": [{"type": "string", "maxLength": 3}, {"type": "string", "minLength": 9}]}),
    (f"{AT} both allOf 0 pattern", "^c"),
    (f"{AT} both allOf 1 maxLength", 9),
    *((f"{THING} {name}", 1) for name in ("minProperties", "maxProperties")),
    (f"{THING} required", ["id"]),
    (f"{THING} required", ["unknown"]),
    (f"{THING} additionalProperties", False),
    (f"{THING} additionalProperties type", "integer"),
    (f"{THING} additionalProperties maxLength", 5),
    (f"{AT} new", TEXT),
    (f"{AT} title", TEXT),
    *((f"{ITEM} {method}", {"responses": PLAIN}) for method in ("delete", "head", "options", "patch", "trace")),
    *((f"{SCHEMES} login flows {flow}", FLOW) for flow in ("password", "clientCredentials", "authorizationCode")),
    (f"{SCHEMES} key bearerFormat", "JWT"),
    (f"{SCHEMES} key", {"type": "openIdConnect", "openIdConnectUrl": "https://a.example"}),
    ("servers", [{"url": "/{v}", "variables": {"v": {"default": "1", "enum": ["1", "2"]}}}]),
    ("components links Next", {"operationRef": "#/paths/~1a", "server": {"url": "/v2"}}),
    ("components requestBodies New", {"content": {"a/b": {"schema": TEXT}}}),
    ("components headers New", {"schema": TEXT}),
    (f"{BODY} content text/csv encoding", {"a": {"contentType": "a/b", "headers": {"X-A": {"schema": TEXT}}}}),
    (f"{AT} either discriminator", {"propertyName": "kind", "mapping": {"a": "#/components/schemas/Linked"}}),
    *((f"{AT} id xml", {name: "a"}) for name in ("namespace", "prefix", "attribute", "wrapped")),
]
FLOW_OF_2 = {"type": "oauth2", "flow": "implicit", "authorizationUrl": "https://a.example", "scopes": {}}
ONLY_30: list[tuple[str, Any]] = [
    (f"{AT} id nullable", True),
    (f"{AT} count exclusiveMinimum", True),
    (f"{AT} id format", "binary"),
]
ONLY_31: list[tuple[str, Any]] = [
    ("jsonSchemaDialect", "https://json-schema.org/draft/2019-09/schema"),
    ("webhooks", {"w": {"post": {"responses": PLAIN}}}),
    ("components pathItems Unused", {"get": {"responses": PLAIN}}),
    (f"{AT} id type", ["string", "null"]),
    (f"{AT} id", False),
    (f"{AT} id const", "a"),
    (f"{AT} id contentEncoding", "base64"),
    (f"{AT} id contentMediaType", "image/png"),
    (f"{AT} link maxLength", 5),
    (f"{AT} count exclusiveMinimum", 1),
    *((f"{AT} list {name}", TEXT) for name in ("contains", "unevaluatedItems")),
    *((f"{AT} list {name}", 0) for name in ("minContains", "maxContains")),
    (f"{AT} pair prefixItems", [{"type": "integer"}]),
    (f"{THING} patternProperties ^n type", "integer"),
    (f"{THING} patternProperties ^m", {"type": "integer"}),
    (f"{THING} dependentRequired", {"id": ["count"]}),
    (f"{THING} dependentSchemas", {"id": {"required": ["count"]}}),
    (f"{THING} propertyNames", {"maxLength": 9}),
    (f"{THING} unevaluatedProperties", False),
    (f"{THING} if", {"required": ["id"]}),
    (f"{THING} $defs", {"A": TEXT}),
    *((f"{THING} {name}", {"required": ["id"]}) for name in ("then", "else")),
    (f"{AT} count exclusiveMaximum", 9),
    (f"{AT} id", {"type": "string", "contentMediaType": "application/json", "contentSchema": OBJECT}),
]
ONLY_2: list[tuple[str, Any]] = [
    ("host", "b.example"),
    ("basePath", "/v2"),
    ("schemes", ["http"]),
    ("produces", ["text/csv"]),
    ("x-limit", 5),
    ("definitions Unused type", "integer"),
    ("definitions A properties x type", "integer"),
    ("definitions A discriminator", "x"),
    ("definitions A additionalProperties", TEXT),
    ("definitions A properties x x-nullable", True),
    ("parameters Unused type", "integer"),
    ("responses Unused schema type", "integer"),
    ("securityDefinitions key in", "query"),
    ("securityDefinitions name type", "apiKey"),
    (f"{GET} schemes", ["http"]),
    (f"{GET} produces", ["text/csv"]),
    (f"{POST} consumes", ["text/csv"]),
    (f"{PUT} consumes", ["multipart/form-data"]),
    (f"{GET} parameters 1 collectionFormat", "multi"),
    (f"{GET} parameters 1 allowEmptyValue", True),
    (f"{GET} parameters 1 items type", "integer"),
    (f"{GET} responses 200 headers X-Page type", "integer"),
    (f"{GET} responses 200 headers X-Page collectionFormat", "pipes"),
    (f"{POST} parameters 0 required", True),
    (f"{PUT} parameters 0 type", "file"),
    ("securityDefinitions name", FLOW_OF_2),
]
TEXTS: list[tuple[str, Any]] = [
    ("info description", "Other"),
    ("tags", [{"name": "a"}]),
    ("info termsOfService", "https://a.example"),
    ("info contact", {"name": "A", "url": "https://a.example", "email": "a@a.example"}),
    ("info license", {"name": "MIT", "identifier": "MIT"}),
    ("externalDocs", {"url": "https://a.example"}),
    (f"{POST} parameters 0 examples", {"a": {"externalValue": "https://a.example"}}),
    (f"{AT} id $comment", "Other"),
    (f"{POST} summary", "Other"),
    (f"{POST} parameters 0 example", "a"),
    (f"{BODY} description", "Other"),
    (f"{BODY} content text/csv examples", {"a": {"value": "a"}}),
    (f"{ANSWER} description", "Other"),
    (f"{AT} id title", "Other"),
    (f"{AT} either oneOf 1 description", "Other"),
    (f"{AT} either oneOf 1 title", "Renamed"),
    (f"{SCHEMES} login flows implicit scopes read", "Reads it"),
]
OPENAPI_30, OPENAPI_31 = ({"openapi": version, **OPENAPI} for version in ("3.0.3", "3.1.0"))
CHANGES = [
    *((base, at, value) for base in (OPENAPI_31,) for at, value in (*EVERY_3, *ONLY_31)),
    *((OPENAPI_30, at, value) for at, value in ONLY_30),
    *((SWAGGER, at, value) for at, value in ONLY_2),
]

MEMBERS = """
jsonSchemaDialect servers paths webhooks components security tags externalDocs host basePath schemes consumes produces
definitions securityDefinitions title summary description termsOfService contact license name url email identifier
variables enum default schemas responses parameters examples requestBodies headers securitySchemes links callbacks
pathItems $ref get put post delete options head patch trace operationId requestBody deprecated in required
allowEmptyValue style explode allowReserved schema example content encoding contentType value externalValue operationRef
server discriminator propertyName mapping xml namespace prefix attribute wrapped type scheme bearerFormat flows flow
openIdConnectUrl implicit password clientCredentials authorizationCode authorizationUrl tokenUrl refreshUrl scopes
collectionFormat items format nullable readOnly writeOnly multipleOf maximum exclusiveMaximum minimum exclusiveMinimum
maxLength minLength pattern maxItems minItems uniqueItems maxProperties minProperties allOf oneOf anyOf not properties
additionalProperties const contains minContains maxContains prefixItems unevaluatedItems unevaluatedProperties
patternProperties propertyNames dependentRequired dependentSchemas if then else $defs $comment contentEncoding
contentMediaType contentSchema
"""
"""All that the specifications define, but for what names a schema or a dialect, such as `$id` and `$schema`."""
