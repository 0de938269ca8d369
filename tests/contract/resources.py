"""The documented fields of each resource: those that are always there, then those that may be left out.

Where the document gives no required flags, always there is the id and the name by which a person knows the thing.
"""

RESOURCES: dict[str, tuple[str, str]] = {
    "organization.people.User": ("object id displayName", "email photoURL urls"),
    "organization.people.Team": ("object id title", "members spaces createdAt permissions"),
    "organization.people.TeamPermissions": ("", "admin view"),
    "publishing.site.Site": (
        "object id type title visibility published siteSpaces createdAt agentsContext",
        "icon hostname basename proxy adaptiveContent ads features urls",
    ),
    "publishing.site.SiteIcon": ("", "icon emoji"),
    "publishing.site.Proxy": ("", "origin target"),
    "publishing.site.AdaptiveContent": ("", "enabled"),
    "publishing.site.Ads": ("", "status submittable"),
    "publishing.site.Feature": ("id", "plan frozen"),
    "publishing.site.SiteUrls": ("", "location app published"),
    "publishing.sites.SiteAdaptiveSchema": ("object jsonSchema", "updatedAt"),
    "publishing.published.PublishedContentSite": ("object site structure", "customizations"),
    "publishing.published.Structure": ("type structure", ""),
    "publishing.customizations.Customization": ("", "title styling internationalization favicon header"),
    "publishing.customizations.Styling": (
        "",
        (
            "theme primaryColor infoColor successColor warningColor dangerColor tint corners links font icons sidebar"
            " search"
        ),
    ),
    "publishing.customizations.SidebarStyling": ("", "background list"),
    "publishing.customizations.Header": ("", "preset logo"),
    "publishing.sections.SiteSection": (
        "object id title",
        "description default path condition sectionGroup siteSpaces urls icon",
    ),
    "publishing.section_groups.SiteSectionGroup": ("object id title", "icon sections"),
    "publishing.site_spaces.SiteSpace": (
        "object id path title",
        "section space default condition hasAdvancedCustomizationFeature urls",
    ),
    "authoring.spaces.Space": (
        "object id title",
        (
            "emoji visibility createdAt updatedAt deletedAt editMode urls organization parent gitSync visitorAuth"
            " revision defaultLevel comments changeRequests changeRequestsOpen changeRequestsDraft permissions"
        ),
    ),
    "authoring.spaces.SpaceUrls": ("", "location app published public icon"),
    "authoring.spaces.GitSync": ("", "repoName installationProvider integration url updatedAt"),
    "authoring.spaces.SpacePermissions": (
        "",
        "view access admin viewInviteLinks edit triggerGitSync comment merge review",
    ),
    "publishing.share_links.ShareLink": ("object id createdAt", "name active urls"),
    "authoring.custom_fields.CustomField": (
        "id name type",
        "title description placeholder options createdAt updatedAt urls permissions",
    ),
    "authoring.custom_fields.CustomFieldPermissions": ("", "view edit"),
    "authoring.custom_fields.CustomFieldValue": ("customField", "value"),
    "authoring.comment.Comment": (
        "object id",
        "postedBy postedAt editedAt reactions replies body target urls permissions status resolvedAt resolvedBy",
    ),
    "authoring.comment.CommentReply": ("object id", "postedBy postedAt editedAt reactions body urls permissions"),
    "authoring.comment.Reaction": ("emoji count", "users"),
    "authoring.comment.Reactor": ("", "user reactedAt"),
    "authoring.comment.CommentTarget": ("", "node changeRequest review page space revision"),
    "authoring.comment.TargetNode": ("id", "preview"),
    "authoring.comment.TargetPage": ("id", "title emoji icon createdAt updatedAt path outdated"),
    "authoring.comment.CommentPermissions": ("", "view edit reply delete"),
    "organization.organizations.Organization": (
        "object id title createdAt emailDomains type inviteLinks plan",
        (
            "hostname useCase communityType defaultRole defaultContent sso ai billing urls trial customHostname blocked"
            " internal_billingMigration internal_isOnNewTrial permissions"
        ),
    ),
    "organization.organizations.Billing": ("", "interval endDate hasPaymentFailed isScheduledToCancel"),
    "organization.organizations.Trial": ("", "status endDate decision"),
    "organization.organizations.Blocked": ("", "reason"),
    "organization.organizations.BillingMigration": ("", "deadline discountPercent discountEndDate"),
    "organization.organizations.OrganizationUrls": ("", "location app logo"),
    "organization.organizations.OrganizationPermissions": (
        "",
        (
            "view admin ownTeam createContent createOpenAPISpec ingestConversations viewBilling listMembers listTeams"
            " listIntegrations"
        ),
    ),
    "organization.organizations.Invite": ("object id", "role redundant"),
    "organization.organizations.OrganizationsOfDomain": ("organizations", ""),
    "organization.search.OrganizationSearchItem": ("id title", "pages"),
    "organization.search.SpaceSearchItem": ("id title", "path sections urls"),
    "organization.search.FoundSection": ("id", "title path body urls"),
    "authoring.change_requests.ChangeRequest": (
        "object id number status subject createdAt updatedAt revision revisionInitial comments outdated",
        "createdBy revisionMergedAncestor revisionMerged urls",
    ),
    "authoring.change_requests.MergeResult": ("revision result", ""),
    "authoring.change_requests.UpdateResult": ("revision result", ""),
    "authoring.change_requests.PdfResult": ("url", ""),
    "authoring.change_requests.RequestedReviewer": ("object", "revision requestedBy createdAt kind user team"),
    "authoring.change_requests.Contributor": ("updatedAt count user", ""),
    "authoring.revisions.Revision": (
        "object id",
        "parents pages files reusableContents createdAt git urls type mergedFrom",
    ),
    "authoring.revisions.ReusableContent": ("id", "title document git"),
    "authoring.revisions.RevisionGit": ("", "oid message createdByService url ref"),
    "authoring.revisions.RevisionUrls": ("", "app published public"),
    "authoring.revisions.File": ("id name", "contentType downloadURL size dimensions git"),
    "authoring.revisions.Dimensions": ("width height", ""),
    "authoring.pages.Page": (
        "id title type",
        (
            "emoji icon createdAt updatedAt markdown document urls slug path description documentId pages git layout"
            " cover hidden noIndex noRobotsIndex computed computedSeed target href"
        ),
    ),
    "authoring.pages.PageLayout": (
        "",
        "cover coverSize title description tableOfContents outline pagination width",
    ),
    "authoring.pages.PageCover": ("", "ref refDark yPos"),
    "authoring.pages.CoverReference": ("kind", "file url"),
    "authoring.pages.ComputedContent": ("type", "dependencies props"),
    "authoring.pages.GitPointer": ("", "oid path"),
    "authoring.content.ImportResult": ("revision importedResources totalResources", ""),
    "schema.references.Reference": (
        "kind",
        "organization space versionContext file page internalLocation collection reusableContent openAPISpec user url",
    ),
    "schema.references.VersionContext": ("type", "revision changeRequest"),
    "schema.references.PageLinks": ("items count", "next stats"),
    "schema.references.PageLink": ("status", "relation targetReference locationReferences"),
    "schema.references.LinkStats": ("total", "broken"),
    "schema.references.BrokenStats": ("total", "changeRequest"),
    "organization.saml.SamlProvider": (
        "object id label",
        "ssoURL entityID certificate defaultTeam defaultRole createdAt status service urls",
    ),
    "organization.saml.SamlService": ("", "acsURL startURL entityID"),
    "organization.saml.SsoLogin": ("id label startURL", ""),
    "organization.subdomains.Subdomain": ("object subdomain target isActive", ""),
    "authoring.openapi_specs.OpenAPISpec": (
        "object id createdAt updatedAt slug processingState",
        "sourceURL lastVersion lastProcessedAt lastProcessErrorCode permissions urls",
    ),
    "authoring.openapi_specs.OpenAPISpecPermissions": ("", "view edit"),
    "authoring.openapi_specs.OpenAPISpecUrls": ("", "location app"),
    "authoring.openapi_specs.OpenAPISpecVersion": ("object id url", "createdAt urls"),
    "authoring.openapi_specs.OpenAPISpecVersionContent": ("filesystem url", ""),
    "publishing.translations.TranslationSettings": (
        "object id title",
        "languages createdAt updatedAt permissions urls",
    ),
    "organization.team_members.TeamMemberItem": ("organization", "team permissions"),
    "organization.team_members.OrganizationMember": (
        "object id",
        "role user disabled joinedAt lastSeenAt sso spaces teams",
    ),
    "organization.team_permissions.TeamPermissionItem": ("permission team", ""),
    "schema.listing.Next": ("page", ""),
    "schema.problem.ErrorBody": ("error", ""),
    "schema.problem.ErrorDetail": ("code message", ""),
}

