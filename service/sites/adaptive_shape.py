"""The shape that the contract gives to an adaptive schema: claims of a visitor that are true or false."""

from collections.abc import Iterator

from pydantic import JsonValue

DRAFT_7 = "http://json-schema.org/draft-07/schema#"

_TOP = {"$schema", "$id", "type", "properties", "additionalProperties"}
_UNSIGNED = {"type", "description", "properties", "additionalProperties"}
_CLAIM = {"type", "description"}


def find_error(schema: dict[str, JsonValue]) -> str | None:
    """The first error, with its place; None where there is none."""
    return next(_errors(schema), None)


def _errors(schema: dict[str, JsonValue]) -> Iterator[str]:
    yield from _unknown(schema, _TOP, "jsonSchema")
    if schema.get("$schema", DRAFT_7) not in (DRAFT_7, DRAFT_7.removesuffix("#")):
        yield f"jsonSchema.$schema: is {DRAFT_7}"
    if not isinstance(schema.get("$id", ""), str):
        yield "jsonSchema.$id: is a string"
    yield from _object_of_claims(schema, "jsonSchema")


def _object_of_claims(schema: dict[str, JsonValue], place: str) -> Iterator[str]:
    if schema.get("type") != "object":
        yield f"{place}.type: is “object”"
    if schema.get("additionalProperties") is not False:
        yield f"{place}.additionalProperties: is false"
    properties = schema.get("properties")
    if not isinstance(properties, dict):
        yield f"{place}.properties: is an object of claims"
        return
    for name, claim in properties.items():
        yield from _claim(
            claim, f"{place}.properties.{name:.60}", may_nest=place == "jsonSchema" and name == "unsigned"
        )


def _claim(claim: JsonValue, place: str, *, may_nest: bool) -> Iterator[str]:
    if not isinstance(claim, dict):
        yield f"{place}: is an object"
    elif may_nest:
        yield from _unknown(claim, _UNSIGNED, place)
        yield from _described(claim, place, required=False)
        yield from _object_of_claims(claim, place)
    else:
        yield from _unknown(claim, _CLAIM, place)
        if claim.get("type") != "boolean":
            yield f"{place}.type: is “boolean”"
        yield from _described(claim, place, required=place.count(".properties.") == 1)


def _described(claim: dict[str, JsonValue], place: str, *, required: bool) -> Iterator[str]:
    if required and "description" not in claim:
        yield f"{place}.description: is required"
    elif not isinstance(claim.get("description", ""), str):
        yield f"{place}.description: is a string"


def _unknown(schema: dict[str, JsonValue], known: set[str], place: str) -> Iterator[str]:
    for name in sorted(schema.keys() - known):
        yield f"{place}.{name:.60}: is not known here"
