"""Declares the sections of an organization file from the contract, and builds the file's JSON Schema."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType
from typing import Any

from pydantic import MISSING, BaseModel

from contract.authoring.custom_fields import CustomFieldValuesUpdate
from contract.organization.people import MEMBER_ROLES
from contract.organization.team_members import (
    LIST_TEAM_MEMBERS,
    REMOVE_TEAM_MEMBER,
    UPDATE_TEAM_MEMBER,
    UPDATE_TEAM_MEMBERS,
    TeamMemberItem,
)
from contract.organization.team_permissions import (
    LIST_COLLECTION_TEAMS,
    LIST_SPACE_TEAMS,
    REMOVE_COLLECTION_TEAM,
    REMOVE_SPACE_TEAM,
    UPDATE_COLLECTION_TEAM,
    UPDATE_SPACE_TEAM,
    TeamPermissionItem,
)
from contract.publishing.section_groups import CREATE_SECTION_GROUP, DELETE_SECTION_GROUP, UPDATE_SECTION_GROUP
from contract.publishing.site_spaces import ADD_SITE_SPACE, REMOVE_SITE_SPACE
from contract.schema.endpoint import Endpoint
from masthead.i18n import N_
from masthead.resources import (
    ADAPTIVE_SCHEMA,
    COLLECTION,
    CUSTOM_FIELD,
    CUSTOM_FIELD_VALUES,
    OPENAPI_SPEC,
    ORGANIZATION,
    SAML_PROVIDER,
    SECTION,
    SECTION_GROUP,
    SHARE_LINK,
    SITE,
    SITE_SPACE,
    SPACE,
    TEAM,
    TRANSLATION,
)
from masthead.resources.resource import Endpoints, Resource, SettingsRules

VERSION = 1
MARK, OWNER = "masthead", "organization"
"""Names at the top of a file: its version, and the id of the organization that it was exported from."""
Schema = dict[str, Any]
NONE: Mapping[str, Any] = MappingProxyType({})


@dataclass(frozen=True)
class FileSection:
    """A list of objects in the file, or one object if it `is_single`, declared by its resource.

    `parent` is the section whose items contain this one. `identity` is the field used in API paths; `names` are the
    fields by which an object without an id is found, tried in turn. `references` maps dotted fields to the sections
    they point to; the value is an id or a unique name there. `readable` fields describe an object and can't be set.
    `extra` fields are added to those of the bodies, with their JSON Schema. `left_out` maps fields of the bodies that
    aren't in the file to the reasons; `uncopied` maps fields that another object can't have, too. `creation` builds the
    body of a creation if its fields differ. The ids are those of the section `identified_in`, if set.
    """

    key: str
    resource: Resource
    parent: str = ""
    identity: str = "id"
    names: tuple[tuple[str, ...], ...] = ()
    is_single: bool = False
    references: Mapping[str, str] = field(default_factory=dict)
    readable: tuple[str, ...] = ()
    extra: Mapping[str, Schema] = field(default_factory=dict)
    left_out: Mapping[str, str] = field(default_factory=dict)
    uncopied: Mapping[str, str] = field(default_factory=dict)
    is_personal: bool = False
    creation: Callable[[Mapping[str, Any]], Schema] | None = None
    identified_in: str = ""

    @property
    def endpoints(self) -> Endpoints:
        return self.resource.endpoints

    @property
    def natural(self) -> str:
        """Return the field that contains an object's name."""
        return self.resource.name

    @cached_property
    def keys(self) -> tuple[tuple[str, ...], ...]:
        return self.names or ((self.natural,),)

    @cached_property
    def updated(self) -> frozenset[str]:
        """Return the fields that an update can set."""
        return _body_fields(self.endpoints.update)

    @cached_property
    def created(self) -> frozenset[str]:
        return self.updated if self.creation else _body_fields(self.endpoints.create)

    @cached_property
    def required(self) -> frozenset[str]:
        """Return the fields that a new object needs to be created, and those by which it is found again."""
        body = self.endpoints.create.body if self.endpoints.create else None
        needed = {name for name, each in body.model_fields.items() if each.is_required()} if body else set()
        return frozenset(needed if self.creation or self.identified_in or self.names else {*needed, self.natural})

    @cached_property
    def fields(self) -> dict[str, Schema]:
        """Return the JSON Schema of each field that a file can set, with the name first."""
        found: dict[str, Schema] = {}
        for endpoint in (self.endpoints.create, self.endpoints.update):
            found |= _properties(endpoint.body) if endpoint and endpoint.body else {}
        found = {name: schema for name, schema in {**found, **self.extra}.items() if name not in self.left_out}
        return dict(sorted(found.items(), key=lambda each: each[0] != self.natural))

    @cached_property
    def nullable(self) -> frozenset[str]:
        """Return the fields that are null if they aren't in a response."""
        found = {name for name, schema in self.fields.items() if {"type": "null"} in schema.get("anyOf", ())}
        return frozenset(found - self.resource.settings.unread)

    def replace_reference(self, name: str, value: Any, find: "Callable[[FileSection, str], str | None]") -> Any:  # noqa: ANN401 - JSON
        """Replace the id or name in a field with what `find` returns for it and its section; None if that is None."""
        for dotted, key in self.references.items():
            outer, _, inner = dotted.partition(".")
            if outer == name and value is not None:
                found = find(BY_KEY[key], value[inner] if inner else value)
                return {**value, inner: found} if inner and found else found
        return value

    def list_ids(self, endpoint: Endpoint[Any], chain: tuple[str, ...]) -> tuple[str, ...]:
        """Return a call's ids; `chain` begins with the organization and ends with the object, if it has an id."""
        begin = 0 if endpoint.path_params[0] == "organizationId" else 1
        return chain[begin : begin + len(endpoint.path_params)]


