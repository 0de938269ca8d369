"""Who may do what: the rights that each role has, and the right that each endpoint needs.

This is the only place that says so; docs/guide/service.md shows the same tables, and a test compares them.
"""

from collections.abc import Mapping
from typing import Final

from pydantic import BaseModel

from contract.authoring.custom_fields import CustomFieldPermissions
from contract.authoring.openapi_specs import OpenAPISpecPermissions
from contract.authoring.spaces import SpacePermissions
from contract.organization.organizations import OrganizationPermissions
from contract.publishing.translations import TranslationPermissions
from contract.schema.endpoint import Endpoint
from service.storage.documents import text

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
"""The names are those of the `permissions` objects, so that these say what is then allowed."""

NEEDED: Final[Mapping[str, str | None]] = {
    "listOrganizations": None,
    "listOrganizationsOfDomain": None,
    "getOrganization": "view",
    "updateOrganization": "admin",
    "getInvite": "admin",
    "updateInvite": "admin",
    "deleteInvite": "admin",
    "searchOrganization": "view",
    "listSites": "view",
    "getSite": "view",
    "getAdaptiveSchema": "view",
    "getPublished": "view",
    "createSite": "createContent",
    "updateSite": "createContent",
    "replaceAdaptiveSchema": "createContent",
    "deleteSite": "admin",
    "listSectionGroups": "view",
    "createSectionGroup": "createContent",
    "updateSectionGroup": "createContent",
    "deleteSectionGroup": "createContent",
    "addSection": "createContent",
    "removeSection": "createContent",
    "moveSectionGroup": "createContent",
    "listSiteSpaces": "view",
    "addSiteSpace": "createContent",
    "updateSiteSpace": "createContent",
    "removeSiteSpace": "createContent",
    "moveSiteSpace": "createContent",
    "listShareLinks": "createContent",
    "createShareLink": "createContent",
    "updateShareLink": "createContent",
    "deleteShareLink": "createContent",
    "listCustomFields": "view",
    "createCustomField": "createContent",
    "getCustomField": "view",
    "updateCustomField": "edit",
    "deleteCustomField": "admin",
    "getCustomFieldValues": "view",
    "updateCustomFieldValues": "edit",
    "searchSpace": "view",
    "getContent": "view",
    "listPages": "view",
    "listFiles": "view",
    "getFile": "view",
    "listFileBacklinks": "view",
    "getPage": "view",
    "listPageLinks": "view",
    "listSamlProviders": "admin",
    "createSamlProvider": "admin",
    "getSamlProvider": "admin",
    "updateSamlProvider": "admin",
    "deleteSamlProvider": "admin",
    "listSsoLogins": "view",
    "listOpenAPISpecs": "view",
    "createOpenAPISpec": "createOpenAPISpec",
    "getOpenAPISpec": "view",
    "replaceOpenAPISpec": "edit",
    "deleteOpenAPISpec": "createOpenAPISpec",
    "listOpenAPISpecVersions": "view",
    "getLatestOpenAPISpecVersion": "view",
    "getLatestOpenAPISpecVersionContent": "view",
    "getOpenAPISpecVersion": "view",
    "getOpenAPISpecVersionContent": "view",
    "listTranslationSettings": "view",
    "createTranslationSettings": "createContent",
    "getTranslationSettings": "view",
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
    "listChangeRequests": "view",
    "createChangeRequest": "edit",
    "getChangeRequest": "view",
    "updateChangeRequest": "edit",
    "mergeChangeRequest": "merge",
    "pullIntoChangeRequest": "edit",
    "getChangeRequestPdf": "view",
    "listRequestedReviewers": "view",
    "requestReviewers": "edit",
    "listContributors": "view",
    "getProposedContent": "view",
    "importProposedContent": "edit",
    "listProposedPages": "view",
    "listProposedFiles": "view",
    "getProposedFile": "view",
    "listProposedFileBacklinks": "view",
    "getProposedPage": "view",
    "listProposedPageLinks": "view",
    "importContent": "edit",
    "listComments": "view",
    "createComment": "comment",
    "getComment": "view",
    "updateComment": "comment",
    "deleteComment": "comment",
    "listCommentReplies": "view",
    "createCommentReply": "comment",
    "getCommentReply": "view",
    "updateCommentReply": "comment",
}
"""The right that an endpoint needs, by the endpoint's name; None: whoever has a token. All members may view."""

_KINDS: Final[Mapping[str, type[BaseModel]]] = {
    "organization": OrganizationPermissions,
    "space": SpacePermissions,
    "field": CustomFieldPermissions,
    "spec": OpenAPISpecPermissions,
    "translation": TranslationPermissions,
}

_TEXTS = {
    role: {kind: text({name: name in rights for name in model.model_fields}) for kind, model in _KINDS.items()}
    for role, rights in RIGHTS.items()
}

NO_PERMISSIONS: Final = {kind: text(dict.fromkeys(model.model_fields, False)) for kind, model in _KINDS.items()}
"""What someone may do who is no member."""


def permissions_of(role: Role) -> Mapping[str, str]:
    """The `permissions` objects by kind of resource, as JSON texts."""
    return _TEXTS[role]


def may(role: Role, endpoint: Endpoint[object]) -> bool:
    needed = NEEDED[endpoint.name]
    return needed is None or needed in RIGHTS[role]


def roles_that_may(endpoint: Endpoint[object]) -> list[str]:
    """Without the guest's."""
    return [role for role in RIGHTS if role is not None and may(role, endpoint)]
