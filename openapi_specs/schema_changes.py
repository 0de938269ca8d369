"""Two schemas side by side: what a request may hold, or what a response holds, and how that changed."""

from dataclasses import dataclass, field
from typing import Any

from openapi_specs.changes import Found
from openapi_specs.document import Document, reference_in
from openapi_specs.rules import REQUEST
from openapi_specs.schema_views import LOWER, UPPER, SchemaView, view_of

Value = Any
"""Of JSON."""
WIDER = {("integer", "number")}
WIDER_FORMATS = {("int32", "int64"), ("float", "double")}
MAX_COMPARED = 200_000
"""Pairs of schemas: without names of their own, few can come to many."""
MAX_INSIDE = 40
"""Schemas inside each other that have no name."""


@dataclass
class SchemaComparison:
    """Compares schemas of two documents; those with a name once for each direction, as a subject of their own.

    `used` has the operations that reach a schema with a name, by name and direction.
    """

    before: Document
    after: Document
    found: Found
    used: dict[tuple[str, str], set[str]] = field(default_factory=dict)
    _views: dict[tuple[int, int], SchemaView] = field(default_factory=dict)
    _waiting: list[tuple[str, str]] = field(default_factory=list)
    _reaches: dict[tuple[str, str], set[tuple[str, str]]] = field(default_factory=dict)
    _inside: set[tuple[int, int]] = field(default_factory=set)
    _now: tuple[str, str] | None = None
    _count: int = 0

    def compare(self, old: Value, new: Value, direction: str, subject: str, place: str) -> None:
        """Two schemas in their places; what has the same name on both sides waits for `finish`."""
        name = _name(old)
        if name and name == _name(new):
            self._reach((name, direction), subject)
            return
        if old is None or new is None:
            return
        pair, self._count = (id(old), id(new)), self._count + 1
        if pair in self._inside:
            return
        if len(self._inside) > MAX_INSIDE or self._count > MAX_COMPARED:
            self.found.more = True
            return
        self._inside.add(pair)
        one, other = self._view(self.before, old), self._view(self.after, new)
        _Pair(self, one, other, direction, subject, place).tell()
        self._inside.discard(pair)

    def finish(self) -> None:
        """Compare those with a name that something uses, then those that nothing does."""
        while self._waiting:
            self._now = self._waiting.pop()
            name, direction = self._now
            old, new = self.before.schemas.get(name), self.after.schemas.get(name)
            if old is not None and new is not None:
                one, other = self._view(self.before, old), self._view(self.after, new)
                _Pair(self, one, other, direction, name, "").tell()
        self._now = None
        self._spread()

    def _reach(self, key: tuple[str, str], subject: str) -> None:
        if key not in self._reaches:
            self._reaches[key] = set()
            self._waiting.append(key)
        if self._now is None:
            self.used.setdefault(key, set()).add(subject)
        else:
            self._reaches[self._now].add(key)

    def _spread(self) -> None:
        """What uses a schema uses those inside it too."""
        waiting = list(self.used)
        while waiting:
            key = waiting.pop()
            for inner in self._reaches.get(key, ()):
                users = self.used.setdefault(inner, set())
                if not self.used[key] <= users:
                    users |= self.used[key]
                    waiting.append(inner)

    def _view(self, document: Document, schema: Value) -> SchemaView:
        key = (id(document), id(schema))
        if key not in self._views:
            self._views[key] = view_of(document, schema)
        return self._views[key]


def _inside(place: str, name: str) -> str:
    """`response 200, application/json: address.city`; a place that ends with a colon is all of a body."""
    if not place or not name:
        return place or name
    return f"{place} {name}" if place.endswith(":") else f"{place}.{name}"


def _name(schema: Value) -> str:
    reference = reference_in(schema)
    way, _, name = reference.rpartition("/")
    return name if way in {"#/components/schemas", "#/definitions"} else ""


