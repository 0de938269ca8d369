"""The documented fields of each resource: those that are always there, then those that may be left out.

Where the document gives no required flags, always there is the id and the name by which a person knows the thing.
"""

RESOURCES: dict[str, tuple[str, str]] = {
    "people.User": ("object id displayName", "email photoURL urls"),
    "people.Team": ("object id title", "members spaces createdAt permissions"),
    "people.TeamPermissions": ("", "admin view"),
    "site.Site": (
        "object id type title visibility published siteSpaces createdAt agentsContext",
        "icon hostname basename proxy adaptiveContent ads features urls",
    ),
    "site.SiteIcon": ("", "icon emoji"),
    "site.Proxy": ("", "origin target"),
    "site.AdaptiveContent": ("", "enabled"),
    "site.Ads": ("", "status submittable"),
    "site.Feature": ("id", "plan frozen"),
    "site.SiteUrls": ("", "location app published"),
    "sites.SiteAdaptiveSchema": ("object jsonSchema", "updatedAt"),
    "published.PublishedContentSite": ("object site structure", "customizations"),
    "published.Structure": ("type structure", ""),
    "customizations.Customization": ("", "title styling internationalization favicon header"),
    "customizations.Styling": (
        "",
        (
            "theme primaryColor infoColor successColor warningColor dangerColor tint corners links font icons sidebar"
            " search"
        ),
    ),
    "customizations.SidebarStyling": ("", "background list"),
    "customizations.Header": ("", "preset logo"),
    "sections.SiteSection": (
        "object id title",
        "description default path condition sectionGroup siteSpaces urls icon",
    ),
    "section_groups.SiteSectionGroup": ("object id title", "icon sections"),
    "site_spaces.SiteSpace": (
        "object id path title",
        "section space default condition hasAdvancedCustomizationFeature urls",
    ),
    "spaces.Space": (
        "object id title",
        (
            "emoji visibility createdAt updatedAt deletedAt editMode urls organization parent gitSync visitorAuth"
            " revision defaultLevel comments changeRequests changeRequestsOpen changeRequestsDraft permissions"
        ),
    ),
    "spaces.SpaceUrls": ("", "location app published public icon"),
    "spaces.GitSync": ("", "repoName installationProvider integration url updatedAt"),
    "spaces.SpacePermissions": (
        "",
        "view access admin viewInviteLinks edit triggerGitSync comment merge review",
    ),
    "share_links.ShareLink": ("object id createdAt", "name active urls"),
    "custom_fields.CustomField": (
        "id name type",
        "title description placeholder options createdAt updatedAt urls permissions",
    ),
    "custom_fields.CustomFieldPermissions": ("", "view edit"),
    "custom_fields.CustomFieldValue": ("customField", "value"),
    "comment.Comment": (
        "object id",
        "postedBy postedAt editedAt reactions replies body target urls permissions status resolvedAt resolvedBy",
    ),
    "comment.CommentReply": ("object id", "postedBy postedAt editedAt reactions body urls permissions"),
    "comment.Reaction": ("emoji count", "users"),
    "comment.Reactor": ("", "user reactedAt"),
    "comment.CommentTarget": ("", "node changeRequest review page space revision"),
    "comment.TargetNode": ("id", "preview"),
    "comment.TargetPage": ("id", "title emoji icon createdAt updatedAt path outdated"),
    "comment.CommentPermissions": ("", "view edit reply delete"),
    "organizations.Organization": (
        "object id title createdAt emailDomains type inviteLinks plan",
        (
            "hostname useCase communityType defaultRole defaultContent sso ai billing urls trial customHostname blocked"
            " internal_billingMigration internal_isOnNewTrial permissions"
        ),
    ),
    "organizations.Billing": ("", "interval endDate hasPaymentFailed isScheduledToCancel"),
    "organizations.Trial": ("", "status endDate decision"),
    "organizations.Blocked": ("", "reason"),
    "organizations.BillingMigration": ("", "deadline discountPercent discountEndDate"),
    "organizations.OrganizationUrls": ("", "location app logo"),
    "organizations.OrganizationPermissions": (
        "",
        (
            "view admin ownTeam createContent createOpenAPISpec ingestConversations viewBilling listMembers listTeams"
            " listIntegrations"
        ),
    ),
    "organizations.Invite": ("object id", "role redundant"),
    "organizations.OrganizationsOfDomain": ("organizations", ""),
    "search.OrganizationSearchItem": ("id title", "pages"),
    "search.SpaceSearchItem": ("id title", "path sections urls"),
    "search.FoundSection": ("id", "title path body urls"),
    "change_requests.ChangeRequest": (
        "object id number status subject createdAt updatedAt revision revisionInitial comments outdated",
        "createdBy revisionMergedAncestor revisionMerged urls",
    ),
    "change_requests.MergeResult": ("revision result", ""),
    "change_requests.UpdateResult": ("revision result", ""),
    "change_requests.PdfResult": ("url", ""),
    "change_requests.RequestedReviewer": ("object", "revision requestedBy createdAt kind user team"),
    "change_requests.Contributor": ("updatedAt count user", ""),
    "revisions.Revision": (
        "object id",
        "parents pages files reusableContents createdAt git urls type mergedFrom",
    ),
    "revisions.ReusableContent": ("id", "title document git"),
    "revisions.RevisionGit": ("", "oid message createdByService url ref"),
    "revisions.RevisionUrls": ("", "app published public"),
    "revisions.File": ("id name", "contentType downloadURL size dimensions git"),
    "revisions.Dimensions": ("width height", ""),
    "pages.Page": (
        "id title type",
        (
            "emoji icon createdAt updatedAt markdown document urls slug path description documentId pages git layout"
            " cover hidden noIndex noRobotsIndex computed computedSeed target href"
        ),
    ),
    "pages.PageLayout": (
        "",
        "cover coverSize title description tableOfContents outline pagination width",
    ),
    "pages.PageCover": ("", "ref refDark yPos"),
    "pages.CoverReference": ("kind", "file url"),
    "pages.ComputedContent": ("type", "dependencies props"),
    "pages.GitPointer": ("", "oid path"),
    "content.ImportResult": ("revision importedResources totalResources", ""),
    "references.Reference": (
        "kind",
        "organization space versionContext file page internalLocation collection reusableContent openAPISpec user url",
    ),
    "references.VersionContext": ("type", "revision changeRequest"),
    "references.PageLinks": ("items count", "next stats"),
    "references.PageLink": ("status", "relation targetReference locationReferences"),
    "references.LinkStats": ("total", "broken"),
    "references.BrokenStats": ("total", "changeRequest"),
    "saml.SamlProvider": (
        "object id label",
        "ssoURL entityID certificate defaultTeam defaultRole createdAt status service urls",
    ),
    "saml.SamlService": ("", "acsURL startURL entityID"),
    "saml.SsoLogin": ("id label startURL", ""),
    "subdomains.Subdomain": ("object subdomain target isActive", ""),
    "openapi_specs.OpenAPISpec": (
        "object id createdAt updatedAt slug processingState",
        "sourceURL lastVersion lastProcessedAt lastProcessErrorCode permissions urls",
    ),
    "openapi_specs.OpenAPISpecPermissions": ("", "view edit"),
    "openapi_specs.OpenAPISpecUrls": ("", "location app"),
    "openapi_specs.OpenAPISpecVersion": ("object id url", "createdAt urls"),
    "openapi_specs.OpenAPISpecVersionContent": ("filesystem url", ""),
    "translations.TranslationSettings": ("object id title", "languages createdAt updatedAt permissions urls"),
    "team_members.TeamMemberItem": ("organization", "team permissions"),
    "team_members.OrganizationMember": (
        "object id",
        "role user disabled joinedAt lastSeenAt sso spaces teams",
    ),
    "team_permissions.TeamPermissionItem": ("permission team", ""),
    "listing.Next": ("page", ""),
    "problem.ErrorBody": ("error", ""),
    "problem.ErrorDetail": ("code message", ""),
}

