"""Organizations: settings, invite links, search, and lookup by e-mail domain; subdomains."""

from typing import Annotated, Literal

from pydantic import MISSING, Field

from contract.organization.people import AnsweredRole, Role
from contract.organization.search import OrganizationSearchItem, SearchQuery
from contract.schema.endpoint import EndpointGroup
from contract.schema.fields import ContractModel, DocumentedLimit, HttpUri, Moment, Number, OpenEnum

_GROUP = EndpointGroup("Organizations")
TITLE_MIN, TITLE_MAX = 2, 255
HOSTNAME_MIN, HOSTNAME_MAX = 3, 32


class DefaultContent(ContractModel):
    """An organization's start page; `site` is a site id."""

    type: Annotated[str, OpenEnum("site")]
    site: str | MISSING = MISSING


class DefaultContentUpdate(ContractModel):
    """The site to use as the start page."""

    type: Literal["site"]
    site: str


class Billing(ContractModel):
    """An organization's billing."""

    interval: Annotated[str, OpenEnum("monthly", "yearly")] | MISSING = MISSING
    endDate: Moment | MISSING = MISSING
    hasPaymentFailed: bool | MISSING = MISSING
    isScheduledToCancel: bool | MISSING = MISSING


class Trial(ContractModel):
    """The state of an organization's trial."""

    status: Annotated[str, OpenEnum("notapplicable", "none", "active", "ended", "expired")] | MISSING = MISSING
    endDate: Moment | MISSING = MISSING
    decision: Annotated[str, OpenEnum("downgrade")] | MISSING = MISSING


class Blocked(ContractModel):
    """The reason why an organization is blocked."""

    reason: Annotated[str, OpenEnum("security")] | MISSING = MISSING


class BillingMigration(ContractModel):
    """A planned move to another billing plan."""

    deadline: Moment | MISSING = MISSING
    discountPercent: Number | MISSING = MISSING
    discountEndDate: Moment | MISSING = MISSING


class OrganizationUrls(ContractModel):
    """URLs of an organization and its logo."""

    location: str | MISSING = MISSING
    app: str | MISSING = MISSING
    logo: str | MISSING = MISSING


class OrganizationPermissions(ContractModel):
    """The caller's permissions on an organization."""

    view: bool | MISSING = MISSING
    admin: bool | MISSING = MISSING
    ownTeam: bool | MISSING = MISSING
    createContent: bool | MISSING = MISSING
    createOpenAPISpec: bool | MISSING = MISSING
    ingestConversations: bool | MISSING = MISSING
    viewBilling: bool | MISSING = MISSING
    listMembers: bool | MISSING = MISSING
    listTeams: bool | MISSING = MISSING
    listIntegrations: bool | MISSING = MISSING


_USE_CASES = """
    internalDocs docsSite audienceControlledSite productDocs teamKnowledgeBase designSystem openSourceDocs notes
    other
"""
UseCase = Annotated[str, OpenEnum(*_USE_CASES.split())]

# Current plans from 0.130.0, older ones from 0.91.0, `internal` from 0.137.0.
_PLANS = """
    free_2024 plus_2024 pro_2024 enterprise_2024 community_2024 free plus pro team business legacy startup
    enterprise community team_oct_2019_free team_dec_2021 business_dec_2021 internal
"""
Plan = Annotated[str, OpenEnum(*_PLANS.split())]


