"""`python -m bench.openapi_specs`: parsing and comparing two specifications of 1 MB."""

import json
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any

import yaml

from bench.measuring import least_seconds
from bench.tables import heading, say, table
from masthead.openapi_specs import SpecTextError, compare, parse_document

OPERATIONS = 420
PROPERTIES = 12
TENS = "a0: &a0 [x,x,x,x,x,x,x,x,x,x]\n" + "".join(
    f"a{number}: &a{number} [{','.join([f'*a{number - 1}'] * 10)}]\n" for number in range(1, 12)
)
HOSTILE = {
    "aliases of aliases": "openapi: 3.0.0\n" + TENS,
    "a hundred thousand brackets": "openapi: 3.0.0\nx: " + "[" * 100_000,
    "twenty thousand keys of keys": "? " * 20_000,
    "seven million letters": "openapi: 3.0.0\nx: " + "a" * 7_000_000,
}


def specification(kind: str) -> dict[str, Any]:
    """Build a specification whose operations have their own schemas; `kind` is the type of one property."""
    schemas = {f"Item{number}": _schema(number, kind) for number in range(OPERATIONS)}
    paths = {f"/items-{number}/{{id}}": _path(number) for number in range(OPERATIONS)}
    return {"openapi": "3.0.0", "info": {"title": "Items", "version": "1"}, "paths": paths} | {
        "components": {"schemas": schemas}
    }


def _schema(number: int, kind: str) -> dict[str, Any]:
    text = "A property of an item that says something about it. " * 2
    properties: dict[str, Any] = {
        f"property{each}": {"type": "string", "maxLength": 100, "description": text} for each in range(PROPERTIES)
    }
    properties["changed"] = {"type": kind}
    properties["next"] = {"$ref": f"#/components/schemas/Item{(number + 1) % OPERATIONS}"}
    return {"type": "object", "properties": properties, "required": ["changed"]}


def _path(number: int) -> dict[str, Any]:
    content = {"application/json": {"schema": {"$ref": f"#/components/schemas/Item{number}"}}}
    parameters = [{"name": "id", "in": "path", "required": True, "schema": {"type": "string"}}]
    responses = {"200": {"description": "Fine", "content": content}}
    return {"put": {"parameters": parameters, "requestBody": {"content": content}, "responses": responses}}


def main() -> None:
    say(heading("python -m bench.openapi_specs"))
    before, after = specification("string"), specification("integer")
    texts: dict[str, Callable[[object], str]] = {"JSON": json.dumps, "YAML": _yaml}
    rows = []
    for name, write in texts.items():
        old, new = write(before), write(after)
        read = least_seconds(partial(parse_document, old))
        both = least_seconds(partial(_difference, old, new))
        rows.append([f"{name}, {len(old) / 1e6:.1f} MB each", f"{read * 1000:.0f} ms", f"{both * 1000:.0f} ms"])
    found = compare(parse_document(json.dumps(before)), parse_document(json.dumps(after)))
    say(table([f"{len(found.changes):,} changes", "one read", "both read and compared"], rows))
    worst = [[name, f"{least_seconds(partial(_refused, text)) * 1000:.1f} ms"] for name, text in HOSTILE.items()]
    say(table(["A text that wants to cost", "refused after"], worst))


def _yaml(value: object) -> str:
    dumper = getattr(yaml, "CSafeDumper", yaml.SafeDumper)
    return str(yaml.dump(value, Dumper=dumper))


def _difference(old: str, new: str) -> None:
    compare(parse_document(old), parse_document(new))


def _refused(text: str) -> None:
    with suppress(SpecTextError):
        parse_document(text)


if __name__ == "__main__":
    main()