NULLABLE = {
    "site.Site.icon",
    "spaces.Space.defaultLevel",
    "organizations.Organization.defaultRole",
    "organizations.Invite.role",
    "saml.SamlProvider.defaultRole",
    "team_members.OrganizationMember.role",
}

KINDS = {
    "people.User": "user",
    "people.Team": "team",
    "site.Site": "site",
    "sites.SiteAdaptiveSchema": "site-adaptive-schema",
    "published.PublishedContentSite": "published-content-site",
    "sections.SiteSection": "site-section",
    "section_groups.SiteSectionGroup": "site-section-group",
    "site_spaces.SiteSpace": "site-space",
    "spaces.Space": "space",
    "share_links.ShareLink": "share-link",
    "comment.Comment": "comment",
    "comment.CommentReply": "comment-reply",
    "organizations.Organization": "organization",
    "organizations.Invite": "invite",
    "change_requests.ChangeRequest": "change-request",
    "change_requests.RequestedReviewer": "change-request-requested-reviewer",
    "revisions.Revision": "revision",
    "saml.SamlProvider": "saml-provider",
    "subdomains.Subdomain": "subdomain",
    "openapi_specs.OpenAPISpec": "openapi-spec",
    "openapi_specs.OpenAPISpecVersion": "openapi-spec-version",
    "translations.TranslationSettings": "translation-settings",
    "team_members.OrganizationMember": "member",
}
