"""Compares the parts of documents other than operations: paths, components, security schemes."""

from collections.abc import Mapping
from typing import Any

from masthead.i18n import gettext
from masthead.openapi_specs.document import OF_SWAGGER, Document, part
from masthead.openapi_specs.json_values import list_differing, unjudged_members
from masthead.openapi_specs.operations import NAMED, OF_ITEMS
from masthead.openapi_specs.rules import ChangeList

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
    """Compare everything but operations. Compare operations first, which collects the references in use."""
    _add_differing(found, "", unjudged_members(before.root, OF_DOCUMENT), unjudged_members(after.root, OF_DOCUMENT))
    _add_differing(found, "info", *(unjudged_members(each.root.get("info"), OF_INFO) for each in (before, after)))
    known = {*SHARED, "schemas", "securitySchemes", "examples"}
    _add_differing(
        found, "components", unjudged_members(before.components, known), unjudged_members(after.components, known)
    )
    for name in SHARED:
        _add_differing(found, name, *(_unused(each, name, before.used | after.used) for each in (before, after)))
    for section in ("paths", "webhooks"):
        _compare_paths(before.paths(section), after.paths(section), found)
    _compare_schemes(_security_schemes(before), _security_schemes(after), found)
    if not found.changes and before.version == after.version:
        unused = OF_DOCUMENT - {"security", "consumes", "produces"}
        _add_differing(found, "", unjudged_members(before.root, unused), unjudged_members(after.root, unused))


def _add_differing(found: ChangeList, place: str, old: Mapping[str, Value], new: Mapping[str, Value]) -> None:
    for name in list_differing(old, new):
        found.add("differs", SERVER, place, name=name)


def _unused(document: Document, section: str, used: set[str]) -> dict[str, Value]:
    of_swagger = document.version == OF_SWAGGER
    way = "#" if of_swagger else "#/components"
    held = part(document.root if of_swagger else document.components, section)
    return unjudged_members(held, {name for name in held if f"{way}/{section}/{name}" in used})


def _compare_paths(old: Mapping[str, dict[str, Value]], new: Mapping[str, dict[str, Value]], found: ChangeList) -> None:
    # A path with renamed parameters is the same path, unless both exist.
    renamed = {NAMED.sub("{}", path): path for path in old if path not in new}
    pairs = {path: path if path in old else renamed.pop(NAMED.sub("{}", path), "") for path in new}
    for path, before in (*pairs.items(), *((each, each) for each in old if each not in pairs.values())):
        _add_differing(
            found, path, unjudged_members(old.get(before), OF_ITEMS), unjudged_members(new.get(path), OF_ITEMS)
        )


def _security_schemes(document: Document) -> dict[str, dict[str, Value]]:
    held = document.root if document.version == OF_SWAGGER else document.components
    written = part(held, "securityDefinitions" if document.version == OF_SWAGGER else "securitySchemes")
    found = {name: document.resolved(each) for name, each in written.items()}
    return {name: _normalize_scheme(each) for name, each in found.items() if isinstance(each, dict)}


def _normalize_scheme(written: dict[str, Value]) -> dict[str, Value]:
    """Convert a Swagger scheme to OpenAPI 3. Only the names of scopes are compared."""
    if written.get("type") == "basic":
        return {**written, "type": "http", "scheme": "basic"}
    flows = part(written, "flows")
    if "flow" in written:
        flows = {_FLOWS.get(str(written["flow"]), str(written["flow"])): written}
    known = {"type", "flow", "description"}
    compared = {
        name: {**unjudged_members(each, known), "scopes": sorted(part(each, "scopes"))} for name, each in flows.items()
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
        _add_differing(found, place, unjudged_members(old[name], OF_SCHEMES), unjudged_members(new[name], OF_SCHEMES))
