"""Team roles in collections and spaces."""

from contract.organization.people import AnsweredRole, Role, Team
from contract.schema.endpoint import Endpoint, EndpointGroup
from contract.schema.fields import ContractModel

_GROUP = EndpointGroup("Collection and space team permissions")


class TeamPermissionItem(ContractModel):
    """A team and its role."""

    # Never null: a guest's role isn't listed.
    permission: AnsweredRole
    team: Team


class TeamPermissionUpdate(ContractModel):
    """The new role; null means guest."""

    role: Role | None


COLLECTION_TEAMS = "/v1/collections/{collectionId}/permissions/teams"
COLLECTION_TEAM = COLLECTION_TEAMS + "/{teamId}"
SPACE_TEAMS = "/v1/spaces/{spaceId}/permissions/teams"
SPACE_TEAM = SPACE_TEAMS + "/{teamId}"

LIST_COLLECTION_TEAMS = _GROUP.list("listCollectionTeamPermissions", COLLECTION_TEAMS, TeamPermissionItem)
UPDATE_COLLECTION_TEAM: Endpoint[None] = _GROUP.patch(
    "updateCollectionTeamPermission", COLLECTION_TEAM, TeamPermissionUpdate, None, 204
)
REMOVE_COLLECTION_TEAM = _GROUP.delete("removeCollectionTeamPermission", COLLECTION_TEAM, 205)
LIST_SPACE_TEAMS = _GROUP.list("listSpaceTeamPermissions", SPACE_TEAMS, TeamPermissionItem)
UPDATE_SPACE_TEAM: Endpoint[None] = _GROUP.patch(
    "updateSpaceTeamPermission", SPACE_TEAM, TeamPermissionUpdate, None, 204
)
REMOVE_SPACE_TEAM = _GROUP.delete("removeSpaceTeamPermission", SPACE_TEAM, 205)
