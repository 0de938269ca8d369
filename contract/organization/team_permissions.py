"""Roles of teams in collections and spaces."""

from contract.organization.people import AnsweredRole, Role, Team
from contract.schema.endpoint import Endpoint
from contract.schema.fields import ContractModel
from contract.schema.listing import Listing, ListQuery

GROUP = "Collection and space team permissions"


class TeamPermissionItem(ContractModel):
    """A team and the role it has."""

    permission: AnsweredRole
    team: Team


class TeamPermissionUpdate(ContractModel):
    """The role to give; null means guest."""

    role: Role | None


COLLECTION_TEAMS = "/v1/collections/{collectionId}/permissions/teams"
COLLECTION_TEAM = COLLECTION_TEAMS + "/{teamId}"
SPACE_TEAMS = "/v1/spaces/{spaceId}/permissions/teams"
SPACE_TEAM = SPACE_TEAMS + "/{teamId}"

LIST_COLLECTION_TEAMS = Endpoint(
    GROUP,
    "listCollectionTeamPermissions",
    "GET",
    COLLECTION_TEAMS,
    200,
    Listing[TeamPermissionItem],
    query=ListQuery,
    listing=True,
)
UPDATE_COLLECTION_TEAM: Endpoint[None] = Endpoint(
    GROUP, "updateCollectionTeamPermission", "PATCH", COLLECTION_TEAM, 204, body=TeamPermissionUpdate
)
REMOVE_COLLECTION_TEAM: Endpoint[None] = Endpoint(
    GROUP, "removeCollectionTeamPermission", "DELETE", COLLECTION_TEAM, 205
)
LIST_SPACE_TEAMS = Endpoint(
    GROUP,
    "listSpaceTeamPermissions",
    "GET",
    SPACE_TEAMS,
    200,
    Listing[TeamPermissionItem],
    query=ListQuery,
    listing=True,
)
UPDATE_SPACE_TEAM: Endpoint[None] = Endpoint(
    GROUP, "updateSpaceTeamPermission", "PATCH", SPACE_TEAM, 204, body=TeamPermissionUpdate
)
REMOVE_SPACE_TEAM: Endpoint[None] = Endpoint(GROUP, "removeSpaceTeamPermission", "DELETE", SPACE_TEAM, 205)
