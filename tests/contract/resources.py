"""The documented fields of each resource: those that are always there, then those that may be left out.

Where the document gives no required flags, always there is the id and the name by which a person knows the thing.
"""

from importlib import import_module
from typing import NamedTuple

from contract.schema.fields import ContractModel

TABLE = """
organization.people.User: object=user id displayName | email photoURL urls
organization.people.Team: object=team id title | members spaces createdAt permissions
organization.people.TeamPermissions: | admin view
publishing.sites.Site: object=site id type title visibility published siteSpaces createdAt agentsContext | icon?
    hostname basename proxy adaptiveContent ads features urls
publishing.sites.SiteIcon: | icon emoji
publishing.sites.SiteProxy: | origin target
publishing.sites.AdaptiveContent: | enabled
publishing.sites.Ads: | status submittable
publishing.sites.Feature: id | plan frozen
publishing.sites.SiteUrls: | location app published
publishing.sites.SiteAdaptiveSchema: object=site-adaptive-schema jsonSchema | updatedAt
publishing.sites.PublishedContentSite: object=published-content-site site structure | customizations
publishing.sites.Structure: type structure |
publishing.customizations.Customization: | title styling internationalization favicon header
publishing.customizations.Styling: | theme primaryColor infoColor successColor warningColor dangerColor tint corners
    links font icons sidebar search
publishing.customizations.SidebarStyling: | background list
publishing.customizations.SiteHeader: | preset logo
publishing.section_groups.SiteSection: object=site-section id title | description default path condition sectionGroup
    siteSpaces urls icon
publishing.section_groups.SiteSectionGroup: object=site-section-group id title | icon sections
publishing.site_spaces.SiteSpace: object=site-space id path title | section space default condition
    hasAdvancedCustomizationFeature urls
authoring.spaces.Space: object=space id title | emoji visibility createdAt updatedAt deletedAt editMode urls
    organization parent gitSync visitorAuth revision defaultLevel? comments changeRequests changeRequestsOpen
    changeRequestsDraft permissions
authoring.spaces.SpaceUrls: | location app published public icon
authoring.spaces.GitSync: | repoName installationProvider integration url updatedAt
authoring.spaces.SpacePermissions: | view access admin viewInviteLinks edit triggerGitSync comment merge review
publishing.share_links.ShareLink: object=share-link id createdAt | name active urls
authoring.custom_fields.CustomField: id name type | title description placeholder options createdAt updatedAt urls
    permissions
authoring.custom_fields.CustomFieldValue: customField | value
authoring.comments.Comment: object=comment id | postedBy postedAt editedAt reactions replies body target urls
    permissions status resolvedAt resolvedBy
authoring.comments.CommentReply: object=comment-reply id | postedBy postedAt editedAt reactions body urls permissions
authoring.comments.Reaction: emoji count | users
authoring.comments.Reactor: | user reactedAt
authoring.comments.CommentTarget: | node changeRequest review page space revision
authoring.comments.TargetNode: id | preview
authoring.comments.TargetPage: id | title emoji icon createdAt updatedAt path outdated
authoring.comments.CommentPermissions: | view edit reply delete
organization.organizations.Organization: object=organization id title createdAt emailDomains type inviteLinks plan |
    hostname useCase communityType defaultRole? defaultContent sso ai billing urls trial customHostname blocked
    internal_billingMigration internal_isOnNewTrial permissions
organization.organizations.Billing: | interval endDate hasPaymentFailed isScheduledToCancel
organization.organizations.Trial: | status endDate decision
organization.organizations.Blocked: | reason
organization.organizations.BillingMigration: | deadline discountPercent discountEndDate
organization.organizations.OrganizationUrls: | location app logo
organization.organizations.OrganizationPermissions: | view admin ownTeam createContent createOpenAPISpec
    ingestConversations viewBilling listMembers listTeams listIntegrations
organization.organizations.Invite: object=invite id | role? redundant
organization.organizations.OrganizationsOfDomain: organizations |
organization.search.OrganizationSearchItem: id title | pages
organization.search.SpaceSearchItem: id title | path sections urls
organization.search.SearchSection: id | title path body urls
authoring.change_requests.ChangeRequest: object=change-request id number status subject createdAt updatedAt revision
    revisionInitial comments outdated | createdBy revisionMergedAncestor revisionMerged urls
authoring.change_requests.MergeResult: revision result |
authoring.change_requests.UpdateResult: revision result |
authoring.change_requests.PdfResult: url |
authoring.change_requests.RequestedReviewer: object=change-request-requested-reviewer | revision requestedBy createdAt
    kind user team
authoring.change_requests.Contributor: updatedAt count user |
authoring.pages.Revision: object=revision id | parents pages files reusableContents createdAt git urls type
    mergedFrom
authoring.pages.ReusableContent: id | title document git
authoring.pages.RevisionGit: | oid message createdByService url ref
authoring.pages.RevisionUrls: | app published public
authoring.pages.SpaceFile: id name | contentType downloadURL size dimensions git
authoring.pages.Dimensions: width height |
authoring.pages.SpacePage: id title type | emoji icon createdAt updatedAt markdown document urls slug path description
    documentId pages git layout cover hidden noIndex noRobotsIndex computed computedSeed target href
authoring.pages.PageLayout: | cover coverSize title description tableOfContents outline pagination width
authoring.pages.PageCover: | ref refDark yPos
authoring.pages.CoverReference: kind | file url
authoring.pages.ComputedContent: type | dependencies props
authoring.pages.GitPointer: | oid path
authoring.content.ImportResult: revision importedResources totalResources |
schema.references.Reference: kind | organization space versionContext file page internalLocation collection
    reusableContent openAPISpec user url
schema.references.VersionContext: type | revision changeRequest
schema.references.PageLinks: items count | next stats
schema.references.PageLink: status | relation targetReference locationReferences
schema.references.LinkStats: total | broken
schema.references.BrokenStats: total | changeRequest
organization.saml.SamlProvider: object=saml-provider id label | ssoURL entityID certificate defaultTeam defaultRole?
    createdAt status service urls
organization.saml.SamlService: | acsURL startURL entityID
organization.saml.SsoLogin: id label startURL |
organization.organizations.Subdomain: object=subdomain subdomain target isActive |
authoring.openapi_specs.OpenAPISpec: object=openapi-spec id createdAt updatedAt slug processingState | sourceURL
    lastVersion lastProcessedAt lastProcessErrorCode permissions urls
organization.people.EditPermissions: | view edit
authoring.openapi_specs.OpenAPISpecUrls: | location app
authoring.openapi_specs.OpenAPISpecVersion: object=openapi-spec-version id url | createdAt urls
authoring.openapi_specs.OpenAPISpecVersionContent: filesystem url |
publishing.translations.TranslationSettings: object=translation-settings id title | languages createdAt updatedAt
    permissions urls
organization.team_members.TeamMemberItem: organization | team permissions
organization.team_members.OrganizationMember: object=member id | role? user disabled joinedAt lastSeenAt sso spaces
    teams
organization.team_permissions.TeamPermissionItem: permission team |
schema.endpoint.NextPage: page |
schema.endpoint.ErrorBody: error |
schema.endpoint.ErrorDetail: code message |
"""
"""`object=user` is what a resource says that it is; a field with `?` may be null."""