NULLABLE = {
    "publishing.site.Site.icon",
    "authoring.spaces.Space.defaultLevel",
    "organization.organizations.Organization.defaultRole",
    "organization.organizations.Invite.role",
    "organization.saml.SamlProvider.defaultRole",
    "organization.team_members.OrganizationMember.role",
}

KINDS = {
    "organization.people.User": "user",
    "organization.people.Team": "team",
    "publishing.site.Site": "site",
    "publishing.sites.SiteAdaptiveSchema": "site-adaptive-schema",
    "publishing.published.PublishedContentSite": "published-content-site",
    "publishing.sections.SiteSection": "site-section",
    "publishing.section_groups.SiteSectionGroup": "site-section-group",
    "publishing.site_spaces.SiteSpace": "site-space",
    "authoring.spaces.Space": "space",
    "publishing.share_links.ShareLink": "share-link",
    "authoring.comment.Comment": "comment",
    "authoring.comment.CommentReply": "comment-reply",
    "organization.organizations.Organization": "organization",
    "organization.organizations.Invite": "invite",
    "authoring.change_requests.ChangeRequest": "change-request",
    "authoring.change_requests.RequestedReviewer": "change-request-requested-reviewer",
    "authoring.revisions.Revision": "revision",
    "organization.saml.SamlProvider": "saml-provider",
    "organization.subdomains.Subdomain": "subdomain",
    "authoring.openapi_specs.OpenAPISpec": "openapi-spec",
    "authoring.openapi_specs.OpenAPISpecVersion": "openapi-spec-version",
    "publishing.translations.TranslationSettings": "translation-settings",
    "organization.team_members.OrganizationMember": "member",
}
