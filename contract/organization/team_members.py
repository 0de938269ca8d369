"""The members of a team."""

from typing import Annotated, Literal

from pydantic import MISSING

from contract.organization.people import MEMBER_ROLES, AnsweredRole, MemberRole, User
from contract.schema.endpoint import Endpoint, EndpointGroup
from contract.schema.fields import ContractModel, Count, Moment, OpenEnum

_GROUP = EndpointGroup("Team members")


class OrganizationMember(ContractModel):
    """A member of the organization. A null role means guest; `spaces` and `teams` are counts."""

    absence_tells = frozenset({"role"})

    object: Literal["member"] = "member"
    id: str
    role: AnsweredRole | MISSING | None = MISSING
    user: User | MISSING = MISSING
    disabled: bool | MISSING = MISSING
    joinedAt: Moment | MISSING = MISSING
    lastSeenAt: Moment | MISSING = MISSING
    sso: bool | MISSING = MISSING
    spaces: Count | MISSING = MISSING
    teams: Count | MISSING = MISSING


class TeamMembership(ContractModel):
    """A person's membership in the team."""

    absence_tells = frozenset({"role"})

    role: Annotated[str, OpenEnum(*MEMBER_ROLES)] | MISSING = MISSING


class TeamMemberPermissions(ContractModel):
    """The caller's permissions on a team member."""

    view: bool | MISSING = MISSING


class TeamMemberItem(ContractModel):
    """A person's memberships in the organization and in the team."""

    absence_tells = frozenset({"team"})

    organization: OrganizationMember
    team: TeamMembership | MISSING = MISSING
    permissions: TeamMemberPermissions | MISSING = MISSING


class Membership(ContractModel):
    """A member's new role in the team."""

    role: MemberRole


class TeamMembersUpdate(ContractModel):
    """People to add and remove, by user id or e-mail address; removal wins."""

    add: list[str] | MISSING = MISSING
    remove: list[str] | MISSING = MISSING
    # The contract doesn't explain the keys; we take user ids and e-mail addresses, as for `add`.
    memberships: dict[str, Membership] | MISSING = MISSING


class TeamMemberUpdate(ContractModel):
    """The role of a member who is added or updated."""

    role: MemberRole | MISSING = MISSING


TEAM_MEMBERS = "/v1/orgs/{organizationId}/teams/{teamId}/members"
TEAM_MEMBER = TEAM_MEMBERS + "/{userId}"

LIST_TEAM_MEMBERS = _GROUP.list("listTeamMembers", TEAM_MEMBERS, TeamMemberItem)
UPDATE_TEAM_MEMBERS: Endpoint[None] = _GROUP.put("updateTeamMembers", TEAM_MEMBERS, TeamMembersUpdate, None, 204)
UPDATE_TEAM_MEMBER: Endpoint[None] = _GROUP.put("updateTeamMember", TEAM_MEMBER, TeamMemberUpdate, None, 204)
REMOVE_TEAM_MEMBER = _GROUP.delete("removeTeamMember", TEAM_MEMBER, 204)