@dataclass
class _Pair:
    comparison: SchemaComparison
    old: SchemaView
    new: SchemaView
    direction: str
    subject: str
    place: str

    def tell(self) -> None:
        self._types()
        self._values()
        self._limits()
        self._pattern()
        self._properties()
        self._items()
        self._choices()
        if self.old.default != self.new.default and self.old.default is not None and self.new.default is not None:
            self._add("default-changed", before=self.old.default, after=self.new.default)
        if self.new.deprecated and not self.old.deprecated:
            self._add("deprecated")

    def _add(self, code: str, place: str = "", **values: str) -> None:
        where = _inside(self.place, place).removesuffix(":")
        self.comparison.found.add(code, self.subject, where, self.direction, **values)

    def _types(self) -> None:
        old, new = self.old.types, self.new.types
        if old != new:
            self._add(_compared_types(old, new), before=_types_in_words(old), after=_types_in_words(new))
        elif self.old.format != self.new.format:
            self._add(
                _compared_formats(self.old.format, self.new.format), before=_typed(self.old), after=_typed(self.new)
            )
        if self.old.nullable != self.new.nullable:
            self._add("null-allowed" if self.new.nullable else "null-forbidden")

    def _values(self) -> None:
        old, new = self.old.enum, self.new.enum
        if old is None and new is not None:
            self._add("values-limited", after=", ".join(new))
        elif old is not None and new is None:
            self._add("values-unlimited", before=", ".join(old))
        elif old is not None and new is not None and old != new:
            if self.old.is_const and self.new.is_const:
                self._add("constant-changed", before=old[0], after=new[0])
                return
            was, now = set(old), set(new)
            for value in (each for each in old if each not in now):
                self._add("value-removed", before=value)
            for value in (each for each in new if each not in was):
                self._add("value-added", after=value)

    def _limits(self) -> None:
        for name in (*LOWER, *UPPER):
            old, new = self._bound(self.old, name), self._bound(self.new, name)
            if old == new:
                continue
            if old is None and new is not None:
                self._add("limit-added", name=name, after=_bound_in_words(self.new, name))
            elif new is None:
                self._add("limit-removed", name=name, before=_bound_in_words(self.old, name))
            elif old is not None:
                code = "limit-narrowed" if new > old else "limit-widened"
                self._add(
                    code, name=name, before=_bound_in_words(self.old, name), after=_bound_in_words(self.new, name)
                )
        if self.old.multiple_of != self.new.multiple_of:
            self._multiple()
        if self.old.unique != self.new.unique:
            self._add("unique-required" if self.new.unique else "unique-dropped")

    @staticmethod
    def _bound(view: SchemaView, name: str) -> tuple[float, bool] | None:
        """As what grows while it narrows; a bound that is itself left out is narrower than one that is not."""
        if name not in view.bounds:
            return None
        at = view.bounds[name]
        return (at if name in LOWER else -at), name in view.exclusive

    def _multiple(self) -> None:
        old, new = self.old.multiple_of, self.new.multiple_of
        before, after = f"{old:g}" if old else "", f"{new:g}" if new else ""
        if not old:
            self._add("limit-added", name="multipleOf", after=after)
        elif not new:
            self._add("limit-removed", name="multipleOf", before=before)
        else:
            code = "limit-widened" if old % new == 0 else "limit-narrowed"
            self._add(code, name="multipleOf", before=before, after=after)

    def _pattern(self) -> None:
        old, new = self.old.pattern, self.new.pattern
        if old != new:
            code = "pattern-added" if not old else "pattern-removed" if not new else "pattern-changed"
            self._add(code, before=old, after=new)

    def _properties(self) -> None:
        old, new = self.old.properties, self.new.properties
        for name in old.keys() - new.keys():
            if self._counts(self.comparison.before, old[name]):
                self._add("property-removed", name)
        for name, schema in new.items():
            if not self._counts(self.comparison.after, schema):
                continue
            if name not in old:
                self._add("required-property-added" if name in self.new.required else "property-added", name)
                continue
            self._requiredness(name)
            self.comparison.compare(old[name], schema, self.direction, self.subject, _inside(self.place, name))
        if (self.old.open is False) != (self.new.open is False):
            self._add("closed" if self.new.open is False else "opened")

    def _requiredness(self, name: str) -> None:
        was, now = name in self.old.required, name in self.new.required
        if was != now:
            self._add("property-required" if now else "property-optional", name)

    def _counts(self, document: Document, schema: Value) -> bool:
        """Not what only the other side sends."""
        found = document.resolved(schema)
        if not isinstance(found, dict):
            return True
        return found.get("readOnly" if self.direction == REQUEST else "writeOnly") is not True

    def _items(self) -> None:
        if isinstance(self.old.items, dict) and isinstance(self.new.items, dict):
            place = _inside(self.place, "[]") if self.place.endswith(":") else f"{self.place}[]"
            self.comparison.compare(self.old.items, self.new.items, self.direction, self.subject, place)

    def _choices(self) -> None:
        old, new = self.old.choices, self.new.choices
        if not old or not new:
            return
        for name in old.keys() - new.keys():
            self._add("choice-removed", before=name)
        for name, schema in new.items():
            if name not in old:
                self._add("choice-added", after=name)
            else:
                self.comparison.compare(old[name], schema, self.direction, self.subject, self.place)


def _compared_types(old: frozenset[str], new: frozenset[str]) -> str:
    wider = {(a, b) for a in old for b in new if (a, b) in WIDER}
    narrower = {(a, b) for a in old for b in new if (b, a) in WIDER}
    if not new or old < new or (wider and old - {a for a, _ in wider} <= new):
        return "type-widened" if old else "type-narrowed"
    if not old or new < old or (narrower and new - {b for _, b in narrower} <= old):
        return "type-narrowed"
    return "type-changed"


def _compared_formats(old: str, new: str) -> str:
    if not new or (old, new) in WIDER_FORMATS:
        return "type-widened"
    return "type-narrowed" if not old or (new, old) in WIDER_FORMATS else "type-changed"


def _types_in_words(types: frozenset[str]) -> str:
    return " | ".join(sorted(types)) or "any"


def _typed(view: SchemaView) -> str:
    types = _types_in_words(view.types)
    return f"{types} ({view.format})" if view.format else types


def _bound_in_words(view: SchemaView, name: str) -> str:
    return f"{'≠ ' if name in view.exclusive else ''}{view.bounds[name]:g}"