class Organization(ContractModel):
    """An organization. `hostname` is the default host for public content; a null `defaultRole` means guest."""

    object: Literal["organization"] = "organization"
    id: str
    title: Annotated[str, DocumentedLimit(min_length=TITLE_MIN, max_length=TITLE_MAX)]
    createdAt: Moment
    emailDomains: list[str]
    hostname: Annotated[str, DocumentedLimit(min_length=HOSTNAME_MIN, max_length=HOSTNAME_MAX)] | MISSING = MISSING
    type: Annotated[str, OpenEnum("business", "community")]
    useCase: UseCase | MISSING = MISSING
    communityType: Annotated[str, OpenEnum("nonProfit", "openSource", "education")] | MISSING = MISSING
    defaultRole: AnsweredRole | MISSING | None = MISSING
    defaultContent: DefaultContent | MISSING = MISSING
    sso: bool | MISSING = MISSING
    ai: bool | MISSING = MISSING
    inviteLinks: bool
    plan: Plan
    billing: Billing | MISSING = MISSING
    urls: OrganizationUrls | MISSING = MISSING
    trial: Trial | MISSING = MISSING
    customHostname: str | MISSING = MISSING
    blocked: Blocked | MISSING = MISSING
    # Named as in the public description.
    internal_billingMigration: BillingMigration | MISSING = MISSING
    internal_isOnNewTrial: bool | MISSING = MISSING
    permissions: OrganizationPermissions | MISSING = MISSING


class OrganizationUpdate(ContractModel):
    """The settings to change. A null `logo` or `defaultContent` removes it, a null `defaultRole` means guest."""

    title: Annotated[str, Field(min_length=TITLE_MIN, max_length=TITLE_MAX)] | MISSING = MISSING
    emailDomains: list[str] | MISSING = MISSING
    hostname: Annotated[str, Field(min_length=HOSTNAME_MIN, max_length=HOSTNAME_MAX)] | MISSING = MISSING
    defaultRole: Role | MISSING | None = MISSING
    defaultContent: DefaultContentUpdate | MISSING | None = MISSING
    # Responses have the logo as `urls.logo`.
    logo: HttpUri | MISSING | None = MISSING
    sso: bool | MISSING = MISSING
    ai: bool | MISSING = MISSING
    inviteLinks: bool | MISSING = MISSING


class Invite(ContractModel):
    """An invite link. A null role means guest."""

    object: Literal["invite"] = "invite"
    id: str
    role: AnsweredRole | MISSING | None = MISSING
    redundant: bool | MISSING = MISSING


# The public description also has invites to spaces; the contract only has `role`.
class InviteUpdate(ContractModel):
    """The role that an invite link grants."""

    role: Role


class OrganizationsOfDomain(ContractModel):
    """The organizations with an e-mail domain."""

    organizations: list[Organization]


LIST_ORGANIZATIONS = _GROUP.list("listOrganizations", "/v1/orgs", Organization)
GET_ORGANIZATION = _GROUP.get("getOrganization", "/v1/orgs/{organizationId}", Organization)
UPDATE_ORGANIZATION = _GROUP.patch("updateOrganization", "/v1/orgs/{organizationId}", OrganizationUpdate, Organization)
GET_INVITE = _GROUP.get("getInvite", "/v1/orgs/{organizationId}/link-invites/{inviteId}", Invite)
UPDATE_INVITE = _GROUP.patch("updateInvite", "/v1/orgs/{organizationId}/link-invites/{inviteId}", InviteUpdate, Invite)
DELETE_INVITE = _GROUP.delete("deleteInvite", "/v1/orgs/{organizationId}/link-invites/{inviteId}", 205)
SEARCH_ORGANIZATION = _GROUP.list(
    "searchOrganization", "/v1/orgs/{organizationId}/search", OrganizationSearchItem, SearchQuery
)
LIST_ORGANIZATIONS_OF_DOMAIN = _GROUP.get(
    "listOrganizationsOfDomain", "/v1/email-domains/{emailDomain}/orgs", OrganizationsOfDomain
)


SUBDOMAIN_MIN, SUBDOMAIN_MAX = 3, 32
SUBDOMAIN = "^[a-z0-9][a-z0-9-]{1,30}[a-z0-9]$"


class SubdomainTarget(ContractModel):
    """The target of a subdomain; `organization` is an id."""

    type: Annotated[str, OpenEnum("organization")]
    organization: str | MISSING = MISSING


class Subdomain(ContractModel):
    """A name under the service's own domain."""

    object: Literal["subdomain"] = "subdomain"
    subdomain: Annotated[str, DocumentedLimit(min_length=SUBDOMAIN_MIN, max_length=SUBDOMAIN_MAX, pattern=SUBDOMAIN)]
    target: SubdomainTarget
    isActive: bool
