"""Compares two specifications and collects the changes between them."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from masthead.i18n import gettext
from masthead.openapi_specs.document import (
    OF_SWAGGER,
    Document,
    get_list,
    get_object,
    get_text,
    list_differing,
    unknown_members,
)
from masthead.openapi_specs.operations import (
    NAMED,
    OF_ITEMS,
    ApiOperation,
    Parameter,
    RequestBody,
    Response,
    list_operations,
    list_servers,
)
from masthead.openapi_specs.rules import REQUEST, RESPONSE, ChangeList, Level, SpecChange
from masthead.openapi_specs.schema_changes import SchemaComparison

Value = Any
"""A JSON value."""
SERVER = ""
"""Subject of changes of the whole document."""
SHARED = ("parameters", "headers", "requestBodies", "responses", "pathItems", "callbacks", "links")
OF_DOCUMENT = frozenset(
    {"openapi", "swagger", "info", "paths", "webhooks", "components", "servers", "security", "host", "basePath"}
    | {"schemes", "consumes", "produces", "definitions", "parameters", "responses", "securityDefinitions"}
)
OF_INFO = frozenset({"version", "termsOfService", "contact", "license"})
OF_SCHEMES = frozenset({"type", "in", "name", "scheme", "openIdConnectUrl"})
_FLOWS = {"application": "clientCredentials", "accessCode": "authorizationCode"}
"""OAuth flows of Swagger and their names in OpenAPI 3."""


def compare_documents(before: Document, after: Document, found: ChangeList) -> None:
    """Compare everything but the operations. Compare those first, since that collects the references in use."""
    _add_differing(found, "", *(unknown_members(each.root, OF_DOCUMENT) for each in (before, after)))
    _add_differing(found, "info", *(unknown_members(each.root.get("info"), OF_INFO) for each in (before, after)))
    known = {*SHARED, "schemas", "securitySchemes", "examples"}
    _add_differing(found, "components", *(unknown_members(each.components, known) for each in (before, after)))
    for name in SHARED:
        _add_differing(found, name, *(_find_unused(each, name, before.used | after.used) for each in (before, after)))
    for section in ("paths", "webhooks"):
        _compare_paths(before.paths(section), after.paths(section), found)
    _compare_schemes(_normalize_schemes(before), _normalize_schemes(after), found)
    if not found.changes and before.version == after.version:
        unused = OF_DOCUMENT - {"security", "consumes", "produces"}
        _add_differing(found, "", unknown_members(before.root, unused), unknown_members(after.root, unused))


def _add_differing(found: ChangeList, place: str, old: Mapping[str, Value], new: Mapping[str, Value]) -> None:
    for name in list_differing(old, new):
        found.add("differs", SERVER, place, name=name)


def _find_unused(document: Document, section: str, used: set[str]) -> dict[str, Value]:
    of_swagger = document.version == OF_SWAGGER
    way = "#" if of_swagger else "#/components"
    held = get_object(document.root if of_swagger else document.components, section)
    return unknown_members(held, {name for name in held if f"{way}/{section}/{name}" in used})


def _compare_paths(old: Mapping[str, dict[str, Value]], new: Mapping[str, dict[str, Value]], found: ChangeList) -> None:
    # A path with renamed parameters is the same path, unless both exist.
    renamed = {NAMED.sub("{}", path): path for path in old if path not in new}
    pairs = {path: path if path in old else renamed.pop(NAMED.sub("{}", path), "") for path in new}
    for path, before in (*pairs.items(), *((each, each) for each in old if each not in pairs.values())):
        _add_differing(
            found, path, unknown_members(old.get(before), OF_ITEMS), unknown_members(new.get(path), OF_ITEMS)
        )


def _normalize_schemes(document: Document) -> dict[str, dict[str, Value]]:
    held = document.root if document.version == OF_SWAGGER else document.components
    written = get_object(held, "securityDefinitions" if document.version == OF_SWAGGER else "securitySchemes")
    found = {name: document.resolve(each) for name, each in written.items()}
    return {name: _normalize_scheme(each) for name, each in found.items() if isinstance(each, dict)}


def _normalize_scheme(written: dict[str, Value]) -> dict[str, Value]:
    """Convert a Swagger security scheme to OpenAPI 3. Only the names of its scopes are compared."""
    if written.get("type") == "basic":
        return {**written, "type": "http", "scheme": "basic"}
    flows = get_object(written, "flows")
    if "flow" in written:
        flows = {_FLOWS.get(str(written["flow"]), str(written["flow"])): written}
    known = {"type", "flow", "description"}
    compared = {
        name: {**unknown_members(each, known), "scopes": sorted(get_object(each, "scopes"))}
        for name, each in flows.items()
    }
    own = {"type": "oauth2"} if "flow" in written else {name: each for name, each in written.items() if name != "flows"}
    return {**own, **({"flows": compared} if compared else {})}


def _compare_schemes(old: Mapping[str, Value], new: Mapping[str, Value], found: ChangeList) -> None:
    for name in {**old, **new}:
        place = gettext("security scheme %(name)s", name=name)
        if name not in old or name not in new:
            found.add("security-scheme-added" if name in new else "security-scheme-removed", SERVER, place)
            continue
        if any(each in OF_SCHEMES for each in list_differing(old[name], new[name])):
            found.add("security-scheme-changed", SERVER, place)
        _add_differing(found, place, unknown_members(old[name], OF_SCHEMES), unknown_members(new[name], OF_SCHEMES))


ADDRESS = re.compile(r"^https?:|/$")
"""The scheme and the trailing slash of a URL, which Swagger can leave out."""


class SpecDifference(NamedTuple):
    """All changes, those to operations first.

    `users` maps the name of a schema to the operations that use it. `more` means that the list is incomplete. `outside`
    are references to other documents, `unknown` are OpenAPI versions without rules. `is_same` means that the values are
    equal; `versions` are both values of `info.version`.
    """

    changes: tuple[SpecChange, ...]
    users: Mapping[str, tuple[str, ...]]
    operations: frozenset[str]
    schemas: frozenset[str]
    outside: tuple[str, ...]
    more: bool
    unknown: tuple[str, ...]
    is_same: bool
    versions: tuple[str, str]

    @property
    def is_complete(self) -> bool:
        return not (self.more or self.outside or self.unknown)

    def count(self, level: Level) -> int:
        return sum(each.level is level for each in self.changes)


def compare(before: Document, after: Document) -> SpecDifference:
    """Compare two documents in linear time, even if their schemas are recursive."""
    found = ChangeList()
    schemas = SchemaComparison(before, after, found)
    old, new = list(list_operations(before)), list(list_operations(after))
    servers = _list_servers(before, after), _list_servers(after, before)
    if servers[0] != servers[1]:
        found.add("servers-changed", SERVER)
    for one, other in _pair_operations(old, new):
        if one and other:
            _OperationPair(schemas, one, other, servers).compare()
        elif one:
            found.add("webhook-removed" if one.is_webhook else "operation-removed", one.name)
        elif other:
            found.add("webhook-added" if other.is_webhook else "operation-added", other.name)
    schemas.finish()
    _compare_schemas(before, after, found)
    compare_documents(before, after, found)
    names = frozenset(each.name for each in (*old, *new))
    return _build_difference(before, after, schemas, names)


def _pair_operations(
    old: list[ApiOperation], new: list[ApiOperation]
) -> Iterator[tuple[ApiOperation | None, ApiOperation | None]]:
    """Pair operations by path, then those whose paths differ only in parameter names."""
    named = {each.name: each for each in old}
    gone = named.keys() - {each.name for each in new}
    renamed = {each.key: each for each in reversed(old) if each.name in gone}
    pairs = {each.name: named.get(each.name) or renamed.pop(each.key, None) for each in new}
    found = {each.name for each in pairs.values() if each}
    yield from ((each, None) for each in old if each.name not in found)
    yield from ((pairs[each.name], each) for each in new)


def _build_difference(
    before: Document, after: Document, schemas: SchemaComparison, names: frozenset[str]
) -> SpecDifference:
    users: dict[str, set[str]] = {}
    for (name, _), using in schemas.used.items():
        users.setdefault(name, set()).update(using)
    found = schemas.found
    subjects = {each.subject for each in found.changes} - names - {SERVER}
    return SpecDifference(
        _deduplicate(found.changes),
        {name: tuple(sorted(users.get(name, ()))) for name in subjects},
        names,
        frozenset(subjects),
        tuple(sorted(before.outside | after.outside)),
        found.more,
        tuple(sorted({before.unknown_version, after.unknown_version} - {""})),
        before.root == after.root,
        (before.info_version, after.info_version),
    )


def _deduplicate(changes: Iterable[SpecChange]) -> tuple[SpecChange, ...]:
    """Drop a safe change in one direction if the same change occurs in the other."""
    found: dict[SpecChange, SpecChange] = {}
    for each in changes:
        same = each._replace(direction="")
        other = found.get(same)
        if other is not None and other.level and each.level:
            found[each] = each
        elif other is None or each.level > other.level:
            found[same] = each
    return tuple(found.values())


def _list_servers(document: Document, other: Document) -> tuple[str, ...]:
    if document.version == OF_SWAGGER:
        at = get_text(document.root.get("host")) + get_text(document.root.get("basePath"))
        schemes = [f"{each}://" for each in get_list(document.root, "schemes")] or [
            "//" if "host" in document.root else ""
        ]
        found = tuple(f"{each}{at}" for each in schemes)
    else:
        found = list_servers(get_list(document.root, "servers"))
    return found if document.version == other.version else tuple({ADDRESS.sub("", each): 0 for each in found or ("",)})


def _compare_schemas(before: Document, after: Document, found: ChangeList) -> None:
    for name in before.schemas:
        if name not in after.schemas:
            found.add("schema-removed", name)
    for name in after.schemas:
        if name not in before.schemas:
            found.add("schema-added", name)


class _OperationPair(NamedTuple):
    """An operation before and after. In a webhook the directions are swapped: the client receives the request."""

    schemas: SchemaComparison
    old: ApiOperation
    new: ApiOperation
    servers: tuple[tuple[str, ...], tuple[str, ...]]

    def compare(self) -> None:
        if self.old.deprecated != self.new.deprecated:
            self._add_change("operation-deprecated" if self.new.deprecated else "operation-undeprecated")
        if self.old.id != self.new.id:
            before, after = (each.id or gettext("none") for each in (self.old, self.new))
            self._add_change("operation-id-changed", before=before, after=after)
        self._compare_parameters()
        self._compare_body()
        self._compare_responses()
        if not self.new.is_webhook:
            self._compare_security()
        # A change of the document's servers is reported once, for the document.
        own = self.old.servers != self.new.servers
        if own and (self.old.servers or self.servers[0]) != (self.new.servers or self.servers[1]):
            self._add_change("servers-changed")
        self._report_differing_members("", self.old.rest, self.new.rest)

    def _report_differing_members(self, place: str, old: Mapping[str, object], new: Mapping[str, object]) -> None:
        for name in list_differing(old, new):
            self._add_change("differs", place, name=name)

    @property
    def _sent_direction(self) -> str:
        return RESPONSE if self.new.is_webhook else REQUEST

    @property
    def _received_direction(self) -> str:
        return REQUEST if self.new.is_webhook else RESPONSE

    def _add_change(self, code: str, place: str = "", direction: str = "", **values: str) -> None:
        self.schemas.found.add(code, self.new.name, place, direction, **values)

    def _compare_parameters(self) -> None:
        old, new = self._rename_path_parameters(), self.new.parameters
        for key, each in old.items():
            if key not in new:
                self._add_change("parameter-removed", _operation_place(each), self._sent_direction)
        for key, each in new.items():
            if key not in old:
                self._add_change(
                    "required-parameter-added" if each.required else "parameter-added",
                    _operation_place(each),
                    self._sent_direction,
                )
            else:
                self._compare_parameter(old[key], each)

    def _rename_path_parameters(self) -> dict[tuple[str, str], Parameter]:
        """Return the old parameters, with path parameters renamed as the new path names them."""
        names = dict(zip(NAMED.findall(self.old.path), NAMED.findall(self.new.path), strict=False))
        found = {}
        for (place, name), each in self.old.parameters.items():
            now = names.get(name, name) if place == "path" else name
            if now != name:
                self._add_change("path-parameter-renamed", before=name, after=now)
            found[place, now] = each
        return found

    def _compare_parameter(self, old: Parameter, new: Parameter) -> None:
        place = _operation_place(new)
        if old.required != new.required:
            self._add_change(
                "parameter-required" if new.required else "parameter-optional", place, self._sent_direction
            )
        if old.style != new.style:
            self._add_change("parameter-style", place)
        if old.deprecated != new.deprecated:
            self._add_change("parameter-deprecated" if new.deprecated else "parameter-undeprecated", place)
        self._report_differing_members(place, old.rest, new.rest)
        self.schemas.compare(old.schema, new.schema, self._sent_direction, self.new.name, place)

    def _compare_body(self) -> None:
        old, new = self.old.body, self.new.body
        if old is None and new is not None:
            self._add_change(
                "required-body-added" if new.required else "body-added", gettext("request body"), self._sent_direction
            )
        elif old is not None and new is None:
            self._add_change("body-removed", gettext("request body"), self._sent_direction)
        elif old is not None and new is not None:
            self._compare_bodies(old, new)

    def _compare_bodies(self, old: RequestBody, new: RequestBody) -> None:
        if old.required != new.required:
            self._add_change(
                "body-required" if new.required else "body-optional", gettext("request body"), self._sent_direction
            )
        self._compare_content(old, new, self._sent_direction, gettext("request body"))

    def _compare_responses(self) -> None:
        old, new = self.old.responses, self.new.responses
        for status in old:
            if status not in new:
                # Clients rely on successful responses; a missing error response breaks none.
                succeeds = status.startswith(("2", "3"))
                self._add_change(
                    "response-removed" if succeeds else "error-response-removed",
                    gettext("response %(status)s", status=status),
                )
        for status, response in new.items():
            place = gettext("response %(status)s", status=status)
            if status not in old:
                self._add_change("response-added", place)
            else:
                self._compare_content(old[status], response, self._received_direction, place)
                self._compare_headers(old[status], response, place)

    def _compare_content(
        self, old: RequestBody | Response, new: RequestBody | Response, direction: str, place: str
    ) -> None:
        self._report_differing_members(place, old.rest.get("", {}), new.rest.get("", {}))
        for kind in old.content:
            if kind not in new.content:
                self._add_change("media-type-removed", f"{place}, {kind}", direction)
        for kind, schema in new.content.items():
            if kind not in old.content:
                self._add_change("media-type-added", f"{place}, {kind}", direction)
            else:
                self._report_differing_members(f"{place}, {kind}", old.rest.get(kind, {}), new.rest.get(kind, {}))
                self.schemas.compare(old.content[kind], schema, direction, self.new.name, f"{place}, {kind}:")

    def _compare_headers(self, old: Response, new: Response, place: str) -> None:
        for name, header in old.headers.items():
            if name not in new.headers:
                code = "required-header-removed" if header.required else "header-removed"
                self._add_change(code, gettext("%(place)s, header %(name)s", place=place, name=name))
        for name, header in new.headers.items():
            where = gettext("%(place)s, header %(name)s", place=place, name=name)
            if name not in old.headers:
                self._add_change("header-added", where)
                continue
            before = old.headers[name]
            if before.required != header.required:
                self._add_change("header-required" if header.required else "header-optional", where)
            self._report_differing_members(where, before.rest, header.rest)
            self.schemas.compare(before.schema, header.schema, self._received_direction, self.new.name, where)

    def _compare_security(self) -> None:
        old, new = set(self.old.security), set(self.new.security)
        was_open, is_open = not old or () in old, not new or () in new
        if was_open and not is_open:
            self._add_change("security-added")
        elif is_open and not was_open:
            self._add_change("security-removed")
        else:
            for way in sorted(old - new - {()}):
                self._add_change("security-way-removed", before=" + ".join(way))
            for way in sorted(new - old - {()}):
                self._add_change("security-way-added", after=" + ".join(way))


def _operation_place(parameter: Parameter) -> str:
    return gettext("%(place)s parameter %(name)s", place=parameter.place, name=parameter.name)
