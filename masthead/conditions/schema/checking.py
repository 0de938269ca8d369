"""Checks a schema against the API's documentation and JSON Schema (draft-07)."""

from collections.abc import Iterator
from functools import cache
from itertools import islice
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from masthead.conditions.claims import UNSIGNED
from masthead.conditions.schema.text import ParsedSchema, Place
from masthead.i18n import gettext

if TYPE_CHECKING:
    from jsonschema import Draft7Validator

DRAFT_7 = "http://json-schema.org/draft-07/schema#"
MAX_ITEMS = 50
MAX_MESSAGE_LENGTH = 200
Level = Literal["wrong", "beyond"]
_TOP = {"$schema", "$id", "type", "properties", "additionalProperties"}
_UNSIGNED = {"type", "description", "properties", "additionalProperties"}
_CLAIM = {"type", "description"}


@cache
def _load_metaschema() -> "Draft7Validator":
    # jsonschema takes 20 ms to import, and few requests need it.
    from jsonschema import Draft7Validator  # noqa: PLC0415

    return Draft7Validator(Draft7Validator.META_SCHEMA)


class SchemaFinding(NamedTuple):
    """A finding. `wrong` means that no service accepts it, `beyond` that the API doesn't document it."""

    level: Level
    message: str
    place: Place = ()
    line: int = 1


def check_schema(read: ParsedSchema) -> list[SchemaFinding]:
    """Check a schema. Return up to 50 findings, sorted by line."""
    shape = list(islice(_check_shape(read.schema), MAX_ITEMS))
    wrong = {place for level, _, place in shape if level == "wrong"}
    draft = [each for each in islice(_check_draft_7(read.schema), MAX_ITEMS) if each[2] not in wrong]
    # Where JSON Schema is violated, a second finding by the API's documentation would only repeat it.
    broken = {place for _, _, place in draft}
    found = [*(each for each in shape if each[0] == "wrong" or each[2] not in broken), *draft]
    findings = [SchemaFinding(level, message, place, read.line_of(place)) for level, message, place in found]
    return sorted(findings, key=lambda each: each.line)[:MAX_ITEMS]


_Complaint = tuple[Level, str, Place]


def _check_draft_7(schema: dict[str, Any]) -> Iterator[_Complaint]:
    for error in _load_metaschema().iter_errors(schema):
        place = tuple(error.absolute_path)
        if place and place[-1] == "type":
            yield "wrong", gettext("JSON Schema has no such type."), place
        else:
            yield (
                "wrong",
                gettext(
                    "JSON Schema doesn't allow this: %(message)s", message=f"{error.message:.{MAX_MESSAGE_LENGTH}}"
                ),
                place,
            )


def _check_shape(schema: dict[str, Any]) -> Iterator[_Complaint]:
    yield from _check_members(schema, _TOP, ())
    if "$schema" in schema and schema["$schema"] not in (DRAFT_7, DRAFT_7.removesuffix("#")):
        yield "wrong", gettext("$schema must be %(draft_7)s.", draft_7=DRAFT_7), ("$schema",)
    if not isinstance(schema.get("$id", ""), str):
        yield "wrong", gettext("$id must be text."), ("$id",)
    yield from _check_object(schema, ())


def _check_object(node: dict[str, Any], place: Place) -> Iterator[_Complaint]:
    """Check the schema's top level or its unsigned claims; each is an object that must list all its claims."""
    if node.get("type") != "object":
        yield "wrong", gettext('"type" must be "object".'), (*place, "type")
    if node.get("additionalProperties") is not False:
        yield "wrong", gettext('"additionalProperties" must be false.'), (*place, "additionalProperties")
    properties = node.get("properties")
    if not isinstance(properties, dict):
        yield "wrong", gettext("“properties” must be an object that contains the claims."), (*place, "properties")
        return
    for name, claim in properties.items():
        yield from _check_claim(name, claim, (*place, "properties", name), top=not place)


def _check_claim(name: str, claim: object, place: Place, *, top: bool) -> Iterator[_Complaint]:
    if not name.strip():
        yield "wrong", gettext("A claim has no name."), place
    if not isinstance(claim, dict):
        yield "wrong", gettext("%(name)s must be an object with a type and a description.", name=f"{name:.60}"), place
        return
    if not isinstance(claim.get("description", ""), str):
        yield "wrong", gettext("The description of %(name)s must be text.", name=f"{name:.60}"), (*place, "description")
    if top and name == UNSIGNED:
        yield from _check_members(claim, _UNSIGNED, place)
        yield from _check_object(claim, place)
        return
    if top and not claim.get("description"):
        yield "wrong", gettext("%(name)s needs a description.", name=f"{name:.60}"), (*place, "description")
    yield from _check_type(name, claim, place)


def _check_type(name: str, claim: dict[str, Any], place: Place) -> Iterator[_Complaint]:
    kind = claim.get("type")
    if kind is None and "enum" not in claim:
        yield "wrong", gettext('%(name)s needs a type, such as "boolean".', name=f"{name:.60}"), (*place, "type")
    elif kind != "boolean":
        message = gettext(
            "%(name)s isn't true or false. It may be refused.",
            name=f"{name:.60}",
        )
        yield "beyond", message, (*place, "type")
    else:
        yield from _check_members(claim, _CLAIM, place)


def _check_members(node: dict[str, Any], known: set[str], place: Place) -> Iterator[_Complaint]:
    for name in node.keys() - known:
        yield (
            "beyond",
            gettext("“%(name)s” here, and may refuse it.", name=f"{name:.60}"),
            (*place, name),
        )