class DocumentedModel(NamedTuple):
    always: set[str]
    optional: set[str]
    nullable: set[str]
    kind: str | None


def find_model(name: str) -> type[ContractModel]:
    module, _, shape = name.rpartition(".")
    model: type[ContractModel] = getattr(import_module(f"contract.{module}"), shape)
    return model


def all_models(above: type[ContractModel] = ContractModel) -> list[type[ContractModel]]:
    """Every model of the contract, but for those that a type has to be filled into."""
    own = [each for each in above.__subclasses__() if each.__module__.startswith("contract.")]
    found = [model for each in own for model in (each, *all_models(each))]
    return [each for each in dict.fromkeys(found) if not each.__pydantic_generic_metadata__["parameters"]]


def named_model(name: str) -> type[ContractModel]:
    """The model of a resource by its documented name, such as “Site section group”."""
    models = [each for each in all_models() if each.__name__.lower() == name.replace(" ", "").lower()]
    (model,) = models
    return model


def documented_resources() -> list[tuple[type[ContractModel], DocumentedModel]]:
    """Each model of a resource, with what the table has of it."""
    rows = (row.partition(":") for row in TABLE.replace("\n    ", " ").strip().splitlines())
    return [(find_model(name), _parse(fields)) for name, _, fields in rows]


def _parse(fields: str) -> DocumentedModel:
    always, optional = ({each.partition("=")[0].rstrip("?") for each in part.split()} for part in fields.split("|"))
    words = fields.split()
    kind = next((each.removeprefix("object=") for each in words if each.startswith("object=")), None)
    return DocumentedModel(always, optional, {each[:-1] for each in words if each.endswith("?")}, kind)
