"""Maps resources and requests to values with the same keys.

A key is `site:site_docs.title`, `site-space:ss_3.path`, `member:team_1/user_7.role` or `role:team_1/space_4`. An object
itself has a key like `site:site_docs`, whose value is True while it exists. An object that a request would create has
`new` as its id, after its parent's: `share-link:site_docs/new.name`.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from pydantic import MISSING, BaseModel

from contract import BY_NAME
from contract.authoring.change_requests import MERGE_CHANGE_REQUEST, PULL_INTO_CHANGE_REQUEST, REQUEST_REVIEWERS
from contract.authoring.comments import CREATE_COMMENT, CREATE_COMMENT_REPLY, DELETE_COMMENT
from contract.authoring.content import IMPORT_CONTENT, IMPORT_PROPOSED_CONTENT
from contract.organization.people import MEMBER_ROLES
from contract.organization.team_members import REMOVE_TEAM_MEMBER, UPDATE_TEAM_MEMBER, UPDATE_TEAM_MEMBERS
from contract.organization.team_permissions import (
    REMOVE_COLLECTION_TEAM,
    REMOVE_SPACE_TEAM,
    UPDATE_COLLECTION_TEAM,
    UPDATE_SPACE_TEAM,
)
from contract.publishing.section_groups import (
    ADD_SECTION,
    CREATE_SECTION_GROUP,
    DELETE_SECTION_GROUP,
    MOVE_SECTION_GROUP,
    REMOVE_SECTION,
    UPDATE_SECTION_GROUP,
)
from contract.publishing.site_spaces import ADD_SITE_SPACE, MOVE_SITE_SPACE, REMOVE_SITE_SPACE
from contract.schema.endpoint import Endpoint
from masthead.resources import BY_CREATE, BY_DELETE, BY_UPDATE, ENTRY
from masthead.resources.email_addresses import canonical_address

HOLDERS = {name: each.settings.holder for name, each in BY_UPDATE.items() if each.settings.holder}


def parse_settings(endpoint: str, body: Mapping[str, Any]) -> dict[str, Any]:
    """Return the settings in a body, as JSON values; None for a cleared entry."""
    holder = HOLDERS.get(endpoint)
    if holder is None:
        return dict(body)
    return {f"{ENTRY}{name}": entry.get("value") for name, entry in (body.get(holder) or {}).items()}


def build_body(endpoint: Endpoint[Any], settings: Mapping[str, Any]) -> BaseModel | None:
    """Build the body that sets these settings; None if the call has no body. Raises pydantic's ValidationError."""
    if endpoint.body is None:
        return None
    holder = HOLDERS.get(endpoint.name)
    if holder is None:
        return endpoint.body.model_validate(settings)
    entries = {name.removeprefix(ENTRY): {"value": value} for name, value in settings.items()}
    return endpoint.body.model_validate({holder: entries})


NOT_KNOWN: Final = object()
"""A value that exists or existed, and that no response contains."""
THERE: Final = True
NEW = "new"
NOTHING = (None, "", MISSING)
PEM = "-----BEGIN CERTIFICATE-----"
AROUND = re.compile(r"-----(BEGIN|END) CERTIFICATE-----|\s")
NAMED_IN_PATHS = {"custom-field": "name", "openapi-spec": "slug"}
"""Kinds whose paths have a field in place of the id."""


class WriteRequest(NamedTuple):
    """A write. `body` is JSON, `was` maps settings to known previous values, `made` is the created object's id."""

    endpoint: str
    ids: tuple[str, ...]
    body: Mapping[str, Any]
    was: Mapping[str, Any]
    made: str = ""


class ValueChange(NamedTuple):
    """JSON values, or NOT_KNOWN. `sent` is NOT_KNOWN if the service chooses the value."""

    before: Any
    sent: Any


Pairs = Iterator[tuple[str, ValueChange]]
Rule = Callable[[WriteRequest, Mapping[str, Any]], Pairs]
"""Yields the values that a request sets, from the request and the settings in its body."""


def is_same_value(one: Any, other: Any) -> bool:  # noqa: ANN401 - JSON
    """Return whether two values mean the same to a person, for whom absent, null and empty are equal.

    Certificates are compared without line breaks and the lines around them.
    """
    if one == other or (one in NOTHING and other in NOTHING):
        return True
    return (
        isinstance(one, str) and isinstance(other, str) and PEM in one + other and _strip_pem(one) == _strip_pem(other)
    )


def _strip_pem(certificate: str) -> str:
    return AROUND.sub("", certificate)


def values_of(request: WriteRequest) -> dict[str, ValueChange]:
    """Return the values that a request sets, and those before; empty for a request of another contract version."""
    return dict(_list_pairs(request, parse_settings(request.endpoint, request.body)))


