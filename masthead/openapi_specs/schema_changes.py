"""Walks the schemas of two documents and compares each pair once."""

from dataclasses import dataclass, field
from typing import Any

from masthead.openapi_specs.document import Document, canonical_json, reference_siblings, remove_texts, schema_name
from masthead.openapi_specs.rules import REQUEST, RESPONSE, ChangeList
from masthead.openapi_specs.schema_pairs import SchemaPair
from masthead.openapi_specs.schema_views import SchemaView, build_view

Value = Any
"""A JSON value."""
ANYTHING: dict[str, Value] = {}
MAX_COMPARED = 200_000
"""Limit of compared pairs, since a few nested anonymous schemas can produce very many."""
MAX_INSIDE = 40
"""Depth limit for anonymous schemas."""


@dataclass
class SchemaComparison:
    """Compares schemas. A named schema is a subject of its own, compared once for each direction.

    `used` maps a schema's name and direction to the operations that use it.
    """

    before: Document
    after: Document
    found: ChangeList
    used: dict[tuple[str, str], set[str]] = field(default_factory=dict)
    _views: dict[tuple[int, int], SchemaView] = field(default_factory=dict)
    _waiting: list[tuple[str, str]] = field(default_factory=list)
    _reaches: dict[tuple[str, str], set[tuple[str, str]]] = field(default_factory=dict)
    _inside: set[tuple[int, int]] = field(default_factory=set)
    _merged: set[str] = field(default_factory=set)
    _now: tuple[str, str] | None = None
    _count: int = 0

    def compare(self, old: Value, new: Value, direction: str, subject: str, place: str) -> None:
        """Compare two schemas at a place. Schemas with the same name on both sides are left to `finish`."""
        old, new = (ANYTHING if each is None else each for each in (old, new))
        if (old is False) != (new is False):
            self.found.add("forbidden" if new is False else "allowed", subject, place.removesuffix(":"), direction)
            return
        name = schema_name(old)
        if name and name == schema_name(new):
            self._add_usage((name, direction), subject)
            old, new = reference_siblings(old), reference_siblings(new)
            if canonical_json(remove_texts(old)) != canonical_json(remove_texts(new)):
                SchemaPair(
                    self, build_view(self.before, old), build_view(self.after, new), direction, subject, place
                ).compare()
            return
        pair, self._count = (id(old), id(new)), self._count + 1
        if pair in self._inside:
            return
        if len(self._inside) > MAX_INSIDE or self._count > MAX_COMPARED:
            self.found.more = True
            return
        self._inside.add(pair)
        one, other = self._get_view(self.before, old), self._get_view(self.after, new)
        self._merged |= {schema_name(each) for each in one.parts} & {schema_name(each) for each in other.parts}
        SchemaPair(self, one, other, direction, subject, place).compare()
        self._inside.discard(pair)

    def finish(self) -> None:
        """Compare the named schemas in use. Report only whether other schemas differ."""
        named = [name for name in self.before.schemas if name in self.after.schemas]
        while self._waiting:
            self._now = self._waiting.pop()
            name, direction = self._now
            if name in self.before.schemas and name in self.after.schemas:
                self.compare(self.before.schemas[name], self.after.schemas[name], direction, name, "")
        self._now = None
        self._propagate_usage()
        judged = {name for name, _ in self._reaches} | self._merged
        for name in named:
            if name not in judged and self._is_different(name):
                self.found.add("schema-differs", name)

    def _is_different(self, name: str) -> bool:
        trial = SchemaComparison(self.before, self.after, ChangeList())
        for direction in (REQUEST, RESPONSE):
            trial.compare(self.before.schemas[name], self.after.schemas[name], direction, name, "")
        return bool(trial.found.changes) or trial.found.more

    def _add_usage(self, key: tuple[str, str], subject: str) -> None:
        if key not in self._reaches:
            self._reaches[key] = set()
            self._waiting.append(key)
        if self._now is None:
            self.used.setdefault(key, set()).add(subject)
        else:
            self._reaches[self._now].add(key)

    def _propagate_usage(self) -> None:
        """Propagate usage: an operation that uses a schema also uses the schemas inside it."""
        waiting = list(self.used)
        while waiting:
            key = waiting.pop()
            for inner in self._reaches.get(key, ()):
                users = self.used.setdefault(inner, set())
                if not self.used[key] <= users:
                    users |= self.used[key]
                    waiting.append(inner)

    def _get_view(self, document: Document, schema: Value) -> SchemaView:
        key = (id(document), id(schema))
        if key not in self._views:
            self._views[key] = build_view(document, schema)
        return self._views[key]
