"""People: roles, users and teams."""

from typing import Annotated, Literal, get_args

from pydantic import MISSING

from contract.schema.fields import ContractModel, Count, Moment, OpenEnum

# A set without ranks; the public description lists `edit` before `review`.
Role = Literal["admin", "create", "review", "edit", "comment", "read"]
"""A role in a request; if it is nullable, null means guest."""

ROLES: tuple[str, ...] = get_args(Role)

AnsweredRole = Annotated[str, OpenEnum(*ROLES)]
"""A role in a response; unknown roles are accepted, so that a listing stays readable."""

MemberRole = Literal["owner", "member"]
"""A role within a team: an owner can manage its members."""

MEMBER_ROLES: tuple[str, ...] = get_args(MemberRole)


class LocationUrls(ContractModel):
    """The API URL of a resource."""

    location: str | MISSING = MISSING


class EditPermissions(ContractModel):
    """The caller's permissions on a custom field, a specification, or translation settings."""

    view: bool | MISSING = MISSING
    edit: bool | MISSING = MISSING


class User(ContractModel):
    """A person. `email` and `photoURL` are personal data."""

    object: Literal["user"] = "user"
    id: str
    displayName: str
    email: str | MISSING = MISSING
    photoURL: str | MISSING = MISSING
    urls: LocationUrls | MISSING = MISSING


class TeamPermissions(ContractModel):
    """The caller's permissions on a team."""

    admin: bool | MISSING = MISSING
    view: bool | MISSING = MISSING


class Team(ContractModel):
    """A team; `members` and `spaces` are counts."""

    object: Literal["team"] = "team"
    id: str
    title: str
    members: Count | MISSING = MISSING
    spaces: Count | MISSING = MISSING
    createdAt: Moment | MISSING = MISSING
    permissions: TeamPermissions | MISSING = MISSING