def _body_fields(endpoint: Endpoint[Any] | None) -> frozenset[str]:
    return frozenset(endpoint.body.model_fields) if endpoint and endpoint.body else frozenset()


def _properties(body: type[BaseModel]) -> dict[str, Schema]:
    schema = body.model_json_schema(ref_template="#/$defs/{model}")
    return {name: _inline(each, schema.get("$defs", {})) for name, each in schema["properties"].items()}


def _inline(node: Any, models: Mapping[str, Schema]) -> Any:  # noqa: ANN401 - JSON
    """Replace references with their targets, drop generated titles, and close objects that have properties."""
    if isinstance(node, list):
        return [_inline(each, models) for each in node]
    if not isinstance(node, dict):
        return node
    if "$ref" in node:
        return _inline(models[node["$ref"].rsplit("/", 1)[1]], models)
    found = {name: _inline(each, models) for name, each in node.items() if name != "title" or isinstance(each, dict)}
    if isinstance(found.get("properties"), dict):
        found["additionalProperties"] = False
    return found


TEXT: Schema = {"type": "string"}
_BY_STRUCTURE = N_("Each section names its group.")
_NOT_OF_A_SITE = N_("Publication, icon and advertisements can't be set here.")
_NOT_OF_A_SECTION = N_("Its path, icon and description can't be set here.")
_OF_ONE_SITE = N_("Base name, custom path and hostname belong to one site.")
_OF_ONE_ORGANIZATION = N_("Title, hostnames and email domains belong to one organization.")


def _member_values(item: TeamMemberItem) -> dict[str, Any]:
    user = item.organization.user
    person = {} if user is MISSING else {"name": user.displayName, "email": user.email}
    role = MISSING if item.team is MISSING else item.team.role
    return {"id": item.organization.id, **person, "role": role}


def _role_values(item: TeamPermissionItem) -> dict[str, Any]:
    return {"id": item.team.id, "title": item.team.title, "role": item.permission}


