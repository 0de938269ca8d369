"""Parses a JSON or YAML specification, and finds members of its objects that no rule covers.

References are resolved only within the document.
"""

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any
from urllib.parse import unquote

from pydantic_core import from_json, to_json

from masthead.i18n import gettext

Value = Any
"""A JSON value."""
TEXTS = frozenset({"description", "summary", "title", "example", "examples", "externalDocs", "tags", "$comment"})
_OF_NAMES = frozenset({"properties", "patternProperties", "dependentSchemas", "$defs", "definitions", "mapping"})
"""Objects whose member names are chosen by authors, so that "title" isn't a text there."""
_VALUES = frozenset({"default", "const", "enum"})
MAX_EXACT = 2**53
"""Up to this number, `1` and `1.0` are equal exactly."""


def unknown_members(value: Value, known: Collection[str]) -> dict[str, Value]:
    """Return the members of an object that are neither `known` nor descriptive texts."""
    members = value if isinstance(value, dict) else {}
    return {
        name: _remove_member_texts(name, each)
        for name, each in members.items()
        if name not in known and name not in TEXTS
    }


def remove_texts(value: Value, inside: str = "") -> Value:
    """Remove titles, descriptions and examples at every depth."""
    if isinstance(value, list):
        return [remove_texts(each) for each in value]
    if not isinstance(value, dict):
        return value
    # For example, "title" is the name of a property here.
    if inside in _OF_NAMES:
        return {name: remove_texts(each) for name, each in value.items()}
    return {name: _remove_member_texts(name, each) for name, each in value.items() if name not in TEXTS}


def _remove_member_texts(name: str, value: Value) -> Value:
    return value if name in _VALUES or name.startswith("x-") else remove_texts(value, name)


def list_differing(old: Mapping[str, Value], new: Mapping[str, Value]) -> Iterator[str]:
    """Yield the names of members that differ or exist only on one side."""
    for name in {**old, **new}:
        if name not in old or name not in new or canonical_json(old[name]) != canonical_json(new[name]):
            yield name


def canonical_json(value: Value) -> str:
    """Serialize JSON so that equal values give equal strings."""
    return to_json(_sort_value(value)).decode()


def _sort_value(value: Value) -> Value:
    if isinstance(value, dict):
        return {name: _sort_value(value[name]) for name in sorted(value)}
    if isinstance(value, float) and value.is_integer() and abs(value) < MAX_EXACT:
        return int(value)
    return [_sort_value(each) for each in value] if isinstance(value, list) else value


MAX_CHARACTERS = 6 * 1024 * 1024
MAX_VALUES = 1_000_000
"""Limit of values; the target of a YAML alias counts each time."""
MAX_DEPTH = 120
VERSIONS = frozenset({("openapi",), ("swagger",), ("info", "version")})
"""Paths of versions, which stay text: without quotes they look like numbers, and 1.10 isn't 1.1."""
METHODS = ("get", "put", "post", "delete", "options", "head", "patch", "trace")
OF_SWAGGER = 2
MAX_STEPS = 20
"""Length limit of a chain of references."""
_VERSION = re.compile(r"3\.\d+(\.\d+)?(-[\w.]+)?")
_KNOWN_VERSION = re.compile(r"2\.0|3\.[01](\D.*)?")


class SpecTextError(ValueError):
    """The text isn't a valid specification. The message is for people."""