def compute_values_after(request: WriteRequest, became: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values after a request, given the settings after it in `became`."""
    return {name: value.sent for name, value in _list_pairs(request, became) if value.sent is not NOT_KNOWN}


def _list_pairs(request: WriteRequest, sent: Mapping[str, Any]) -> Pairs:
    rule = RULES.get(request.endpoint)
    is_whole = rule is not None and len(request.ids) == len(BY_NAME[request.endpoint].path_params)
    return rule(request, sent) if rule is not None and is_whole else iter(())


def setting_key(kind: str, id_: str, setting: str = "") -> str:
    return f"{kind}:{id_}.{setting.removeprefix(ENTRY)}" if setting else f"{kind}:{id_}"


def member_key(team: str, name: str) -> str:
    """Return the key of a member's role in a team. `name` is an id or address."""
    return setting_key("member", f"{team}/{canonical_address(name)}", "role")


def setting_keys(request: WriteRequest) -> dict[str, str]:
    """Return the keys that a request sets, by setting: body fields, or `role` for a team's role in a place."""
    if request.endpoint in ROLE_CALLS:
        return dict.fromkeys(("role",), next(iter(values_of(request)), ""))
    entry = ENTRY if request.endpoint in HOLDERS else ""
    return {entry + each.rpartition(".")[2]: each for each in values_of(request) if "." in each}


def list_named_members(request: WriteRequest) -> dict[str, str]:
    """Map the people named in a call about a team, by id or address, to their recorded addresses, if any."""
    if request.endpoint != UPDATE_TEAM_MEMBERS.name:
        return {request.ids[-1]: request.was.get("email", "")}
    kept = {name: each.get("email", "") for answer in request.was.values() for name, each in answer.items()}
    return {name: kept.get(name, "") for name in parse_roles(request.body)}


def parse_roles(body: Mapping[str, Any]) -> dict[str, str | None]:
    """Return the roles in a bulk update, by the member's id or address; None if the member is removed."""
    roles: dict[str, str | None] = dict.fromkeys(body.get("add") or (), MEMBER_ROLES[-1])
    roles |= {name: answer["role"] for name, answer in (body.get("memberships") or {}).items()}
    return roles | dict.fromkeys(body.get("remove") or ())


def _build_update_rule(kind: str, sets: Mapping[str, str] = MappingProxyType({}), **fixed: Any) -> Rule:  # noqa: ANN401 - JSON
    """Build a rule. `sets` maps settings to others that the service changes too; `fixed` are set by the call itself."""

    def rule(request: WriteRequest, sent: Mapping[str, Any]) -> Pairs:
        along = {sets[name]: NOT_KNOWN for name in sent if name in sets}
        for name, value in {**along, **fixed, **sent}.items():
            yield (
                setting_key(kind, _build_id(kind, request.ids), name),
                ValueChange(request.was.get(name, NOT_KNOWN), value),
            )

    return rule


def _build_id(kind: str, ids: tuple[str, ...]) -> str:
    # The number of a change request is unique only within its space.
    return "/".join(ids[-2:]) if kind == "change-request" else ids[-1]


def _build_create_rule(kind: str) -> Rule:
    def rule(request: WriteRequest, sent: Mapping[str, Any]) -> Pairs:
        made = request.body.get(NAMED_IN_PATHS.get(kind, "")) or _created_key(kind, request)
        yield setting_key(kind, made), ValueChange(None, THERE)
        for name, value in sent.items():
            yield setting_key(kind, made, name), ValueChange(None, value)

    return rule


def _created_key(kind: str, request: WriteRequest) -> str:
    if request.made:
        return _build_id(kind, (*request.ids, request.made))
    parents = zip(BY_NAME[request.endpoint].path_params, request.ids, strict=False)
    return "/".join([*(id_ for name, id_ in parents if name != "organizationId"), NEW])


def _build_delete_rule(kind: str) -> Rule:
    def rule(request: WriteRequest, _: Mapping[str, Any]) -> Pairs:
        yield setting_key(kind, _build_id(kind, request.ids)), ValueChange(THERE, None)
        for name, value in request.was.items():
            yield setting_key(kind, _build_id(kind, request.ids), name), ValueChange(value, None)

    return rule


def _role_rule(request: WriteRequest, sent: Mapping[str, Any]) -> Pairs:
    yield (
        setting_key("role", f"{request.ids[-1]}/{request.ids[-2]}"),
        ValueChange(request.was.get("role"), _requested_role(request, sent)),
    )


def _requested_role(request: WriteRequest, sent: Mapping[str, Any]) -> Any:  # noqa: ANN401 - a role, none, or NOT_KNOWN
    return sent.get("role", None if BY_NAME[request.endpoint].method == "DELETE" else NOT_KNOWN)


def _member_rule(request: WriteRequest, sent: Mapping[str, Any]) -> Pairs:
    value = ValueChange(_role_before(request.was.get("role")), _requested_role(request, sent))
    for name in (request.ids[-1], request.was.get("email")):
        if name:
            yield member_key(request.ids[1], name), value


def _members_rule(request: WriteRequest, sent: Mapping[str, Any]) -> Pairs:
    # Both by id and address: after a member has left, no response connects the two.
    was = {name: each for answer in request.was.values() for name, each in answer.items()}
    for name, role in parse_roles(sent).items():
        value = ValueChange(_role_before(was.get(name, {}).get("role")), role)
        for called in (name, was.get(name, {}).get("email")):
            if called:
                yield member_key(request.ids[1], called), value


def _role_before(role: str | None) -> Any:  # noqa: ANN401 - a role, none, or NOT_KNOWN
    return NOT_KNOWN if role == "" else role


def _build_move_rule(kind: str) -> Rule:
    def rule(request: WriteRequest, sent: Mapping[str, Any]) -> Pairs:
        before = _neighbour_ids(request.was) if "position" in request.was else NOT_KNOWN
        yield setting_key(kind, request.ids[-1], "place"), ValueChange(before, _neighbour_ids(sent))
        if kind == "site-space":
            section = sent.get("section", NOT_KNOWN)  # the service alone chooses it
            yield (
                setting_key(kind, request.ids[-1], "section"),
                ValueChange(request.was.get("section", NOT_KNOWN), section),
            )

    return rule


def _neighbour_ids(body: Mapping[str, Any]) -> dict[str, str]:
    """Return the neighbours' ids, by `after` and `before`; empty for the end."""
    position = body.get("position") or {}
    return {side: each.get("siteSpace") or each.get("id") for side, each in position.items() if each}


def _add_section(request: WriteRequest, sent: Mapping[str, Any]) -> Pairs:
    if "sectionId" in sent:
        yield setting_key("section", sent["sectionId"], "group"), ValueChange(None, request.ids[-1])


def _remove_section(request: WriteRequest, _: Mapping[str, Any]) -> Pairs:
    yield setting_key("section", request.ids[-1], "group"), ValueChange(request.ids[-2], None)


def _create_group(request: WriteRequest, sent: Mapping[str, Any]) -> Pairs:
    sections = sent.get("sections") or ()
    yield from _build_create_rule("section-group")(
        request, {name: value for name, value in sent.items() if name != "sections"}
    )
    for section in sections:
        yield setting_key("section", section, "group"), ValueChange(None, _created_key("section-group", request))


MEMBER_CALLS = {each.name for each in (UPDATE_TEAM_MEMBER, REMOVE_TEAM_MEMBER, UPDATE_TEAM_MEMBERS)}
ROLE_CALLS = {
    each.name for each in (UPDATE_SPACE_TEAM, REMOVE_SPACE_TEAM, UPDATE_COLLECTION_TEAM, REMOVE_COLLECTION_TEAM)
}
"""Endpoints that set or remove roles, in teams and in places."""
STRUCTURE_RULES: Mapping[str, Rule] = {
    ADD_SITE_SPACE.name: _build_create_rule("site-space"),
    REMOVE_SITE_SPACE.name: _build_delete_rule("site-space"),
    MOVE_SITE_SPACE.name: _build_move_rule("site-space"),
    CREATE_SECTION_GROUP.name: _create_group,
    UPDATE_SECTION_GROUP.name: _build_update_rule("section-group"),
    DELETE_SECTION_GROUP.name: _build_delete_rule("section-group"),
    MOVE_SECTION_GROUP.name: _build_move_rule("section-group"),
    ADD_SECTION.name: _add_section,
    REMOVE_SECTION.name: _remove_section,
}
"""Rules of endpoints that only bulk changes of a structure call, which are undone as a whole."""
ACTION_RULES: Mapping[str, Rule] = {
    MERGE_CHANGE_REQUEST.name: _build_update_rule("change-request", status="merged", revision=NOT_KNOWN),
    PULL_INTO_CHANGE_REQUEST.name: _build_update_rule("change-request", revision=NOT_KNOWN),
    REQUEST_REVIEWERS.name: _build_update_rule("change-request"),
    IMPORT_CONTENT.name: _build_update_rule("space", revision=NOT_KNOWN),
    IMPORT_PROPOSED_CONTENT.name: _build_update_rule("change-request", revision=NOT_KNOWN),
}
"""Rules of POST endpoints that create nothing."""
RULES: Mapping[str, Rule] = {
    **{name: _build_update_rule(each.kind, each.settings.sets) for name, each in BY_UPDATE.items()},
    **{name: _build_create_rule(each.kind) for name, each in BY_CREATE.items()},
    **{name: _build_delete_rule(each.kind) for name, each in BY_DELETE.items()},
    **dict.fromkeys(ROLE_CALLS, _role_rule),
    UPDATE_TEAM_MEMBER.name: _member_rule,
    REMOVE_TEAM_MEMBER.name: _member_rule,
    UPDATE_TEAM_MEMBERS.name: _members_rule,
    CREATE_COMMENT.name: _build_create_rule("comment"),
    DELETE_COMMENT.name: _build_delete_rule("comment"),
    CREATE_COMMENT_REPLY.name: _build_create_rule("comment-reply"),
    **STRUCTURE_RULES,
    **ACTION_RULES,
}
"""Rules by endpoint."""
