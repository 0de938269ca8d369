"""Requests that are just right for a documented endpoint, and that hold one value where a test wants it."""

from typing import Any

URI = "https://a.example/"
PROXY = "docs.example.com/"
SITE = {
    "object": "site",
    "id": "s",
    "type": "basic",
    "title": "Docs",
    "visibility": "public",
    "published": True,
    "siteSpaces": 1,
    "createdAt": "2026-01-01T00:00:00Z",
    "agentsContext": "included",
}
"""An site with what is always there."""


def text(field: dict[str, Any], length: int) -> str:
    """A text of that many characters that meets the field's pattern and format."""
    start = URI if field.get("format") == "uri" else PROXY if field["name"] == "proxy" else ""
    return start[:length].ljust(length, "a")


def example(field: dict[str, Any]) -> Any:  # noqa: ANN401 - any JSON value
    """A value that the field takes."""
    kind = field["type"].split("|")[0]
    if kind == "object":
        inner = field.get("fields") or field.get("variants", [{}])[0].get("fields", [])
        return {each["name"]: example(each) for each in inner if each["required"] is not False}
    if kind in {"array", "map"}:
        return ["a"] * field.get("minItems", 1) if kind == "array" else {}
    if kind == "enum":
        return field.get("enum", ["basic"])[0]
    return {"boolean": True, "number": 1}.get(kind, text(field, max(field.get("minLength", 1), 20)))


def holding(fields: list[dict[str, Any]], place: tuple[str, ...], value: Any) -> dict[str, Any]:  # noqa: ANN401 - any JSON
    """A request that is right but for the value at the place; `*` is a key of a map."""
    request = {each["name"]: example(each) for each in fields if each["required"]}
    for name in reversed(place[1:]):
        value = {"any" if name == "*" else name: value}
    return {**request, place[0]: value}


def places(fields: list[dict[str, Any]], above: tuple[str, ...] = ()) -> list[tuple[tuple[str, ...], dict[str, Any]]]:
    """Every field with its place, also inside objects, variants and maps; a variant's limits count as the field's."""
    found: list[tuple[tuple[str, ...], dict[str, Any]]] = []
    for field in fields:
        place = (*above, field["name"])
        variants = field.get("variants", [])
        plain = {name: value for variant in variants if "fields" not in variant for name, value in variant.items()}
        found.append((place, {**plain, **field}))
        inner = field.get("fields", []) + [each for variant in variants for each in variant.get("fields", [])]
        found += places(inner, place) + places(field.get("valueFields", []), (*place, "*"))
    return found
