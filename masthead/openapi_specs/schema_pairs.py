"""Compares two schemas rule by rule."""

from typing import TYPE_CHECKING, Any, NamedTuple

from masthead.i18n import gettext
from masthead.openapi_specs.document import (
    Document,
    canonical_json,
    get_list,
    list_differing,
    remove_texts,
    schema_name,
)
from masthead.openapi_specs.rules import REQUEST
from masthead.openapi_specs.schema_views import LOWER, UPPER, SchemaView

if TYPE_CHECKING:
    from masthead.openapi_specs.schema_changes import SchemaComparison

Value = Any
"""A JSON value."""
WIDER = {("integer", "number")}
CONTENT = {"contentMediaType", "contentEncoding"}
NEGATING = {"if", "not"}
"""Keywords that negate their schema, so that a wider schema can allow less."""
WIDER_FORMATS = {("int32", "int64"), ("float", "double")}


def _join_place(place: str, name: str) -> str:
    """Join a path such as `response 200, application/json: address.city`. The path of a body itself ends in a colon."""
    if not place or not name:
        return place or name
    if place.endswith(":"):
        return f"{place} {name}"
    return f"{place}{name}" if name.startswith("[") else f"{place}.{name}"


class SchemaPair(NamedTuple):
    comparison: "SchemaComparison"
    old: SchemaView
    new: SchemaView
    direction: str
    subject: str
    place: str

    def compare(self) -> None:
        if self.old.nullable != self.new.nullable:
            self._add_change("null-allowed" if self.new.nullable else "null-forbidden")
        self._compare_types()
        if self._compare_whole_with_choices():
            return
        self._compare_values()
        self._compare_limits()
        self._compare_pattern()
        self._compare_properties()
        self._compare_open_properties()
        self._compare_dependencies()
        self._compare_items()
        self._compare_keywords()
        self._compare_choices()
        if self.old.default != self.new.default:
            before, after = (gettext("none") if each is None else each for each in (self.old.default, self.new.default))
            self._add_change("default-changed", before=before, after=after)
        if self.old.deprecated != self.new.deprecated:
            self._add_change("deprecated" if self.new.deprecated else "undeprecated")
        for name in list_differing(self.old.rest, self.new.rest):
            was, now = (each.rest.get(name) for each in (self.old, self.new))
            if name in CONTENT and was and now:
                self._add_change("content-changed", name=name, before=", ".join(was), after=", ".join(now))
            else:
                self._report_difference(name)

    def _report_difference(self, name: str) -> None:
        self.comparison.found.add("differs", self.subject, self.place.removesuffix(":"), name=name)

    def _compare(self, old: Value, new: Value, name: str) -> None:
        """Compare inner schemas; None stands for a schema that allows anything."""
        if old is not None or new is not None:
            self.comparison.compare(old, new, self.direction, self.subject, _join_place(self.place, name))

    def _add_change(self, code: str, place: str = "", **values: str) -> None:
        where = _join_place(self.place, place).removesuffix(":")
        self.comparison.found.add(code, self.subject, where, self.direction, **values)

    def _compare_types(self) -> None:
        one_chooses = bool(self.old.choices) != bool(self.new.choices)
        old, new = (each.types or (each.choice_types if one_chooses else each.types) for each in (self.old, self.new))
        if one_chooses and not (old and new):
            return
        if old != new:
            self._add_change(_compare_type_sets(old, new), before=_types_label(old), after=_types_label(new))
        elif self.old.format != self.new.format:
            self._add_change(
                _compare_formats(self.old.format, self.new.format),
                before=_type_label(self.old),
                after=_type_label(self.new),
            )

    def _compare_values(self) -> None:
        old, new = self.old.enum, self.new.enum
        if old is None and new is not None:
            self._add_change("values-limited", after=", ".join(new))
        elif old is not None and new is None:
            self._add_change("values-unlimited", before=", ".join(old))
        elif old is not None and new is not None and old != new:
            if self.old.is_const and self.new.is_const:
                self._add_change("constant-changed", before=old[0], after=new[0])
                return
            was, now = set(old), set(new)
            for value in (each for each in old if each not in now):
                self._add_change("value-removed", before=value)
            for value in (each for each in new if each not in was):
                self._add_change("value-added", after=value)

    def _compare_limits(self) -> None:
        for name in (*LOWER, *UPPER):
            old, new = self._find_bound(self.old, name), self._find_bound(self.new, name)
            if old == new:
                continue
            if old is None and new is not None:
                self._add_change("limit-added", name=name, after=_bound_label(self.new, name))
            elif new is None:
                self._add_change("limit-removed", name=name, before=_bound_label(self.old, name))
            elif old is not None:
                code = "limit-narrowed" if new > old else "limit-widened"
                self._add_change(
                    code, name=name, before=_bound_label(self.old, name), after=_bound_label(self.new, name)
                )
        if self.old.multiple_of != self.new.multiple_of:
            self._compare_multiple()
        if self.old.unique != self.new.unique:
            self._add_change("unique-required" if self.new.unique else "unique-dropped")

    @staticmethod
    def _find_bound(view: SchemaView, name: str) -> tuple[float, bool] | None:
        # The value grows as the bound narrows; an exclusive bound is narrower than an inclusive one.
        if name not in view.bounds:
            return None
        at = view.bounds[name]
        return (at if name in LOWER else -at), name in view.exclusive

    def _compare_multiple(self) -> None:
        old, new = self.old.multiple_of, self.new.multiple_of
        before, after = f"{old:g}" if old else "", f"{new:g}" if new else ""
        if not old:
            self._add_change("limit-added", name="multipleOf", after=after)
        elif not new:
            self._add_change("limit-removed", name="multipleOf", before=before)
        else:
            code = "limit-widened" if old % new == 0 else "limit-narrowed"
            self._add_change(code, name="multipleOf", before=before, after=after)

    def _compare_pattern(self) -> None:
        old, new = self.old.pattern, self.new.pattern
        if old != new:
            code = "pattern-added" if not old else "pattern-removed" if not new else "pattern-changed"
            self._add_change(code, before=old, after=new)

    def _compare_properties(self) -> None:
        old, new = self.old.properties, self.new.properties
        for name in {**old, **new}:
            one, other = old.get(name), new.get(name)
            was = name in old and self._is_sent(self.comparison.before, one)
            now = name in new and self._is_sent(self.comparison.after, other)
            if (name in old and name in new) or one is False or other is False:
                if was or now:
                    self._compare_requiredness(name)
                    self._compare(one, other, name)
            elif was:
                self._add_change("property-removed", name)
            elif now:
                self._add_change("required-property-added" if name in self.new.required else "property-added", name)
        for name in sorted((self.old.required ^ self.new.required) - new.keys()):
            if name not in old or name in self.new.required:
                self._compare_requiredness(name)

    def _compare_open_properties(self) -> None:
        """Compare patternProperties and additionalProperties."""
        old, new = self.old.open, self.new.open
        for name in {**self.old.patterns, **self.new.patterns}:
            one, other = self.old.patterns.get(name, old), self.new.patterns.get(name, new)
            self._compare(one, other, _join_place("patternProperties", name))
        if (old is False) != (new is False):
            self._add_change("closed" if new is False else "opened")
        elif old is not new:
            self._compare(old, new, "additionalProperties")

    def _compare_dependencies(self) -> None:
        for name in {**self.old.dependent, **self.new.dependent}:
            was, now = (set(map(str, get_list(each.dependent, name))) for each in (self.old, self.new))
            if now - was:
                self._add_change("dependency-added", name=name, after=", ".join(sorted(now - was)))
            if was - now:
                self._add_change("dependency-removed", name=name, before=", ".join(sorted(was - now)))

    def _compare_requiredness(self, name: str) -> None:
        was, now = name in self.old.required, name in self.new.required
        if was != now:
            self._add_change("property-required" if now else "property-optional", name)

    def _is_sent(self, document: Document, schema: Value) -> bool:
        """Return False for a property that only the other side sends (readOnly, writeOnly)."""
        found = document.resolve(schema)
        if not isinstance(found, dict):
            return True
        return found.get("readOnly" if self.direction == REQUEST else "writeOnly") is not True

    def _compare_items(self) -> None:
        if any(each.types and "array" not in each.types for each in (self.old, self.new)):
            return
        for at in range(max(len(self.old.first), len(self.new.first))):
            one, other = ((each.first[at : at + 1] or [each.items])[0] for each in (self.old, self.new))
            if one is None or other is None:
                self._add_change("item-added" if one is None else "item-removed", f"[{at}]")
            else:
                self._compare(one, other, f"[{at}]")
        self._compare(self.old.items, self.new.items, "[]")

    def _compare_keywords(self) -> None:
        old, new = self.old.keywords, self.new.keywords
        for name in {**old, **new}:
            if name not in old or name not in new:
                self._add_change("keyword-added" if name in new else "keyword-removed", name=name)
            elif name not in NEGATING:
                self._compare(old[name], new[name], name)
            elif canonical_json(remove_texts(old[name])) != canonical_json(remove_texts(new[name])):
                self._report_difference(name)

    def _compare_whole_with_choices(self) -> bool:
        """Compare a single schema with alternatives. Return True if there is nothing else to compare."""
        old, new = self.old.choices, self.new.choices
        if bool(old) == bool(new):
            return False
        view, code = (self.new, "added") if new else (self.old, "removed")
        whole = {
            schema_name(each) or canonical_json(remove_texts(each)): each
            for each in (self.old if new else self.new).parts
        }
        matches = self._match_choices(whole if new else old, new or whole)
        if not matches:
            self._add_change(f"choices-{code}", **{"after" if new else "before": " | ".join(view.choices)})
            return not (view.properties or view.enum or view.bounds)
        for name in view.choices.keys() - set(matches if new else matches.values()):
            self._add_change(f"choice-{code}", **{"after" if new else "before": name})
        after, before = next(iter(matches.items()))
        self._compare(self.old.parts[0] if new else old[before], new[after] if new else self.new.parts[0], "")
        for name in view.rest:
            self._report_difference(name)
        return True

    def _match_choices(self, old: dict[str, Value], new: dict[str, Value]) -> dict[str, str]:
        """Match new alternatives to old ones, by name or else by content."""
        found = {name: name for name in new if name in old}
        before, after = self.comparison.before, self.comparison.after
        contents = {_canonical_content(before, each): name for name, each in old.items() if name not in found}
        for name, each in new.items():
            if name not in found and (same := contents.pop(_canonical_content(after, each), None)) is not None:
                found[name] = same
        return found

    def _compare_choices(self) -> None:
        old, new = self.old.choices, self.new.choices
        if not old or not new:
            return
        if self.old.choice != self.new.choice:
            self._report_difference("oneOf")
        matches = self._match_choices(old, new)
        for name in old.keys() - matches.values():
            self._add_change("choice-removed", before=name)
        for name, schema in new.items():
            if name not in matches:
                self._add_change("choice-added", after=name)
            else:
                self._compare(old[matches[name]], schema, "")


def _canonical_content(document: Document, schema: Value) -> str:
    return canonical_json(remove_texts(document.resolve(schema)))


def _compare_type_sets(old: frozenset[str], new: frozenset[str]) -> str:
    wider = {(a, b) for a in old for b in new if (a, b) in WIDER}
    narrower = {(a, b) for a in old for b in new if (b, a) in WIDER}
    if not new or old < new or (wider and old - {a for a, _ in wider} <= new):
        return "type-widened" if old else "type-narrowed"
    if not old or new < old or (narrower and new - {b for _, b in narrower} <= old):
        return "type-narrowed"
    return "type-changed"


def _compare_formats(old: str, new: str) -> str:
    if not new or (old, new) in WIDER_FORMATS:
        return "type-widened"
    return "type-narrowed" if not old or (new, old) in WIDER_FORMATS else "type-changed"


def _types_label(types: frozenset[str]) -> str:
    return " | ".join(sorted(types)) or "any"


def _type_label(view: SchemaView) -> str:
    types = _types_label(view.types)
    return f"{types} ({view.format})" if view.format else types


def _bound_label(view: SchemaView, name: str) -> str:
    return f"{'≠ ' if name in view.exclusive else ''}{view.bounds[name]:g}"