_MEMBER = Resource(
    kind="member",
    one=N_("member"),
    many=N_("members"),
    name="email",
    endpoints=Endpoints(LIST_TEAM_MEMBERS, UPDATE_TEAM_MEMBERS, update=UPDATE_TEAM_MEMBER, delete=REMOVE_TEAM_MEMBER),
    settings=SettingsRules(_member_values),
)


def _build_membership(item: Mapping[str, Any]) -> Schema:
    return {"memberships": {item.get("id") or item.get("email"): {"role": item.get("role", MEMBER_ROLES[-1])}}}


_SPACE_ROLE = Resource(
    kind="role",
    one=N_("role of a team"),
    many=N_("roles of teams"),
    name="title",
    endpoints=Endpoints(LIST_SPACE_TEAMS, UPDATE_SPACE_TEAM, update=UPDATE_SPACE_TEAM, delete=REMOVE_SPACE_TEAM),
    settings=SettingsRules(_role_values),
)
_COLLECTION_ROLE = _SPACE_ROLE._replace(
    endpoints=Endpoints(
        LIST_COLLECTION_TEAMS, UPDATE_COLLECTION_TEAM, update=UPDATE_COLLECTION_TEAM, delete=REMOVE_COLLECTION_TEAM
    )
)
_GROUP_CALLS = SECTION_GROUP.endpoints._replace(
    create=CREATE_SECTION_GROUP, update=UPDATE_SECTION_GROUP, delete=DELETE_SECTION_GROUP
)
_SPACE_CALLS = SITE_SPACE.endpoints._replace(create=ADD_SITE_SPACE, delete=REMOVE_SITE_SPACE)

SECTIONS = (
    FileSection(
        "settings",
        ORGANIZATION,
        is_single=True,
        references={"defaultContent.site": "sites"},
        left_out={
            "logo": N_("It can't be read back, so nothing can be compared with it."),
            "sso": N_("A countdown on its page keeps you from locking everybody out."),
        },
        uncopied={
            **dict.fromkeys(("title", "hostname", "emailDomains", "customHostname"), _OF_ONE_ORGANIZATION),
            "logo": N_("Its logo can't be read back."),
            "sso": N_("Enforcing single sign-on has its own page."),
        },
    ),
    FileSection(
        "sites",
        SITE,
        references={"defaultSiteSection": "sections", "defaultSiteSpace": "siteSpaces"},
        left_out={"spaces": N_("“siteSpaces” has them.")},
        uncopied={
            **dict.fromkeys(("basename", "proxy", "hostname"), _OF_ONE_SITE),
            **dict.fromkeys(("published", "icon", "ads"), _NOT_OF_A_SITE),
        },
    ),
    FileSection("adaptiveSchema", ADAPTIVE_SCHEMA, "sites", is_single=True),
    FileSection(
        "shareLinks",
        SHARE_LINK,
        "sites",
        uncopied={"urls": N_("Its address is a secret. A new share link has an address of its own.")},
    ),
    FileSection(
        "groups",
        SECTION_GROUP._replace(endpoints=_GROUP_CALLS),
        "sites",
        left_out={"sections": _BY_STRUCTURE},
    ),
    FileSection(
        "sections",
        SECTION,
        "sites",
        references={"groupId": "groups"},
        readable=("title",),
        extra={"groupId": {"type": ["string", "null"]}},
        uncopied=dict.fromkeys(("path", "icon", "description"), _NOT_OF_A_SECTION),
    ),
    FileSection(
        "siteSpaces",
        SITE_SPACE._replace(endpoints=_SPACE_CALLS),
        "sites",
        names=(("path", "spaceId"), ("spaceId",)),
        references={"sectionId": "sections", "spaceId": "spaces"},
        readable=("title",),
    ),
    FileSection("customFields", CUSTOM_FIELD, identity="name"),
    FileSection("translations", TRANSLATION, uncopied={"languages": N_("Its languages can't be set here.")}),
    FileSection(
        "specs",
        OPENAPI_SPEC,
        identity="slug",
        left_out={"source.text": N_("It can't be read back. Give the URL of the specification.")},
        uncopied={"source.text": N_("One that was sent as text can't be read back.")},
    ),
    FileSection(
        "identityProviders",
        SAML_PROVIDER,
        references={"defaultTeam": "teams"},
        uncopied={"service": N_("A new one has addresses of its own, which your identity provider needs.")},
    ),
    FileSection("teams", TEAM, readable=("title",)),
    FileSection(
        "members",
        _MEMBER,
        "teams",
        readable=("name", "email"),
        left_out={
            "add": N_("“members” has them."),
            "remove": N_("“members” has them."),
            "memberships": N_("“members” has them."),
        },
        is_personal=True,
        creation=_build_membership,
    ),
    FileSection("spaces", SPACE, readable=("title",)),
    FileSection("roles", _SPACE_ROLE, "spaces", readable=("title",), identified_in="teams"),
    FileSection("values", CUSTOM_FIELD_VALUES, "spaces", is_single=True),
    FileSection("collections", COLLECTION),
    FileSection("roles", _COLLECTION_ROLE, "collections", readable=("title",), identified_in="teams"),
)
"""In the order of the file. Sections of the organization have no parent."""
BY_KEY = {each.key: each for each in SECTIONS}
STRUCTURE = ("groups", "sections", "siteSpaces")
"""Sections of a site whose order counts."""
TOP = tuple(each for each in SECTIONS if not each.parent)


