"""A specification as it is written, in JSON or YAML, with its references looked up in it alone."""

import re
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any
from urllib.parse import unquote

from pydantic_core import from_json

from i18n import gettext


class SpecTextError(ValueError):
    """The message is a sentence for people."""


MAX_CHARACTERS = 6 * 1024 * 1024
MAX_VALUES = 1_000_000
"""With what aliases stand for counted as often as they stand there."""
MAX_DEPTH = 120


METHODS = ("get", "put", "post", "delete", "options", "head", "patch", "trace")
OF_SWAGGER = 2
MAX_STEPS = 20
"""References that lead to one another."""
_VERSION = re.compile(r"3\.\d+(\.\d+)?(-[\w.]+)?")
_KNOWN_VERSION = re.compile(r"2\.0|3\.[01](\D.*)?")
Value = Any
"""Of JSON."""


@dataclass(frozen=True)
class Document:
    """`version` is 2 for Swagger, else 3. `outside` are references to other documents, which nobody looks up.

    `used` has the references that were looked up so far.
    """

    root: dict[str, Value]
    outside: set[str] = field(default_factory=set)
    used: set[str] = field(default_factory=set)

    @cached_property
    def version(self) -> int:
        return 2 if "swagger" in self.root else 3

    @cached_property
    def schemas(self) -> dict[str, Value]:
        """The schemas that have a name."""
        held = self.root.get("definitions") if self.version == OF_SWAGGER else self.components.get("schemas")
        return held if isinstance(held, dict) else {}

    @property
    def components(self) -> dict[str, Value]:
        return part(self.root, "components")

    @property
    def unknown_version(self) -> str:
        """The version of OpenAPI, where it is none that is known here; else empty."""
        written = str(self.root.get("openapi", self.root.get("swagger", "")))
        return "" if _KNOWN_VERSION.fullmatch(written) else written

    @property
    def title(self) -> str:
        return text(part(self.root, "info").get("title"))

    @property
    def written_version(self) -> str:
        """What its authors call this version of their API."""
        written = part(self.root, "info").get("version")
        return str(written) if isinstance(written, str | int | float) else ""

    def resolved(self, value: Value) -> Value:
        """What a reference stands for, else the value; an empty object for what is not in this document."""
        for _ in range(MAX_STEPS):
            reference = reference_in(value)
            if not reference:
                return value
            value = self.found(reference)
        return {}

    def found(self, reference: str) -> Value:
        """The part of this document that a reference names."""
        if not reference.startswith("#"):
            self.outside.add(reference)
            return {}
        self.used.add(reference)
        value: Value = self.root
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
        """What stands under `paths` or `webhooks`, by path or name, in the order of the document."""
        return self.path_items(part(self.root, name))

    def path_items(self, held: dict[str, Value]) -> dict[str, dict[str, Value]]:
        found = {path: self.resolved(written) for path, written in held.items()}
        return {path: each for path, each in found.items() if isinstance(each, dict)}


def parse_document(content: str) -> Document:
    """The specification in a text. Raises SpecTextError."""
    if len(content) > MAX_CHARACTERS:
        most = MAX_CHARACTERS // (1024 * 1024)
        raise SpecTextError(gettext("The text is longer than %(most)s million characters.", most=most))
    root = parse_text(content.removeprefix("\ufeff"))
    if not isinstance(root, dict):
        raise SpecTextError(gettext("It isn't an object."))
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
    """The value that a text in JSON or YAML says. Raises SpecTextError."""
    if content.lstrip()[:1] in {"{", "["}:
        try:
            return from_json(content)
        except ValueError as error:
            if content.lstrip()[:1] == "[" or not re.search(r"(?m)^\s*[\w$-]+:\s", content):
                raise SpecTextError(gettext("It isn't valid JSON: %(why)s.", why=str(error)[:200])) from error
    # The parser takes a hundredth of a second to load, and most start without a specification in YAML.
    from masthead.openapi_specs.yaml_values import parse_yaml  # noqa: PLC0415

    return parse_yaml(content)


def part(of: Value, name: str) -> dict[str, Value]:
    """An object in an object; empty where there is none."""
    held = of.get(name) if isinstance(of, dict) else None
    return held if isinstance(held, dict) else {}


def items(of: Value, name: str) -> list[Value]:
    """A list in an object; empty where there is none."""
    held = of.get(name) if isinstance(of, dict) else None
    return held if isinstance(held, list) else []


def text(value: Value) -> str:
    """A text, else an empty one."""
    return value if isinstance(value, str) else ""


def reference_in(value: Value) -> str:
    """What a reference names; empty for what is none."""
    return text(value.get("$ref")) if isinstance(value, dict) else ""


def beside_reference(value: dict[str, Value]) -> dict[str, Value]:
    """What stands next to a reference; OpenAPI 3.1 puts both together."""
    return {name: each for name, each in value.items() if name != "$ref"}


def schema_name(schema: Value) -> str:
    """Of a schema that a reference names; else empty."""
    reference = reference_in(schema)
    way, _, name = reference.rpartition("/")
    return name if way in {"#/components/schemas", "#/definitions"} else ""
