"""The rights of each role, and the right that each endpoint needs.

docs/guide/service.md has the same tables, and a test compares them.
"""

from collections.abc import Mapping
from typing import Final

from pydantic import BaseModel

from contract import ENDPOINTS
from contract.authoring.spaces import SpacePermissions
from contract.organization.organizations import OrganizationPermissions
from contract.organization.people import EditPermissions
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

_NEEDED: Final[Mapping[str | None, str]] = {
    None: "listOrganizations listOrganizationsOfDomain",
    "admin": """
        updateOrganization getInvite updateInvite deleteInvite deleteSite deleteCustomField listSamlProviders
        createSamlProvider getSamlProvider updateSamlProvider deleteSamlProvider updateSpaceTeamPermission
        removeSpaceTeamPermission updateCollectionTeamPermission removeCollectionTeamPermission
    """,
    "createContent": """
        createSite updateSite replaceAdaptiveSchema createSectionGroup updateSectionGroup deleteSectionGroup
        addSection removeSection moveSectionGroup addSiteSpace updateSiteSpace removeSiteSpace moveSiteSpace
        listShareLinks createShareLink updateShareLink deleteShareLink createCustomField
        createTranslationSettings deleteTranslationSettings
    """,
    "edit": """
        updateCustomField updateCustomFieldValues replaceOpenAPISpec replaceTranslationSettings
        createChangeRequest updateChangeRequest pullIntoChangeRequest requestReviewers importProposedContent
        importContent
    """,
    "createOpenAPISpec": "createOpenAPISpec deleteOpenAPISpec",
    "listMembers": "listTeamMembers updateTeamMembers updateTeamMember removeTeamMember",
    "listTeams": "listSpaceTeamPermissions listCollectionTeamPermissions",
    "merge": "mergeChangeRequest",
    "comment": "createComment updateComment deleteComment createCommentReply updateCommentReply",
}
"""Endpoints by the right that they need; None needs only a token. Other reads need `view`, which all members have."""

_BY_NAME = {name: right for right, names in _NEEDED.items() for name in names.split()}

NEEDED: Final[Mapping[str, str | None]] = {
    each.name: _BY_NAME.get(each.name, "view") if each.is_read else _BY_NAME[each.name] for each in ENDPOINTS
}
"""The right that each endpoint needs, by its name; None needs only a token."""

_KINDS: Final[Mapping[str, type[BaseModel]]] = {
    "organization": OrganizationPermissions,
    "space": SpacePermissions,
    "field": EditPermissions,
    "spec": EditPermissions,
    "translation": EditPermissions,
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
    """List the roles that may call the endpoint, leaving out guests."""
    return [role for role in RIGHTS if role is not None and can_call(role, endpoint)]