def children(parent: str) -> Iterator[FileSection]:
    """Yield the sections inside the items of a section; for an empty name, the top-level sections."""
    return (each for each in SECTIONS if each.parent == parent)


def walk_items(
    holder: Mapping[str, Any], sections: Iterable[FileSection] = TOP, path: tuple[str | int, ...] = ()
) -> Iterator[tuple[FileSection, Mapping[str, Any], tuple[str | int, ...]]]:
    """Yield each item of the lists in a file with its section and path, those inside an item after it."""
    for section in sections:
        for number, item in enumerate(() if section.is_single else holder.get(section.key, ())):
            here = (*path, section.key, number)
            yield section, item, here
            yield from walk_items(item, children(section.key), here)


def json_schema() -> Schema:
    """Build the JSON Schema of an organization file, for editors and for `document.load`."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "required": [MARK],
        "properties": {MARK: {"const": VERSION}, OWNER: TEXT, **{each.key: _section_schema(each) for each in TOP}},
        "additionalProperties": False,
    }


def _section_schema(section: FileSection) -> Schema:
    if section.resource.settings.holder:
        entry = _properties(CustomFieldValuesUpdate)["values"]["additionalProperties"]
        return {"type": "object", "additionalProperties": entry["properties"]["value"]}
    fields = {name: _without(schema, section, name) for name, schema in section.fields.items()}
    readable = dict.fromkeys(section.readable, TEXT)
    own = {} if section.is_single else {section.identity: TEXT}
    inner = {each.key: _section_schema(each) for each in children(section.key)}
    item = {
        "type": "object",
        "properties": {**own, **readable, **fields, **inner},
        "additionalProperties": False,
    }
    if not section.is_single:
        return {"type": "array", "items": item}
    return item if not section.resource.settings.optional else {"anyOf": [item, {"type": "null"}]}


def _without(schema: Schema, section: FileSection, name: str) -> Schema:
    """Drop the kinds of a value that aren't in the file."""
    names = {dotted.removeprefix(f"{name}.") for dotted in section.left_out if dotted.startswith(f"{name}.")}
    kinds = [each for each in schema.get("anyOf", ()) if names.isdisjoint(each.get("properties", ()))]
    return (kinds[0] if len(kinds) == 1 else {**schema, "anyOf": kinds}) if kinds and names else schema
