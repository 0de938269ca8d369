"""Rights of each role, and the right that each endpoint needs.

docs/guide/service.md has the same tables, and a test compares them.
"""

from collections.abc import Mapping
from typing import Final

from pydantic import BaseModel

from contract import ENDPOINTS
from contract.authoring.custom_fields import CustomFieldPermissions
from contract.authoring.openapi_specs import OpenAPISpecPermissions
from contract.authoring.spaces import SpacePermissions
from contract.organization.organizations import OrganizationPermissions
from contract.publishing.translations import TranslationPermissions
from contract.schema.endpoint import Endpoint
from service.storage.documents import as_json

Role = str | None
"""A member's role in an organization; None is a guest."""

_GUEST = frozenset({"view", "access"})
_READ = _GUEST | {"listMembers", "listTeams", "listIntegrations"}
_COMMENT = _READ | {"comment"}
_EDIT = _COMMENT | {"edit"}
_REVIEW = _EDIT | {"review", "merge"}
_CREATE = _REVIEW | {"createContent", "createOpenAPISpec", "ingestConversations", "triggerGitSync"}
_ADMIN = _CREATE | {"admin", "ownTeam", "viewBilling", "viewInviteLinks"}

RIGHTS: Final[Mapping[Role, frozenset[str]]] = {
    "admin": _ADMIN,
    "create": _CREATE,
    "review": _REVIEW,
    "edit": _EDIT,
    "comment": _COMMENT,
    "read": _READ,
    None: _GUEST,
}
"""Rights by role, named as in the `permissions` objects of responses."""

_NEEDED: Final[Mapping[str, str | None]] = {
    "listOrganizations": None,
    "listOrganizationsOfDomain": None,
    "updateOrganization": "admin",
    "getInvite": "admin",
    "updateInvite": "admin",
    "deleteInvite": "admin",
    "createSite": "createContent",
    "updateSite": "createContent",
    "replaceAdaptiveSchema": "createContent",
    "deleteSite": "admin",
    "createSectionGroup": "createContent",
    "updateSectionGroup": "createContent",
    "deleteSectionGroup": "createContent",
    "addSection": "createContent",
    "removeSection": "createContent",
    "moveSectionGroup": "createContent",
    "addSiteSpace": "createContent",
    "updateSiteSpace": "createContent",
    "removeSiteSpace": "createContent",
    "moveSiteSpace": "createContent",
    "listShareLinks": "createContent",
    "createShareLink": "createContent",
    "updateShareLink": "createContent",
    "deleteShareLink": "createContent",
    "createCustomField": "createContent",
    "updateCustomField": "edit",
    "deleteCustomField": "admin",
    "updateCustomFieldValues": "edit",
    "listSamlProviders": "admin",
    "createSamlProvider": "admin",
    "getSamlProvider": "admin",
    "updateSamlProvider": "admin",
    "deleteSamlProvider": "admin",
    "createOpenAPISpec": "createOpenAPISpec",
    "replaceOpenAPISpec": "edit",
    "deleteOpenAPISpec": "createOpenAPISpec",
    "createTranslationSettings": "createContent",
    "replaceTranslationSettings": "edit",
    "deleteTranslationSettings": "createContent",
    "listTeamMembers": "listMembers",
    "updateTeamMembers": "listMembers",
    "updateTeamMember": "listMembers",
    "removeTeamMember": "listMembers",
    "listSpaceTeamPermissions": "listTeams",
    "updateSpaceTeamPermission": "admin",
    "removeSpaceTeamPermission": "admin",
    "listCollectionTeamPermissions": "listTeams",
    "updateCollectionTeamPermission": "admin",
    "removeCollectionTeamPermission": "admin",
    "createChangeRequest": "edit",
    "updateChangeRequest": "edit",
    "mergeChangeRequest": "merge",
    "pullIntoChangeRequest": "edit",
    "requestReviewers": "edit",
    "importProposedContent": "edit",
    "importContent": "edit",
    "createComment": "comment",
    "updateComment": "comment",
    "deleteComment": "comment",
    "createCommentReply": "comment",
    "updateCommentReply": "comment",
}
"""The right by endpoint name; None needs only a token. Reads not listed need `view`, which every member has."""

NEEDED: Final[Mapping[str, str | None]] = {
    each.name: _NEEDED.get(each.name, "view") if each.reads else _NEEDED[each.name] for each in ENDPOINTS
}
"""The right that each endpoint needs, by its name; None needs only a token."""

_KINDS: Final[Mapping[str, type[BaseModel]]] = {
    "organization": OrganizationPermissions,
    "space": SpacePermissions,
    "field": CustomFieldPermissions,
    "spec": OpenAPISpecPermissions,
    "translation": TranslationPermissions,
}

_TEXTS = {
    role: {kind: as_json({name: name in rights for name in model.model_fields}) for kind, model in _KINDS.items()}
    for role, rights in RIGHTS.items()
}

NO_PERMISSIONS: Final = {kind: as_json(dict.fromkeys(model.model_fields, False)) for kind, model in _KINDS.items()}
"""The `permissions` objects for people outside the organization."""


def permissions_json(role: Role) -> Mapping[str, str]:
    """Return the `permissions` objects by kind of resource, as JSON."""
    return _TEXTS[role]


def can_call(role: Role, endpoint: Endpoint[object]) -> bool:
    needed = NEEDED[endpoint.name]
    return needed is None or needed in RIGHTS[role]


def list_roles(endpoint: Endpoint[object]) -> list[str]:
    """List the roles that may call the endpoint, without the guest's."""
    return [role for role in RIGHTS if role is not None and can_call(role, endpoint)]
