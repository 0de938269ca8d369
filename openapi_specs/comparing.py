"""The difference of two specifications: what was added, removed and changed, and what it means to clients."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from i18n import gettext
from openapi_specs.changes import Change, Found
from openapi_specs.document import Document, items, text
from openapi_specs.operations import NAMED, Body, Operation, Parameter, Response, operations
from openapi_specs.rules import REQUEST, RESPONSE, Level
from openapi_specs.schema_changes import SchemaComparison

SERVER = ""
"""The subject of what concerns the whole document."""


@dataclass(frozen=True)
class Difference:
    """All changes, those of operations first. `users` has the operations that reach a schema, by its name.

    `more` says that there was too much to tell of; `outside` are the references to other documents, which nobody read.
    """

    changes: tuple[Change, ...]
    users: Mapping[str, tuple[str, ...]]
    operations: frozenset[str]
    schemas: frozenset[str]
    outside: tuple[str, ...]
    more: bool

    def count(self, level: Level) -> int:
        return sum(each.level is level for each in self.changes)


def compare(before: Document, after: Document) -> Difference:
    """Takes time in proportion to both documents, however their schemas refer to each other."""
    found = Found()
    schemas = SchemaComparison(before, after, found)
    old = {each.key: each for each in operations(before)}
    new = {each.key: each for each in operations(after)}
    if before.version == after.version and _servers(before) != _servers(after):
        found.add("servers-changed", SERVER)
    for key, operation in old.items():
        if key not in new:
            found.add("operation-removed", operation.name)
    for key, operation in new.items():
        if key in old:
            _Operations(schemas, old[key], operation).tell()
        else:
            found.add("operation-added", operation.name)
    schemas.finish()
    _tell_schemas(before, after, found)
    names = frozenset(each.name for each in (*old.values(), *new.values()))
    return _difference(found, schemas, names, before.outside | after.outside)


def _difference(found: Found, schemas: SchemaComparison, names: frozenset[str], outside: set[str]) -> Difference:
    users: dict[str, set[str]] = {}
    for (name, _), using in schemas.used.items():
        users.setdefault(name, set()).update(using)
    subjects = {each.subject for each in found.changes} - names - {SERVER}
    return Difference(
        _once(found.changes),
        {name: tuple(sorted(users.get(name, ()))) for name in subjects},
        names,
        frozenset(subjects),
        tuple(sorted(outside)),
        found.more,
    )


def _once(changes: Iterable[Change]) -> tuple[Change, ...]:
    """Without what is safe in one direction and told of the other already, or is worse there."""
    kept: dict[Change, Change] = {}
    for each in changes:
        same = replace(each, direction="")
        other = kept.get(same)
        if other is not None and other.level and each.level:
            kept[each] = each
        elif other is None or each.level > other.level:
            kept[same] = each
    return tuple(kept.values())


def _servers(document: Document) -> list[str]:
    if document.version == 2:  # noqa: PLR2004 - Swagger
        return [text(document.root.get("host")) + text(document.root.get("basePath"))]
    return [text(each.get("url")) for each in items(document.root, "servers") if isinstance(each, dict)]


def _tell_schemas(before: Document, after: Document, found: Found) -> None:
    for name in before.schemas:
        if name not in after.schemas:
            found.add("schema-removed", name)
    for name in after.schemas:
        if name not in before.schemas:
            found.add("schema-added", name)


@dataclass
class _Operations:
    """One operation before and after. What a webhook sends is what a client gets."""

    schemas: SchemaComparison
    old: Operation
    new: Operation

    def tell(self) -> None:
        if self.old.deprecated != self.new.deprecated:
            self._add("operation-deprecated" if self.new.deprecated else "operation-undeprecated")
        if self.old.id and self.new.id and self.old.id != self.new.id:
            self._add("operation-id-changed", before=self.old.id, after=self.new.id)
        self._parameters()
        self._body()
        self._responses()
        self._security()

    @property
    def _sent(self) -> str:
        return RESPONSE if self.new.is_webhook else REQUEST

    @property
    def _got(self) -> str:
        return REQUEST if self.new.is_webhook else RESPONSE

    def _add(self, code: str, place: str = "", direction: str = "", **values: str) -> None:
        self.schemas.found.add(code, self.new.name, place, direction, **values)

    def _parameters(self) -> None:
        old, new = self._renamed(), self.new.parameters
        for key, each in old.items():
            if key not in new:
                self._add("parameter-removed", _place_of(each))
        for key, each in new.items():
            if key not in old:
                self._add("required-parameter-added" if each.required else "parameter-added", _place_of(each))
            else:
                self._parameter(old[key], each)

    def _renamed(self) -> dict[tuple[str, str], Parameter]:
        """The earlier parameters; those of the path by the names that they have now in the same position."""
        names = dict(zip(NAMED.findall(self.old.path), NAMED.findall(self.new.path), strict=False))
        found = {}
        for (place, name), each in self.old.parameters.items():
            now = names.get(name, name) if place == "path" else name
            if now != name:
                self._add("path-parameter-renamed", before=name, after=now)
            found[place, now] = each
        return found

    def _parameter(self, old: Parameter, new: Parameter) -> None:
        place = _place_of(new)
        if old.required != new.required:
            self._add("parameter-required" if new.required else "parameter-optional", place)
        if old.style != new.style:
            self._add("parameter-style", place)
        if new.deprecated and not old.deprecated:
            self._add("parameter-deprecated", place)
        self.schemas.compare(old.schema, new.schema, self._sent, self.new.name, place)

    def _body(self) -> None:
        old, new = self.old.body, self.new.body
        if old is None and new is not None:
            self._add("required-body-added" if new.required else "body-added", gettext("request body"))
        elif old is not None and new is None:
            self._add("body-removed", gettext("request body"))
        elif old is not None and new is not None:
            self._bodies(old, new)

    def _bodies(self, old: Body, new: Body) -> None:
        if old.required != new.required:
            self._add("body-required" if new.required else "body-optional", gettext("request body"))
        self._content(old.content, new.content, self._sent, gettext("request body"))

    def _responses(self) -> None:
        old, new = self.old.responses, self.new.responses
        for status in old:
            if status not in new:
                succeeds = status.startswith(("2", "3"))
                self._add(
                    "response-removed" if succeeds else "error-response-removed",
                    gettext("response %(status)s", status=status),
                )
        for status, response in new.items():
            place = gettext("response %(status)s", status=status)
            if status not in old:
                self._add("response-added", place)
            else:
                self._content(old[status].content, response.content, self._got, place)
                self._headers(old[status], response, place)

    def _content(self, old: dict[str, object], new: dict[str, object], direction: str, place: str) -> None:
        for kind in old:
            if kind not in new:
                self._add("media-type-removed", f"{place}, {kind}", direction)
        for kind, schema in new.items():
            if kind not in old:
                self._add("media-type-added", f"{place}, {kind}", direction)
            else:
                self.schemas.compare(old[kind], schema, direction, self.new.name, f"{place}, {kind}:")

    def _headers(self, old: Response, new: Response, place: str) -> None:
        for name, header in old.headers.items():
            if name not in new.headers:
                code = "required-header-removed" if header.required else "header-removed"
                self._add(code, gettext("%(place)s, header %(name)s", place=place, name=name))
        for name, header in new.headers.items():
            where = gettext("%(place)s, header %(name)s", place=place, name=name)
            if name not in old.headers:
                self._add("header-added", where)
                continue
            before = old.headers[name]
            if before.required != header.required:
                self._add("header-required" if header.required else "header-optional", where)
            self.schemas.compare(before.schema, header.schema, self._got, self.new.name, where)

    def _security(self) -> None:
        old, new = set(self.old.security), set(self.new.security)
        was_open, is_open = not old or () in old, not new or () in new
        if was_open and not is_open:
            self._add("security-added")
        elif is_open and not was_open:
            self._add("security-removed")
        else:
            for way in sorted(old - new - {()}):
                self._add("security-way-removed", before=" + ".join(way))
            for way in sorted(new - old - {()}):
                self._add("security-way-added", after=" + ".join(way))


def _place_of(parameter: Parameter) -> str:
    return gettext("%(place)s parameter %(name)s", place=parameter.place, name=parameter.name)
