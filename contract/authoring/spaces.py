"""The space resource, which other resources embed."""

from typing import Annotated, Literal

from pydantic import MISSING

from contract.organization.people import ROLES
from contract.schema.fields import ContractModel, Count, Moment, OpenEnum


class SpaceUrls(ContractModel):
    """URLs of a space."""

    location: str | MISSING = MISSING
    app: str | MISSING = MISSING
    published: str | MISSING = MISSING
    public: str | MISSING = MISSING
    icon: str | MISSING = MISSING


class GitSync(ContractModel):
    """The repository that a space is synchronized with."""

    repoName: str | MISSING = MISSING
    installationProvider: Annotated[str, OpenEnum("github", "gitlab", "github-legacy")] | MISSING = MISSING
    integration: str | MISSING = MISSING
    url: str | MISSING = MISSING
    updatedAt: Moment | MISSING = MISSING


class VisitorAuth(ContractModel):
    """The way a space's visitors are authenticated."""

    backend: Annotated[str, OpenEnum("custom", "integration")] | MISSING = MISSING
    integration: str | MISSING = MISSING


class SpacePermissions(ContractModel):
    """The caller's permissions on a space."""

    view: bool | MISSING = MISSING
    access: bool | MISSING = MISSING
    admin: bool | MISSING = MISSING
    viewInviteLinks: bool | MISSING = MISSING
    edit: bool | MISSING = MISSING
    triggerGitSync: bool | MISSING = MISSING
    comment: bool | MISSING = MISSING
    merge: bool | MISSING = MISSING
    review: bool | MISSING = MISSING


class Space(ContractModel):
    """A space. `organization`, `parent` and `revision` are ids; `comments` and `changeRequests…` are counts."""

    object: Literal["space"] = "space"
    id: str
    title: str
    emoji: str | MISSING = MISSING
    visibility: (
        Annotated[str, OpenEnum("public", "unlisted", "share-link", "visitor-auth", "in-collection", "private")]
        | MISSING
    ) = MISSING
    createdAt: Moment | MISSING = MISSING
    updatedAt: Moment | MISSING = MISSING
    deletedAt: Moment | MISSING = MISSING
    editMode: Annotated[str, OpenEnum("live", "locked")] | MISSING = MISSING
    urls: SpaceUrls | MISSING = MISSING
    organization: str | MISSING = MISSING
    parent: str | MISSING = MISSING
    gitSync: GitSync | MISSING = MISSING
    visitorAuth: VisitorAuth | MISSING = MISSING
    revision: str | MISSING = MISSING
    # A role, null for none, or `inherit` for that of the collection.
    defaultLevel: Annotated[str, OpenEnum(*ROLES, "inherit")] | MISSING | None = MISSING
    comments: Count | MISSING = MISSING
    changeRequests: Count | MISSING = MISSING
    changeRequestsOpen: Count | MISSING = MISSING
    changeRequestsDraft: Count | MISSING = MISSING
    permissions: SpacePermissions | MISSING = MISSING