@dataclass(frozen=True)
class Document:
    """A parsed specification.

    `outside` collects references to other documents, which are not resolved; `used` collects resolved
    references.
    """

    root: dict[str, Value]
    outside: set[str] = field(default_factory=set)
    used: set[str] = field(default_factory=set)

    @cached_property
    def version(self) -> int:
        return 2 if "swagger" in self.root else 3

    @cached_property
    def schemas(self) -> dict[str, Value]:
        """Return the named schemas."""
        held = self.root.get("definitions") if self.version == OF_SWAGGER else self.components.get("schemas")
        return held if isinstance(held, dict) else {}

    @property
    def components(self) -> dict[str, Value]:
        return get_object(self.root, "components")

    @property
    def unknown_version(self) -> str:
        """Return the OpenAPI version if there are no rules for it, else an empty string."""
        written = str(self.root.get("openapi", self.root.get("swagger", "")))
        return "" if _KNOWN_VERSION.fullmatch(written) else written

    @property
    def title(self) -> str:
        return get_text(get_object(self.root, "info").get("title"))

    @property
    def info_version(self) -> str:
        """Return `info.version`."""
        written = get_object(self.root, "info").get("version")
        return str(written) if isinstance(written, str | int | float) else ""

    def resolve(self, value: Value) -> Value:
        """Resolve a reference; return an empty object if its target isn't in this document."""
        for _ in range(MAX_STEPS):
            reference = get_reference(value)
            if not reference:
                return value
            value = self.find_target(reference)
        return {}

    def find_target(self, reference: str) -> Value:
        """Return the target of a JSON pointer such as `#/components/schemas/Site`."""
        if not reference.startswith("#"):
            self.outside.add(reference)
            return {}
        self.used.add(reference)
        value: Value = self.root
        # RFC 6901
        for step in reference.removeprefix("#").split("/")[1:]:
            name = unquote(step).replace("~1", "/").replace("~0", "~")
            if isinstance(value, dict) and name in value:
                value = value[name]
            elif isinstance(value, list) and name.isdigit() and len(name) < 6 and int(name) < len(value):  # noqa: PLR2004
                value = value[int(name)]
            else:
                return {}
        return value

    def paths(self, name: str) -> dict[str, dict[str, Value]]:
        """Return the path items of `paths` or `webhooks`, in document order."""
        return self.path_items(get_object(self.root, name))

    def path_items(self, held: dict[str, Value]) -> dict[str, dict[str, Value]]:
        found = {path: self.resolve(written) for path, written in held.items()}
        return {path: each for path, each in found.items() if isinstance(each, dict)}


def parse_document(content: str) -> Document:
    """Parse a specification. Raises SpecTextError."""
    if len(content) > MAX_CHARACTERS:
        most = MAX_CHARACTERS // (1024 * 1024)
        raise SpecTextError(gettext("The text is longer than %(most)s million characters.", most=most))
    root = parse_text(content.removeprefix("\ufeff"))
    if not isinstance(root, dict):
        raise SpecTextError(gettext("It isn't an OpenAPI document."))
    written = root.get("openapi", root.get("swagger"))
    if not _VERSION.fullmatch(str(root.get("openapi"))) and str(root.get("swagger")) != "2.0":
        if isinstance(written, str | int | float):
            known = gettext(
                "Masthead reads OpenAPI 3 and Swagger 2.0, not version %(version)s.", version=str(written)[:40]
            )
            raise SpecTextError(known)
        raise SpecTextError(gettext("It names neither a version of OpenAPI 3 nor Swagger 2.0."))
    return Document(root)


def parse_text(content: str) -> Value:
    """Parse JSON or YAML. Raises SpecTextError."""
    if content.lstrip()[:1] in {"{", "["}:
        try:
            return from_json(content)
        except ValueError as error:
            if content.lstrip()[:1] == "[" or not re.search(r"(?m)^\s*[\w$-]+:\s", content):
                raise SpecTextError(gettext("It isn't valid JSON: %(why)s.", why=str(error)[:200])) from error
    # PyYAML takes 10 ms to import, and few requests need it.
    from masthead.yaml_values import YamlError, YamlRules, parse_yaml  # noqa: PLC0415

    try:
        return parse_yaml(content, YamlRules(MAX_DEPTH, MAX_VALUES, VERSIONS))
    except YamlError as error:
        raise SpecTextError(str(error)) from error


def get_object(of: Value, name: str) -> dict[str, Value]:
    """Return a member that is an object, or an empty object."""
    held = of.get(name) if isinstance(of, dict) else None
    return held if isinstance(held, dict) else {}


def get_list(of: Value, name: str) -> list[Value]:
    """Return a member that is a list, or an empty list."""
    held = of.get(name) if isinstance(of, dict) else None
    return held if isinstance(held, list) else []


def get_text(value: Value) -> str:
    return value if isinstance(value, str) else ""


def get_reference(value: Value) -> str:
    """Return an object's `$ref`; empty for other values."""
    return get_text(value.get("$ref")) if isinstance(value, dict) else ""


def reference_siblings(value: dict[str, Value]) -> dict[str, Value]:
    """Return the siblings of `$ref`, which also apply in OpenAPI 3.1."""
    return {name: each for name, each in value.items() if name != "$ref"}


def schema_name(schema: Value) -> str:
    """Return the name of the schema that a reference points to, or an empty string."""
    reference = get_reference(schema)
    way, _, name = reference.rpartition("/")
    return name if way in {"#/components/schemas", "#/definitions"} else ""
